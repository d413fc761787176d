import { offsetAt } from '../../std/time/local-time.ts'
import { WINDOWS_ZONES } from '../../std/time/windows-zones.ts'
import { zoneNamed } from '../../std/time/zone-names.ts'

/** Names are as different as files are many: a hostile one must not grow this without end. */
const mostKnown = 1_000
const known = new Map<string, string | undefined>()

/**
 * The zone that Intl knows for a TZID: an IANA name, with or without a program's prefix ("/mozilla.org/…/Asia/Seoul"),
 * a name of Windows' or of its list of choices, a city or a bare offset. Undefined for a name that says nothing, and,
 * where a file defines zones (`isDefined`), for all but names that stand for one zone.
 */
export function zoneOfTzid(tzid: string, isDefined = false): string | undefined {
  const key = `${isDefined} ${tzid}`
  if (!known.has(key)) {
    if (known.size >= mostKnown) known.clear()
    const name = tzid.trim().replace(/^["']+|["']+$/g, '')
    known.set(key, name === '' ? undefined : (properZone(name) ?? (isDefined ? undefined : guessedZone(name))))
  }
  return known.get(key)
}

function properZone(name: string): string | undefined {
  const inPath = /[A-Z][A-Za-z_]+\/[A-Z][\w+/-]+$/.exec(name)?.[0] ?? ''
  const iana = [name, inPath, inPath.replace(/^[^/]+\//, '')].find(isZone)
  return iana ?? (isUtc(name) ? 'UTC' : byWindows.get(plainName(name).toLowerCase()))
}

const guessedZone = (name: string) =>
  windowsZone(plainName(name)) ?? zoneOfChoice(plainName(name)) ?? zoneNamed(plainName(name))

/** The name without its scheme and its number: Exchange numbers its copies ("GMT Standard Time 1"). */
const plainName = (name: string) => name.replace(/^tzone:\/\/Microsoft\//i, '').replace(/\s+\d+$/, '')
const isUtc = (name: string) => /^(?:z|zulu|utc|coordinated universal time|greenwich mean time)$/i.test(plainName(name))

const byWindows = new Map(Object.entries(WINDOWS_ZONES).map(([name, zone]) => [name.toLowerCase(), zone]))

/**
 * "Pacific Standard Time", "Pacific Time", "Pacific" (as Notes writes it), and its summer's name, which some programs
 * write for the whole year.
 */
function windowsZone(name: string): string | undefined {
  const words = name.toLowerCase().replace(/(?: (?:standard|daylight|summer))? time$/, '')
  return byWindows.get(name.toLowerCase()) ?? byWindows.get(`${words} standard time`)
}

/** A choice of Windows' list: "(UTC+09:00) Seoul", "(GMT-08:00) Pacific Time (US & Canada); Tijuana". */
function zoneOfChoice(name: string): string | undefined {
  const [, offset = '', label = name] = /^\((?:UTC|GMT)\s*([^)]*)\)\s*(.+)$/i.exec(name) ?? []
  const places = label.replace(/\([^)]*\)/g, '').split(/\s*[,;:/]\s*/)
  if (label === name && places.length === 1 && !label.includes('(')) return undefined
  return places
    .map((place) => windowsZone(place.trim()) ?? zoneNamed(place))
    .find((zone) => zone !== undefined && hasOffset(zone, offset))
}

/** Return true if a zone's winter or summer has the offset that a choice names ("+09:00"; '' names none). */
function hasOffset(zone: string, offset: string): boolean {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2})[:.]?(\d\d)?/.exec(offset) ?? []
  if (sign === undefined) return true
  const wanted = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return [0, 6].some((month) => offsetAt(Date.UTC(2026, month, 15), zone) === wanted)
}

function isZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/.test(name) || /^utc$/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
