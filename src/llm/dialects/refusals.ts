import type { FailureCode, Json } from '../../protocol/index.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { asObject, asObjects } from '../json-values.ts'
import { lastingFault, refusalTable } from './refusal-table.ts'

/** The meaning of a vendor's sentence about a request that it refused. */
export interface ReadRefusal {
  code: FailureCode
  /** The same request would fail the same way. */
  lasting?: true
}

/** Numbers of a limit that is not the context: of a minute, of the answer, of pictures and files. */
const otherLimits = patternOf('i')`
    per (?:min|day|hour|second)|\b[RT]P[MD]\b|rate|quota|\b[KMG]?i?B\b|bytes|pixels|images?\b|files?\b|tools?\b|
    stop sequences`
const ofAnswer = /max_(?:completion_|output_|new_)?tokens|(?:output|completion) tokens/i

/** Return what a vendor's sentence says; undefined where no row and no rule reads it. Pure. */
export function readRefusal(sentence: string): ReadRefusal | undefined {
  const found = refusalTable.find(({ says }) => says.test(sentence))
  const isAnswers = found?.code === 'overflow' && isAboutAnswer(sentence)
  if (found && !isAnswers) return { code: found.code, ...(lastingFault.test(sentence) && { lasting: true as const }) }
  return isOverflowByNumbers(sentence) ? { code: 'overflow' } : undefined
}

/** Return true where only the length of the answer is too large: the request is no shorter for a shorter prompt. */
function isAboutAnswer(sentence: string): boolean {
  return ofAnswer.test(sentence) && !/context|input|prompt|messages/i.test(sentence)
}

/** A number of tokens or letters that is above another one, in words about length: too long, whoever says it. */
function isOverflowByNumbers(sentence: string): boolean {
  if (otherLimits.test(sentence) || isAboutAnswer(sentence)) return false
  if (!/token|context|length|prompt|input|sequence|토큰|길이|长度|トークン/i.test(sentence)) return false
  const numbers = [...sentence.matchAll(/\d[\d,_]{2,}/g)].map(([text]) => Number(text.replace(/\D/g, '')))
  const large = numbers.filter((number) => number >= 256)
  return new Set(large).size >= 2
}

/** Return the largest answer that a server takes, where its sentence says that more was asked for. Pure. */
export function readAnswerLimit(sentence: string): number | undefined {
  if (!ofAnswer.test(sentence)) return undefined
  const numbers = [...sentence.matchAll(/\d[\d,_]{2,}/g)].map(([text]) => Number(text.replace(/\D/g, '')))
  const largest = numbers.filter((number) => number >= 256)
  return largest.length >= 2 ? Math.min(...largest) : undefined
}

/** Return true where a request alone is above the budget of its minute: "Limit 8000, Requested 9213". Pure. */
export function isAboveBudget(sentence: string): boolean {
  const limit = /limit:?\s*(\d[\d,]*)/i.exec(sentence)?.[1]
  const asked = /requested:?\s*(?:about\s*)?~?(\d[\d,]*)/i.exec(sentence)?.[1]
  const number = (text: string) => Number(text.replaceAll(',', ''))
  return limit !== undefined && asked !== undefined && number(asked) > number(limit)
}

// ---- waits

/** Milliseconds of a time as vendors write it: `34s`, `2m30.5s`, `120ms`, `1 minute 30 seconds`; NaN for other text. */
function readDuration(text: string): number {
  const unit: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  const parts = [
    ...text.matchAll(
      /(\d+(?:\.\d+)?)\s*(ms|milliseconds?|d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])/gi,
    ),
  ]
  if (parts.length === 0) return Number.NaN
  return parts.reduce((sum, [, number, name = '']) => {
    const lower = name.toLowerCase()
    return (
      sum +
      Number(number) *
        (unit[lower.startsWith('mi') && !lower.startsWith('min') ? 'ms' : lower === 'ms' ? 'ms' : lower.charAt(0)] ?? 0)
    )
  }, 0)
}

