// `npm run bench [-- --only name --runs N --quick --json]`: every row against its floor, measured in the same run.
// `--only voice` takes every row whose name is that or begins with `voice-`. Exit status 1 when a limit is not kept
// or a row crashed; a row whose subject does not exist yet says so and costs nothing.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { keeps, NotThere, type Options, type Result, type Row } from './row.ts'
import { cancel } from './rows/cancel.ts'
import { conversation } from './rows/conversation.ts'
import { daemonQueue } from './rows/daemon.ts'
import { delta } from './rows/delta.ts'
import {
  documentsFiles,
  documentsHeldOut,
  documentsKeyword,
  documentsQuality,
  documentsVectors,
  recall,
} from './rows/documents.ts'
import { finding } from './rows/finder.ts'
import { localModel } from './rows/local-model.ts'
import { longConversationMemory } from './rows/long-conversation.ts'
import { oneShot, oneShotEndless, oneShotMemory } from './rows/one-shot.ts'
import { request } from './rows/request.ts'
import {
  serveDisk,
  serveFlat,
  serveIdle,
  serveMemory,
  serveRedisFour,
  serveRedisOne,
  serveRedisTwo,
} from './rows/serve.ts'
import { help, version } from './rows/start.ts'
import { syncHome } from './rows/sync.ts'
import { syncResume } from './rows/sync-resume.ts'
import { syncTurn } from './rows/sync-turn.ts'
import { tuiEndless, tuiIdle, tuiMemory, tuiReady, tuiReply } from './rows/tui.ts'
import { tuiEcho, tuiTurns } from './rows/tui-turns.ts'
import { voiceTalk } from './rows/voice.ts'
import { voiceEar } from './rows/voice-ear.ts'
import { voiceReady } from './rows/voice-ready.ts'
import { voiceIdle, voiceMemory, voiceOwn } from './rows/voice-rest.ts'
import { table } from './table.ts'

const rows: readonly Row[] = [
  version,
  help,
  oneShot,
  oneShotMemory,
  oneShotEndless,
  delta,
  cancel,
  finding,
  request,
  conversation,
  longConversationMemory,
  localModel,
  tuiReady,
  tuiMemory,
  tuiReply,
  tuiEndless,
  tuiIdle,
  tuiEcho,
  tuiTurns,
  documentsQuality,
  documentsHeldOut,
  documentsKeyword,
  documentsVectors,
  documentsFiles,
  recall,
  serveMemory,
  serveDisk,
  serveRedisOne,
  serveRedisTwo,
  serveRedisFour,
  serveFlat,
  serveIdle,
  daemonQueue,
  syncHome,
  syncTurn,
  syncResume,
  voiceEar,
  voiceTalk,
  voiceIdle,
  voiceMemory,
  voiceOwn,
  voiceReady,
]

type Outcome =
  | { name: string; results: Result[] }
  | { name: string; missing: string }
  | { name: string; broken: string }

async function outcome(row: Row, options: Options): Promise<Outcome> {
  try {
    return { name: row.name, results: await row.measure(options) }
  } catch (thrown) {
    if (thrown instanceof NotThere) return { name: row.name, missing: thrown.message }
    return { name: row.name, broken: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

function print(outcomes: readonly Outcome[]): void {
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`)
  console.log(table(outcomes.flatMap((one) => ('results' in one ? one.results : []))))
  for (const one of outcomes) {
    if ('missing' in one) console.log(`${one.name}: not there (${one.missing})`)
    if ('broken' in one) console.log(`${one.name}: broken: ${one.broken}`)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      runs: { type: 'string', default: '20' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const chosen = rows.filter(
    ({ name }) => !values.only || values.only.some((only) => name === only || name.startsWith(`${only}-`)),
  )
  if (chosen.length === 0) throw new Error(`--only takes ${rows.map((row) => row.name).join(', ')}`)
  const options = { runs: Number(values.runs), quick: values.quick }
  const outcomes: Outcome[] = []
  for (const row of chosen) {
    if (process.stderr.isTTY) process.stderr.write(`${row.name} …\n`)
    outcomes.push(await outcome(row, options))
  }
  if (values.json) console.log(JSON.stringify(outcomes, null, 2))
  else print(outcomes)
  const failed = outcomes.some((one) => 'broken' in one || ('results' in one && !one.results.every(keeps)))
  process.exitCode = failed ? 1 : 0
}

await main()
