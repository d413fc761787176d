// The person's own commands around turns and tool calls, over a real conversation and a model that plays a script.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationOptions } from '../../src/app/assistant.ts'
import type { Hook } from '../../src/config/schema.ts'
import { callTool, type Reply, say, scriptedServer } from '../fakes/model-server.ts'
import { assistantAt, endingOf, freshHome, of, said } from './home.ts'

interface Story {
  hooks: Hook[]
  replies: Reply[]
  text?: string
  settings?: object
  options?: Partial<ConversationOptions>
  /** How often something is said. */
  times?: number
}

/** One conversation in a folder of its own; `lines` reads what a hook wrote there. */
async function story({ hooks, replies, text = '해줘', settings = {}, options = {}, times = 1 }: Story) {
  await using server = await scriptedServer(replies, { otherwise: say('끝') })
  const [home, work] = [freshHome(), freshHome()]
  writeFileSync(join(home, 'config.json'), JSON.stringify({ hooks, limits: { askMs: 60 }, ...settings }))
  const assistant = await assistantAt(home, { model: server.openai, cwd: work })
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true, ...options })
  const events = []
  for (let at = 0; at < times; at++) events.push(...(await said(conversation, text, 'oneshot')))
  await conversation.close()
  await assistant.close()
  const lines = (name: string) =>
    existsSync(join(work, name))
      ? readFileSync(join(work, name), 'utf8')
          .trim()
          .split(/\n+/)
          .map((line) => JSON.parse(line))
      : []
  return { events, server, work, lines, id: conversation.id }
}

const answers = (answer: object | string) =>
  `printf '%s' '${typeof answer === 'string' ? answer : JSON.stringify(answer)}'`
const write = (path: string, content = 'x') => callTool('write_file', { path, content })
const before = (command: string): Hook => ({ on: 'before', tool: 'write_file', command })

test('a hook may allow, ask or refuse a call; what a rule forbids or asks stays so', async () => {
  const outcome = async (answer: object | string, settings = {}) => {
    const { events, work } = await story({ hooks: [before(answers(answer))], replies: [write('a')], settings })
    return [of(events, 'tool.asked').length, of(events, 'tool.ended')[0]!.outcome, existsSync(join(work, 'a'))]
  }
  const rules = (list: string) => ({ permissions: { [list]: ['write_file'] } })
  expect(await outcome({ decision: 'allow' })).toEqual([0, 'ok', true])
  expect(await outcome({ decision: 'deny', reason: '안 돼' })).toEqual([0, 'denied', false])
  expect(await outcome({ decision: 'ask' }, rules('allow'))).toEqual([1, 'denied', false])
  expect(await outcome({ decision: 'allow' }, rules('deny'))).toEqual([0, 'denied', false])
  expect(await outcome({ decision: 'allow' }, rules('ask'))).toEqual([1, 'denied', false])
  // What is no answer decides nothing; a hook may print what it likes.
  expect(await outcome('all is well')).toEqual([1, 'denied', false])
  expect(await outcome({ decision: 'yes' })).toEqual([1, 'denied', false])
  expect(await outcome('{"decision":')).toEqual([1, 'denied', false])
})

test('changed arguments are validated, judged by the rules and shown like those of the model', async () => {
  const run = (args: unknown, settings = {}) =>
    story({ hooks: [before(answers({ args, decision: 'allow' } as object))], replies: [write('a', 'old')], settings })
  const changed = await run({ path: 'b', content: 'new' })
  expect([readFileSync(join(changed.work, 'b'), 'utf8'), existsSync(join(changed.work, 'a'))]).toEqual(['new', false])
  expect(of(changed.events, 'notice.given').map(({ code, data }) => [code, data])).toEqual([
    ['hook-changed', { tool: 'write_file' }],
  ])
  const forbidden = await run({ path: 'b.env', content: 'new' }, { permissions: { deny: ['write_file(*.env)'] } })
  expect([of(forbidden.events, 'tool.ended')[0]!.outcome, existsSync(join(forbidden.work, 'b.env'))]).toEqual([
    'denied',
    false,
  ])
  const invalid = await run({ path: 3 })
  expect([of(invalid.events, 'tool.ended')[0]!.outcome, of(invalid.events, 'tool.started')]).toEqual(['error', []])
})

