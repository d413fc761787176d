import { expect, test } from 'vitest'
import { turnMessages } from '../../../src/messages/engine/turn.ts'
import type { Tool } from '../../../src/protocol/index.ts'
import { call, calls, rig, says, scripted, story, text } from '../rig.ts'
import { chat, counting, id } from './rig.ts'

async function outcomes(setting: ReturnType<typeof chat>) {
  const { open } = await rig(setting.flow)
  const conversation = await open(id)
  await conversation.submit(says('해줘'), 'queue')
  const seen = await story(conversation)
  await conversation.close()
  return seen.flatMap(({ event }) => (event.type === 'tool.ended' ? [[event.name, event.outcome, event.text]] : []))
}

test('calls of one answer that only look run side by side', async () => {
  const waiting: (() => void)[] = []
  const meeting = (name: string): Tool => ({
    ...counting(name, 'safe'),
    readOnly: true,
    // Each ends when the other one has begun.
    async *run() {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 2) for (const go of waiting) go()
      })
      return { text: name }
    },
  })
  const model = scripted([calls(call('a', 'one', {}), call('b', 'two', {})), text('네')])
  const ended = await outcomes(chat(model, { tools: [meeting('one'), meeting('two')] }))
  expect(ended.toSorted()).toEqual([
    ['one', 'ok', 'one'],
    ['two', 'ok', 'two'],
  ])
})

test('calls of one answer are judged by what was known when it was written, those of the next by what came since', async () => {
  const page: Tool = {
    ...counting('page', 'safe'),
    async *run() {
      return { text: '바깥 글', untrusted: true }
    },
  }
  const note = counting('note', 'sensitive')
  const model = scripted([
    calls(call('a', 'page', {}), call('b', 'note', {})),
    calls(call('c', 'note', {})),
    text('네'),
  ])
  const ended = await outcomes(
    chat(model, {
      tools: [page, note],
      permits: { rule: ({ name }) => (name === 'note' ? 'allow' : undefined) },
      canAsk: false,
    }),
  )
  expect(ended.map(([name, outcome]) => [name, outcome])).toEqual([
    ['page', 'ok'],
    ['note', 'ok'],
    ['note', 'denied'],
  ])
})

test('a slip in the arguments is mended, but never for what is restricted', async () => {
  const [add, pay] = [counting('add', 'safe', ({ n }) => String(n)), counting('pay', 'restricted')]
  const model = scripted([calls(call('a', 'add', { n: '5' }), call('b', 'pay', { n: '5' })), text('네')])
  const ended = await outcomes(chat(model, { tools: [add, pay] }))
  expect([ended, add.runs, pay.runs]).toEqual([
    [
      ['add', 'ok', '5'],
      ['pay', 'error', 'n: a number, please'],
    ],
    [{ n: 5 }],
    [],
  ])
})

test('a call that was cut at the length limit is told so, with the way to go on', async () => {
  const write = counting('write', 'safe')
  const cut = { type: 'call' as const, call: { id: 'a', name: 'write', args: {}, raw: '{"text": "아주 긴' } }
  const usage = { input: 1, output: 1, cached: 0 }
  const model = scripted([[cut, { type: 'end' as const, stop: 'length' as const, usage }], text('네')])
  const ended = await outcomes(chat(model, { tools: [write] }))
  expect([ended, write.runs]).toEqual([[['write', 'error', turnMessages.ko.cutArguments('write')]], []])
})
