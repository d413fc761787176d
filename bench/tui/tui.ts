// The TUI with a scripted conversation. BENCH_MODE: `ready` reports when the prompt stands, `stream` answers the first input
// with BENCH_TOKENS tokens within BENCH_SECONDS and reports at its end, `idle` reports now and after BENCH_SECONDS.

import type { Conversation, Envelope, Event } from '../../src/protocol/index.ts'
import { runTui } from '../../src/ui/tui/run-tui.tsx'
import type { TuiEngine, TuiHost } from '../../src/ui/tui/tui-host.ts'
import { replyTokens } from './reply.ts'
import { report } from './report.ts'

const mode = process.env.BENCH_MODE ?? 'ready'
const seconds = Number(process.env.BENCH_SECONDS ?? 10)

function conversation(): Conversation {
  const waiting: Envelope[] = []
  let wake = (): void => {}
  let seq = 0
  const emit = (event: Event): void => {
    waiting.push({ v: 1, epoch: 1, seq: ++seq, conversation: 'bench', turn: 'turn', at: Date.now(), event })
    wake()
  }
  const stream = (): void => {
    const tokens = replyTokens(Number(process.env.BENCH_TOKENS ?? 20_000))
    const from = performance.now()
    let at = 0
    let next = 0
    const timer = setInterval(() => {
      const upto = Math.min(tokens.length, Math.ceil((tokens.length * (performance.now() - from)) / (seconds * 1000)))
      for (; next < upto; next++) {
        const text = tokens[next] as string
        emit({ type: 'text.added', call: 1, at, text })
        at += text.length
      }
      if (next < tokens.length) return
      clearInterval(timer)
      emit({ type: 'turn.done', message: 'm', text: '' })
      setTimeout(() => report('streamed'), 200)
    }, 5)
  }
  return {
    id: 'bench',
    async submit(input) {
      emit({ type: 'turn.started', input: { ...input, id: 'input' }, agent: '비서' })
      stream()
      return { input: 'input', turn: 'turn', seq }
    },
    async *follow(_, signal) {
      while (!signal.aborted) {
        const envelope = waiting.shift()
        if (envelope) yield envelope
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    withdraw: async () => false,
    answer: async () => 'late',
    cancel: async () => {},
    append: async () => {},
    close: async () => {},
  }
}

const none = async () => []
const host: TuiHost & TuiEngine = {
  language: 'ko',
  initial: { agent: '비서', workspace: 'default' },
  clock: () => Date.now(),
  engine: async () => host,
  get awake() {
    return Promise.resolve(host)
  },
  open: async () => conversation(),
  fresh: async () => conversation(),
  private: async () => conversation(),
  resume: async () => conversation(),
  conversations: none,
  hasModel: async () => true,
  search: async () => [],
  rename: async () => {},
  remove: async () => true,
  workspaces: async () => [],
  permissions: async () => ({ title: '', rows: [] }),
  agentList: async () => ({ title: '', rows: [] }),
  reminders: async () => ({ title: '', rows: [] }),
  schedules: async () => ({ title: '', rows: [] }),
  init: async () => '',
  setup: async () => false,
  models: none,
  agents: none,
  chooseModel: async () => {},
  chooseAgent: async () => {},
  context: async () => ({ title: '', rows: [] }),
  usage: async () => ({ title: '', rows: [] }),
  history: { read: none, add: async () => {} },
  files: none,
  past: async function* () {},
  page: async () => {},
  rewind: {
    points: none,
    plan: none,
    apply: async () => ({ done: [], left: [] }),
    planUndo: async () => undefined,
    undo: async () => ({ done: [], left: [] }),
  },
  clipboard: async () => ({ why: '' }),
  blind: async () => undefined,
  attach: async () => undefined,
  memory: async () => ({ title: '', rows: [] }),
  tools: async () => ({ title: '', rows: [] }),
  docs: async () => ({ title: '', rows: [] }),
  compact: async () => false,
  prompts: async () => [],
  prompt: async () => undefined,
  rings: async function* () {},
  bell: true,
  snooze: async () => '',
  voice: async () => ({ call: '비서야', typed() {}, ring() {}, hears: Promise.resolve(), done: Promise.resolve() }),
  live: none,
  handoff: async () => '',
  show: async () => {},
  fork: async () => conversation(),
  export: async () => '',
  write: async (text) => text,
  say: { failure: ({ code }) => code, notice: (code) => code, path: (file) => file },
}

if (mode !== 'stream') setTimeout(() => report('ready'), 300)
if (mode === 'idle') {
  setTimeout(() => {
    report('idle-from')
    setTimeout(() => report('idle-to'), seconds * 1000)
  }, 1000)
}
await runTui(host, { stdin: process.stdin, stdout: process.stdout, colour: true, signal: new AbortController().signal })
process.exit(0)
