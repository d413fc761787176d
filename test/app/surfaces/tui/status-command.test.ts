import { expect, test } from 'vitest'
import { statusOf } from '../../../../src/app/surfaces/tui/status-command.ts'

const facts = {
  agent: '비서',
  workspace: 'default',
  model: 'gpt-5',
  mode: 'ask',
  tokens: 10,
  filled: 230,
  usd: 0.04,
} as const
const place = {
  environment: { cwd: '/', env: { PATH: process.env.PATH } },
  version: '1.2.3',
  leaving: new AbortController().signal,
}

test('the first line that it prints is the status line, without what could move a terminal', async () => {
  const say = "printf '\\n\\033[31mred\\033[0m\\033]0;title\\007 line\\nmore\\n'"
  expect(await statusOf(say, facts, place)).toEqual({ text: 'red line' })
  expect(await statusOf('true', facts, place)).toEqual({ text: '' })
})

test('it is given the state of the chat as JSON', async () => {
  const said = await statusOf('cat', { ...facts, conversation: 'c1', window: 1000 }, place)
  expect(JSON.parse('text' in said ? said.text : '')).toEqual({
    session_id: 'c1',
    version: '1.2.3',
    cwd: '/',
    workspace: { current_dir: '/', name: 'default' },
    agent: { name: '비서' },
    model: { id: 'gpt-5', display_name: 'gpt-5' },
    permission_mode: 'ask',
    context_window: { context_window_size: 1000, used_tokens: 230, used_percentage: 23 },
    cost: { total_cost_usd: 0.04, total_tokens: 10 },
  })
})

test('a command that fails says why', async () => {
  expect(await statusOf('echo no branch >&2; exit 3', facts, place)).toEqual({ why: 'no branch' })
  expect(await statusOf('exit 3', facts, place)).toEqual({ why: 'exit 3' })
  expect(await statusOf('no-such-program-here', facts, place)).toEqual({ why: expect.stringContaining('not found') })
})
