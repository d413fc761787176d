import { readSentence } from '../../../std/korean/sentence.ts'
import type { When } from '../../../std/time/calendar.ts'

const me = '(?:혹시 )?(?:내가|제가|나는|저는|난|전|나|저|내|제)'
const what = '(?:뭘|뭐를?|무엇을?|무슨 ?걸|어떤 ?걸|어디(?:에서?|서)?|누구를?)'
const most = '(?:제일 |가장 )?'
const said = '(?: ?(?:했|그랬|말했)[가-힣]*)?(?: ?(?:기억 ?나|기억해|알아)[가-힣]*)?'
const which = '(?:게|거|것|건|걸|곳|데)(?:은|는|이|가)? ?(?:뭐|뭔|무엇|어디)[가-힣]*'

/** What somebody does or likes: how it is asked for in either language, and how it stands in a note. */
const deeds: [asked: string, inEnglish: RegExp, noted: RegExp][] = [
  [
    '(?:싫어|안 ?좋아)(?:하|한|해)[가-힣]*',
    /^what (?:do i (?:hate|dislike)|don't i like)$/i,
    /싫어|안 좋아|좋아하지 않|^(?:hates|dislikes|don't like) /,
  ],
  [
    '좋아(?:하|한|해)[가-힣]*',
    /^what do i (?:like|love|prefer)(?: best| most)?$/i,
    /(?<!안 )좋아(?!하지 않)|^(?:likes|loves|prefers) /,
  ],
  [
    '(?:못|안) ?먹[가-힣]*',
    /^what (?:can't|can i not|don't|do i not)(?: i)? eat$/i,
    /(?:못|안) 먹|먹지 (?:못|않)|알레르기|^(?:can't|don't) eat |^allergic /,
  ],
  ['(?:못|안) ?마(?:시|신|셔)[가-힣]*', /^what (?:can't|don't) i drink$/i, /(?:못|안) 마|마시지 (?:못|않)/],
  ['(?:살|산|사는)[가-힣]*', /^where do i live$/i, /에서? (?:삶|살|산다|사는)|^lives /],
  ['(?:일(?:하|한|해)|다(?:니|닌|녀))[가-힣]*', /^where do i work$/i, /에서? (?:일(?:함|하|한)|다(?:님|니|닌))|^works /],
]
const allergy = new RegExp(`^${me} (?:무슨|어떤) ?(?:알레르기|알러지)(?:가|를)? ?있[가-힣]*${said}$`)

const asksOf = deeds.map(([asked, english, noted]) => ({
  shapes: [
    new RegExp(`^${me} ${most}${what} ?${most}${asked}${said}$`),
    new RegExp(`^${me} ${most}${asked} ${which}${said}$`),
    english,
  ],
  noted,
}))

/** "내가 뭘 좋아한다고 했지?", "where do I live?": the shape of the notes that answer; undefined where no such thing is asked. */
export function noteShapeAsked(text: string): RegExp | undefined {
  if (allergy.test(text)) return /알레르기|알러지|^allergic /
  return asksOf.find(({ shapes }) => shapes.some((shape) => shape.test(text)))?.noted
}

const plans =
  /^(?:혹시 )?(?:(?:내가|제가|나는|저는|난|전|나|저) )?(.{1,20}?)(?:에|에는|은|는)? ?(?:뭐|뭘|뭐를|무엇을?|어디에?|누구를?) ?(?:하기로|하|한|해|가|간|만나|만난|보|본)[가-힣]*(?: ?(?:했|그랬|말했)[가-힣]*)?$/

/** "내일 뭐 한다고 했지?": the date that notes about that day carry; undefined where no single day is asked for. */
export function dayAsked(text: string, when: When): string | undefined {
  const words = plans.exec(text)?.[1]
  const day = words === undefined ? undefined : readSentence(words).days(when)[0]
  const whole = day && day.from === 0 && day.to === words?.length
  return whole && 'date' in day && !day.approximate ? day.date : undefined
}
