import { type AnswerKind, answerKinds } from '../grammar/answer-words.ts'
import { nfc } from '../spelling/jamo.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain } from '../spelling/span.ts'

/** What an answer to "shall I?" decides. `all-no`: drop this one and everything that waits behind it ("다 취소해"). */
export type Answer = 'yes' | 'no' | 'all-no'

const REQUEST = /(?:줄래|줄래요|주실래요|주시겠어요|주시겠습니까)\?+$/

/**
 * How an answer came and what hangs on it. A sound ("응") is heard from people who only think; whoever types it means
 * it. `harmless`: a wrong yes costs nothing.
 */
export type AnswerDoor = 'spoken' | 'typed' | 'harmless'

/**
 * Reads a whole utterance as the answer to a question about doing something that cannot be undone, in any politeness.
 * It is an answer only if every word of it belongs to one: "네, 대신 아빠한테" or "확인해 볼게" is undefined, and so is any
 * question. A wrong yes costs money, an undefined only one more question; so where a yes and a no meet, it is
 * neither, unless the no takes the yes back ("네 아니 취소요").
 */
export function readAnswer(text: string, door: AnswerDoor = 'spoken'): Answer | undefined {
  const kinds = kindsIn(text)
  return kinds && decide(kinds, door)
}

/**
 * Return true if an answer agrees in a word of its own ("응 보내줘"), not only by naming the deed once more ("보내줘"). 확인
 * beside a name is asked of whoever it names.
 */
export function readsAgreement(text: string, door: AnswerDoor): boolean {
  const kinds = kindsIn(text)
  if (!kinds || /확인|confirm/i.test(text)) return false
  const own: AnswerKind[] = door === 'spoken' ? ['nod'] : ['nod', 'letters', 'sound']
  return kinds.some((kind) => own.includes(kind)) && decide(kinds, door) === 'yes'
}

/** Return true if it is to be done at once: no yes to what waits for its day. */
export const saysNow = (text: string): boolean => NOW.test(text)
const NOW = /(?<![가-힣])(?:지금|당장|(?:지금|당장)?\s?바로)(?:요|\s|[.!]|$)|\b(?:right )?now\b/i

function kindsIn(text: string): AnswerKind[] | undefined {
  if (text.length > 120) return undefined
  const asked = plain(normalize(nfc(text)).text).trim()
  if (/[?]/.test(asked) && !REQUEST.test(asked.replace(/\s/g, ''))) return undefined
  return answerKinds(asked.replace(/[\s.,!?~…·'’"“”♡♥^-]|(?<!ㅇ)[ㅋㅎㅠㅜ]+|\p{Extended_Pictographic}|\uFE0F/gu, ''))
}

/** "네, 취소해 주세요" is a no: the nod agrees to what follows. "응 아니" and "아니 보내줘" are neither. */
function decide(said: readonly AnswerKind[], door: AnswerDoor): Answer | undefined {
  // "네, 보내줘 아니다 취소": what was said before is taken back.
  const back = said.findIndex((kind, at) => kind === 'shake' && said[at + 1] === 'stop')
  const kinds = new Set(back > 0 ? said.slice(back) : said)
  const isTyped = kinds.has('letters') && door !== 'spoken'
  const [yes, no] = [kinds.has('nod') || kinds.has('do') || isTyped, kinds.has('shake') || kinds.has('stop')]
  if (kinds.has('rest') && yes) return undefined
  if (kinds.has('all') || kinds.has('rest')) return kinds.has('stop') && !kinds.has('do') ? 'all-no' : undefined
  if (no)
    return kinds.has('do') ||
      (kinds.has('shake') && ['nod', 'letters', 'sound'].some((kind) => kinds.has(kind as AnswerKind)))
      ? undefined
      : 'no'
  // "네… 음": who goes on thinking after a yes may still take it back.
  if (kinds.has('hold') || said.at(-1) === 'hum') return undefined
  return yes || (door === 'harmless' && kinds.has('sound')) ? 'yes' : undefined
}