/** Headers that say when the next request may come, the exact ones first. */
const resetHeaders = [
  ...['x-ratelimit-reset-tokens', 'x-ratelimit-reset-requests', 'x-ratelimit-reset', 'ratelimit-reset'],
  ...['anthropic-ratelimit-input-tokens-reset', 'anthropic-ratelimit-output-tokens-reset'],
  ...['anthropic-ratelimit-tokens-reset', 'anthropic-ratelimit-requests-reset', 'x-rate-limit-reset'],
]

/**
 * Return the milliseconds that a server asks to wait: by the standard's header, its own headers, its details, or its
 * sentence; undefined where it names none. Dates are read by the server's own clock. Pure.
 */
export function readWait(
  headers: Record<string, string>,
  body: Json | undefined,
  sentence: string,
): number | undefined {
  const exact = headers['retry-after-ms']
  if (exact && Number(exact) >= 0) return Number(exact)
  const now = Date.parse(headers.date ?? '')
  const after = headers['retry-after']
  if (after) {
    const wait = Number(after) >= 0 ? Number(after) * 1_000 : (duration(after) ?? Date.parse(after) - now)
    if (!Number.isNaN(wait)) return Math.max(0, wait)
  }
  const told = inDetails(body) ?? inSentence(sentence)
  if (told !== undefined) return told
  // Several limits have several ends: the one that is used up counts.
  const spent = resetHeaders.filter((name) => headers[name] && headers[name.replace('reset', 'remaining')] === '0')
  const waits = (spent.length > 0 ? spent : resetHeaders.filter((name) => headers[name]))
    .map((name) => readMoment(headers[name] ?? '', now))
    .filter((wait) => wait !== undefined)
  if (waits.length === 0) return undefined
  return spent.length > 0 ? Math.max(...waits) : Math.min(...waits)
}

const duration = (text: string) => {
  const found = readDuration(text)
  return Number.isNaN(found) ? undefined : found
}

/** Return the wait until a moment: a duration, seconds, a Unix time, or a date. */
function readMoment(text: string, now: number): number | undefined {
  const number = Number(text)
  if (text.trim() !== '' && number >= 0) {
    if (number < 1e8) return number * 1_000
    const at = number < 1e11 ? number * 1_000 : number
    return Number.isNaN(now) ? undefined : Math.max(0, at - now)
  }
  const wait = duration(text) ?? Date.parse(text) - now
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** Google's RetryInfo, OpenRouter's metadata, and fields named as the header is. */
function inDetails(body: Json | undefined): number | undefined {
  const outer = asObject(Array.isArray(body) ? body[0] : body)
  const error = asObject(outer?.error) ?? outer
  const info = asObjects(error?.details).find(({ retryDelay }) => typeof retryDelay === 'string')
  if (info) return duration(String(info.retryDelay))
  const metadata = asObject(error?.metadata)
  const passed = Object.entries(asObject(metadata?.headers) ?? {}).find(([name]) => /retry-after/i.test(name))?.[1]
  const told = [error, metadata, outer].flatMap((fields) =>
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      /^(?:retry_?after|resets?_in)/i.test(name) ? [value] : [],
    ),
  )
  const seconds = [...told, passed].map(Number).find((value) => value >= 0)
  return seconds === undefined ? undefined : seconds * 1_000
}

const waitSentence = patternOf('i')`
    (?:(?:try|retry) again (?:in|after)|retry (?:in|after)|retry_after["': ]+|wait(?: for)?(?: at least)?|
    available in|resets? in|请在|after)\s*:?\s*((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|d(?:ays?)?|h(?:ours?|rs?)?|
    m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?|秒|초)?(?:,?\s*(?:and\s*)?)?)+)`

function inSentence(sentence: string): number | undefined {
  const found = waitSentence.exec(sentence)?.[1]?.trim()
  if (!found) return undefined
  if (/^\d+(?:\.\d+)?\s*(?:秒|초)?$/.test(found)) return Number.parseFloat(found) * 1_000
  return duration(found)
}
