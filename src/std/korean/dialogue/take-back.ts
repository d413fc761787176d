import { inOneLine } from '../../text/pattern.ts'
import { GIVE } from '../grammar/ending.ts'

/** Numbers in words, by how many deeds they mean. */
const counts: Readonly<Record<string, number>> = {
  ...{ 한: 1, 하나: 1, 두: 2, 둘: 2, 세: 3, 셋: 3, 네: 4, 넷: 4, 다섯: 5 },
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5 },
}
const count = `(\\d{1,2}|${Object.keys(counts).join('|')})`
const just = '(?:방금|금방|조금 전에?|좀 전에?|지금 막|아까|마지막(?:에|으로)?)'
const deed = '(?:그거|그것|거|것|건|일|것들|거들|작업)'
const back =
  '(?:취소|되돌려|되돌리기|되돌려놔|무르기|물러|원래대로(?: ?(?:해|돌려))?|없던 ?(?:일|걸)로 ?(?:해)?|실행 ?취소)'
const please = `(?: ?(?:해|하기|시켜))?(?:${GIVE}|라|요)?요?`
const did = '(?:(?:내가|네가|니가|너가) )?(?:한|했던|해 ?준|시킨|부탁한|말한)'
const object = `(?:(?:${just} )?(?:${did} )?${deed}(?:을|를|은|는|도)?|${just}(?: ${did})?)`
const korean = new RegExp(
  inOneLine`
    ^(?:(?:야|아니|아냐|잠깐|어|아),? )?(?:${object} ?(?:${count} ?(?:개|가지|건)(?:를|을)? ?)?|마지막 ?${count} ?(?:개|가지|건)(?:를|을)? ?)
    (?:좀 |다시 |모두 |다 )?${back}${please}$`,
)
const bare = new RegExp(`^(?:되돌리기|되돌려${GIVE}|실행 ?취소)(?: ${count}(?:개)?)?$`)
const english = new RegExp(
  inOneLine`
    ^(?:please )?(?:undo|revert|take back)(?: (?:that|it|this|the last(?: (?:one|thing|change|action))?|
    what you (?:just )?did))?(?: (?:the )?(?:last )?${count}(?: (?:things|changes|actions))?)?(?: please)?$|
    ^(?:please )?take (?:that|it) back(?: please)?$
  `,
  'i',
)
const slash = /^\/(?:undo|되돌리기)(?: (\d{1,2}))?$/

/**
 * Return how many of the last deeds a person wants taken back: "방금 그거 취소해", "undo the last two", "/undo 3"; undefined
 * where a text says something else.
 */
export function undoCountOf(said: string): number | undefined {
  const text = said
    .normalize('NFC')
    .trim()
    .replace(/[\s.!~…]+$/u, '')
    .replace(/\s+/g, ' ')
  const found = slash.exec(text) ?? korean.exec(text) ?? bare.exec(text) ?? english.exec(text)
  if (!found) return undefined
  const word = found.slice(1).find((one) => one !== undefined)
  return word === undefined ? 1 : Math.max(1, counts[word.toLowerCase()] ?? (Number(word) || 1))
}
