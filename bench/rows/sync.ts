import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { logText } from '../../src/std/fs/jsonl.ts'
import { cost, node, program } from '../measure.ts'
import type { Row } from '../row.ts'
import { needs } from '../subject.ts'

/** Text that packs as well as what people write: words out of two thousand, the same in every run. */
function words(seed: number, bytes: number): string {
  const hash = createHash('sha256').update(String(seed))
  let text = ''
  for (let state = hash.digest().readUInt32LE(); text.length < bytes; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += `${(state % 2_000).toString(36)}말 `
  }
  return text.slice(0, bytes)
}

/** A home with so many conversations, and so many bytes of them and of memory. */
function fill(home: string, conversations: number, bytes: number): void {
  mkdirSync(join(home, 'conversations'))
  mkdirSync(join(home, 'memory'))
  const each = Math.floor((bytes * 0.9) / conversations)
  for (let n = 0; n < conversations; n++) {
    const conversation = `01BENCH${String(n).padStart(19, '0')}`
    const event = (seq: number, event: object) => ({
      v: 1,
      epoch: 1,
      seq,
      conversation,
      turn: 't',
      at: 1_790_000_000_000 + n,
      event,
    })
    const input = { id: 'i', text: words(n, 200), origin: 'tui', by: 'owner' }
    const text = logText([
      event(1, { type: 'conversation.created', agent: 'assistant', workspace: 'default', profile: 'me' }),
      event(2, { type: 'turn.started', input, agent: 'assistant' }),
      event(3, { type: 'turn.done', message: 'm', text: words(n + 1e6, Math.max(100, (each - 900) / 1.6)) }),
    ])
    writeFileSync(join(home, 'conversations', `${conversation}.jsonl`), text)
  }
  const lines = Array.from({ length: 100 }, (_, n) => `- ${words(n, bytes / 1_700)}\n`)
  writeFileSync(join(home, 'memory', 'me.md'), lines.join(''))
}

/** What every sync has to do at least: read all of it, pack it, and write it elsewhere. */
const floorSource = `
const { readdirSync, readFileSync, writeFileSync, fsyncSync, openSync } = require('node:fs')
const { join } = require('node:path')
const { gzipSync } = require('node:zlib')
const [from, to] = process.argv.slice(1)
for (const folder of ['conversations', 'memory']) {
  let [text, n] = ['', 0]
  const flush = () => { writeFileSync(join(to, folder + n++), gzipSync(text)); text = '' }
  for (const name of readdirSync(join(from, folder))) { text += readFileSync(join(from, folder, name), 'utf8'); if (text.length > 1 << 20) flush() }
  flush()
}`

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)

/** Two devices over a folder: the first exchange of everything, one without a change, and one of a line. */
export const syncHome: Row = {
  name: 'sync',
  async measure({ quick }) {
    needs('dist/cli.cjs')
    const [conversations, bytes] = quick ? [1_000, 5e6] : [10_000, 50e6]
    const root = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
    const [one, two, store, other] = ['one', 'two', 'store', 'floor'].map((name) => join(root, name)) as [
      string,
      string,
      string,
      string,
    ]
    const does = async (home: string, ...args: string[]) => {
      const env = { HOME: home, ASSISTANT_HOME: home, ASSISTANT_LANG: 'en', OLLAMA_HOST: '127.0.0.1:9' }
      const before = sizeOf(store)
      const { wallMs } = await cost({ argv: [node, program, 'sync', ...args], env })
      return { wallMs, bytes: sizeOf(store) - before }
    }
    try {
      for (const folder of [one, two, store, other]) mkdirSync(folder)
      fill(one, conversations, bytes)
      const floor = await cost({ argv: [node, '-e', floorSource, one, other] })
      const sent = await does(one, 'init', store, '--name', 'one')
      const taken = await does(two, 'init', store, '--name', 'two')
      const still = await does(one, 'now')
      appendFileSync(join(one, 'memory', 'me.md'), '- one more line\n')
      const line = await does(one, 'now')
      const came = await does(two, 'now')
      if (!readFileSync(join(two, 'memory', 'me.md'), 'utf8').endsWith('- one more line\n'))
        throw new Error('the line did not come')
      if (readdirSync(join(two, 'conversations')).filter((name) => name.endsWith('.jsonl')).length !== conversations)
        throw new Error('lost')
      const row = `sync, ${conversations.toLocaleString('en')} conversations, ${bytes / 1e6} MB`
      const what = { value: floor.wallMs, what: 'read, gzip, write' }
      const plain = gzipSync(readFileSync(join(one, 'memory', 'me.md'))).length
      return [
        { row: `${row}, first, sent`, unit: 'ms', value: sent.wallMs, floor: what, limit: { times: 10 } },
        { row: `${row}, first, taken in`, unit: 'ms', value: taken.wallMs, floor: what, limit: { times: 15 } },
        { row: `${row}, no change`, unit: 'ms', value: still.wallMs, limit: { most: 3_000 } },
        { row: `${row}, no change`, unit: 'bytes', value: still.bytes, limit: { most: 0 } },
        { row: `${row}, a line, sent`, unit: 'ms', value: line.wallMs, limit: { most: 3_000 } },
        {
          row: `${row}, a line, sent`,
          unit: 'bytes',
          value: line.bytes,
          floor: { value: plain, what: 'the page' },
          limit: { most: 1_000 },
        },
        { row: `${row}, a line, taken in`, unit: 'ms', value: came.wallMs, limit: { most: 3_000 } },
      ]
    } finally {
      rmSync(root, { recursive: true, maxRetries: 5, retryDelay: 100 })
    }
  },
}
