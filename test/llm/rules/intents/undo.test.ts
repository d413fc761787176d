import { expect, test } from 'vitest'
import { ruleMessages } from '../../../../src/messages/engine/rules.ts'
import type { RequestMessage } from '../../../../src/protocol/index.ts'
import { collect, requestOf } from '../world.ts'

/** The answer to a text right after a call of a tool that ended in some way. */
async function after(outcome: 'ok' | 'denied' | 'error', text: string) {
  const request = requestOf({ text, setting: ['with undo delete_file'] })
  const call = { id: 'c', name: 'delete_file', args: { path: 'a.txt' } }
  const before = [
    { role: 'user', id: 'u', at: 0, text: 'a.txt 지워줘' },
    { role: 'assistant', id: 'a', at: 0, text: '', calls: [call] },
    { role: 'tool', id: 'r', at: 0, call: 'c', name: 'delete_file', text: '', outcome },
    { role: 'assistant', id: 'b', at: 0, text: '.' },
  ] as RequestMessage[]
  const parts = await collect({ ...request, messages: [...before, ...request.messages] })
  return parts.map((part) => (part.type === 'text' ? part.text : part.type === 'call' ? part.call.name : '')).join('')
}

test.each(['방금 그거 취소해', '그거 되돌려줘', 'undo that', 'take it back'])(
  '%s: what was refused is not taken back, nor what was done before',
  async (text) => {
    const say = ruleMessages[/[가-힣]/.test(text) ? 'ko' : 'en']
    expect(await after('denied', text)).toBe(say.notDone)
    expect(await after('error', text)).toBe(say.notDone)
    expect(await after('ok', text)).toBe('undo')
  },
)

test.each(['되돌려줘', 'undo', '/undo', 'undo the last two'])('%s names the last deed that was done', async (text) => {
  expect(await after('denied', text)).toBe('undo')
})
