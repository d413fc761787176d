import type { Check, Trial } from './task.ts'

type Wanted = string | number | boolean | RegExp | ((value: unknown) => boolean)

const fits = (value: unknown, wanted: Wanted) =>
  wanted instanceof RegExp
    ? wanted.test(typeof value === 'string' ? value : JSON.stringify(value ?? ''))
    : typeof wanted === 'function'
      ? wanted(value)
      : value === wanted
const last = ({ turns }: Trial) => turns.at(-1)?.text ?? ''
const shown = (calls: Trial['calls']) =>
  calls.map(({ name, args }) => `${name}${JSON.stringify(args)}`).join(', ') || 'no calls'

/** A tool was called with such arguments, and did not fail. */
export const called =
  (name: string | readonly string[], args: Record<string, Wanted> = {}): Check =>
  ({ calls }) => {
    const names = typeof name === 'string' ? [name] : name
    const right = calls.some(
      (call) =>
        names.includes(call.name) &&
        call.outcome === 'ok' &&
        Object.entries(args).every(([key, wanted]) => fits(call.args[key], wanted)),
    )
    return right
      ? undefined
      : `${names.join(' or ')} with ${JSON.stringify(Object.keys(args))} was not called: ${shown(calls)}`
  }

/** A tool was called, and the person said no. */
export const declined =
  (name: string): Check =>
  ({ calls }) =>
    calls.some((call) => call.name === name && call.outcome === 'denied')
      ? undefined
      : `${name} was not asked for: ${shown(calls)}`

/** None of these was called; without names, nothing was. */
export const calledNot =
  (...names: string[]): Check =>
  ({ calls }) => {
    const odd = calls.filter(({ name }) => names.length === 0 || names.includes(name))
    return odd.length > 0 ? `called ${shown(odd)}` : undefined
  }

/** The last answer says this. Numbers may stand with or without commas. */
export const said =
  (...patterns: RegExp[]): Check =>
  (trial) => {
    const text = last(trial).replace(/(?<=\d),(?=\d{3})/g, '')
    const missing = patterns.find((pattern) => !pattern.test(text))
    return missing ? `${missing} is not in: ${text.slice(0, 200)}` : undefined
  }

/** The last answer does not say this. */
export const saidNot =
  (...patterns: RegExp[]): Check =>
  (trial) => {
    const odd = patterns.find((pattern) => pattern.test(last(trial)))
    return odd ? `${odd} is in: ${last(trial).slice(0, 200)}` : undefined
  }

/** The last answer is a question back. */
export const asksBack: Check = (trial) =>
  /[?？]|까요|나요|주세요|주시|tell me|let me know|which|what time/i.test(last(trial))
    ? undefined
    : `no question: ${last(trial).slice(0, 200)}`

/** A page of memory holds such a line. */
export const remembers =
  (...patterns: RegExp[]): Check =>
  ({ memory }) => {
    const lines = memory.split('\n')
    const missing = patterns.find((pattern) => !lines.some((line) => pattern.test(line)))
    return missing ? `no line of memory fits ${missing}: ${memory.trim().slice(0, 300)}` : undefined
  }

/** No page of memory holds this. */
export const remembersNot =
  (...patterns: RegExp[]): Check =>
  ({ memory }) => {
    const odd = patterns.find((pattern) => pattern.test(memory))
    return odd ? `memory holds ${odd}` : undefined
  }

/** Exactly these reminders wait: title, time in Seoul (`2026-11-23T08:00`), and how they come again. */
export const reminds =
  (...wanted: { title: RegExp; at?: string; repeat?: RegExp }[]): Check =>
  ({ reminders }) => {
    const left = [...reminders]
    for (const { title, at, repeat } of wanted) {
      const found = left.findIndex(
        (one) =>
          title.test(one.title) &&
          (at === undefined || one.at === at) &&
          (repeat ? repeat.test(one.repeat ?? '') : !one.repeat),
      )
      if (found < 0) return `no reminder ${title} ${at ?? ''} ${repeat ?? ''}: ${JSON.stringify(reminders)}`
      left.splice(found, 1)
    }
    return left.length > 0 ? `reminders that nobody wished: ${JSON.stringify(left)}` : undefined
  }

/** Exactly this money left. */
export const sends =
  (...wanted: { target: string; amount: number }[]): Check =>
  ({ sent }) =>
    JSON.stringify(sent) === JSON.stringify(wanted.map(({ target, amount }) => ({ target, amount })))
      ? undefined
      : `sent ${JSON.stringify(sent)}`

/** A file holds this; `null`: it is not there. */
export const file =
  (path: string, ...patterns: (RegExp | null)[]): Check =>
  (trial) => {
    const text = trial.file(path)
    for (const pattern of patterns) {
      if (pattern === null ? text !== undefined : text === undefined || !pattern.test(text))
        return `${path} ${pattern === null ? 'is there' : `does not hold ${pattern}`}: ${text?.slice(0, 200) ?? 'no such file'}`
    }
    return undefined
  }

/** A file is exactly as it was. */
export const untouched =
  (path: string, text: string): Check =>
  (trial) =>
    trial.file(path) === text ? undefined : `${path} was changed: ${trial.file(path)?.slice(0, 200)}`

/** The answer can be read aloud: short, and nothing in it that only an eye can read. */
export const spoken: Check = (trial) => {
  const text = last(trial)
  if (/[*_#`|]|^\s*(?:[-•]|\d+[.)]) |https?:|\p{Extended_Pictographic}/mu.test(text))
    return `only an eye can read this: ${text.slice(0, 200)}`
  const sentences = text.split(/(?<=[.!?。])\s+/).filter(Boolean).length
  return text.length <= 320 && sentences <= 4
    ? undefined
    : `too long to listen to: ${text.length} characters, ${sentences} sentences`
}

/** The answer has at most this many characters. */
export const brief =
  (most: number): Check =>
  (trial) =>
    last(trial).length <= most ? undefined : `${last(trial).length} characters, more than ${most}`

/** What everything else presupposes: every turn ended with an answer. */
export const answered: Check = ({ turns }) => {
  const failed = turns.find(({ failure }) => failure !== undefined)
  return failed ? `a turn failed: ${failed.failure}` : undefined
}
