// `node evals/reader/measure.ts [--model local:NAME] [--show]`: counts what comes of sentences that no rule reads to its
// last word, with their truth (sentences.txt), without a model or with one of this machine: right, right with words too
// many, wrong, or asked. Each offer is agreed to, as by a person who does not look; what is then done is judged.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LocalModels } from '../../src/app/models/local-models.ts'
import { loadSettings } from '../../src/config/settings.ts'
import { processEnvironment } from '../../src/library/environment.ts'
import { stopLocalEngine } from '../../src/llm/local/engine-client.ts'
import { localModels } from '../../src/llm/local/local-wire.ts'
import { withRulesFirst } from '../../src/llm/local/rules-first.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import type { ModelRequest, Provider, ToolCall } from '../../src/protocol/index.ts'
import { contentWords, stemOf } from '../../src/std/korean/search/analysis.ts'

/** A sentence, and what the person means by it. */
interface Sentence {
  deed: string
  when: string
  /** Words that have to stand in what is done, and those that may. */
  words: string
  mayStand: string
  text: string
}
type Outcome = 'right' | 'wordy' | 'wrong' | 'asked'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    show: { type: 'boolean', default: false },
    list: { type: 'string', default: 'sentences.txt' },
  },
})
const now = Date.parse('2026-11-28T10:00:00+09:00')
const tools = ['reminders', 'save_memory', 'change_event', 'list_events', 'schedule', 'transfer', 'book'].map(
  (name) => ({
    name,
    description: name,
    schema: { type: 'object' },
    ...(name === 'list_events' ? {} : { keeps: true as const }),
  }),
)
const toolOf: Record<string, string> = {
  remind: 'reminders',
  note: 'save_memory',
  event: 'change_event',
  schedule: 'schedule',
  transfer: 'transfer',
  booking: 'book',
}
const sentences = readFileSync(new URL(values.list, import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(readTruth)
const model = values.model?.replace(/^local:/, '')
const { provider, stop } = model === undefined ? { provider: silent, stop: async () => {} } : await openModel()
const counts: Record<string, Record<Outcome, number>> = {}
const began = Date.now()
for (const sentence of sentences) {
  const language = /[가-힣]/.test(sentence.text) ? 'ko' : 'en'
  const { outcome, done } = await judgeOutcome(sentence, language)
  for (const key of [language, sentence.deed]) {
    counts[key] ??= { right: 0, wordy: 0, wrong: 0, asked: 0 }
    counts[key][outcome]++
  }
  if (values.show) console.error(`${outcome.padEnd(6)} ${sentence.text}\n         ${done}`)
}
await stop()
console.log(`| ${model ?? 'no model'} | right | words too many | wrong | asked |\n|---|---|---|---|---|`)
for (const [key, { right, wordy, wrong, asked }] of Object.entries(counts))
  console.log(`| ${key} | ${right} | ${wordy} | ${wrong} | ${asked} |`)
console.log(`${sentences.length} sentences, ${Math.round((Date.now() - began) / sentences.length)} ms each`)

function readTruth(line: string): Sentence {
  const [deed = '', when = '', about = '', ...text] = line.split(' | ')
  const [, words = about, mayStand = ''] = /^(.*?) \((.*)\)$/.exec(about) ?? []
  return { deed, when, words, mayStand, text: text.join(' | ') }
}

/** A model that says nothing: what the rules do alone. */
async function* silent(): ReturnType<Provider> {}

async function openModel() {
  const environment = processEnvironment()
  const local = new LocalModels(await loadSettings({ ...environment, now: new Date() }), environment)
  const host = await local.host()
  if (typeof host === 'string') throw new Error(host)
  const wire = localModels({
    language: 'ko',
    zone: 'Asia/Seoul',
    host: async () => host,
    file: (name) => local.file(name),
    isNew: async () => false,
  })
  // Talk costs minutes and does nothing: only readings are asked of the model.
  const readings: Provider = (request, signal) => (request.purpose === 'slots' ? wire(request, signal) : silent())
  return { provider: readings, stop: () => stopLocalEngine(host.socket) }
}

async function judgeOutcome(sentence: Sentence, language: 'ko' | 'en') {
  const place = { zone: 'Asia/Seoul', language }
  const both = withRulesFirst(createOffline(place), provider, place)
  const messages: ModelRequest['messages'][number][] = [{ role: 'user', id: 'first', at: now, text: sentence.text }]
  const ask = async () => {
    const request: ModelRequest = { model: model ?? '', purpose: 'reply', system: [], tools, messages }
    const said: { text: string; calls: ToolCall[] } = { text: '', calls: [] }
    for await (const part of both(request, AbortSignal.timeout(600_000))) {
      if (part.type === 'text') said.text += part.text
      if (part.type === 'call') said.calls.push(part.call)
    }
    return said
  }
  let said = await ask()
  const offer = said.text
  if (said.calls.length === 0 && offer !== '') {
    messages.push({ role: 'assistant', id: 'offer', at: now, text: offer })
    messages.push({ role: 'user', id: 'yes', at: now, text: language === 'ko' ? '응' : 'yes' })
    said = await ask()
  }
  const done = said.calls.filter(({ name }) => name !== 'list_events')
  const outcome = done.length === 0 ? 'asked' : outcomeOf(sentence, done)
  return { outcome, done: done.length === 0 ? offer : JSON.stringify(done.map(({ args }) => args)) } as const
}

/** Compare what was done with what was meant. */
function outcomeOf(sentence: Sentence, calls: readonly ToolCall[]): Outcome {
  const [call, ...others] = calls
  if (!call || others.length > 0 || call.name !== toolOf[sentence.deed]) return 'wrong'
  const { at, start, title, content, text, fact } = call.args
  const moment = String(at ?? start ?? '-').slice(0, 16)
  const said = stemsOf([title, content, text, fact].filter((one) => typeof one === 'string').join(' '))
  const meant = stemsOf(sentence.words)
  if (moment !== sentence.when || !meant.every((word) => said.some((one) => isSameWord(one, word)))) return 'wrong'
  const known = [...meant, ...stemsOf(sentence.mayStand)]
  return said.every((word) => known.some((one) => isSameWord(one, word))) ? 'right' : 'wordy'
}

function stemsOf(text: string): string[] {
  return contentWords(text).map((word) => stemOf(word.toLowerCase()))
}

/** Check whether two stems are one word with and without an ending. */
function isSameWord(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}
