import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { isoSecond, toLocal } from '../../../std/time/local-time.ts'
import type { Family } from '../intent.ts'
import { dayAndClock } from '../parse/day-and-clock.ts'
import { annotate } from '../parse/pattern.ts'

const give = `${GIVE}?`
/** Words that only set a timer, in whatever order they come. */
const setting = new RegExp(
  `(?<![가-힣])(?:타이머(?:를|을|로|는)?|(?:좀|하나|빨리|지금|바로)|(?:맞춰|설정해|설정|켜|시작해|시작|돌려|걸어|재|해|부탁해|부탁)[요라]?${give}|줘)(?![가-힣])`,
  'g',
)
const settingEnglish = /\b(?:please|set|start|run|a|an|the|me|timer|for|of)\b/gi
/** A call after a length of time, without a subject: "5분 있다 불러줘". */
const call = patternOf()`^⟨w0⟩ ?(?:만 ?)?(?:뒤|후|있다가?|이따가?|지나면|지나서)?에? ?(?:나 ?|나를 ?|저 ?)?(?:알려|깨워|불러|말해)${GIVE}$`
const measure = patternOf()`^(?:(\S{1,10}(?: \S{1,10})?) )?⟨w0⟩(?:만|동안|간)? ?재${GIVE}?$`
const wakes = /깨워/
const longestTitle = 20

/** "10분 타이머", "맞춰줘 타이머 20분", "라면 3분 타이머", "라면 끓이게 4분 재줘", "set a timer for 10 minutes". */
export const timers: Family = (utterance) => {
  const said = readSentence(utterance.text)
  const [read] = said.durations
  if (!read || read.ms <= 0) return undefined
  const { text } = annotate(said.text, [{ ...read, kind: 'w', value: read.ms }])
  const about = subjectOf(text)
  if (about === undefined) return undefined
  const at = new Date(utterance.now.getTime() + read.ms)
  const say = calendarMessages[utterance.language]
  const length = say.duration(read.ms)
  const when = { action: 'create', at: isoSecond(at, utterance.zone) }
  // A sleeper has to be woken: an alarm rings until it is answered.
  if (about === '' && wakes.test(text)) {
    const args = { ...when, title: utterance.say.alarm, kind: 'alarm' }
    const answer = () => utterance.say.reminded(dayAndClock(utterance, at), utterance.say.alarm)
    return { weight: 3, call: { name: 'reminders', args }, answer }
  }
  const args = { ...when, title: about || length }
  return {
    weight: 3,
    call: { name: 'timer', args },
    answer: () => utterance.say.timed(about ? `${about} ${length}` : length, say.clock(toLocal(at, utterance.zone))),
  }
}

/** Return the subject of the timer, '' if none is said; undefined for a sentence that wants no timer. */
function subjectOf(text: string): string | undefined {
  if (call.test(text)) return ''
  const measured = measure.exec(text)
  if (measured) return named(measured[1] ?? '')
  if (!/타이머|\btimer\b/i.test(text)) return undefined
  const rest = text
    .replace(/⟨w0⟩(?:짜리|간|동안|으로|만|로|-)?/, ' ')
    .replace(setting, ' ')
    .replace(settingEnglish, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return named(rest)
}

/** "라면 끓이게" → "라면"; a question or a second request is no name of a timer. */
function named(words: string): string | undefined {
  const title = words.replace(/ ?(?:끓이게|삶게|굽게|하게|할게|쉬게|자게|용|동안|위해|위한)$/, '').trim()
  const plain =
    title === '' || (/^[가-힣a-z\d ]+$/i.test(title) && title.length <= longestTitle && title.split(' ').length <= 2)
  return plain &&
    !/남|몇|뭐|언제|얼마|취소|꺼|지워|삭제|멈|목록|있|까지|부터|마다|알람|알림|how|what|left|cancel|stop/i.test(title)
    ? title
    : undefined
}
