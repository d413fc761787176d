/** Lines of vCalendar 1.0 as those of RFC 5545: rules of its own grammar, times that a semicolon parts, its zone. */
export function fromVCalendar1(lines: readonly string[]): string[] {
  const zone = offsetOf(
    lines
      .find((line) => /^TZ:/i.test(line))
      ?.slice(3)
      .trim() ?? '',
  )
  const changes = lines.filter((line) => /^DAYLIGHT:TRUE/i.test(line)).length
  const definition = zone === undefined || changes > 0 ? [] : fixedZone(zone)
  return lines.flatMap((line) => {
    const [, name = '', parameters = '', value = ''] = /^([\w-]+)((?:;[^:]*)?):(.*)$/s.exec(line) ?? []
    switch (name.toUpperCase()) {
      case 'VERSION':
        return ['VERSION:2.0', ...definition]
      case 'TZ':
      case 'DAYLIGHT':
      // Alarms are properties there.
      case 'AALARM':
      case 'DALARM':
      case 'MALARM':
      case 'PALARM':
        return []
      case 'RRULE':
        return ruleOf(value).map((rule) => `RRULE:${rule}`)
      case 'EXDATE':
      case 'RDATE':
        return value
          .split(/[;,]/)
          .filter(Boolean)
          .map((one) => timeLine(name, parameters, one.trim(), definition))
      case 'DTSTART':
      case 'DTEND':
        return [timeLine(name, parameters, value, definition)]
      case 'CATEGORIES':
        return [`${name}:${value.replaceAll(';', ',')}`]
      case 'STATUS':
        return [`STATUS:${value.trim().toUpperCase() === 'NEEDS ACTION' ? 'TENTATIVE' : value}`]
      case 'TRANSP':
        return [`TRANSP:${value.trim() === '0' ? 'OPAQUE' : /^\d/.test(value) ? 'TRANSPARENT' : value}`]
      default:
        return [line]
    }
  })
}

const ZONE_ID = 'vCalendar TZ'

function timeLine(name: string, parameters: string, value: string, definition: readonly string[]): string {
  if (/^\d{8}$/.test(value)) return `${name};VALUE=DATE:${value}`
  if (value.endsWith('Z') || definition.length === 0 || /TZID/i.test(parameters)) return `${name}${parameters}:${value}`
  return `${name};TZID=${ZONE_ID}:${value}`
}

/** "+09", "-0430", "+09:00". */
function offsetOf(text: string): string | undefined {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{1,2}):?(\d\d)?/.exec(text) ?? []
  return sign === undefined ? undefined : `${sign}${hours?.padStart(2, '0')}${minutes}`
}

const fixedZone = (offset: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE_ID}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  `TZOFFSETFROM:${offset}`,
  `TZOFFSETTO:${offset}`,
  'END:STANDARD',
  'END:VTIMEZONE',
]

const FREQUENCIES: Readonly<Record<string, string>> = {
  D: 'DAILY',
  W: 'WEEKLY',
  MP: 'MONTHLY',
  MD: 'MONTHLY',
  YM: 'YEARLY',
  YD: 'YEARLY',
}

/** "W1 MO WE #10", "MP1 1+ MO 20261231T000000Z": the rule in RFC 5545's words. */
function ruleOf(text: string): string[] {
  if (/FREQ=/i.test(text)) return [text]
  const [, kind = '', interval = '1', rest = ''] = /^(D|W|MP|MD|YM|YD)(\d+)\s*(.*)$/i.exec(text.trim()) ?? []
  const frequency = FREQUENCIES[kind.toUpperCase()]
  if (frequency === undefined) return [text]
  const words = rest.split(/\s+/).filter(Boolean)
  const count = words.find((word) => word.startsWith('#'))?.slice(1)
  const until = words.find((word) => /^\d{8}(?:T\d{6}Z?)?$/.test(word))
  const named = words.filter((word) => !word.startsWith('#') && word !== until)
  const by = byOf(kind.toUpperCase(), named)
  const parts = [
    `FREQ=${frequency}`,
    ...(interval === '1' ? [] : [`INTERVAL=${interval}`]),
    ...(by === '' ? [] : [by]),
    // A rule without a count comes twice, "#0" has no end.
    ...(until === undefined ? (count === '0' ? [] : [`COUNT=${count ?? 2}`]) : [`UNTIL=${until}`]),
  ]
  return [parts.join(';')]
}

function byOf(kind: string, words: readonly string[]): string {
  if (words.length === 0) return ''
  if (kind === 'W') return `BYDAY=${words.join(',')}`
  if (kind === 'YM') return `BYMONTH=${words.join(',')}`
  if (kind === 'YD') return `BYYEARDAY=${words.join(',')}`
  if (kind === 'MD') return `BYMONTHDAY=${words.map((one) => (one === 'LD' ? '-1' : signed(one))).join(',')}`
  const days: string[] = []
  let places: string[] = []
  for (const [at, word] of words.entries()) {
    if (/^\d/.test(word)) {
      if (/^[A-Z]/.test(words[at - 1] ?? '')) places = []
      places.push(signed(word))
    } else days.push(...places.map((place) => `${place}${word}`))
  }
  return `BYDAY=${days.join(',')}`
}

/** "1+" → 1, "2-" → -2. */
const signed = (text: string) => (text.endsWith('-') ? `-${text.slice(0, -1)}` : text.replace('+', ''))
