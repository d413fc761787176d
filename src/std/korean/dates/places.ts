import type { Span } from '../spelling/span.ts'

/** A place with a clock of its own; `name` as it was said, an English one with capitals. */
export interface Zoned {
  zone: string
  name: string
}

/**
 * Cities and countries of one time zone, as Koreans and English speakers call them. Countries with several zones are
 * left out.
 */
const places: [string, string][] = [
  ['서울|한국|부산|seoul|korea|busan', 'Asia/Seoul'],
  ['도쿄|동경|일본|오사카|tokyo|japan|osaka', 'Asia/Tokyo'],
  ['베이징|북경|상하이|중국|beijing|shanghai|china', 'Asia/Shanghai'],
  ['홍콩|hong kong', 'Asia/Hong_Kong'],
  ['타이베이|대만|taipei|taiwan', 'Asia/Taipei'],
  ['방콕|태국|bangkok|thailand', 'Asia/Bangkok'],
  ['하노이|호치민|베트남|hanoi|vietnam', 'Asia/Ho_Chi_Minh'],
  ['싱가포르|싱가폴|singapore', 'Asia/Singapore'],
  ['마닐라|필리핀|manila|philippines', 'Asia/Manila'],
  ['자카르타|jakarta', 'Asia/Jakarta'],
  ['델리|뉴델리|뭄바이|인도|delhi|new delhi|mumbai|india', 'Asia/Kolkata'],
  ['두바이|dubai', 'Asia/Dubai'],
  ['이스탄불|터키|튀르키예|istanbul|turkey', 'Europe/Istanbul'],
  ['모스크바|moscow', 'Europe/Moscow'],
  ['카이로|이집트|cairo|egypt', 'Africa/Cairo'],
  ['런던|영국|london|uk|england', 'Europe/London'],
  ['파리|프랑스|paris|france', 'Europe/Paris'],
  ['베를린|독일|뮌헨|프랑크푸르트|berlin|germany|munich|frankfurt', 'Europe/Berlin'],
  ['로마|이탈리아|밀라노|rome|italy|milan', 'Europe/Rome'],
  ['마드리드|바르셀로나|스페인|madrid|barcelona|spain', 'Europe/Madrid'],
  ['암스테르담|네덜란드|amsterdam', 'Europe/Amsterdam'],
  ['취리히|스위스|zurich|switzerland', 'Europe/Zurich'],
  ['빈|비엔나|vienna', 'Europe/Vienna'],
  ['스톡홀름|스웨덴|stockholm|sweden', 'Europe/Stockholm'],
  ['리스본|lisbon', 'Europe/Lisbon'],
  ['아테네|그리스|athens|greece', 'Europe/Athens'],
  ['시드니|sydney', 'Australia/Sydney'],
  ['멜버른|melbourne', 'Australia/Melbourne'],
  ['오클랜드|뉴질랜드|auckland|new zealand', 'Pacific/Auckland'],
  ['하와이|호놀룰루|hawaii|honolulu', 'Pacific/Honolulu'],
  ['뉴욕|워싱턴|보스턴|new york|washington|boston|nyc', 'America/New_York'],
  ['토론토|toronto', 'America/Toronto'],
  ['시카고|chicago', 'America/Chicago'],
  ['덴버|denver', 'America/Denver'],
  ['로스앤젤레스|엘에이|la|샌프란시스코|시애틀|los angeles|san francisco|seattle', 'America/Los_Angeles'],
  ['밴쿠버|vancouver', 'America/Vancouver'],
  ['멕시코시티|mexico city', 'America/Mexico_City'],
  ['상파울루|sao paulo', 'America/Sao_Paulo'],
  ['utc|gmt', 'UTC'],
]
const zones = new Map(places.flatMap(([names, zone]) => names.split('|').map((name) => [name, zone] as const)))
const anywhere = new RegExp(
  `(?<![a-z가-힣])(?:${[...zones.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![a-z])`,
  'gi',
)

/** A place where it stands in a text. */
export type PlaceMark = Span & { kind: 'z'; value: Zoned }

/** Every place of the table in the text, marked z. */
export function placesIn(text: string): PlaceMark[] {
  return Array.from(text.matchAll(anywhere), ({ index, 0: name }) => {
    return {
      kind: 'z',
      from: index,
      to: index + name.length,
      value: { zone: zones.get(name.toLowerCase()) as string, name: titled(name) },
    }
  })
}

/** "tokyo" is told as Tokyo. */
const titled = (name: string) =>
  name.length < 4 && name !== 'la' ? name.toUpperCase() : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** The city that a zone is named after, as it is called in that language: where somebody is who never said so. */
export function cityOf(zone: string, language: 'ko' | 'en'): string {
  const [known = ''] = places.find(([, one]) => one === zone) ?? []
  const korean = known.split('|').find((name) => /[가-힣]/.test(name))
  return (language === 'ko' ? korean : undefined) ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
