import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rewindEngine } from '../../src/app/surfaces/tui/rewind.ts'
import type { Conversation } from '../../src/protocol/index.ts'
import { bareEnv, end, start } from '../cli/assistant.ts'
import { callTool, modelServer, say } from '../fakes/model-server.ts'
import { assistantAt, freshHome, said } from './home.ts'

/** A conversation in a working folder whose edits run unasked, and what `/rewind` does with it. */
async function chat(...script: Parameters<typeof modelServer>) {
  const server = await modelServer(...script)
  const home = freshHome()
  const work = join(home, 'work')
  mkdirSync(work)
  const assistant = await assistantAt(join(home, 'own'), { model: server.openai, cwd: work })
  const opened = (which: Parameters<typeof assistant.open>[0]) => assistant.open(which, { canAsk: false })
  const conversation = await opened({ kind: 'new' })
  await conversation.append({ type: 'conversation.tuned', mode: 'accept' })
  return { server, work, assistant, conversation, opened, rewind: rewindEngine(assistant, opened) }
}
const messagesOf = async (conversation: Conversation, server: Awaited<ReturnType<typeof modelServer>>) => {
  await said(conversation, '뭐라고 했지?')
  const { messages } = server.requests.at(-1)!.body
  return messages.flatMap(({ role, content }: { role: string; content: unknown }) =>
    role === 'user'
      ? [
          String(content)
            .replace(/<context[\s\S]*?<\/context>\s*/, '')
            .split('\n')[0],
        ]
      : [],
  )
}

test('the conversation goes on from before the words, its files with it, and the undo leads back to both', async () => {
  const write = (content: string) => callTool('write_file', { path: 'a.txt', content })
  const { server, work, conversation, rewind, assistant } = await chat(
    ...[write('하나\n'), say('1'), write('하나\n둘\n'), say('2'), say('3'), say('4')],
  )
  for (const text of ['첫 번째', '두 번째']) await said(conversation, text)
  const points = await rewind.points(conversation)
  expect(points.map(({ text, files }) => [text, files])).toEqual([
    ['두 번째', 1],
    ['첫 번째', 1],
  ])
  const plan = await rewind.plan(conversation, points[0]!.message)
  expect(plan.map(({ path, lines, isEdited }) => [path, lines, isEdited])).toEqual([
    [join(work, 'a.txt'), { removed: 1, added: 0 }, false],
  ])
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('하나\n둘\n')
  const { next } = await rewind.apply(conversation, points[0]!.message, { talk: true, files: true, edited: false })
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('하나\n')
  expect(await messagesOf(next!, server)).toEqual(['첫 번째', '뭐라고 했지?'])
  expect(await rewind.planUndo(next!)).toHaveLength(1)
  const { next: back } = await rewind.undo(next!, false)
  expect([back!.id, readFileSync(join(work, 'a.txt'), 'utf8')]).toEqual([conversation.id, '하나\n둘\n'])
  expect(await messagesOf(back!, server)).toEqual(['첫 번째', '두 번째', '뭐라고 했지?'])
  await assistant.close()
  await server[Symbol.asyncDispose]()
})

test('back to before the first words is an empty conversation; files alone leave it as it is', async () => {
  const { server, work, conversation, rewind, assistant } = await chat(
    ...[callTool('write_file', { path: 'new/b.txt', content: 'x' }), say('1'), say('2')],
  )
  writeFileSync(join(work, '내 것.txt'), '그대로')
  await said(conversation, '첫 번째')
  const [first] = await rewind.points(conversation)
  expect(
    (await rewind.apply(conversation, first!.message, { talk: false, files: true, edited: false })).next,
  ).toBeUndefined()
  expect([existsSync(join(work, 'new')), readFileSync(join(work, '내 것.txt'), 'utf8')]).toEqual([false, '그대로'])
  const { next } = await rewind.apply(conversation, first!.message, { talk: true, files: false, edited: false })
  expect(await messagesOf(next!, server)).toEqual(['뭐라고 했지?'])
  await assistant.close()
  await server[Symbol.asyncDispose]()
})

test('a conversation that leaves nothing on disk leaves no checkpoints either', async () => {
  await using server = await modelServer(callTool('write_file', { path: 'a.txt', content: 'x' }), say('1'))
  const home = freshHome()
  const assistant = await assistantAt(join(home, 'own'), { model: server.openai, cwd: home })
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: false, ephemeral: true })
  await conversation.append({ type: 'conversation.tuned', mode: 'accept' })
  await said(conversation, '써줘')
  expect([existsSync(join(home, 'a.txt')), existsSync(join(home, 'own/checkpoints'))]).toEqual([true, false])
  await assistant.close()
})

test('from the command line nothing is done that was not asked for; talk and files go back, and the undo brings both again', async () => {
  const write = (content: string) => callTool('write_file', { path: 'a.txt', content })
  await using server = await modelServer(write('하나\n'), say('1'), write('하나\n둘\n'), say('2'))
  const home = freshHome()
  const work = join(home, 'work')
  mkdirSync(work)
  const env = bareEnv(join(home, 'own'), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai })
  const run = async (...args: string[]) => {
    const { code, out, err } = await end(start(args, env, undefined, work))
    expect([code, err.includes('    at ')]).toEqual([0, false])
    return out.trim()
  }
  await run('-q', '-m', 'm', '--allow', 'write_file(**)', '첫 번째')
  await run('-q', '-m', 'm', '--allow', 'write_file(**)', '-c', '두 번째')
  const [{ id }] = JSON.parse(await run('conversations', 'list', '--json')) as [{ id: string }]
  const file = join(work, 'a.txt')
  expect((await run('conversations', 'rewind', id)).split('\n').map((row) => row.trim())).toEqual([
    expect.stringMatching(/^번호/),
    expect.stringMatching(/^1 .*파일 1개.*두 번째$/),
    expect.stringMatching(/^2 .*파일 1개.*첫 번째$/),
  ])
  expect([await run('conversations', 'rewind', id, '--message', '1'), readFileSync(file, 'utf8')]).toEqual([
    `−1 +0 ${file}`,
    '하나\n둘\n',
  ])
  const next = await run('conversations', 'rewind', id, '--message', '1', '--talk', '--files')
  expect([next === id, readFileSync(file, 'utf8')]).toEqual([false, '하나\n'])
  expect(await run('conversations', 'show', next)).not.toContain('두 번째')
  expect([await run('conversations', 'rewind', next, '--undo'), readFileSync(file, 'utf8')]).toEqual([id, '하나\n둘\n'])
})
