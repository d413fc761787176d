import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../../../src/app/environment/load-config.ts'
import { startTui } from '../../../../src/app/surfaces/tui/start-tui.ts'
import type { VoicePrograms } from '../../../../src/app/surfaces/voice/voice-session.ts'
import { openConflicts } from '../../../../src/app/sync/sync-changes.ts'
import { openSync } from '../../../../src/app/sync/sync-session.ts'
import { writeConfiguration } from '../../../../src/sync/configuration.ts'
import { writeHeader } from '../../../../src/sync/header.ts'
import { folderStore } from '../../../../src/sync/stores/folder.ts'
import { assistantAt, freshHome } from '../../../journeys/home.ts'

/** The chat over streams that stand for a terminal, and when its engine was asked for. */
async function chat(which: { kind: 'new' } | { kind: 'last' }, home = freshHome()) {
  const assistant = await assistantAt(home)
  onTestFinished(() => assistant.close())
  const { environment } = assistant.parts
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 60, rows: 20 })
  let [shown, assembled] = ['', Number.POSITIVE_INFINITY]
  stdout.on('data', (bytes) => {
    shown += bytes
  })
  const began = performance.now()
  const reason = startTui(
    {
      environment,
      prepared: await loadConfig(environment),
      assistant: async () => {
        assembled = performance.now() - began
        return assistant
      },
      which,
      conversationOptions: { canAsk: true },
      voice: {} as VoicePrograms,
      version: '1.2.3',
    },
    {
      stdin: stdin as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
      colour: false,
      signal: new AbortController().signal,
    },
  )
  const shows = (text: string) => vi.waitFor(() => expect(shown).toContain(text), 10_000)
  return {
    type: (keys: string) => stdin.write(keys),
    shows,
    prompt: () => shows('›'),
    assembled: () => assembled,
    isAssembled: () => vi.waitFor(() => expect(assembled).toBeLessThan(Number.POSITIVE_INFINITY), 10_000),
    reason,
  }
}

test('the prompt stands before the engine is there, and the first key brings it', async () => {
  const screen = await chat({ kind: 'new' })
  await screen.prompt()
  expect(screen.assembled()).toBe(Number.POSITIVE_INFINITY)
  // That the terminal speaks the kitty protocol is no key.
  screen.type('\x1b[?1u')
  await new Promise((resolve) => setImmediate(resolve))
  expect(screen.assembled()).toBe(Number.POSITIVE_INFINITY)
  screen.type('17 곱하기 3은?\r')
  await screen.shows('51')
  screen.type('\x04')
  expect(await screen.reason).toBe('end-of-input')
})

test('nobody types: after a second the engine is there, for what rings and what turns left to do', async () => {
  const screen = await chat({ kind: 'new' })
  await screen.isAssembled()
  expect(screen.assembled()).toBeGreaterThanOrEqual(990)
  screen.type('\x04')
  expect(await screen.reason).toBe('end-of-input')
})

test('a conversation that is to be shown does not wait for a key', async () => {
  const screen = await chat({ kind: 'last' })
  await screen.prompt()
  await screen.isAssembled()
  screen.type('\x04')
  expect(await screen.reason).toBe('end-of-input')
})

test('who leaves at once waits for no engine', async () => {
  const screen = await chat({ kind: 'new' })
  await screen.prompt()
  screen.type('\x04')
  expect(await screen.reason).toBe('end-of-input')
  expect(screen.assembled()).toBe(Number.POSITIVE_INFINITY)
})

test('/sync tells how devices are in step, and settles what contradicts by a key for each', async () => {
  const home = freshHome()
  const store = join(home, 'store')
  mkdirSync(store)
  const { signal } = new AbortController()
  await writeHeader(folderStore(store), undefined, signal)
  const devices = await Promise.all(
    [home, join(home, 'other')].map(async (folder, i) => {
      const paths = { home: folder, config: '', secrets: '', state: join(folder, 'state'), cache: '', runtime: '' }
      const page = join(folder, 'memory', 'me.md')
      mkdirSync(join(folder, 'memory'), { recursive: true })
      await writeConfiguration(paths.state, { store, name: `기기${i}`, paused: i === 0, without: [] })
      const round = async () => {
        const session = await openSync(paths, () => 1)
        await session?.round(signal)
        await session?.close()
      }
      const conflicts = async () => {
        const session = await openSync(paths, () => 1)
        const all = session ? openConflicts(session) : []
        await session?.close()
        return all
      }
      const write = (...lines: string[]) => writeFileSync(page, lines.map((line) => `- ${line}\n`).join(''))
      return { round, conflicts, write, read: () => readFileSync(page, 'utf8').split('\n').filter(Boolean) }
    }),
  )
  const [a, b] = devices
  if (!a || !b) throw new Error('two devices')
  a.write('고양이', '커피', '부산')
  for (const { round } of [a, b]) await round()
  a.write('고양이 둘', '홍차', '서울')
  b.write('고양이 셋', '녹차', '대구')
  for (const { round } of [a, b, a]) await round()
  const before = a.read()
  const screen = await chat({ kind: 'new' }, home)
  await screen.prompt()
  screen.type('/sync\r')
  await screen.shows('동기화: 기기0 · 기기1')
  await screen.shows('서로 다른 내용 1/3')
  const [first, second] = await a.conflicts()
  await screen.shows(`지금: ${first?.kept.slice(2)}`)
  screen.type('2\r')
  await screen.shows(`다른 쪽 것을 두었어요: ${first?.other.slice(2)}`)
  await screen.shows('서로 다른 내용 2/3')
  screen.type('1\r')
  await screen.shows(`지금 것을 두었어요: ${second?.kept.slice(2)}`)
  await screen.shows('서로 다른 내용 3/3')
  screen.type('3\r')
  await screen.shows('둘 다 두었어요')
  expect(a.read()).toEqual(before.filter((line) => line !== first?.kept && line !== second?.other))
  for (const { round } of [a, b]) await round()
  expect(b.read()).toEqual(a.read())
  // What was settled here is settled there: that both stay, too.
  expect(await b.conflicts()).toEqual([])
  screen.type('/sync\r')
  await screen.shows('서로 다른 내용이 없어요')
  screen.type('\x04')
  expect(await screen.reason).toBe('end-of-input')
})
