import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangeTools } from '../../../src/app/tools/tool-groups.ts'
import { toolGuides } from '../../../src/messages/tools/tool-guides.ts'
import {
  limits,
  type Message,
  type Tool,
  type ToolContext,
  type ToolGroup,
  unknownFacts,
} from '../../../src/protocol/index.ts'

const plain = (name: string, words = name, group: ToolGroup = 'core'): Tool => ({
  name,
  facts: { ...unknownFacts, group },
  deeds: 'none',
  category: 'safe',
  idempotent: true,
  timeoutMs: 0,
  description: words,
  schema: { type: 'object' },
  async *run() {
    return { text: name }
  },
})
const called = (...calls: [name: string, args?: object][]): Message => ({
  role: 'assistant',
  id: 'm',
  at: 0,
  text: '',
  calls: calls.map(([name, args = {}], at) => ({ id: `c${at}`, name, args: args as never })),
})
const names = (tools: readonly Tool[]) => tools.map(({ name }) => name)
const load = async (tools: readonly Tool[], group: string) => {
  const running = tools.find(({ name }) => name === 'load_tools')!.run({ group }, {} as ToolContext)
  return (await running.next()).value as { text: string; isError?: boolean }
}

const usual = [
  plain('calculator'),
  plain('move_file', 'move_file', 'files'),
  plain('delete_file', 'delete_file', 'files'),
  plain('clipboard', 'clipboard', 'computer'),
  plain('reminders'),
]

test('seldom used tools stand behind load_tools until their group is loaded, then after all others', async () => {
  const { all, listed } = arrangeTools(usual, 'en')
  expect(names(listed([]))).toEqual(['calculator', 'reminders', 'load_tools'])
  expect(names(listed([called(['load_tools', { group: 'computer' }])]))).toEqual([
    'calculator',
    'reminders',
    'load_tools',
    'clipboard',
  ])
  expect(names(listed([called(['delete_file'])]))).toEqual([
    'calculator',
    'reminders',
    'load_tools',
    'move_file',
    'delete_file',
  ])
  expect(names(all).toSorted()).toEqual([...names(usual), 'load_tools'].toSorted())
  expect((await load(all, 'files')).text).toContain('- delete_file: Delete a file or folder')
  expect(await load(all, 'nothing')).toEqual({
    text: 'There is no such group. There are: files, computer',
    isError: true,
  })
})

test('without anything seldom used there is nothing to load', () => {
  const few = [plain('calculator'), plain('my_own_tool')]
  expect(arrangeTools(few, 'ko').listed([])).toEqual(few)
})

test('tools of MCP servers are listed while they are few, and are a group per server when they are many', async () => {
  const server = (slug: string, count: number, words: string) =>
    Array.from({ length: count }, (_, at) => plain(`mcp_${slug}_t${at}`, words, { server: slug }))
  const few = [...server('a', 2, 'x'), ...server('b', 2, 'x')]
  expect(names(arrangeTools(few, 'en').listed([]))).toEqual(names(few))
  const many = [plain('calculator'), ...server('a', 20, 'x'.repeat(limits.mcpToolChars / 20)), ...server('b', 2, 'x')]
  const { all, listed } = arrangeTools(many, 'en')
  expect(names(listed([]))).toEqual(['calculator', 'load_tools'])
  const loader = all.find(({ name }) => name === 'load_tools')!
  expect(loader.description).toContain('a: t0, t1, t2, t3, t4, t5, t6, t7, 12 more\nb: t0, t1')
  expect(names(listed([called(['load_tools', { group: 'b' }])]))).toEqual([
    'calculator',
    'load_tools',
    'mcp_b_t0',
    'mcp_b_t1',
  ])
})

test('while a conversation goes on, the list only grows at its end', () => {
  const call = fc.oneof(
    fc.constantFrom('files', 'computer', 'nothing').map((group) => called(['load_tools', { group }])),
    fc.constantFrom(...names(usual), 'unknown').map((name) => called([name])),
    fc.constant<Message>({ role: 'user', id: 'u', at: 0, text: 'files' }),
  )
  fc.assert(
    fc.property(fc.array(call, { maxLength: 12 }), (messages) => {
      const { listed } = arrangeTools(usual, 'en')
      for (let count = 1; count <= messages.length; count++) {
        const before = names(listed(messages.slice(0, count - 1)))
        expect(names(listed(messages.slice(0, count))).slice(0, before.length)).toEqual(before)
      }
    }),
  )
})

test('both languages tell a model of the same tools, and each of what stands in every request when not to use it or how', () => {
  expect(Object.keys(toolGuides.en)).toEqual(Object.keys(toolGuides.ko))
  for (const [name, text] of Object.entries(toolGuides.en)) expect([name, text.length > 40]).toEqual([name, true])
})
