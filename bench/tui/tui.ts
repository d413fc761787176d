// The TUI with a scripted conversation. BENCH_MODE: `ready` reports when the prompt stands, `stream` answers the
// first input with BENCH_TOKENS tokens within BENCH_SECONDS and reports at its end, `idle` reports now and after
// BENCH_SECONDS.

import type { Conversation, Envelope, Event } from '../../src/protocol/index.ts'
import { runTui } from '../../src/ui/tui/run-tui.tsx'
import { stillHost } from '../../test/ui/tui/still-host.ts'
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

const host = stillHost(async () => conversation())

if (mode !== 'stream') setTimeout(() => report('ready'), 300)
if (mode === 'idle') {
  setTimeout(() => {
    report('idle-from')
    setTimeout(() => report('idle-to'), seconds * 1000)
  }, 1000)
}
await runTui(host, { stdin: process.stdin, stdout: process.stdout, colour: true, signal: new AbortController().signal })
process.exit(0)
