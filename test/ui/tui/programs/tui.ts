// The TUI around a scripted conversation, as a program of its own: tests start it in a pseudo terminal.
import { writeFileSync } from 'node:fs'
import { fail } from '../../../../src/protocol/index.ts'
import { runTui } from '../../../../src/ui/tui/run-tui.tsx'
import { fakeHost, type Script } from '../memory-host.ts'

const usage = { input: 10, output: 20, cached: 0 }

/** Says what it was told to; some words make it do other things. */
const script: Script = async ({ input, emit, answered, pause, cancelled }) => {
  const reply = (text: string): void => {
    emit({ type: 'text.added', call: 1, at: 0, text })
    const model = 'fake'
    emit({
      type: 'model.answered',
      call: 1,
      purpose: 'reply',
      message: 'm',
      text,
      calls: [],
      usage,
      stop: 'end',
      model,
      firstMs: 1,
      totalMs: 2,
    })
    emit({ type: 'turn.done', message: 'm', text })
  }
  const [word = '', ...rest] = input.text.split(' ')
  if (word === 'slow') {
    let at = 0
    for (let line = 1; !cancelled.aborted && line <= 3000; line++) {
      const text = `줄 ${line} 안녕하세요\n`
      emit({ type: 'text.added', call: 1, at, text })
      at += text.length
      await pause(20)
    }
    emit({ type: 'turn.done', message: 'm', text: '' })
  } else if (word === 'drip') {
    const text = rest.join(' ')
    for (let at = 0; at < text.length; at += 7) {
      emit({ type: 'text.added', call: 1, at, text: text.slice(at, at + 7) })
      await pause(10)
    }
    emit({ type: 'turn.done', message: 'm', text })
  } else if (word === 'ask') {
    const args = { path: '메모\u202e.txt', content: rest.join(' ') || '내용' }
    emit({ type: 'tool.called', id: 'call-1', name: 'write_file', args })
    await pause(Number(rest[0]) || 0)
    const choices = ['once', 'session', 'deny'] as const
    const ask = {
      tool: 'write_file',
      category: 'sensitive' as const,
      args,
      reason: '파일을 써요',
      effect: '새 파일',
      risk: 'medium' as const,
      choices: [...choices],
    }
    emit({ type: 'tool.asked', id: 'call-1', ask })
    const decision = await answered('call-1')
    emit({
      type: 'tool.ended',
      id: 'call-1',
      name: 'write_file',
      message: 't',
      outcome: decision.choice === 'deny' ? 'denied' : 'ok',
      text: `${decision.choice} ${decision.reason ?? ''}`,
      untrusted: false,
    })
    emit({ type: 'turn.done', message: 'm', text: '끝' })
  } else if (word === 'table') {
    const rows = Array.from({ length: Number(rest[0]) }, (_, row) => `| 행${row + 1} | 값 ${row + 1} |`)
    reply(['| 이름 | 값 |', '|---|---|', ...rows].join('\n'))
  } else if (word === 'raw') reply(JSON.parse(rest.join(' ')) as string)
  else if (word === 'length')
    reply(
      `길이 ${input.text.length}, 합 ${[...input.text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003, 7)}`,
    )
  else reply(`받음: ${JSON.stringify(input.text)}`)
}

const ending = new AbortController()
for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort(name))

const { stdin, stdout } = process
const history = async (): Promise<string[]> => {
  if (process.env.TUI_BUG) throw new TypeError('a bug')
  if (process.env.TUI_FULL) fail('storage')
  return ['예전 질문']
}
const { TUI_DRAFT: draftFile } = process.env
const drafts = draftFile && { left: async () => '', keep: async (text: string) => writeFileSync(draftFile, text) }
const host = fakeHost(script, { history: { read: history, add: async () => {} }, ...(drafts ? { drafts } : {}) })
const reason = await runTui(host, {
  stdin,
  stdout,
  colour: true,
  reflow: process.env.TUI_REFLOW === 'all' ? 'all' : 'others',
  signal: ending.signal,
  async suspend() {
    const { promise, resolve } = Promise.withResolvers<void>()
    process.once('SIGCONT', () => resolve())
    process.kill(process.pid, 'SIGSTOP')
    await promise
  },
}).catch((thrown: Error) => `by ${thrown.message}`)
stdout.write(`left: ${reason}\r\n`)
process.exit(0)
