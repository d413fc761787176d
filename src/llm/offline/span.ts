import { calendarMessages } from '../../messages/calendar.ts'
import { toLocal } from '../../std/korean/zone.ts'
import { firstRow, mark, type Row } from './grammar.ts'
import type { Family, Heard, Intent } from './intent.ts'
import { type Time, type WhenPart, whenIn } from './when.ts'

type Build = (heard: Heard) => Intent
const time = (part: WhenPart | undefined) => part as Time

const today = '(?:⟨d\\d+⟩(?:에|은|는)? )?'
const tellMe = '(?: ?(?:알려|말해|계산해) ?(?:줘|주세요))?'
const rows: Row<WhenPart, Build>[] = [
  [
    `${today}{t}(?:부터|에서) {t}까지(?:는|면)? ?(?:총 |모두 )?(?:몇 ?시간 ?몇 ?분|몇 ?시간|몇 ?분|얼마나)(?:이나)?(?:{끝}| ?(?:걸려|되|돼|지나|동안)[가-힣]{0,5})${tellMe}`,
    (a, b) => between(time(a), time(b)),
  ],
  [
    `(?:how_long|how_many_hours)(?:_is_it|_are_there|_is)?_(?:from|between)_{t}_(?:to|until|till|and) {t}`,
    (a, b) => between(time(a), time(b)),
  ],
  [
    `${today}{t}까지(?:는)? ?(?:몇 ?시간 ?몇 ?분|몇 ?시간|몇 ?분|얼마나)(?:이나)? ?남[가-힣]{1,5}${tellMe}`,
    (t) => until(time(t)),
  ],
  [
    `how_(?:long|much_time|many_(?:hours|minutes))(?:_is_it|_are_left|_is_left|_left|_do_i_have)?_(?:until|till|to|before) {t}`,
    (t) => until(time(t)),
  ],
]

/** "9시부터 6시까지 몇 시간이야?", "6시까지 얼마나 남았어?": lengths on the clock. */
export const span: Family = (heard) => firstRow(rows, mark(heard.text, whenIn(heard)))?.(heard)

/** Minutes. */
const halfDay = 720
/** Minutes from one time of day to the next other: once around the dial where neither half of the day was named. */
function around(minutes: number, { ambiguous }: Pick<Time, 'ambiguous'>): number {
  const round = ambiguous ? halfDay : 2 * halfDay
  return ((minutes % round) + round) % round || round
}

const between =
  (from: Time, to: Time): Build =>
  ({ language }) => {
    const loose = from.ambiguous || to.ambiguous
    const minutes = around((to.hour - from.hour) * 60 + to.minute - from.minute, loose ? { ambiguous: loose } : {})
    const say = calendarMessages[language]
    return { weight: 2, answer: () => say.is(say.duration(minutes * 60_000)) }
  }

const until =
  (to: Time): Build =>
  ({ now, zone, language }) => {
    const local = toLocal(now, zone)
    const minutes = around((to.hour - local.hour) * 60 + to.minute - local.minute, to)
    const then = toLocal(new Date(now.getTime() + minutes * 60_000), zone)
    const say = calendarMessages[language]
    return { weight: 2, answer: () => say.leftUntil(say.clock(then), say.duration(minutes * 60_000)) }
  }
