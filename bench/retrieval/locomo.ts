// `node bench/retrieval/locomo.ts [--file locomo10.json] [--from URL] [--json]`: how often what answers a question of
// LoCoMo (Maharana et al. 2024, ten conversations over months, CC BY-NC 4.0) is among the first ten that memory and
// conversations find, beside BM25 over stems without stop words. The file is fetched once into `.tmp/` and never kept
// with the project.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { stemmer } from 'stemmer'
import { factLine } from '../../src/memory/page.ts'
import { PageIndex } from '../../src/memory/page-index.ts'
import type { Envelope, Event } from '../../src/protocol/index.ts'
import { logText } from '../../src/std/fs/jsonl.ts'
import { contentWords, wordsOf } from '../../src/std/korean/search/analysis.ts'
import { occasionMessages, occasionsIn } from '../../src/std/text-rank.ts'
import { isoDate } from '../../src/std/time/local-time.ts'
import { ConversationIndex } from '../../src/threads/conversation-index.ts'
import { journalPath } from '../../src/threads/journal.ts'
import { percentile } from './corpus.ts'

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: join(import.meta.dirname, '../../.tmp/locomo10.json') },
    from: { type: 'string', default: 'https://raw.githubusercontent.com/snap-research/locomo/main/data/locomo10.json' },
    json: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
})

interface Sample {
  sample_id: string
  qa: { question: string; evidence: string[]; category: number }[]
  conversation: Record<string, unknown>
  observation: Record<string, Record<string, [string, string | string[]][]>>
}
interface Said {
  key: string
  text: string
  at: number
}

/** Four kinds of questions have an answer; the fifth asks for what nobody said. */
const answered = (sample: Sample) => sample.qa.filter(({ category, evidence }) => category < 5 && evidence.length > 0)
/** "D1:3; D2:4" is written, too. */
const named = (evidence: readonly string[]) => new Set(evidence.flatMap((one) => one.match(/D\d+:\d+/g) ?? []))

async function samples(): Promise<Sample[]> {
  if (!existsSync(values.file)) {
    const response = await fetch(values.from)
    if (!response.ok) throw new Error(`${values.from}: ${response.status}`)
    mkdirSync(dirname(values.file), { recursive: true })
    writeFileSync(values.file, Buffer.from(await response.arrayBuffer()))
  }
  return JSON.parse(readFileSync(values.file, 'utf8'))
}

/** "1:56 pm on 8 May, 2023" */
const beganAt = (conversation: Sample['conversation'], session: string) =>
  Date.parse(String(conversation[`${session}_date_time`]).replace(/^(.*) on (.*)$/, '$2 $1 UTC'))

/** Of a session, counted from 0, the conversation. */
const idOf = (sample: number, session: number) =>
  `01LOCOMO${String(sample).padStart(9, '0')}${String(session).padStart(9, '0')}`

/** The messages of a sample by session, each with who says it, as an imported chat has them. */
function sessions({ conversation }: Sample): Said[][] {
  return Object.keys(conversation)
    .filter((name) => /^session_\d+$/.test(name))
    .map((name) => {
      const began = beganAt(conversation, name)
      const turns = conversation[name] as { speaker: string; dia_id: string; text: string }[]
      return turns.map(({ speaker, dia_id, text }, n) => ({
        key: dia_id,
        text: `${speaker}: ${text}`,
        at: began + n * 60_000,
      }))
    })
}

/** What somebody noted of the same conversations, each with the messages that it rests on. */
function notes(
  { observation, conversation }: Sample,
  n: number,
): { text: string; keys: string[]; date: string; conversation: string }[] {
  const names = Object.keys(conversation).filter((name) => /^session_\d+$/.test(name))
  return Object.entries(observation).flatMap(([name, people]) => {
    const date = isoDate(beganAt(conversation, name.replace('_observation', '')), 'UTC')
    return Object.values(people).flatMap((lines) =>
      lines.map(([text, from]) => ({
        text,
        keys: [...named([from].flat())],
        date,
        conversation: idOf(n, names.indexOf(name.replace('_observation', ''))),
      })),
    )
  })
}

/** Okapi BM25 (k1 1.2, b 0.75) over Porter stems, without the words that every question has. */
function bm25(texts: readonly string[]): (question: string, limit: number) => number[] {
  const stems = (words: readonly string[]) => words.map((word) => stemmer(word.toLowerCase()))
  const documents = texts.map((text) => stems(wordsOf(text)))
  const average = documents.reduce((sum, words) => sum + words.length, 0) / documents.length
  const counts = documents.map((words) => {
    const count = new Map<string, number>()
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1)
    return count
  })
  const seen = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) seen.set(word, (seen.get(word) ?? 0) + 1)
  return (question, limit) => {
    const asked = new Set(stems(contentWords(question)))
    const score = (n: number) =>
      [...asked].reduce((sum, word) => {
        const often = counts[n]?.get(word) ?? 0
        const df = seen.get(word) ?? 0
        const rarity = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5))
        return sum + (rarity * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * (documents[n]?.length ?? 0)) / average))
      }, 0)
    const ranked = texts.map((_, n) => [n, score(n)] as const).filter(([, points]) => points > 0)
    return ranked
      .sort((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([n]) => n)
  }
}

