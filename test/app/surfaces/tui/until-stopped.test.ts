import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { untilStopped } from '../../../../src/app/surfaces/tui/until-stopped.ts'

type Person = Parameters<typeof untilStopped>[0]

const told: string[] = []
const person: Person = {
  tell: (text: string) => void told.push(text),
  progress: (line?: string) => void told.push(line ?? '-'),
}

test('what comes ends when the person stops it, is told, and is no fault; leaving is not told', async () => {
  const comes = (shown: Person, signal: AbortSignal) => {
    shown.progress('20 %')
    return pause(600_000, true, { signal })
  }
  const [leaving, stop] = [new AbortController(), new AbortController()]
  const stopped = untilStopped(person, { leaving: leaving.signal, stop: stop.signal }, 'en', comes)
  stop.abort()
  expect([await stopped, told.splice(0)]).toEqual([
    false,
    ['20 %', '-', 'Stopped. What was coming goes on from there next time.'],
  ])
  const left = untilStopped(person, { leaving: leaving.signal, stop: new AbortController().signal }, 'en', comes)
  leaving.abort()
  await expect(left).rejects.toThrow()
  expect(told).toEqual(['20 %'])
})
