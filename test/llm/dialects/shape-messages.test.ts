import { expect, test } from 'vitest'
import { dialectOf } from '../../../src/llm/dialects/dialect.ts'
import { shapeMessages } from '../../../src/llm/dialects/shape-messages.ts'
import { toolNames, wireMessages } from '../../../src/llm/wires/messages.ts'
import type { JsonObject } from '../../../src/protocol/index.ts'
import { Random } from '../../random.ts'
import { randomHistory } from '../random-history.ts'

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : ((content ?? []) as { text?: string }[]).map(({ text = '' }) => text).join('')

/** What a template that wants turns refuses. */
function faultsOf(messages: JsonObject[]): string[] {
  const faults: string[] = []
  const open = new Set<string>()
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1]?.role
    if (message.role === 'user' && before === 'user') faults.push(`${at}: two users`)
    if (message.role === 'user' && before === 'tool') faults.push(`${at}: user behind a tool`)
    if (message.role === 'assistant' && before === 'assistant') faults.push(`${at}: two assistants`)
    if (message.role === 'assistant' && (before === undefined || before === 'system'))
      faults.push(`${at}: assistant first`)
    if (message.role === 'system' && at > 0) faults.push(`${at}: system not first`)
    if (message.role === 'user' && textOf(message.content).trim() === '' && typeof message.content === 'string')
      faults.push(`${at}: empty`)
    if (message.role === 'tool' && !open.delete(String(message.tool_call_id))) faults.push(`${at}: result of nothing`)
    else if (message.role !== 'tool' && open.size > 0) faults.push(`${at}: a call without its result`)
    for (const { id } of (message.tool_calls ?? []) as { id: string }[]) open.add(id)
    if (message.role === 'assistant' && !message.tool_calls && textOf(message.content) === '')
      faults.push(`${at}: says nothing`)
  }
  if (messages.at(-1)?.role === 'assistant') faults.push('ends with an answer')
  return faults
}

test('whatever a conversation went through, its next request is one that templates of turns take, and no text is lost', () => {
  const names = toolNames([])
  for (let seed = 1; seed <= 2_000; seed++) {
    const random = new Random(seed)
    const history = randomHistory(random)
    const wire = wireMessages(history, names, 'UTC').map((message): JsonObject => {
      if (message.role === 'tool') return { role: 'tool', tool_call_id: message.id, content: message.text }
      if (message.role === 'user')
        return {
          role: 'user',
          content:
            message.images.length > 0 ? [{ type: 'text', text: message.text }, { type: 'image_url' }] : message.text,
        }
      const calls = message.calls.map(({ id, name }) => ({ id, function: { name } }))
      return { role: 'assistant', content: message.text, ...(calls.length > 0 && { tool_calls: calls }) }
    })
    const shaped = shapeMessages([{ role: 'system', content: '너는 비서야.' }, ...wire], { anyRoles: false })
    expect(faultsOf(shaped), `seed ${seed}`).toEqual([])
    const all = shaped.map(({ content }) => textOf(content)).join('\n')
    for (const { text } of history) expect(all, `seed ${seed}`).toContain(text)
  }
})

test('a service is known by its own row, by the host of an address, and by its model', () => {
  expect(dialectOf('compatible', 'https://api.moonshot.cn/v1', 'kimi-k2-thinking')).toMatchObject({
    schema: 'moonshot',
    callIds: 'kimi',
    needsThoughts: true,
    thinking: 'type',
  })
  expect(dialectOf('openrouter', 'https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-4.5').cacheMarks).toBe(true)
  expect(dialectOf('openai', 'https://api.openai.com/v1', 'gpt-4o')).toMatchObject({ anyRoles: true, cacheKey: true })
  expect(dialectOf('compatible', 'http://127.0.0.1:8000/v1', 'm')).toMatchObject({ anyRoles: false, emptyContent: '' })
})
