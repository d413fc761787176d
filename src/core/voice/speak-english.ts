const units: Record<string, string> = {
  '%': 'percent',
  '°C': 'degrees',
  '℃': 'degrees',
  '°F': 'degrees Fahrenheit',
  '°': 'degrees',
  'km/h': 'kilometers per hour',
  km: 'kilometers',
  cm: 'centimeters',
  mm: 'millimeters',
  kg: 'kilograms',
  mg: 'milligrams',
  g: 'grams',
  ml: 'milliliters',
  mL: 'milliliters',
  L: 'liters',
  'km²': 'square kilometers',
  'm²': 'square meters',
  'm/s': 'meters per second',
  m: 'meters',
  kWh: 'kilowatt hours',
  kW: 'kilowatts',
  GHz: 'gigahertz',
  MHz: 'megahertz',
  Hz: 'hertz',
  TB: 'terabytes',
  GB: 'gigabytes',
  MB: 'megabytes',
  KB: 'kilobytes',
  Mbps: 'megabits per second',
  Gbps: 'gigabits per second',
  ms: 'milliseconds',
  mph: 'miles per hour',
} // prettier-ignore
const money: Record<string, string> = { $: 'dollars', '₩': 'won', '€': 'euros', '£': 'pounds', '¥': 'yen' }
const sizes: Record<string, string> = { K: ' thousand', M: ' million', B: ' billion', T: ' trillion' }
const parts: Record<string, readonly [string, string]> = {
  2: ['half', 'halves'],
  3: ['third', 'thirds'],
  4: ['quarter', 'quarters'],
}
const months = 'January February March April May June July August September October November December'.split(' ')
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const unitPattern = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .map(literal)
  .join('|')
/** "1 kilometers" is not said. */
const one = (value: string, unit: string) => (value === '1' ? unit.replace(/^(\w+?)s\b/, '$1') : unit)

const rules: [RegExp, (...found: string[]) => string][] = [
  [/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, (_, y = '', m = '', d = '') => `${months[Number(m) - 1] ?? m} ${Number(d)}, ${y}`],
  [/(?<=\d)T(?=\d\d:\d\d)/g, () => ' '],
  [/(?<![\d.-])(?:\+\d{1,3}[ -])?\d{2,}(?:-\d{2,}){2,}(?![\d-])/g, (found) => [...found].map(digit).join('').trim()],
  [
    /([$₩€£¥])\s?(\d[\d,]*(?:\.\d+)?)(\s(?:thousand|million|billion)|[KMBT]\b)?/g,
    (_, sign = '', value = '', size = '') =>
      `${value.replace(/\.00$/, '')}${sizes[size] ?? size ?? ''} ${one(size ? '' : value, money[sign] ?? '')}`,
  ],
  [/[½¼¾⅓⅔]/g, (sign) => sign.normalize('NFKC').replace('⁄', '/')],
  [/\((\d{1,2})\/(\d{1,2})\)/g, (_, at = '', all = '') => `, ${at} of ${all}`],
  [/(?<!\d)(\d+\.\d+)\/(\d+)/g, (_, got = '', most = '') => `${got} out of ${most}`],
  [/(?<![\d./])([1-3])\/([2-4])(?![\d/])/g, (_, a = '', b = '') => `${a} ${parts[b]?.[a === '1' ? 0 : 1] ?? ''}`],
  [/(?<=\d)\s[-−]\s(?=\d[^a-z]*=)/gi, () => ' minus '],
  [/(?<![\p{L}\d])[-−](?=\d)/gu, () => 'minus '],
  [/(?<!\S)~(?=\d)/g, () => 'about '],
  [/(?<![\w.,:-])(\d[\d,.:]*)\s?[~–-]\s?(?=\d[\d,.:]*(?![\w-]))/g, (_, value = '') => `${value} to `],
  [/(?<![\d:])(\d+):(\d)(?![\d:])/g, (_, a = '', b = '') => `${a} to ${b}`],
  [/\bv(?=\d)/g, () => 'version '],
  [
    new RegExp(`(?<![\\d,])(\\d[\\d,]*(?:\\.\\d+)?)\\s?(${unitPattern})(?![A-Za-z])`, 'g'),
    (_, value = '', unit = '') => `${value} ${one(value, units[unit] ?? '')}`,
  ],
  [/(?<=\d),(?=\d{3})/g, () => ''],
  [/\s?(?:->|→|⇒)\s?/g, () => ', '],
  [/\s=\s/g, () => ' equals '],
  [/\s\+\s/g, () => ' plus '],
  [/\s?×\s?/g, () => ' times '],
  [/\s?÷\s?/g, () => ' divided by '],
  [/±\s?/g, () => 'plus or minus '],
  [/≥\s?/g, () => 'at least '],
  [/≤\s?/g, () => 'at most '],
  [/\be\.g\.,?/g, () => 'for example'],
  [/\bi\.e\.,?/g, () => 'that is'],
  [/\s?&\s?/g, () => ' and '],
  [/@/g, () => ' at '],
  [/[()]|\s?[—―]\s?/g, () => ', '],
  [/,\s*(?=[.,!?])/g, () => ''],
]

/** Of a telephone number: each digit for itself, a breath between the groups. */
const digit = (sign: string) => (/\d/.test(sign) ? ` ${sign}` : sign === '+' ? 'plus' : ',')

/** Units, money, dates and signs of a plain sentence in English words; bare numbers are left to the synthesiser. */
export function readEnglish(text: string): string {
  return rules.reduce(
    (said, [pattern, read]) => said.replace(pattern, (...found: unknown[]) => read(...(found as string[]))),
    text,
  )
}
