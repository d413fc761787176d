import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localModels } from '../../../src/llm/local/local-wire.ts'
import { localModelMessages } from '../../../src/messages/engine/local-model.ts'
import { ask, asked, listen } from '../collect.ts'

const tools = [{ name: 'datetime', description: 'Calendar.', schema: { type: 'object', properties: {} } }]

/** An engine that writes these pieces, whatever it is asked; what it was asked is kept. */
async function answerOf(pieces: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'local-wire-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const socket = join(folder, 'engine.sock')
  let heard = ''
  const server = createServer((client) => {
    client.on('data', (line) => {
      heard += line
      const told = [
        { id: 1, type: 'reading', read: 1, of: 1 },
        ...pieces.map((text) => ({ id: 1, type: 'text', text })),
        { id: 1, type: 'end', stop: 'end', input: 5, cached: 0, output: 5, readMs: 1, writeMs: 1, threads: 1 },
      ]
      client.end(told.map((one) => `${JSON.stringify(one)}\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
  const host = { node: '', program: new URL('file:///none'), env: {}, socket, libraries: '', idleMs: 0 }
  const provider = localModels({
    language: 'ko',
    zone: 'UTC',
    host: async () => host,
    file: async () => ({ path: 'm.gguf', window: 4_096 }),
    isNew: async () => false,
  })
  const { parts, failure } = await listen(
    provider,
    ask({ tools, messages: [asked('오늘 며칠이야? 날짜를 계산해 줘')] }),
  )
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  const notices = parts.flatMap((part) => (part.type === 'notice' ? [part.notice.code] : []))
  const calls = parts.flatMap((part) => (part.type === 'call' ? [[part.call.name, part.call.args]] : []))
  return { text: text.trim(), calls, code: failure?.code, heard, notices }
}

const call = '{"name": "datetime", "arguments": {"action": "now"}}'
const made = [['datetime', { action: 'now' }]]

test('a call is told from the words before it, wherever the answer is cut', async () => {
  const answer = `볼게요.\n<tool_call>\n${call}\n</tool_call>`
  for (let at = 0; at < answer.length; at += 5) {
    const { text, calls } = await answerOf([answer.slice(0, at), answer.slice(at)])
    expect([text, calls]).toEqual(['볼게요.', made])
  }
})

test.each([
  ['a call without its marks', call, '', made, undefined],
  ['a call without its end', `<tool_call>${call}`, '', made, undefined],
  ['a call of nobody', '{"name": "이름", "arguments": {"a": 1}}', '', [], 'empty'],
  ['JSON that is an answer', '{"name": "Kim", "age": 3}', '{"name": "Kim", "age": 3}', [], undefined],
  ['words', '오늘은 토요일이에요.', '오늘은 토요일이에요.', [], undefined],
])('%s', async (_, answer, text, calls, code) => {
  expect(await answerOf([answer])).toMatchObject({ text, calls, code })
})

test('the clock mark behind a message is not shown to a small model, which would answer with it', async () => {
  const { heard } = await answerOf(['네.'])
  const { messages } = JSON.parse(heard) as { messages: { role: string; text: string }[] }
  expect(messages.at(-1)?.text).toMatch(/계산해 줘$/)
})

test.each<[string, string, string[]]>([
  ['its instructions', `네. ${localModelMessages.ko.base.slice(20, 90)} 그래서`, ['not-for-chat']],
  ['its tools', localModelMessages.ko.tools('- datetime'), ['not-for-chat']],
  ['the marks of its template', '파래요.<|im_start|>user\n또?', ['not-for-chat']],
  ['a few of its words', '저는 이 컴퓨터의 개인 비서예요. 모르면 모른다고 할게요.', []],
  ['the words of the person', '“오늘 며칠이야? 날짜를 계산해 줘”라고 하셨어요. 오늘은 11월 28일이에요.', []],
])('an answer that repeats %s is told where it shows a model without chat training', async (_, answer, codes) => {
  expect((await answerOf([answer])).notices).toEqual(codes)
})
