import { moneyMessages } from '../../messages/tools/money.ts'
import type { MoneyItem, ToolResult } from '../../protocol/index.ts'
import { categoryNamed } from '../../std/korean/search/categories.ts'
import { addMonths, type CivilDate, daysInMonth, partsOf, todayIn } from '../../std/time/calendar.ts'
import { type Aim, speaksOf } from './find-entries.ts'
import type { MoneyEntry } from './money-book.ts'
import { categoryText, dayText, entryText, type MoneyReader, sharesOf, sumOf } from './money-text.ts'

/** A question of the book: of which days, of what, and in which form. */
export interface MoneyQuestion extends Aim {
  ask?: 'sum' | 'left' | 'most' | 'list' | 'when'
  kind?: MoneyItem['kind']
  /** The last day; `day` is the first. */
  until?: string
}

/** Lines that an answer tells one by one. */
const mostTold = 100

/** Answer a question by code: every sum is exact to the won. */
export function askBook(
  all: readonly MoneyEntry[],
  own: readonly string[],
  question: MoneyQuestion,
  reader: MoneyReader,
): ToolResult {
  const say = moneyMessages[reader.language]
  const days = daysOf(question, reader)
  const when = spanText(days, reader)
  // "반려동물에 얼마 썼어?" asks of a category where one is called so.
  const isOwn = question.what !== undefined && own.includes(question.what)
  const asked = question.category ?? (isOwn ? question.what : undefined)
  const category = asked === undefined ? undefined : (categoryNamed(asked, own) ?? asked)
  const wanted = all.filter(
    (one) =>
      ((question.ask === 'when' && question.day === undefined) || (days.first <= one.day && one.day <= days.last)) &&
      (category === undefined || one.category === category) &&
      (isOwn || question.what === undefined || speaksOf(one, question.what)) &&
      (question.place === undefined || isAt(one, question.place)) &&
      (question.person === undefined || (one.person ?? '').includes(question.person.replace(/이$/, ''))),
  )
  const kind = question.kind ?? 'spent'
  const those = wanted.filter((one) => one.kind === kind)
  const of = [category && categoryText(category, reader.language), question.what, question.place, question.person].find(
    Boolean,
  )
  const data = { first: days.first, last: days.last, kind, won: sumOf(those), count: those.length }
  switch (question.ask ?? 'sum') {
    case 'left': {
      const [earned, spent] = (['income', 'spent'] as const).map((one) =>
        sumOf(wanted.filter((two) => two.kind === one)),
      )
      const left = (earned ?? 0) - (spent ?? 0)
      return {
        text: say.left(when, wonText(left, say), say.won(earned ?? 0), say.won(spent ?? 0)),
        data: { ...data, won: left },
      }
    }
    case 'most': {
      const shares = sharesOf(wanted).slice(0, 5)
      const lines = shares.map(([name, won]) => say.share(categoryText(name, reader.language), say.won(won)))
      return {
        text: lines.length > 0 ? say.most(when, lines.join('\n')) : say.none(when),
        data: Object.fromEntries(shares),
      }
    }
    case 'list':
      return listText(wanted, when, reader)
    case 'when': {
      const last = wanted.at(-1)
      return {
        text: last ? entryText(last, reader) : say.notThere,
        data: last ? { day: last.day, won: last.won } : null,
      }
    }
    default: {
      const head = (kind === 'spent' ? say.spent : say.earned)(when, of ?? '', say.won(data.won), those.length)
      const lines = those.length > 0 && those.length <= 5 ? those.map((one) => say.item(entryText(one, reader))) : []
      return { text: [head, ...lines].join('\n'), data }
    }
  }
}

/** A whole month is called by its name. */
function spanText({ first, last }: { first: CivilDate; last: CivilDate }, reader: MoneyReader): string {
  const say = moneyMessages[reader.language]
  const [year, month, day] = partsOf(first)
  const isMonth = day === 1 && last === `${first.slice(0, 8)}${String(daysInMonth(year, month)).padStart(2, '0')}`
  if (!isMonth) return say.span(dayText(first, reader), dayText(last, reader))
  return say.monthName(year === partsOf(todayIn(reader))[0] ? undefined : year, month)
}

const wonText = (won: number, say: (typeof moneyMessages)['ko']) => (won < 0 ? `-${say.won(-won)}` : say.won(won))

const isAt = ({ place = '' }: MoneyEntry, wanted: string) =>
  place.toLowerCase().replace(/\s/g, '').includes(wanted.toLowerCase().replace(/\s/g, ''))

function listText(entries: readonly MoneyEntry[], when: string, reader: MoneyReader): ToolResult {
  const say = moneyMessages[reader.language]
  if (entries.length === 0) return { text: say.none(when), data: [] }
  const sorted = entries.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const spent = entries.filter(({ kind }) => kind === 'spent')
  const told = sorted.slice(-mostTold).map((one) => say.item(entryText(one, reader)))
  const more = sorted.length > mostTold ? [say.more(sorted.length - mostTold)] : []
  const text = [say.spent(when, '', say.won(sumOf(spent)), spent.length), ...told, ...more].join('\n')
  return { text, data: sorted.map(({ day, won, kind, what, category }) => ({ day, won, kind, what, category })) }
}

/** The days of a question; this month where none are named. */
function daysOf({ day, until }: MoneyQuestion, when: MoneyReader): { first: CivilDate; last: CivilDate } {
  if (day !== undefined) return { first: day, last: until ?? day }
  const [year, month] = partsOf(todayIn(when))
  const first = addMonths(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`, 0)
  return { first, last: `${first.slice(0, 8)}${String(daysInMonth(year, month)).padStart(2, '0')}` }
}
