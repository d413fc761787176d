import { listenRate, type Sound, SpeechError, type SpeechFault, type TextToSpeech } from '../../protocol/speech.ts'
import { NetworkError, readText, request } from '../../std/net/http.ts'

/** The service's protocol: OpenAI's, which many others understand, or ElevenLabs'. */
export type SpeechWire = 'openai' | 'elevenlabs'

/** A model for speech at a service. */
export interface SpeechService {
  wire: SpeechWire
  baseUrl: string
  key: string | undefined
  model: string
  /** The speaker; of a speech synthesiser only. */
  voice?: string | undefined
  /** Told what was used after each answer: seconds that were heard, or characters that were said. */
  used(amount: number): void
}

/** An utterance (16 kHz) as text. Throws a `SpeechError`. */
export type Transcribe = (samples: Int16Array, language: string, signal: AbortSignal) => Promise<string>

/** An utterance that was not read, or a sentence not spoken, after this long will not be, in milliseconds. */
const answerMs = 15_000
/** Largest answers: a transcript, and three minutes of sound at 24 kHz. */
const limits = { text: 1 << 20, sound: 3 * 60 * 48_000 }
/** Sample rates of the raw sound OpenAI and ElevenLabs deliver. */
const rates = { openai: 24_000, elevenlabs: 22_050 } as const
/** Between the parts of a form; no text in it is the person's. */
const boundary = 'assistant-utterance-2b1d'

/** The ears of a service. */
export function remoteEars(service: SpeechService): Transcribe {
  const { wire, model, used } = service
  const [path, field] = wire === 'openai' ? ['/audio/transcriptions', 'model'] : ['/v1/speech-to-text', 'model_id']
  const spoken = wire === 'openai' ? 'language' : 'language_code'
  return async (samples, language, signal) => {
    const body = formBody(
      { [field]: model, [spoken]: language, ...(wire === 'openai' ? { response_format: 'json' } : {}) },
      samples,
    )
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await postToService(service, path, type, body, 'ears', signal)
    const text = textIn(await readText(answer, limits.text))
    if (text === undefined) throw new SpeechError('ears-away', 'no text in the answer')
    used(samples.length / listenRate)
    return text
  }
}

function textIn(json: string): string | undefined {
  try {
    const { text } = Object(JSON.parse(json))
    return typeof text === 'string' ? text.trim() : undefined
  } catch {
    return undefined
  }
}

/** The voice of a service. A sentence is whole when it is played: it is short, and made while the one before sounds. */
export function remoteVoice(service: SpeechService): TextToSpeech {
  const { wire, model, voice, used } = service
  return async (text, signal, pace) => {
    const said =
      wire === 'openai'
        ? { model, voice: voice ?? 'alloy', input: text, response_format: 'pcm', speed: pace }
        : { model_id: model, text, voice_settings: { speed: Math.min(1.2, Math.max(0.7, pace)) } }
    const path =
      wire === 'openai'
        ? '/audio/speech'
        : `/v1/text-to-speech/${encodeURIComponent(voice ?? '')}/stream?output_format=pcm_${rates.elevenlabs}`
    const type = { 'content-type': 'application/json' }
    const parts = await postToService(service, path, type, JSON.stringify(said), 'voice', signal)
    const samples = await collectSamples(parts)
    used([...text].length)
    return { samples, rate: rates[wire] }
  }
}

async function collectSamples(parts: AsyncIterable<Uint8Array>): Promise<Sound['samples']> {
  const bytes: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    bytes.push(part)
    length += part.length
    if (length >= limits.sound) break
  }
  const all = new Uint8Array(Buffer.concat(bytes))
  return new Int16Array(all.buffer, 0, all.length >> 1)
}

/**
 * One request; the body of an answer that is none is dropped. Throws `SpeechError`: no key that counts, or nobody
 * there.
 */
async function postToService(
  { wire, baseUrl, key }: SpeechService,
  path: string,
  type: Record<string, string>,
  body: string | Uint8Array,
  part: 'ears' | 'voice',
  signal: AbortSignal,
): Promise<AsyncIterableIterator<Uint8Array>> {
  const who = key === undefined ? {} : wire === 'openai' ? { authorization: `Bearer ${key}` } : { 'xi-api-key': key }
  const until = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`
  try {
    const response = await request(url, { method: 'POST', headers: { ...type, ...who }, body, signal: until })
    if (response.status === 200) return response.body
    const why = await readText(response.body, 500)
    const fault: SpeechFault = response.status === 401 || response.status === 403 ? `${part}-key` : `${part}-away`
    throw new SpeechError(fault, `status ${response.status}: ${why}`)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof NetworkError || until.aborted) throw new SpeechError(`${part}-away`, String(error))
    throw error
  }
}

function formBody(fields: Record<string, string>, samples: Int16Array): Buffer {
  const head = (name: string, more = '') => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${head(name)}\r\n${value}\r\n`)
  const file = `${head('file', '; filename="utterance.wav"')}content-type: audio/wav\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + file), wavFile(samples), Buffer.from(end)])
}

/** 16-bit mono samples at 16 kHz as a WAV file. */
function wavFile(samples: Int16Array): Buffer {
  const head = Buffer.alloc(44)
  const size = samples.byteLength
  head.write('RIFF')
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(listenRate, 24)
  head.writeUInt32LE(listenRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, size)])
}
