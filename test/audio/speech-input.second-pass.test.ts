import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSpeechInput, type SpeechInputOptions } from '../../src/audio/speech-input.ts'
import { frameSamples, type Microphone, type RecognizedSpeech } from '../../src/protocol/speech.ts'
import { requires } from '../parts.ts'
import { entry } from './entry.ts'
import { says } from './person.ts'
import { programs, testModels } from './rig.ts'

/**
 * Somebody who says the same again and again; `finish` is asked for whenever they pause. The accurate recogniser
 * knows but one word: 네.
 */
function listening(more: Partial<SpeechInputOptions>) {
  const abort = new AbortController()
  const [words, pause] = [says('오늘 날씨 알려줘'), new Int16Array(frameSamples)]
  const microphone: Microphone = async function* (signal) {
    while (!signal.aborted) {
      for (let at = 0; at + frameSamples <= words.length; at += frameSamples) {
        yield words.slice(at, at + frameSamples)
        await sleep(4)
      }
      for (let i = 0; i < 40; i++) {
        yield pause
        await sleep(4)
      }
    }
  }
  const options = { program: programs.engine, node: process.execPath, env: process.env, now: () => performance.now() }
  const models = { vad: testModels.vad, stt: testModels.stt }
  const ears = openSpeechInput({ ...options, models, microphone, second: entry('moonshine-tiny-ko', 'ko'), ...more })
  const heard: RecognizedSpeech[] = []
  const done = (async () => {
    for await (const one of ears.hear(abort.signal)) {
      heard.push(one)
      if (one.type === 'voice.ended') ears.finish()
    }
  })()
  onTestFinished(async () => {
    abort.abort()
    await done
  })
  const texts = (type: 'partial' | 'final') => heard.flatMap((one) => (one.type === type ? [one.text] : []))
  const next = async (type: 'partial' | 'final') => {
    const before = texts(type).length
    await expect.poll(() => texts(type).length, { timeout: 30_000 }).toBeGreaterThan(before + 1)
    return texts(type).at(-1)
  }
  return { ears, heard, next, finals: () => texts('final'), partials: () => texts('partial') }
}

requires('espeak-ng')('a streaming recogniser and an accurate one', () => {
  test('the one follows what is said, the other writes the final text; killed, each comes back by itself', async () => {
    const { ears, heard, finals, partials, next } = listening({ secondMs: 20_000 })
    await expect.poll(() => finals().at(-1), { timeout: 30_000 }).toBe('네')
    await expect.poll(() => heard, { timeout: 30_000 }).toContainEqual({ type: 'read', text: '네' })
    await expect.poll(() => partials().some((text) => text.includes('날씨')), { timeout: 30_000 }).toBe(true)
    const [first, second] = [ears.pid(), ears.secondPid()]
    expect(first).not.toBe(second)
    process.kill(second ?? 0, 'SIGKILL')
    await expect.poll(() => ears.secondPid(), { timeout: 30_000 }).not.toBe(second)
    await next('final')
    await expect.poll(() => finals().at(-1), { timeout: 30_000 }).toBe('네')
    expect(ears.pid()).toBe(first)
    const now = ears.secondPid()
    process.kill(first ?? 0, 'SIGKILL')
    await next('partial')
    await expect.poll(() => finals().at(-1), { timeout: 30_000 }).toBe('네')
    expect([ears.pid() === first, ears.secondPid()]).toEqual([false, now])
  })

  test('where the accurate text is late, the other one is taken at once, and nobody is told of a fault', async () => {
    const { ears, next, heard, finals } = listening({ secondMs: 1_000 })
    await expect.poll(() => finals().at(-1), { timeout: 30_000 }).toBe('네')
    // Stopped it answers nothing, until it is taken for dead after 4 s.
    process.kill(ears.secondPid() ?? 0, 'SIGSTOP')
    expect(await next('final')).not.toBe('네')
    expect(heard.filter(({ type }) => type === 'trouble' || type === 'lost')).toEqual([])
  })

  test('an accurate recogniser that cannot be loaded is told of once, and every utterance has its text', async () => {
    const { finals, heard } = listening({
      second: { ...entry('moonshine-tiny-ko', 'ko'), config: { tokens: '/nowhere' } },
    })
    await expect.poll(() => heard.filter(({ type }) => type === 'trouble'), { timeout: 30_000 }).toHaveLength(1)
    const before = finals().length
    await expect.poll(() => finals().length, { timeout: 30_000 }).toBeGreaterThan(before + 1)
    expect(heard.filter(({ type }) => type === 'trouble')).toEqual([{ type: 'trouble', why: 'reader-died' }])
    expect(finals().filter((text) => text.includes('날씨')).length).toBeGreaterThan(0)
  })
})