test('around a turn: start once, prompt and stop each time, a notification when somebody is asked', async () => {
  const keep = (name: string) => `cat >> ${name}; echo >> ${name}`
  const hooks: Hook[] = [
    { on: 'start', command: keep('start') },
    { on: 'prompt', command: keep('prompt') },
    { on: 'stop', command: keep('stop') },
    { on: 'notification', command: keep('notification') },
  ]
  const { lines, id, work } = await story({ hooks, replies: [write('a'), say('하나'), say('둘')], times: 2 })
  const told = (name: string) => lines(name).map(({ event, conversation, cwd }) => [event, conversation, cwd])
  expect([told('start'), told('prompt'), told('stop')]).toEqual([
    [['start', id, work]],
    [
      ['prompt', id, work],
      ['prompt', id, work],
    ],
    [
      ['stop', id, work],
      ['stop', id, work],
    ],
  ])
  expect(lines('prompt').map(({ text }) => text)).toEqual(['해줘', '해줘'])
  expect(lines('stop').map(({ outcome, text }) => [outcome, text])).toEqual([
    ['done', '하나'],
    ['done', '둘'],
  ])
  await expect.poll(() => lines('notification')).toMatchObject([{ kind: 'approval', tool: 'write_file' }])
})

test('a prompt may be refused with a reason, and then no model is asked', async () => {
  const { events, server } = await story({
    hooks: [{ on: 'prompt', command: 'echo 근무 시간이 아니에요 >&2; exit 2' }],
    replies: [],
  })
  expect(endingOf(events)).toMatchObject({
    type: 'turn.failed',
    failure: { code: 'bad-input', data: { sentence: '사용자의 훅이 막았어요: 근무 시간이 아니에요' } },
  })
  expect(server.requests).toEqual([])
})

test('what a hook adds is read by the model and marked as foreign, unless the hook says that it is the person’s own', async () => {
  const run = (own: boolean) =>
    story({
      hooks: [{ on: 'prompt', command: answers({ context: 'CI is red', own }) }],
      replies: [write('a')],
      settings: { permissions: { allow: ['write_file'] } },
    })
  const foreign = await run(false)
  expect(String(foreign.server.requests[0]!.body.messages.at(-1).content)).toMatch(
    /<file name="hook">\n<untrusted source="hook [^\n]*">\nCI is red\n<\/untrusted>\n[^\n]*\n<\/file>[\s\S]*\n해줘\n/,
  )
  // The rule that allows it does not hold after text from outside.
  expect([of(foreign.events, 'tool.asked').length, existsSync(join(foreign.work, 'a'))]).toEqual([1, false])
  const own = await run(true)
  expect(JSON.stringify(own.server.requests[0]!.body.messages)).toContain('CI is red')
  expect([of(own.events, 'tool.asked').length, existsSync(join(own.work, 'a'))]).toEqual([0, true])
})

test('after text from outside a hook that allows lifts no question either', async () => {
  const { events } = await story({
    hooks: [{ on: 'prompt', command: answers({ context: 'x' }) }, before(answers({ decision: 'allow' }))],
    replies: [write('a')],
  })
  expect(of(events, 'tool.asked').length).toBe(1)
})

test('a hook that is late, breaks or floods is a warning, and the turn goes on', async () => {
  const hooks: Hook[] = [
    { on: 'prompt', command: 'sleep 60', timeoutMs: 50 },
    { on: 'prompt', command: 'exit 7' },
    { on: 'prompt', command: `printf '{"context":"'; yes | head -c 3000000` },
    { on: 'stop', command: 'exit 7' },
  ]
  const { events } = await story({ hooks, replies: [say('그래도')] })
  expect(endingOf(events)).toMatchObject({ type: 'turn.done', text: '그래도' })
  expect(of(events, 'notice.given').map(({ data }) => String(data.why).slice(0, 6))).toEqual([
    '50 ms.',
    'exit 7',
    'JSON? ',
    'exit 7',
  ])
})

test('without a model the question is answered, not what a hook added', async () => {
  const home = freshHome()
  mkdirSync(home, { recursive: true })
  const hooks = [{ on: 'prompt', command: answers({ context: 'CI is red', own: true }) }]
  writeFileSync(join(home, 'config.json'), JSON.stringify({ hooks }))
  const assistant = await assistantAt(home)
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true })
  const events = await said(conversation, '6*7은?', 'oneshot')
  await conversation.close()
  await assistant.close()
  expect(endingOf(events)).toMatchObject({ type: 'turn.done', text: expect.stringContaining('42') })
})
