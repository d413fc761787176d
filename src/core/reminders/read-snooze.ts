import { readSentence } from '../../std/korean/sentence.ts'

/** A reminder is put off by so many minutes when nobody says by how many. */
const usualMinutes = 10

/** "10분", "30", "3번 1시간", "#3 1 hour", nothing: which reminder and by how many minutes. Pure. */
export function readSnooze(words: string): { id?: string; minutes: number } | undefined {
  const [whole, hash, ordinal] = /^\s*(?:#(\d+)|(\d+)\s*번)?\s*/.exec(words) ?? ['']
  const id = hash ?? ordinal
  const rest = words.slice(whole.length).trim()
  const minutes =
    rest === '' ? usualMinutes : /^\d+$/.test(rest) ? Number(rest) : (readSentence(rest).durations[0]?.ms ?? 0) / 60_000
  return minutes > 0 ? { ...(id ? { id } : {}), minutes } : undefined
}
