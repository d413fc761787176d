import { reminderMessages } from '../../../messages/engine/reminders.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import type { Intent, Utterance } from '../intent.ts'
import { annotate, pattern } from '../parse/pattern.ts'
import { agrees } from '../parse/reminder-body.ts'

const give = `(?: ?(?:해)?${GIVE})?`
const thing = '(?:알림|알람|리마인더|타이머)(?:들)?'

const lists = [
  inOneLine`
    (?:내|나의|제|저의|(?:등록|설정|예약|저장)(?:된|한|해 ?둔)|맞춰 ?둔|남은|지금|오늘|모든|전체)? ?${thing}(?:이|가|을|를|은|는)? ?(?:목록|리스트)?(?:을|를|이|
    은)? ?(?:좀 )?(?:뭐(?:뭐)? ?(?:가 )?있(?:어|어요|지|나요|니)|있(?:어|어요|나요|니)|보여${give}|확인${give}|알려${give}|목록|리스트)
  `,
  '(?:please_)?(?:list|show)(?:_me)?(?:_all)?(?:_my|_the)?_(?:reminders|alarms|timers)',
  '타이머(?:가|는|은)? ?(?:얼마나|몇 ?분이?나?|몇 ?분|얼마) ?남았[가-힣]{1,3}',
  '(?:what|which)_(?:reminders|alarms|timers)_(?:do_i_have|are_(?:there|set))',
  'what_are_(?:my|the)_(?:reminders|alarms|timers)',
]
/** "10분 뒤에 다시 알려줘": what rang last comes again. */
const again = [
  `(?:아까 |방금 )?(?:그거|그건|그 알림|울린 거|알림|이따가)?(?:을|를|은|는)?,? ?{w} ?(?:뒤|후|있다가|이따가)에? ?다시 ?(?:한 번 )?(?:알려|말해|깨워|울려)${give}`,
  `(?:그거|그건|그 알림|알림|알람)?(?:을|를)? ?{w}(?:만|만큼)? ?(?:더 ?)?(?:뒤로 ?|이따가 ?)?미뤄${give}`,
  'snooze(?:_it)?(?:_for)?_{w}',
  'remind_me_again_in_{w}',
]
const undone = [
  `(\\d+)번 ?${thing}(?:을|를|은|는)? ?(?:취소|삭제|지워|꺼|없애)${give}`,
  '(?:cancel|delete|remove)_reminder_(?:no\\.? ?|number_)?(\\d+)',
]
const done = [
  `(\\d+)번 ?${thing}(?:을|를|은|는)? ?(?:다 했어|다 했어요|끝냈어|끝냈어요|완료|완료했어|완료했어요|완료${give})`,
  '(?:complete|finish)_reminder_(\\d+)',
]

/** "응 방금 먹었어", "했어요", "done": said of what rang just now. */
const answered = patternOf('i')`
  ^(?:(?:응|네|넵|어|예|ㅇㅇ|yes|yep|ok(?:ay)?)[,.! ]*)?(?:(?:방금|지금|이미|벌써|아까|막|다|just|already|i|i've|it) )*(?:(?!뭐|언제|어디|
  누가|왜|뭘)[가-힣]{1,6} )?(?:[가-힣]{0,4}(?:했|먹었|마셨|갔|왔|끝냈|끝났|냈|샀|봤|썼|챙겼|보냈|나갔|일어났|껐|켰|버렸|뺐|씻었|깼|탔|맞았|들었|잤|걸었|돌렸|널었|치웠|
  줬)(?:어|어요|습니다|음|지)|완료|done|did(?: it)?|took (?:it|them)|finished)$
`

