/**
 * The zone that was meant: an IANA name or an offset in any spelling, or a city of the IANA list; undefined when
 * there is none.
 */
export function zoneNamed(text: string): string | undefined {
  const wanted = text.trim().replace(/^(?:UTC|GMT)(?=[+-])/i, '')
  const offset = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(wanted)
  const spelled = offset
    ? `${offset[1]}${offset[2]?.padStart(2, '0')}:${offset[3] ?? '00'}`
    : (cities.get(wanted) ?? wanted)
  const known = valid.get(spelled)
  if (known) return known
  try {
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: spelled }).resolvedOptions().timeZone
    if (valid.size < mostKnown) valid.set(spelled, zone)
    return zone
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const city = `/${wanted.replaceAll(' ', '_').toLowerCase()}`
    return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(city))
  }
}

/** Zones that were asked for before: asking the system again costs as much as a small turn. */
const valid = new Map<string, string>()
const mostKnown = 1_000

/** Cities as Korean speakers call them, where the IANA list has them in English only. */
const cities = new Map([
  ['한국', 'Asia/Seoul'],
  ['서울', 'Asia/Seoul'],
  ['KST', 'Asia/Seoul'],
  ['일본', 'Asia/Tokyo'],
  ['도쿄', 'Asia/Tokyo'],
  ['중국', 'Asia/Shanghai'],
  ['베이징', 'Asia/Shanghai'],
  ['상하이', 'Asia/Shanghai'],
  ['홍콩', 'Asia/Hong_Kong'],
  ['타이베이', 'Asia/Taipei'],
  ['방콕', 'Asia/Bangkok'],
  ['하노이', 'Asia/Ho_Chi_Minh'],
  ['싱가포르', 'Asia/Singapore'],
  ['두바이', 'Asia/Dubai'],
  ['시드니', 'Australia/Sydney'],
  ['런던', 'Europe/London'],
  ['파리', 'Europe/Paris'],
  ['베를린', 'Europe/Berlin'],
  ['로마', 'Europe/Rome'],
  ['모스크바', 'Europe/Moscow'],
  ['뉴욕', 'America/New_York'],
  ['시카고', 'America/Chicago'],
  ['로스앤젤레스', 'America/Los_Angeles'],
  ['샌프란시스코', 'America/Los_Angeles'],
  ['밴쿠버', 'America/Vancouver'],
  ['하와이', 'Pacific/Honolulu'],
])
