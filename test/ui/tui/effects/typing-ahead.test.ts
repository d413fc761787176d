import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation } from '../../../../src/protocol/index.ts'
import { TypingAhead } from '../../../../src/ui/tui/effects/typing-ahead.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A conversation that notes what it is to foresee, and what was taken back. */
function listening() {
  const heard: string[] = []
  const foresee: Conversation['foresee'] = async ({ text }, signal) => {
    heard.push(text)
    signal.addEventListener('abort', () => heard.push(`not ${text}`))
  }
  const ahead = new TypingAhead(async () => ({ foresee }) as Conversation)
  const type = async (text: string, restMs: number) => {
    ahead.typed(text)
    await vi.advanceTimersByTimeAsync(restMs)
  }
  return { heard, ahead, type }
}

test('words are handed on when the keys rest, and taken back when somebody goes on', async () => {
  const { heard, type } = listening()
  await type('대한민국의', 100)
  await type('대한민국의 수도는', 400)
  await type('대한민국의 수도는 어디야', 400)
  expect(heard).toEqual(['대한민국의 수도는', 'not 대한민국의 수도는', '대한민국의 수도는 어디야'])
})

test('what was sent goes on; leaving ends it', async () => {
  const { heard, ahead, type } = listening()
  await type('대한민국의 수도는 어디야', 400)
  await type('', 400)
  expect(heard).toHaveLength(1)
  ahead.close()
  expect(heard.at(-1)).toBe('not 대한민국의 수도는 어디야')
})

test('commands, shell lines, files and a few letters are handed on to nobody', async () => {
  const { heard, type } = listening()
  for (const text of ['/model local', '!ls -la /tmp', '이 파일 봐 줘 @lease.pdf', '안녕']) await type(text, 500)
  expect(heard).toEqual([])
})
