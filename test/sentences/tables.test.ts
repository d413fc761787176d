import { expect, test } from 'vitest'
import { type Judged, judges } from './judge.ts'

/** The part of each table that is to be read right; wrong is none. What was asked about costs a turn. */
const floors: Record<keyof typeof judges, number> = {
  amounts: 0.95,
  answers: 0.98,
  days: 0.95,
  dialogues: 0.95,
  recall: 0.92,
  reminders: 0.88,
}

test.each(Object.entries(floors) as [keyof typeof judges, number][])(
  '%s: no row is read as something else',
  async (name, floor) => {
    const all = await judges[name]()
    const wrong = all.filter(({ verdict }) => verdict === 'wrong').map(shown)
    expect(wrong).toEqual([])
    const right = all.filter(({ verdict }) => verdict === 'right').length / all.length
    const asked = all.filter(({ verdict }) => verdict === 'asked').map(shown)
    expect(right, asked.join('\n')).toBeGreaterThanOrEqual(floor)
  },
)

const shown = ({ text, wanted, got }: Judged) => `${text} → ${wanted}, not ${got}`
