import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { KnownLists } from './known-lists.ts'
import { verbOf, withoutList } from './korean-clause.ts'

/** That it was a mistake changes nothing of what was said. */
export const MISTAKEN = /[,.]\s*(?:내가\s)?(?:착각|실수|미안|잘못)\S*$/
/** Something needed in front of the list that it is put on: "라면 사야 돼 장보기에 넣어줘", "장볼 때 쌀 사야 해. 목록에 넣어줘". */
const NEEDED =
  /\s(?:사야|있어야|챙겨야|필요)\s?(?:하는데|되는데|하니까|되니까|겠다|해요?|돼요?|지|함|됨)?[.,!]?\s+(?=\S.*(?:넣|추가|적|올|등록|담)\S*(?:\s\S+)?$)/
const WHEN_SHOPPING = patternOf()`
  ^(?:(?:오늘|내일|이따|이따가|나중에)\s)?(?:(?:장\s?볼|장\s?보러\s갈|마트\s갈)\s때|(?:장\s?보러\s가|장\s?보|마트\s가)(?:면|기\s전에))
  (?:에)?\s`
/** A verb in front of what it puts on a list: "할 일 하나 추가해줘 에어컨 필터 청소". */
const ADDED_FIRST = patternOf()`^(.*?)\s?(?:하나|한 개|하나만)?\s?((?:추가|등록|기록)해|넣어|적어|올려)(${GIVE})[,:.]?\s+(\S.*)$`

/** The same request in the order in which it is read: things, list, verb. */
export function ordered(text: string, known: KnownLists): string {
  const needed = NEEDED.exec(text)
  const shopping = needed && withoutList(text.slice(needed.index), known).list === undefined
  const plainly = text.replace(WHEN_SHOPPING, '').replace(NEEDED, shopping ? ' 장보기에 ' : ' ')
  const [, head = '', verb = '', please = '', things = ''] = ADDED_FIRST.exec(plainly) ?? []
  const isFirst = things !== '' && verbOf(things) === undefined && withoutList(head, known).words === ''
  return isFirst ? `${head}에 ${things} ${verb}${please}`.replace(/에에 /, '에 ') : plainly
}
