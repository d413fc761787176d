import type { Choice } from '../../protocol/index.ts'

/** Words that answer the question of a tool call where they are all that is written, in every language at once. */
const words: Readonly<Record<Choice, readonly string[]>> = {
  once: ['y', 'ㅛ', 'yes', '네', '예'],
  session: ['s', 'ㄴ'],
  always: ['a', 'ㅁ'],
  deny: ['n', 'ㅜ', 'no', '아니', '아니요', '아니오'],
}

/** Return the choice that a whole line means; undefined where it is none of those offered. */
export function choiceOf(line: string, offered: readonly Choice[]): Choice | undefined {
  const word = line.trim().toLowerCase()
  return offered.find((choice) => words[choice].includes(word))
}
