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
  ms: 'milliseconds',
  mph: 'miles per hour',
} // prettier-ignore
const money: Record<string, string> = { $: 'dollars', '₩': 'won', '€': 'euros', '£': 'pounds', '¥': 'yen' }
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
  [
    /([$₩€£¥])\s?(\d[\d,]*(?:\.\d+)?)(\s(?:thousand|million|billion))?/g,
    (_, sign = '', value = '', size = '') => `${value}${size ?? ''} ${one(value, money[sign] ?? '')}`,
  ],
  [/(?<![\p{L}\d])[-−](?=\d)/gu, () => 'minus '],
  [/(\d)\s?[~–]\s?(?=\d)/g, (_, value = '') => `${value} to `],
  [
    new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?)\\s?(${unitPattern})(?![A-Za-z])`, 'g'),
    (_, value = '', unit = '') => `${value} ${one(value, units[unit] ?? '')}`,
  ],
  [/(?<=\d),(?=\d{3})/g, () => ''],
  [/\s?(?:->|→|⇒)\s?/g, () => ', '],
  [/\s=\s/g, () => ' equals '],
  [/\s\+\s/g, () => ' plus '],
  [/\s?×\s?/g, () => ' times '],
  [/\s?&\s?/g, () => ' and '],
  [/@/g, () => ' at '],
  [/[()]/g, () => ', '],
  [/,\s*(?=[.,!?])/g, () => ''],
]

/** Units, money, dates and signs of a plain sentence in English words; bare numbers are left to the synthesiser. */
export function readEnglish(text: string): string {
  return rules.reduce(
    (said, [pattern, read]) => said.replace(pattern, (...found: unknown[]) => read(...(found as string[]))),
    text,
  )
}