const envelope = (conversation: string, seq: number, at: number, event: Event): Envelope => ({
  v: 1,
  epoch: 1,
  seq,
  conversation,
  at,
  event,
})

function journalOf(id: string, profile: string, said: readonly Said[]): string {
  const created: Event = { type: 'conversation.created', agent: '비서', workspace: 'default', profile }
  const events = said.map(({ key, text }, n): Event => {
    if (n % 2 === 1) return { type: 'turn.done', message: key, text }
    return { type: 'turn.started', input: { id: key, text, origin: 'tui', by: 'owner' }, agent: '비서' }
  })
  return logText([created, ...events].map((event, n) => envelope(id, n + 1, said[Math.max(0, n - 1)]?.at ?? 0, event)))
}

const home = mkdtempSync(join(tmpdir(), 'locomo-'))
const folder = join(home, 'conversations')
mkdirSync(folder)
mkdirSync(join(home, 'memory'))
const talks = new ConversationIndex(folder)
const pages = new PageIndex(home)
const all = await samples()
for (const [n, sample] of all.entries())
  for (const [m, said] of sessions(sample).entries()) {
    const id = idOf(n, m)
    writeFileSync(journalPath(folder, id), journalOf(id, sample.sample_id, said))
  }
await talks.catchUp()

const found = { messages: 0, notes: 0, plainMessages: 0, plainNotes: 0, questions: 0, noted: 0 }
const times: number[] = []
const measured = async <T>(work: Promise<T>) => {
  const began = performance.now()
  const result = await work
  times.push(performance.now() - began)
  return result
}
for (const [n, sample] of all.entries()) {
  const said = sessions(sample).flat()
  const noted = notes(sample, n)
  const page = join(home, 'memory', `${sample.sample_id}.md`)
  writeFileSync(
    page,
    noted.map(({ text, date, conversation }) => `${factLine(text, { date, conversation })}\n`).join(''),
  )
  const now = Math.max(...said.map(({ at }) => at))
  const plainMessages = bm25(said.map(({ text }) => text))
  const plainNotes = bm25(noted.map(({ text }) => text))
  const keysOf = new Map<string, string[]>()
  for (const { text, keys } of noted) keysOf.set(text, [...(keysOf.get(text) ?? []), ...keys])
  await pages.search('x', [page], 1, now)
  for (const { question, evidence } of answered(sample)) {
    const wanted = named(evidence)
    const told = await measured(talks.search(question, [sample.sample_id], occasionMessages * 2, now))
    const hits = told.slice(0, 10)
    found.questions++
    const hit = hits.some(({ message }) => wanted.has(message))
    const plain = plainMessages(question, 10).some((n) => wanted.has(said[n]?.key ?? ''))
    if (hit) found.messages++
    if (plain) found.plainMessages++
    if (values.misses && plain && !hit)
      console.log(
        question,
        [...wanted].map((key) => said.find((one) => one.key === key)?.text),
      )
    // What nobody noted cannot be found among the notes.
    if (!noted.some(({ keys }) => keys.some((key) => wanted.has(key)))) continue
    found.noted++
    const lines = await measured(pages.search(question, [page], 10, now, occasionsIn(told)))
    if (lines.some(({ block }) => keysOf.get(block.text)?.some((key) => wanted.has(key)))) found.notes++
    if (plainNotes(question, 10).some((n) => noted[n]?.keys.some((key) => wanted.has(key)))) found.plainNotes++
  }
}
await talks.close()
await pages.close()
rmSync(home, { recursive: true, force: true })

const share = (count: number, of: number) => (100 * count) / of
const figures = {
  messages: share(found.messages, found.questions),
  plainMessages: share(found.plainMessages, found.questions),
  notes: share(found.notes, found.noted),
  plainNotes: share(found.plainNotes, found.noted),
  p95: percentile(times, 0.95),
}
console.log(`${found.questions} questions, ${found.noted} of them about what was noted; hit@10:`)
console.log(`conversations ${figures.messages.toFixed(1)} %, BM25 with stems ${figures.plainMessages.toFixed(1)} %`)
console.log(
  `memory        ${figures.notes.toFixed(1)} %, BM25 with stems ${figures.plainNotes.toFixed(1)} %, p95 ${figures.p95.toFixed(1)} ms`,
)
if (values.json) console.log(JSON.stringify(figures))
