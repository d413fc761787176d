import { namedWords } from '../../std/korean/search/named-item.ts'
import type { MoneyEntry } from './money-book.ts'

/** The line of the book that is meant: by its words, its day, its amount, or as the newest. */
export interface Aim {
  what?: string
  day?: string
  was?: number
  place?: string
  person?: string
  category?: string
  /** The newest of all. */
  last?: boolean
}

/** Lines that a correction may mean lie back so many days at most, unless their day is named. */
const recentDays = 31

const plainText = (text: string) => text.normalize('NFC').toLowerCase()

/** Return true if a line speaks of something: in its name, or in the words in which it was told. */
export function speaksOf({ what, place = '', said = '' }: MoneyEntry, wanted: string): boolean {
  const own = plainText(`${what} ${place} ${said}`)
  const words = own.match(/[\p{L}\p{N}]+/gu) ?? []
  return namedWords(wanted).nouns.every((word) => {
    // "기름값" is what was paid for 기름.
    const bare = plainText(word).replace(/(?<=[a-z]{3})s$|(?<=[가-힣])값$/, '')
    return words.some((one) => one.startsWith(bare)) || (bare.length > 1 && /[가-힣]/.test(bare) && own.includes(bare))
  })
}

/** The lines that are meant, the newest first; those of that very name before others. */
export function findEntries(all: readonly MoneyEntry[], aim: Aim): MoneyEntry[] {
  const { what, day, was, last } = aim
  const newest = all.toReversed().sort((a, b) => b.at - a.at)
  if (last) return newest.slice(0, 1)
  const since = newest[0] ? newest[0].at - recentDays * 86_400_000 : 0
  const those = newest.filter(
    (one) =>
      (day === undefined ? one.at >= since : one.day === day) &&
      (was === undefined || one.won === was) &&
      (what === undefined || speaksOf(one, what)),
  )
  const isNamed = (one: MoneyEntry) => what !== undefined && plainText(one.what) === plainText(what)
  return those.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
}
