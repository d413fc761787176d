import { createHash } from 'node:crypto'
import { civilDate } from '../../std/time/calendar.ts'

/** A receipt as its letters say: where, when and how much. */
export interface PaidReceipt {
  won: number
  place: string
  day?: string
  key: string
}

const AMOUNT = /(?:₩|\\)?\s?(\d{1,3}(?:,\d{3})+|\d{3,9})(?:\s?원)?(?![\d-])/g
/** Lines that name the sum to pay, the surest first. */
const TOTALS = [
  /결제\s?(?:대상\s?)?금액|받을\s?금액|청구\s?금액|승인\s?금액|amount due|grand total/i,
  /합\s?계|총\s?액|총\s?금액|\btotal\b/i,
]
/** Sums that are none of what was paid: tax, change, points. */
const OTHER =
  /부가세|과세|면세|세액|거스름|받은\s?금액|잔액|포인트|할인|subtotal|\btax\b|change|사업자|전화|tel|승인\s?번호|카드\s?번호/i

/** Read the letters of a receipt. Undefined where no sum to pay can be found: nothing is guessed from single prices. */
export function readReceipt(lines: readonly string[]): PaidReceipt | undefined {
  const plain = lines.map((line) => line.normalize('NFC').replace(/\s+/g, ' ').trim()).filter((line) => line !== '')
  const won = totalOf(plain)
  if (won === undefined) return undefined
  const day = plain.map(dayIn).find((one) => one !== undefined)
  const place = placeOf(plain)
  const key = `receipt ${createHash('sha256').update(plain.join('\n')).digest('hex').slice(0, 16)}`
  return { won, place, key, ...(day === undefined ? {} : { day }) }
}

function totalOf(lines: readonly string[]): number | undefined {
  for (const shape of TOTALS) {
    const sums = lines.flatMap((line, at) => {
      if (!shape.test(line) || OTHER.test(line)) return []
      // The amount may stand on the line below its name.
      const found = amountsIn(line)
      return found.length > 0 ? found : amountsIn(lines[at + 1] ?? '')
    })
    if (sums.length > 0) return Math.max(...sums)
  }
  return undefined
}

const amountsIn = (line: string): number[] =>
  [...line.matchAll(AMOUNT)].map(([, digits = '']) => Number(digits.replaceAll(',', ''))).filter((won) => won > 0)

function dayIn(line: string): string | undefined {
  const [, year = '', month, day] = /(?<!\d)(20\d\d|\d\d)[-./년]\s?(\d{1,2})[-./월]\s?(\d{1,2})(?!\d)/.exec(line) ?? []
  return year === '' ? undefined : civilDate(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day))
}

/** "상호: 한강식당", or the first line that is words. */
function placeOf(lines: readonly string[]): string {
  const named = lines.map((line) => /^(?:상호|가맹점|매장)(?:명)?\s?[:：]\s?(.+)$/.exec(line)?.[1]).find(Boolean)
  const first = lines.find((line) => /\p{L}{2}/u.test(line) && !/영수증|receipt|\d{3,}|사업자|전화|주소/i.test(line))
  return (named ?? first ?? '').slice(0, 60)
}
