import { reminderMessages } from '../../../messages/engine/reminders.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Intent, Utterance } from '../intent.ts'
import { annotate, pattern } from '../parse/pattern.ts'
import { agrees } from '../parse/reminder-body.ts'
import { reminderDays } from '../plans/schedule.ts'
import { readReminderRequest } from './reminder-request.ts'

const give = `(?: ?(?:해)?${GIVE})?`

/** "10분 뒤에 다시 알려줘": what rang last comes again. */
const again = [
  `(?:아까 |방금 )?(?:그거|그건|그 알림|울린 거|알림|이따가)?(?:을|를|은|는)?,? ?{w} ?(?:뒤|후|있다가|이따가)에? ?다시 ?(?:한 번 )?(?:알려|말해|깨워|울려)${give}`,
  `(?:그거|그건|그 알림|알림|알람)?(?:을|를)? ?{w}(?:만|만큼)? ?(?:더 ?)?(?:뒤로 ?|이따가 ?)?미뤄${give}`,
  'snooze(?:_it)?(?:_for)?_{w}',
  'remind_me_again_in_{w}',
]
/** "응 방금 먹었어", "했어요", "done": said of what rang just now. */
const answered = patternOf('i')`
  ^(?:(?:응|네|넵|어|예|ㅇㅇ|yes|yep|ok(?:ay)?)[,.! ]*)?(?:(?:방금|지금|이미|벌써|아까|막|다|just|already|i|i've|it) )*(?:(?!뭐|언제|어디|
  누가|왜|뭘)[가-힣]{1,6} )?(?:[가-힣]{0,4}(?:했|먹었|마셨|갔|왔|끝냈|끝났|냈|샀|봤|썼|챙겼|보냈|나갔|일어났|껐|켰|버렸|뺐|씻었|깼|탔|맞았|들었|잤|걸었|돌렸|널었|치웠|
  줬)(?:어|어요|습니다|음|지)|완료|done|did(?: it)?|took (?:it|them)|finished)$
`

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
  const { text } = utterance
  if (utterance.rang && !utterance.asked && answered.test(text)) return deed({ action: 'complete' })
  return snoozed(text) ?? requested(utterance)
}

/** Return the deed for what is asked of reminders that are there. */
function requested(utterance: Utterance): Intent | undefined {
  const request = readReminderRequest(utterance)
  if (!request) return undefined
  const { action, tool: name, id, title, all, days } = request
  const isOfAll = action === 'cancel' && all && id === undefined && title === undefined
  const args = {
    action: isOfAll ? 'list' : action,
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    ...(days ? reminderDays(days) : {}),
  }
  const say = reminderMessages[utterance.language]
  const askAll = (list: string) => (listed(list) > 0 ? say.cancelAll(list, listed(list)) : list)
  return { ...deed({}), call: { name, args }, ...(isOfAll ? { answer: askAll } : {}) }
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
