import { inOneLine } from '../../text/pattern.ts'
import { FEASTS } from '../../time/lunar.ts'
import { type Span, spanOf } from '../spelling/span.ts'
import { LUNAR_DAY, LUNAR_NAMES, lunarDayNamed, lunarDayOf } from './date-lunar.ts'
import { FIXED_FEASTS, LUNAR_FEASTS } from './feasts.ts'
import { numberOf, type RulePattern } from './recurrence-rules.ts'

/** A rule and everything of the text that says it: "매년" and its day may stand apart ("아빠 생일 6월 19일 매년"). */
export interface ReadPattern {
  pattern: RulePattern
  spans: Span[]
}

const YEARLY = /(?<![가-힣])(?:매년|매해|해마다)(?![가-힣](?<![에은]))/
const LUNAR_MONTHLY = new RegExp(
  inOneLine`
    (?:매달|매월|달마다|다달이)\\s?음력\\s?(?:(\\d{1,2})일|(${LUNAR_NAMES}))(?:마다)?|음력\\s?(?:(\\d{1,2})일|(${LUNAR_NAMES}))마다|
    음력(?:으로)?\\s?(?:매달|매월)\\s?(?:(\\d{1,2})일|(${LUNAR_NAMES}))
  `,
)
const LUNAR = new RegExp(`(?<![가-힣])음력(?:으로)?\\s?${LUNAR_DAY}`)
const FEAST = new RegExp(`(?<![가-힣])(${[...Object.keys(FIXED_FEASTS), ...Object.keys(LUNAR_FEASTS)].join('|')})`)
const SOLAR =
  /(?<![\d가-힣년]|년\s)(\d{1,2}|[일이삼사오육유칠팔구시십]{1,2})월\s?(\d{1,2}|[일이삼사오육칠팔구십]{1,3})일/
const EACH = /^\s?마다/

/**
 * A rule of one day of the year, or of a lunar month, in a text as from `plain`: "매년 음력 3월 5일", "추석마다", "아빠 생일 6월 19일
 * 매년".
 */
export function dayOfYearRule(s: string): ReadPattern | undefined {
  const monthly = LUNAR_MONTHLY.exec(s)
  if (monthly) {
    const [, ...groups] = monthly
    const day = [0, 2, 4].map((i) => lunarDayNamed(groups[i], groups[i + 1])).find((one) => one > 0) ?? 0
    if (day < 1 || day > 30) return undefined
    return { pattern: { every: 'month', interval: 1, lunar: true, day }, spans: [spanOf(monthly)] }
  }
  const year = YEARLY.exec(s)
  for (const [shape, read] of [
    [LUNAR, lunarDay],
    [FEAST, feastDay],
    [SOLAR, solarDay],
  ] as const) {
    const hit = shape.exec(s)
    const pattern = hit ? read(hit) : undefined
    if (!hit || !pattern) continue
    const each = EACH.exec(s.slice(hit.index + hit[0].length))?.[0].length ?? 0
    // A day of the year alone is a day; "6월 19일마다" is one of every year.
    if (!year && each === 0) continue
    const day = { from: hit.index, to: hit.index + hit[0].length + each }
    return { pattern, spans: [...(year ? [spanOf(year)] : []), day] }
  }
  return undefined
}

function lunarDay([, ...groups]: RegExpExecArray): RulePattern | undefined {
  const said = lunarDayOf(groups)
  // A leap month is no day of every year.
  return said && !said.leap ? { every: 'year', interval: 1, lunar: true, month: said.month, day: said.day } : undefined
}

function feastDay([, name = '']: RegExpExecArray): RulePattern | undefined {
  const fixed = FIXED_FEASTS[name]
  if (fixed) return { every: 'year', interval: 1, month: fixed[0], day: fixed[1] }
  const feast = LUNAR_FEASTS[name]
  return feast && { every: 'year', interval: 1, lunar: true, month: FEASTS[feast][0], day: FEASTS[feast][1] }
}

function solarDay([, m = '', d = '']: RegExpExecArray): RulePattern | undefined {
  const [month, day] = [numberOf(m.replace('유', '육').replace(/^시$/, '십')), numberOf(d)]
  const most = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= most ? { every: 'year', interval: 1, month, day } : undefined
}
