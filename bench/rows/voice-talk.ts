import { execFileSync } from 'node:child_process'
import { renderEarcon } from '../../src/audio/earcons.ts'
import { espeakVoice, readWave } from '../../src/audio/speech-synthesis.ts'
import { openVoice } from '../../src/core/voice/loop.ts'
import { voiceDefaults } from '../../src/core/voice/state.ts'
import type { RecognizedSpeech, SpeechInput } from '../../src/protocol/speech.ts'
import { listenRate } from '../../src/protocol/speech.ts'
import { rig } from '../../test/core/rig.ts'
import { answers } from '../../test/ui/voice/dialogue.ts'

/** Some requests, each with a pause behind it, as 16-bit samples at 16 kHz, said by espeak-ng. */
export function talkOf(): Buffer[] {
  return ['비서야', '오늘 날씨 알려줘', '지금 몇 시야', '음악 틀어줘'].map((text) => {
    const { samples, rate } = readWave(execFileSync('espeak-ng', ['-v', 'ko', '--stdout', text]))
    const length = Math.floor((samples.length * listenRate) / rate) + listenRate
    return Buffer.from(Int16Array.from({ length }, (_, i) => samples[Math.floor((i * rate) / listenRate)] ?? 0).buffer)
  })
}

/** Ears that hear one request after the other, the next as soon as the one before was answered. */
function busyEars(next: () => Promise<string | undefined>): SpeechInput {
  let final = Promise.withResolvers<void>()
  return {
    finish: () => final.resolve(),
    drop() {},
    begin() {},
    close() {},
    async *hear(): AsyncGenerator<RecognizedSpeech> {
      for (let text = await next(); text !== undefined; text = await next()) {
        final = Promise.withResolvers()
        yield { type: 'voice.started' }
        yield { type: 'partial', text }
        yield { type: 'voice.ended', silentMs: 2_000 }
        await final.promise
        yield { type: 'final', text }
      }
    },
  }
}

/**
 * So many spoken turns (six a minute are an hour's talk for 360) over the real machine, loop, journal and espeak-ng,
 * with ears that hear at once and a loudspeaker that takes no time. MB that the process has grown by since the first
 * tenth of them.
 */
export async function turnsMemory(turns: number): Promise<{ grown: number; turns: number }> {
  const conversation = await (await rig(answers(() => '서울은 맑고 부산은 흐려요. 제주는 비가 와요.'))).open('voice')
  const abort = new AbortController()
  let [early, done] = [0, 0]
  let over = Promise.withResolvers<void>()
  over.resolve()
  const next = async () => {
    await over.promise
    over = Promise.withResolvers()
    if (done === Math.ceil(turns / 10)) early = resident()
    return done++ < turns ? `${done}쪽 번역해줘` : undefined
  }
  const loop = openVoice(
    {
      conversation,
      ears: busyEars(next),
      player: {
        async play(_, started) {
          started()
        },
        stop() {},
        pause() {},
        resume() {},
        async close() {},
      },
      speak: espeakVoice(process.env, 'ko'),
      earcon: (name) => renderEarcon(name),
      settings: { ...voiceDefaults, language: 'ko', agents: [{ name: '비서', workspace: 'home', wakeWord: '비서야' }] },
      agent: '비서',
      chooseAgent: async () => {},
      now: () => performance.now(),
      wall: Date.now,
      changed(_, commands) {
        // The answer was said, and the person's turn has come again.
        if (commands.some((one) => one.do === 'moved' && one.from === 'speaking' && one.to === 'listening'))
          over.resolve()
      },
    },
    abort.signal,
  )
  loop.give({ in: 'key' })
  await over.promise.then(() => untilAll(() => done > turns))
  const grown = resident() - early
  abort.abort()
  await loop.done.catch(() => {})
  await conversation.close()
  return { grown, turns }
}

const untilAll = async (is: () => boolean) => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Resident memory of this process in MB, after a collection where Node allows one. */
function resident(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}
