import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Envelope, Event } from '../../../../src/protocol/index.ts'
import { wholeText } from '../../../../src/ui/tui/transcript/full-transcript.ts'

test('everything stands in the text: what was asked, thought, called with which arguments, what came of it, and the answer', () => {
  const usage = { input: 1, output: 1, cached: 0 }
  const events: Event[] = [
    {
      type: 'turn.started',
      agent: '비서',
      input: { id: 'i', text: '첫 줄\n둘째 줄', origin: 'tui', by: 'owner', attachments: [{ name: 'a.md', text: '' }] },
    },
    { type: 'tool.called', id: 'c', name: 'write_file', args: { path: 'a.txt', content: '하나\n둘\u202e', all: true } },
    {
      type: 'tool.ended',
      id: 'c',
      name: 'write_file',
      message: 't',
      outcome: 'error',
      text: Array.from({ length: 20 }, (_, line) => `${line}\x1b[31m줄`).join('\n'),
      untrusted: true,
    },
    { type: 'text.added', call: 1, at: 0, text: '답' },
    {
      ...{
        type: 'model.answered',
        call: 1,
        purpose: 'reply',
        message: 'm',
        text: '답이에요.',
        calls: [],
        usage,
        stop: 'end',
        model: 'm',
      },
      ...{ firstMs: 1, totalMs: 1 },
    },
    { type: 'turn.done', message: 'm', text: '답이에요.' },
  ]
  const envelopes = events.map(
    (event, seq): Envelope => ({ v: 1, epoch: 1, seq, conversation: 'c', turn: 't', at: 0, event }),
  )
  const say = { failure: () => '', notice: () => '', path: (path: string) => path }
  const text = wholeText(envelopes, { thoughts: new Map([['t', '먼저\n생각해요']]), words: tuiMessages.ko, say })
  expect(text).toBe(
    [
      ...['› 첫 줄', '  둘째 줄', '  📎 a.md', '', '✻ 생각', '  먼저', '  생각해요', ''],
      ...['● 파일 쓰기', '  path: a.txt', '  content:', '    하나', '    둘⟨U+202E⟩', '  all: true', ''],
      ...['  ⎿ 파일 쓰기 · 실패', ...Array.from({ length: 20 }, (_, line) => `    ${line}줄`), ''],
      ...['답이에요.', ''],
    ].join('\n'),
  )
})
