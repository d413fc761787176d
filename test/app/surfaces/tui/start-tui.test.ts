import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../../../src/app/environment/load-config.ts'
import { startTui } from '../../../../src/app/surfaces/tui/start-tui.ts'
import type { VoicePrograms } from '../../../../src/app/surfaces/voice/voice-session.ts'
import { assistantAt, freshHome } from '../../../journeys/home.ts'

/** The chat over streams that stand for a terminal, and when its engine was asked for. */
async function chat(which: { kind: 'new' } | { kind: 'last' }) {
  const home = freshHome()
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
