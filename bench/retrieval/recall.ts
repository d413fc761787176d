// `node bench/retrieval/recall.ts [--facts 10000] [--conversations 10000] [--json]`: what fetching memory and earlier
// conversations for one turn takes of the processor, beside the bare lookup of the same words in the same two
// indexes. Prints also how long taking all of it in takes once.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRecall } from '../../src/app/context/recall.ts'
import type { Event } from '../../src/protocol/index.ts'
import { logText } from '../../src/std/fs/jsonl.ts'
import { TextIndex } from '../../src/std/text-index.ts'
import { noteTerms } from '../../src/std/text-rank.ts'
import { ConversationIndex } from '../../src/threads/conversation-index.ts'
import { journalPath } from '../../src/threads/journal.ts'
import { koreanSet, tenThousandFacts } from '../../test/fixtures/memory/facts.ts'
import { percentile } from './corpus.ts'

const { values } = parseArgs({
  options: {
    facts: { type: 'string', default: '10000' },
    conversations: { type: 'string', default: '10000' },
    json: { type: 'boolean', default: false },
  },
})
const who = { workspace: 'default', agent: '비서', profile: 'me' }
const home = mkdtempSync(join(tmpdir(), 'recall-'))
const folder = join(home, 'conversations')
const page = join(home, 'memory', 'me.md')
mkdirSync(folder)
mkdirSync(join(home, 'memory'))
const facts = [...koreanSet.map(({ fact }) => fact), ...tenThousandFacts()].slice(0, Number(values.facts))
writeFileSync(page, facts.map((fact) => `- ${fact}\n`).join(''))

const now = Date.UTC(2026, 10, 22)
const said = tenThousandFacts()
for (let n = 0; n < Number(values.conversations); n++) {
  const id = `01RECALL${String(n).padStart(18, '0')}`
  const at = now - n * 3_600_000
  const events: Event[] = [
    { type: 'conversation.created', ...who },
    ...[n, n + 17].flatMap((of, turn): Event[] => [
      {
        type: 'turn.started',
        input: { id: `${n}-${turn}`, text: `${said[of % said.length]}이야`, origin: 'tui', by: 'owner' },
        agent: who.agent,
      },
      { type: 'turn.done', message: `${n}-${turn}-answer`, text: `네, ${said[of % said.length]} 기억할게요.` },
    ]),
  ]
  writeFileSync(
    journalPath(folder, id),
    logText(events.map((event, seq) => ({ v: 1, epoch: 1, seq: seq + 1, conversation: id, at, event }))),
  )
}
const index = new ConversationIndex(folder)
const began = performance.now()
await index.catchUp()
const seconds = (performance.now() - began) / 1000
const recall = createRecall({ home, index, now: () => new Date(now) })
const pages = { workspace: '', agent: '', personal: readFileSync(page, 'utf8') }
/** Milliseconds of CPU since `before`: a busy machine makes waiting longer, not work. */
const spent = (before: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const ask = async (question: string) => {
  const before = process.cpuUsage()
  await recall(question, pages as Parameters<typeof recall>[1], { ...who, messages: [] })
  return spent(before)
}
const bare = await Promise.all(
  [join(folder, '.index.db'), join(home, 'memory', '.index.db')].map((path) => TextIndex.open(path)),
)
const scopes = [['me'], [page]]
const look = (question: string) => {
  const before = process.cpuUsage()
  for (const [n, one] of bare.entries()) one.search(noteTerms(question), scopes[n] ?? [], 10)
  return spent(before)
}
await ask('처음')
// The least of three for each question: what the machine does besides is not what recall costs.
const least = { ours: [] as number[], floor: [] as number[] }
for (const { question } of koreanSet) {
  const [ours, floor]: number[][] = [[], []]
  for (let round = 0; round < 3; round++) {
    ours?.push(await ask(question))
    floor?.push(look(question))
  }
  least.ours.push(Math.min(...(ours ?? [])))
  least.floor.push(Math.min(...(floor ?? [])))
}
for (const one of bare) one.close()
await index.close()
rmSync(home, { recursive: true, force: true })
const figures = {
  p50: percentile(least.ours, 0.5),
  p95: percentile(least.ours, 0.95),
  floor: percentile(least.floor, 0.95),
  takenIn: Number(values.conversations) / seconds,
}
console.log(
  `${values.facts} facts, ${values.conversations} conversations: recall p50 ${figures.p50.toFixed(1)} ms, p95 ${figures.p95.toFixed(1)} ms; bare lookup p95 ${figures.floor.toFixed(1)} ms; ${figures.takenIn.toFixed(0)} conversations taken in a second`,
)
if (values.json) console.log(JSON.stringify(figures))
