// `node evals/reader/measure.ts [--model local:NAME] [--list FILE] [--deed DEED] [--show]`: counts what comes of
// sentences that no rule reads to its last word, with their truth (sentences.txt), without a model or with one of this
// machine. Each offer is agreed to, as by a person who does not look; what is then done is judged, apart from what was
// done without a question.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonObject } from '../../src/protocol/index.ts'
import { contentWords, stemOf } from '../../src/std/korean/search/analysis.ts'
import { readSentence } from '../../src/std/korean/sentence.ts'
import { loadRecurrence } from '../../src/std/time/recurrence.ts'
import { openLocalModel } from './local-model.ts'
import { openTalk, type TalkTurn } from './talk.ts'

/** A sentence, and what the person means by it. */
interface Sentence {
  deed: string
  when: string
  /** Words that have to stand in what is done, and those that may. */
  words: string
  mayStand: string
  text: string
}
/** `offered`: something else was done, after a question; `deed`: without one. */
type Outcome = 'right' | 'wordy' | 'asked' | 'offered' | 'deed'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    show: { type: 'boolean', default: false },
    list: { type: 'string', default: 'sentences.txt' },
    deed: { type: 'string' },
  },
})
const now = Date.parse('2026-11-28T10:00:00+09:00')
/** The tool or the service that does what is meant. */
const doneBy: Record<string, string> = {
  remind: 'reminders',
  note: 'save_memory',
  event: 'change_event',
  schedule: 'schedule',
  transfer: 'transfer_completed',
  booking: 'restaurant_completed',
}
const sentences = readFileSync(new URL(values.list, import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(readTruth)
  .filter(({ deed }) => values.deed === undefined || deed === values.deed)
/** The question of the documented service, and the words of the person and of the offer that stand in any deed. */
const [asksForPlace, alwaysSaid] = [/어느 식당|Which restaurant/, '솔밭집 살펴보고 말해줘 look at and tell me']
const model = values.model?.replace(/^local:/, '')
const { provider, stop } = model === undefined ? { provider: undefined, stop: async () => {} } : await openLocalModel()
await loadRecurrence()
const counts: Record<string, Record<Outcome, number>> = {}
const folder = mkdtempSync(join(tmpdir(), 'assistant-reader-'))
const times: number[] = []
for (const sentence of sentences) {
  const language = /[가-힣]/.test(sentence.text) ? 'ko' : 'en'
  const began = performance.now()
  const { outcome, done } = await judgeOutcome(sentence, language)
  times.push(performance.now() - began)
  for (const key of [language, sentence.deed, 'all']) {
    counts[key] ??= { right: 0, wordy: 0, asked: 0, offered: 0, deed: 0 }
    counts[key][outcome]++
  }
  if (values.show) console.error(`${outcome.padEnd(7)} ${sentence.text}\n         ${done}`)
}
await stop()
rmSync(folder, { recursive: true })
console.log(
  `| ${model ?? 'no model'} | right | words too many | asked | offer wrong | deed wrong |\n|---|---|---|---|---|---|`,
)
for (const [key, { right, wordy, asked, offered, deed }] of Object.entries(counts))
  console.log(`| ${key} | ${right} | ${wordy} | ${asked} | ${offered} | ${deed} |`)
const [median, slow] = [0.5, 0.95].map((part) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(part * times.length)] ?? 0),
)
console.log(`${sentences.length} sentences, median ${median} ms, 95 of 100 below ${slow} ms`)

function readTruth(line: string): Sentence {
  const [deed = '', when = '', about = '', ...text] = line.split(' | ')
  const [, words = about, mayStand = ''] = /^(.*?) \((.*)\)$/.exec(about) ?? []
  return { deed, when, words, mayStand, text: text.join(' | ') }
}

/** Say a sentence, agree to what is offered, and judge what was done by then. */
async function judgeOutcome(sentence: Sentence, language: 'ko' | 'en') {
  const ledger = join(folder, `ledger-${times.length}.jsonl`)
  const say = openTalk({ language, now, ledger, model: provider && { provider, name: model ?? '' } })
  const first = await say(sentence.text)
  const isAtOnce = doneIn(first).length > 0
  // A place that nobody named is asked for.
  if (asksForPlace.test(first.text)) await say('솔밭집')
  const done = isAtOnce || first.text === '' ? doneIn(first) : doneIn(await say(language === 'ko' ? '응' : 'yes'))
  const judged = done.length === 0 ? 'asked' : outcomeOf(sentence, done)
  const outcome = judged === 'wrong' ? (isAtOnce ? 'deed' : 'offered') : judged
  return { outcome, done: done.length === 0 ? first.text.replaceAll('\n', ' / ') : JSON.stringify(done) } as const
}

interface Done {
  name: string
  args: JsonObject
}

function doneIn({ calls, deeds }: TalkTurn): Done[] {
  const kept = calls.filter(({ name }) => name !== 'list_events')
  return [...kept, ...deeds.map(({ service, slots }) => ({ name: service, args: slots }))]
}

/** Compare what was done with what was meant. */
function outcomeOf(sentence: Sentence, all: readonly Done[]): 'right' | 'wordy' | 'wrong' {
  const [one, ...others] = all
  if (!one || others.length > 0 || one.name !== doneBy[sentence.deed]) return 'wrong'
  const { at, start, date, time, repeat, title, content, text, fact, prompt, target, amount, people, place } = one.args
  const day = typeof date === 'string' ? `${date}T${time}` : undefined
  const moment = sentence.when === '-' ? '-' : String(at ?? start ?? day ?? timeOf(repeat)).slice(0, 16)
  const said = stemsOf([title, content, text, fact, prompt, target, amount, people, place].filter(isSaid).join(' '))
  const meant = stemsOf(sentence.words)
  if (moment !== sentence.when || !meant.every((word) => said.some((other) => isSameWord(other, word)))) return 'wrong'
  const known = [...meant, ...stemsOf(`${sentence.mayStand} ${alwaysSaid}`)]
  return said.every((word) => known.some((other) => isSameWord(other, word))) ? 'right' : 'wordy'
}

/** Return the time of day of a rule that repeats, in the person's words or as a calendar writes it. */
function timeOf(repeat: unknown): string {
  const time = readSentence(String(repeat)).recurrence({ now: new Date(now), zone: 'Asia/Seoul' })?.rule.time
  const [, hour, minute] = /T(\d\d)(\d\d)/.exec(String(repeat)) ?? []
  const [hours, minutes] = time ? [time.hour, time.minute] : [hour, minute]
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

function stemsOf(text: string): string[] {
  return contentWords(text).map((word) => stemOf(word.toLowerCase()))
}

/** Check whether two stems are one word with and without an ending. */
function isSameWord(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}
