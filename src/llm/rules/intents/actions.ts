import { holdsUntil } from '../../../std/korean/dates/until.ts'
import { josa } from '../../../std/korean/grammar/particles.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import type { When } from '../../../std/time/calendar.ts'

const me = '(?:혹시 )?(?:내가|제가|나는|저는|난|전|나|저|내|제)'
const what = '(?:뭘|뭐를?|무엇을?|무슨 ?걸|어떤 ?걸|어디(?:에서?|서)?|누구를?)'
const most = '(?:제일 |가장 )?'
const said = '(?: ?(?:했|그랬|말했)[가-힣]*)?(?: ?(?:기억 ?나|기억해|알아)[가-힣]*)?'
const which = '(?:게|거|것|건|걸|곳|데)(?:은|는|이|가)? ?(?:뭐|뭔|무엇|어디)[가-힣]*'

/** Habits and likes: the question for one in either language, and its form in a note. */
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
  [
    '(?:일(?:하|한|해)|다(?:니|닌|녀))[가-힣]*',
    /^where do i work$/i,
    /에서? (?:일(?:함|하|한)|다(?:님|니|닌))|^works /,
  ],
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

/** A state that holds for a while: the place of work, or no work. */
const stateOfWork = patternOf('i')`
    재택|원격|출근|외근|출장|파견|사무실|본사|지사|휴가|연차|반차|휴무|휴직|병가|쉬는 날|쉼|working from home|work from home|remote|office|on leave|
    on vacation|away|travel`
const stretch = '(오늘|내일|이번 ?주|다음 ?주|이번 ?달|다음 ?달|올해)(?:에는|에|은|는|엔|도)?'
const asksState = new RegExp(
  inOneLine`
    ^(?:혹시 )?(?:${me} )?${stretch} (?:${me} )?(?:어디(?:에서|서|로|에)? ?(?:일|출근|근무|있|나가|가|다니)[가-힣]*|(?:회사|사무실)(?:에|
    로)? ?(?:가|나가|출근)[가-힣]*|출근(?:하|해|이)[가-힣]*|일하[가-힣]*|쉬[가-힣]*)$
  `,
)
const asksStateEn = patternOf('i')`
  ^(?:where (?:am i working|do i work)|am i (?:working|in the office|off|at work)|do i (?:work|go to (?:work|
  the office))) (today|tomorrow|this week|next week|this month|this year)$
`

/**
 * "이번 주 나 어디서 일해?": whether a note tells it for that time, by the end of the stretch that each of them speaks of. A
 * note about a longer stretch answers for a shorter one within it.
 */
export function stateAsked(text: string, when: When): ((note: string) => boolean) | undefined {
  const words = (asksState.exec(text) ?? asksStateEn.exec(text))?.[1]
  const end = words && holdsUntil(/[가-힣]/.test(words) ? josa(words, '은/는') : words, when)
  if (!end) return undefined
  return (note) => {
    const noted = /\((?:as of )?(\d{4}-\d\d-\d\d)/.exec(note)?.[1]
    const until = stateOfWork.test(note) ? holdsUntil(note, noted ? onDay(noted, when) : when) : undefined
    return until !== undefined && (until === end || (until > end && !/내일|다음|tomorrow|next/i.test(note)))
  }
}

const onDay = (day: string, { zone }: When): When => ({ now: new Date(`${day}T12:00:00Z`), zone })

const plans = patternOf()`
    ^(?:혹시 )?(?:(?:내가|제가|나는|저는|난|전|나|저) )?(.{1,20}?)(?:에|에는|은|는)? ?(?:뭐|뭘|뭐를|무엇을?|어디에?|누구를?) ?(?:하기로|하|한|해|가|간|만나|만난|
    보|본)[가-힣]*(?: ?(?:했|그랬|말했)[가-힣]*)?$`

/** "내일 뭐 한다고 했지?": the date that notes about that day carry; undefined where no single day is asked for. */
export function dayAsked(text: string, when: When): string | undefined {
  const words = plans.exec(text)?.[1]
  const day = words === undefined ? undefined : readSentence(words).days(when)[0]
  const whole = day && day.from === 0 && day.to === words?.length
  return whole && 'date' in day && !day.approximate ? day.date : undefined
}