const made = '(?:맞춘|맞춰 ?둔|만든|설정한|설정해 ?둔|등록한|걸어 ?둔|켠|켜 ?둔|추가한|부탁한|말한)'
/** "분리수거 알림 꺼줘", "cancel my gym reminder": the one of that name. */
const named = [
  inOneLine`
    (?:(?:내가 |제가 )?(?:아까|방금) (?:${made} ?)?|내 |제 )?(?!내 |제 |나의 |모든 |전체 |그 |이 |방금 |
    아까 )(.{1,30}?)(?: ?하는| ?하기)? ${thing}(?:을|를|은|는)? ?(?:좀 |이제 )?(?:취소|삭제|지워|꺼|없애)${give}
  `,
  '(?:cancel|delete|remove|stop)_(?:my_|the_)?(?!all\\b|my\\b|the\\b)(.{1,40}?)_(?:reminder|alarm)',
]
/** "방금 맞춘 타이머 꺼줘": the one that was made last. */
const newest = [
  `(?:내가 |제가 )?(?:방금|금방|지금 막|조금 전에|마지막에|마지막으로) ?${made} ?${thing}(?:을|를|은|는)? ?(?:좀 |이제 |다시 )?(?:취소|삭제|지워|꺼|없애)${give}`,
  inOneLine`
    (?:cancel|delete|remove|stop)_(?:the_|that_|my_)?(?:reminder|alarm|timer)
    _(?:that_)?i_(?:have_)?just_(?:set|made|created|added|started)`,
]
/** Without its number or name: the only one there is, else all of them are shown. */
const nameless = [
  inOneLine`
    (?:내 |제 |나의 |모든 |전체 |그 |이 |방금 |(?:내가 |제가 )?아까 (?:${made} ?)?)*${thing}(?:을|를|은|는)? ?(?:좀 |다 |전부 |모두 )?(?:취소|삭제|지워|
    꺼|없애)${give}`,
  '(?:cancel|delete|remove|stop)_(?:(?:all|my|the|all_my)_)?(?:reminder|alarm|timer)s?',
]

/** All of them, in so many words: it is asked once. */
const all = /(?:모든|전체|전부|모두|(?<![가-힣])다(?![가-힣]))|\ball\b/i
const cancelsAll =
  /(?:알림 \d+개를 모두|이 알림을) 취소할까요\?[^\n]*$|Cancel (?:this reminder|all \d+ reminders)\?[^\n]*$/

/** "응" to "알림 3개를 모두 취소할까요?": those that were shown with the question, and no other. */
export function agreedToAll({ text, before }: Utterance): Intent[] | undefined {
  if (!cancelsAll.test(before) || !agrees(text)) return undefined
  const ids = [...before.matchAll(/^(\d+)\. /gm)].map(([, id]) => id as string)
  return ids.length > 0 ? ids.map((id) => deed({ action: 'cancel', id })) : undefined
}

const listed = (list: string) => list.match(/^\d+\. /gm)?.length ?? 0

/** Return the deed with reminders that are set or rang: listed, put off, cancelled, done. Its receipt is the tool's. */
export function reminderDeed(utterance: Utterance): Intent | undefined {
  const { text, language } = utterance
  const numbered = (action: string, patterns: string[]) => {
    const id = patterns.map((source) => pattern(source).exec(text)?.[1]).find(Boolean)
    return id && deed({ action, id })
  }
  if (lists.some((source) => pattern(source).test(text)))
    return /타이머|timer/i.test(text)
      ? { ...deed({ action: 'list' }), call: { name: 'timer', args: { action: 'list' } } }
      : deed({ action: 'list' })
  if (utterance.rang && !utterance.asked && answered.test(text)) return deed({ action: 'complete' })
  const known = snoozed(text) || numbered('cancel', undone) || numbered('complete', done)
  if (known) return known
  const say = reminderMessages[language]
  const name = /타이머|timer/i.test(text) ? 'timer' : 'reminders'
  const says = (patterns: string[]) => patterns.some((source) => pattern(source).test(text))
  if (says(newest)) return { ...deed({}), call: { name, args: { action: 'cancel', id: 'newest' } } }
  if (says(nameless)) {
    if (!all.test(text)) return { ...deed({}), call: { name, args: { action: 'cancel' } } }
    const ask = (list: string) => (listed(list) > 0 ? say.cancelAll(list, listed(list)) : list)
    return { ...deed({}), call: { name, args: { action: 'list' } }, answer: ask }
  }
  const title = named.map((source) => pattern(source).exec(text)?.[1]).find(Boolean)
  return title ? deed({ action: 'cancel', title: title.trim() }) : undefined
}

function snoozed(text: string): Intent | undefined {
  const [read] = readSentence(text).durations
  if (!read) return undefined
  const marked = annotate(text, [{ ...read, kind: 'w', value: read.ms }])
  const fits = again.some((source) => pattern(source).test(marked.text))
  return fits ? deed({ action: 'snooze', minutes: read.ms / 60_000 }) : undefined
}

const deed = (args: Record<string, string | number>): Intent => ({
  weight: 3,
  call: { name: 'reminders', args },
  answer: (receipt) => receipt,
})
