import { patternOf } from '../../../std/text/pattern.ts'
import type { Family } from '../intent.ts'

const asksKo = [
  patternOf()`
    ^(?:근데 |아니 )?(?:왜|어떻게|어디서|뭘 보고|무슨 근거로|언제) ?(?:그렇게|그걸|그거|그건|그런 걸|그|이걸)(?:를|을)? ?(?:알고 ?있|알아|알았|생각|기억하고 ?있|들었)
    \S*(?: ?(?:거야|거예요|건데|건가요))?$`,
  patternOf()`
    ^(?:그걸|그거|그건|그게|이걸|이거)?(?:는|를)? ?(?:내가 |제가 )?(?:언제|어디서|어떻게) ?(?:말했|얘기했|이야기했|알았|알게 됐|들었|그랬|알고 ?있|알아)
    \S*(?: ?(?:거야|거예요|건데|건가요))?$`,
  /^(?:그거|그건|그게|그 말) ?(?:출처|근거)(?:가|는)? ?(?:뭐|어디)\S*$/,
]
const asksEn = patternOf('i')`
  ^(?:why do you (?:think|believe|know) (?:that|so|this)|how (?:do|did) you (?:know|learn|find out)(?: (?:that|this|
  it|about that))?|where (?:do|did) you (?:know|get|hear|learn) (?:that|this|it)(?: from)?|when did i (?:say|
  tell you) (?:that|this|it)|says who)$
`

/** The same of something that is named: "내 생일 어떻게 알았어", "how do you know my birthday". */
const ofSomething = [
  patternOf()`
    ^(?:내|제|우리|나의)? ?(.{1,40}?)(?:인 ?걸|인 ?거|라는 ?걸|라는 ?거|라고|인지|을|를|은|는)? (?:어떻게|왜) ?(?:알|알고|알았|알게)
    \S*(?: ?있\S*| ?됐\S*| ?거야)?$`,
  /^(?:내|제|우리|나의)? ?(.{1,40}?)(?:이라고|라고|을|를|은|는)? ?(?:내가 |제가 )?언제 (?:말했|얘기했|알려 ?줬|이야기했)\S*$/,
  patternOf('i')`
    ^(?:how (?:do|did) you know|when did i (?:say|tell you|mention)|where did you get)
    (?: that| about)? (?:my |i |our )?(.{2,60})$`,
]

const settlings: readonly [string, RegExp][] = [
  [
    'new',
    patternOf('i')`
    ^(?:응|네|예|어|맞아)?[, ]*(?:이제 |지금은 |지금 )?(?:바뀌었어|바뀌었어요|바뀐 ?거야|바뀌었습니다|(?:새|새로운|지금|나중에 말한|방금 말한) ?(?:게|것이|거가|
    말이) 맞아)(?:요)?$|^(?:yes,? )?(?:it (?:has )?changed|the new one(?: is right)?)$
  `,
  ],
  [
    'keep',
    patternOf('i')`
      ^(?:아니|아니야|아니요)?[, ]*(?:전|이전|원래|처음)(?:에)? ?(?:게|것이|거가|말한 게|말한 것이|말한 거가) 맞아(?:요)?$|
      ^(?:no,? )?the (?:old|first|earlier) one(?: is right)?$`,
  ],
  ['both', /^(?:둘 ?다|두 개 다|모두) 맞아(?:요)?$|^both(?: are right| are true)?$/i],
]

/** "바뀌었어", "전에 말한 게 맞아", "둘 다 맞아": the answer to which of two notes is right. */
export const settleNotes: Family = ({ text, tools }) => {
  const how = tools.has('update_memory') ? settlings.find(([, shape]) => shape.test(text))?.[0] : undefined
  return how === undefined
    ? undefined
    : {
        weight: 2,
        call: { name: 'update_memory', args: { action: 'settle', content: how } },
        answer: (done) => done.trim(),
      }
}

/**
 * "왜 그렇게 알고 있어?", "how do you know that?": the message and the day behind what was just said, or behind what is
 * named.
 */
export const origin: Family = ({ text, before, tools, say }) => {
  if (!tools.has('search_memory')) return undefined
  const isThat = asksKo.some((shape) => shape.test(text)) || asksEn.test(text)
  const query = isThat ? before.slice(0, 200) : ofSomething.map((shape) => shape.exec(text)?.[1]).find(Boolean)
  if (!query) return isThat ? { weight: 2, answer: () => say.originless } : undefined
  return {
    weight: 3,
    call: { name: 'search_memory', args: { query, origin: true } },
    answer: (found) => say.origin(found),
  }
}
