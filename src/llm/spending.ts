import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type SpendingBudget } from '../protocol/index.ts'
import { appendText, codeOf, ensureDir, isMissing } from '../std/fs/files.ts'
import { toLocalTime, type Zone } from '../std/time/local-time.ts'
import type { Meter, Spent } from './budget.ts'

/** The file of the spending log, and the time zone of its days. */
export interface SpendingPlace {
  folder: string
  zone: Zone
  now(): Date
}

/**
 * A budget of a calendar day or month for all processes of this person: every answer adds a line to a file per month.
 * It counts from when the budget was set. Throws `storage` where the file cannot be written: what is not counted is
 * not spent.
 */
export function calendarMeter(
  period: 'day' | 'month',
  budget: SpendingBudget,
  { folder, zone, now }: SpendingPlace,
): Meter {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const todayKey = () => {
    const { year, month, day } = toLocalTime(+now(), zone)
    return { month: `${year}-${twoDigits(month)}`, day: twoDigits(day) }
  }
  const fileOf = (month: string) => join(folder, `spent-${month}.txt`)
  return {
    period,
    budget,
    async spent() {
      const { month, day } = todayKey()
      const lines = await readFile(fileOf(month), 'utf8').catch((error) =>
        isMissing(error) ? '' : Promise.reject(error),
      )
      const sum: Spent = { usd: 0, tokens: 0 }
      for (const line of lines.split('\n')) {
        const [, kept, on, tokens, usd] = /^(day|month) (\d\d) (\d+) ([\d.e-]+)$/.exec(line) ?? []
        if (kept !== period || (period === 'day' && on !== day)) continue
        sum.tokens += Number(tokens)
        sum.usd += Number(usd)
      }
      return sum
    },
    async add({ tokens, usd }) {
      const { month, day } = todayKey()
      try {
        await ensureDir(folder)
        await appendText(fileOf(month), `${period} ${day} ${tokens} ${usd}\n`)
      } catch (error) {
        fail('storage', { detail: codeOf(error) ?? '', data: { path: fileOf(month) } }, error)
      }
    },
  }
}
