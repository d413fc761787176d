import { spawn } from 'node:child_process'
import { type Sound, SpeechError, type TextToSpeech } from '../protocol/speech.ts'
import type { ModelFiles } from './engine-messages.ts'
import { type EngineOptions, SupervisedEngine } from './engine-supervisor.ts'
import { type Env, firstOnPath } from './path.ts'

/** Time limit for the synthesis of one sentence, in milliseconds. */
const sentenceMs = 20_000

/** Sample rate of an empty sound. */
const silentRate = 22_050

/**
 * Text to speech by a model in a child process. When the process dies, the call rejects with a `SpeechError`; the
 * next call starts it again.
 */
export function modelVoice(options: EngineOptions, tts: ModelFiles): { speak: TextToSpeech; close(): void } {
  const open = new Map<number, PromiseWithResolvers<Sound>>()
  let next = 1
  let lost = false
  let ready = Promise.withResolvers<void>()
  const failAll = () => {
    for (const { reject } of open.values()) reject(new SpeechError('no-voice'))
    open.clear()
  }
  const engine = new SupervisedEngine(options, {
    load: { do: 'voice', tts },
    message(message) {
      if (message.type === 'ready') ready.resolve()
      if (message.type === 'sound') open.get(message.id)?.resolve({ samples: message.samples, rate: message.rate })
      // The text has no speakable characters (signs of another script): an empty sound is correct, not an error.
      if (message.type === 'unspeakable')
        open.get(message.id)?.resolve({ samples: new Int16Array(0), rate: silentRate })
    },
    fell() {
      failAll()
      ready = Promise.withResolvers()
    },
    lost() {
      lost = true
      failAll()
      ready.resolve()
    },
  })
  const speak: TextToSpeech = async (text, signal, pace) => {
    await ready.promise
    if (lost) throw new SpeechError('no-voice')
    const id = next++
    const answer = Promise.withResolvers<Sound>()
    open.set(id, answer)
    const giveUp = () => answer.reject(signal.reason)
    const timer = setTimeout(() => answer.reject(new SpeechError('no-voice', 'no answer')), sentenceMs)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      if (!engine.send({ do: 'speak', id, text, pace })) throw new SpeechError('no-voice')
      return await answer.promise
    } finally {
      open.delete(id)
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }
  return { speak: speak, close: () => engine.close() }
}

/** The name of the program that speaks without a model, where it is installed. */
export const espeakIn = (env: Env): Promise<string | undefined> => firstOnPath(['espeak-ng'], env)

/** The pace of unhurried speech by espeak-ng. */
const wordsPerMinute = 165

/**
 * espeak-ng as a voice: a process per sentence, about 10 ms each. `language` where the text does not tell by its
 * letters.
 */
export function espeakVoice(env: Env, language: 'ko' | 'en'): TextToSpeech {
  return (text, signal, pace) =>
    new Promise((resolve, reject) => {
      const voice = /[가-힣]/.test(text) ? 'ko' : /[a-z]/i.test(text) ? 'en' : language
      // The text goes by standard input: one that begins with a dash is no option.
      const child = spawn(
        'espeak-ng',
        ['-v', voice, '-s', String(Math.round(wordsPerMinute * pace)), '--stdin', '--stdout'],
        {
          env: env as NodeJS.ProcessEnv,
          signal,
          stdio: ['pipe', 'pipe', 'ignore'],
        },
      )
      const parts: Buffer[] = []
      child.on('error', (error) => reject(signal.aborted ? signal.reason : new SpeechError('no-voice', error.message)))
      child.stdout.on('data', (part: Buffer) => parts.push(part))
      child.stdin.on('error', () => {})
      child.on('close', (code) =>
        code === 0 ? resolve(readWave(Buffer.concat(parts))) : reject(new SpeechError('no-voice')),
      )
      child.stdin.end(text)
    })
}

/**
 * Samples of a WAV file with 16-bit mono (RIFF: chunks of name, size, content). A size beyond the end means "up to
 * the end".
 */
export function readWave(file: Buffer): Sound {
  let rate = 22_050
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    if (name === 'fmt ') rate = file.readUInt32LE(at + 12)
    if (name === 'data') {
      const end = Math.min(file.length, at + 8 + size)
      const bytes = new Uint8Array(file.subarray(at + 8, end - ((end - at) % 2)))
      return { samples: new Int16Array(bytes.buffer, 0, bytes.length >> 1), rate }
    }
    at += 8 + size + (size % 2)
  }
  throw new SpeechError('no-voice', 'not a WAV file')
}
