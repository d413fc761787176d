import { deedStems } from '../../../std/korean/search/named-item.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { itemsCalled } from './known-lists.ts'
import { plain, withoutDueDay, withoutList, withoutParticle } from './korean-clause.ts'
import type { ListCall } from './list-call.ts'
import type { ListsAround } from './lists-around.ts'

/** Words of a question of what stands on a list: what is asked, what is there or left, and what is to be told. */
const SHOWN = patternOf()`
  ^(?:(?:뭐\S*|뭘|무엇\S*|무슨|있\S*|남\S*|거|것|게|건|보여\S*|읽어\S*|불러\S*|알려\S*|말해\S*|봐\S*|줘\S*|줄래\S*|좀|다|안|못|전부|전체|내용|이름|지금|아직|
  내|사야|해야|할|돼\S*|하\S*|야|이야|몇|개\S*|샀\S*|했\S*|끝\S*|산|챙\S*|일|돼)(?:\s|$))+$
`
const LEFT = /(?:^|\s)(?:남은|남았\S*|사야|안|못)(?=\s|$)/
const SHOW = /(?:^|\s)(?:보여|알려|말해|불러|읽어)\S*/
const WHAT = /(?:^|\s)(?:뭐\S*|뭘|무엇\S*|있\S*)(?=\s|$)/

/** A question of what stands on a list, or whether something does. */
export function readLook(text: string, { known, last, asked, when }: ListsAround): ListCall | undefined {
  const dued = withoutDueDay(text, when)
  const { list, words } = withoutList(dued.words, known)
  const due = dued.due === undefined ? {} : { due: dued.due }
  const whole = /^(?:(?:내|제|모든|전체)\s)?(?:목록|리스트)(?:들)?(?:이|은|을)?\s?(.*)$/.exec(text)?.[1]
  if (whole !== undefined && list === undefined) return SHOWN.test(whole) ? { steps: [], show: {} } : undefined
  if (list !== undefined && (words === '' ? asked || dued.due !== undefined : SHOWN.test(words)))
    return { steps: [], show: { list, ...due } }
  const isOpen = list === undefined && (asked || SHOW.test(words)) && SHOWN.test(words)
  if (isOpen && last?.list && LEFT.test(words) && (WHAT.test(words) || SHOW.test(words)))
    return { steps: [], show: { list: last.list, ...due } }
  const [, thing = ''] = /^(.+?)\s(?:있(?:어|나|니|지|나요|어요)|없어)$/.exec(words) ?? []
  const deed = asked ? deedIn(words) : undefined
  const phrase = withoutParticle(thing || deed?.of || '').replace(/(?<=\S)[이가]$/, '')
  if (!(asked && (thing || deed)) || phrase === '') return undefined
  const items = itemsCalled(known, withoutParticle(phrase))
  if (items.length > 0)
    return { steps: [], show: { items: [...new Set(items.map(({ name }) => name))], ...(list ? { list } : {}) } }
  return list !== undefined && thing ? { steps: [], show: { list, items: [phrase] } } : undefined
}

/** The words that tell of a deed: what in front of its verb, and the verb's stems. */
export function deedIn(words: string): { of: string; stems: readonly string[]; isNot: boolean } | undefined {
  const [, before = '', verb = ''] =
    /^(.*?)(?:(?<=^|\s)((?:사|갔다|다녀|가져|챙겨)\s?왔\S*)|(?<=^|\s)(\S+)|(\S*(?:완료|끝)))$/
      .exec(words)
      ?.filter((one) => one !== undefined) ?? []
  const stems = deedStems(verb.replace(/(?:고|는데|은데|지만|니|나|지)$/, '어'))
  if (stems.length === 0 || verb === '' || /(?:다가|으면|면|을|ㄹ)$/.test(verb)) return undefined
  const not = /(?:^|\s)(?:안|못)$/.exec(before.trim())
  const of = not ? before.trim().slice(0, not.index) : before
  return { of: plain(of), stems, isNot: not !== null }
}
