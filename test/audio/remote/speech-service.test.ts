// Services for speech on this machine, which refuse what the real ones would: OpenAI's audio API and ElevenLabs'.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { earsElsewhere, voiceElsewhere } from '../../../src/app/surfaces/voice/remote-speech.ts'
import { remoteEars, remoteVoice, type SpeechService } from '../../../src/audio/remote/speech-service.ts'
import { openSpeechInput } from '../../../src/audio/speech-input.ts'
import { readWave } from '../../../src/audio/speech-synthesis.ts'
import { loadSettings } from '../../../src/config/settings.ts'
import type { Microphone, RecognizedSpeech } from '../../../src/protocol/speech.ts'
import { abortable } from '../../../src/std/abort.ts'
import { listening } from '../../fakes/listen.ts'
import { programs, testModels } from '../rig.ts'

const hum = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(9_000 * Math.sin(i / 20)))

/** The fields of a form with one file, as strict as RFC 7578 wants them. */
function fieldsOf(type: string, body: Buffer): Record<string, Buffer> {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1] ?? ''
  const parts = body.toString('latin1').split(`--${boundary}`)
  if (parts.at(0) !== '' || parts.at(-1) !== '--\r\n') throw new Error('no form')
  return Object.fromEntries(
    parts.slice(1, -1).map((part) => {
      const [, name = '', , content = ''] =
        /^\r\ncontent-disposition: form-data; name="(\w+)"(; filename="[^"]+"\r\ncontent-type: audio\/wav)?\r\n\r\n([\s\S]*)\r\n$/.exec(
          part,
        ) ?? []
      if (name === '') throw new Error(`no field: ${part.slice(0, 80)}`)
      return [name, Buffer.from(content, 'latin1')]
    }),
  )
}

/** The fake; `heard` is what its ears say of a sound. */
async function services(heard: (seconds: number) => [status: number, body: string]) {
  const asked: Record<string, unknown>[] = []
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
    const { authorization, 'xi-api-key': xi, 'content-type': type = '' } = request.headers
    if (authorization !== 'Bearer right' && xi !== 'right')
      return response.writeHead(401).end('{"error":{"message":"bad key"}}')
    if (['/v1/audio/transcriptions', '/v1/speech-to-text'].includes(pathname)) {
      const { file = Buffer.alloc(0), ...fields } = fieldsOf(type, body)
      const { samples, rate } = readWave(file)
      asked.push({
        pathname,
        rate,
        ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])),
      })
      const [status, text] = heard(samples.length / rate)
      return response.writeHead(status).end(text)
    }
    if (type !== 'application/json') return response.writeHead(415).end()
    asked.push({ pathname, format: searchParams.get('output_format'), ...JSON.parse(String(body)) })
    // Odd pieces: half a sample at a time.
    response.writeHead(200)
    for (const byte of [1, 2, 3, 4, 5]) response.write(Buffer.from([byte]))
    return response.end()
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part)).on('end', () => answer(request, Buffer.concat(parts), response))
  })
  const { port, ...rest } = await listening(server)
  const used: number[] = []
  const at = (wire: SpeechService['wire'], key = 'right'): SpeechService => ({
    wire,
    baseUrl: `http://127.0.0.1:${port}${wire === 'openai' ? '/v1' : ''}`,
    key,
    model: 'm',
    voice: 'v',
    used: (amount) => used.push(amount),
  })
  return { asked, at, used, port, ...rest }
}

const now = AbortSignal.timeout(20_000)

test('OpenAI and ElevenLabs hear a WAV file in a form, and speak raw samples; what was used is counted', async () => {
  await using fake = await services((seconds) => [200, JSON.stringify({ text: ` ${seconds}초 동안 흠 ` })])
  expect(await remoteEars(fake.at('openai'))(hum, 'ko', now)).toBe('1초 동안 흠')
  expect(await remoteEars(fake.at('elevenlabs'))(hum, 'en', now)).toBe('1초 동안 흠')
  const spoken = await remoteVoice(fake.at('openai'))('안녕', now, 0.87)
  expect([[...spoken.samples], spoken.rate]).toEqual([[0x0201, 0x0403], 24_000])
  expect((await remoteVoice(fake.at('elevenlabs'))('안녕', now, 1.75)).rate).toBe(22_050)
  expect(fake.asked).toEqual([
    { pathname: '/v1/audio/transcriptions', rate: 16_000, model: 'm', language: 'ko', response_format: 'json' },
    { pathname: '/v1/speech-to-text', rate: 16_000, model_id: 'm', language_code: 'en' },
    {
      pathname: '/v1/audio/speech',
      format: null,
      model: 'm',
      voice: 'v',
      input: '안녕',
      response_format: 'pcm',
      speed: 0.87,
    },
    {
      pathname: '/v1/text-to-speech/v/stream',
      format: 'pcm_22050',
      model_id: 'm',
      text: '안녕',
      voice_settings: { speed: 1.2 },
    },
  ])
  expect(fake.used).toEqual([1, 1, 2, 2])
})

test.each([
  ['a wrong key', 'wrong', [200, '{"text":"x"}'], 'ears-key'],
  ['a server in trouble', 'right', [500, 'oops'], 'ears-away'],
  ['an answer that is none', 'right', [200, 'null'], 'ears-away'],
  ['an answer cut short', 'right', [200, '{"text":'], 'ears-away'],
] as const)('%s is a fault with a sentence, and costs nothing', async (_, key, answer, fault) => {
  await using fake = await services(() => [...answer])
  await expect(remoteEars(fake.at('openai', key))(hum, 'ko', now)).rejects.toMatchObject({ fault })
  expect(fake.used).toEqual([])
})

test('a mistyped service is asked nothing, nor is one without its key; prices that are known are added up', async () => {
  await using fake = await services(() => [200, '{"text":"네"}'])
  const env = {
    OPENAI_BASE_URL: `http://127.0.0.1:${fake.port}/v1`,
    ELEVENLABS_BASE_URL: `http://127.0.0.1:${fake.port}`,
    ASSISTANT_COMPATIBLE_URL: `http://127.0.0.1:${fake.port}/v1`,
    ASSISTANT_HOME: '/nonexistent/home',
  }
  const { settings } = await loadSettings({ env, cwd: '/', userHome: '/nonexistent', now: new Date() })
  const secrets = (keys: Record<string, string>) => ({
    get: (name: string) => keys[name] && { value: keys[name], where: '' },
  })
  const used = { seconds: 0, letters: 0, usd: 0, unpriced: false }
  const given = (keys: Record<string, string>) => ({ settings, secrets: secrets(keys) as never, used })
  const all = { OPENAI_API_KEY: 'right', ELEVENLABS_API_KEY: 'right' }
  for (const name of ['opnai/whisper-1', 'OpenAI/whisper-1', '@mine/whisper-1', 'ollama/whisper', '/', 'openai/'])
    for (const open of [earsElsewhere, voiceElsewhere])
      expect(() => open(given(all), name), name).toThrow(expect.objectContaining({ fault: 'no-such-model' }))
  for (const name of ['openai/whisper-1', 'elevenlabs/scribe_v2'])
    expect(() => earsElsewhere(given({}), name)).toThrow(expect.objectContaining({ fault: 'ears-key' }))
  expect(() => voiceElsewhere(given({}), 'openai/tts-1')).toThrow(expect.objectContaining({ fault: 'voice-key' }))
  // A server of one's own wants none.
  expect(() => earsElsewhere(given({}), 'compatible/whisper-base')).not.toThrow()
  expect(fake.asked).toEqual([])
  expect(await earsElsewhere(given(all), 'openai/whisper-1')(hum, 'ko', now)).toBe('네')
  await voiceElsewhere(given(all), 'openai/tts-1:nova')('안녕하세요', now, 1)
  expect([used.seconds, used.letters, used.usd, used.unpriced]).toEqual([1, 5, 0.0001 + 0.000075, false])
  await voiceElsewhere(given(all), 'elevenlabs/eleven_flash_v2_5:abc')('안녕', now, 1)
  expect(used.unpriced).toBe(true)
})

test('an utterance that a service reads: its words are final; where it fails it is told once, until it answers again', async () => {
  const answers: [number, string][] = [
    [200, '{"text":"오늘 날씨"}'],
    [503, ''],
    [503, ''],
    [200, '{"text":"내일"}'],
    [503, ''],
  ]
  await using fake = await services(() => answers.shift() ?? [500, ''])
  const over = new AbortController()
  let frames = 0
  const microphone: Microphone = async function* (signal) {
    while (!signal.aborted) {
      yield hum.subarray(0, 320)
      frames++
      await abortable(new Promise((done) => setTimeout(done, 5)), signal).catch(() => {})
    }
  }
  const transcribe = remoteEars(fake.at('openai'))
  const ears = openSpeechInput({
    microphone,
    program: programs.engine,
    node: process.execPath,
    env: process.env,
    now: () => performance.now(),
    transcribe: (samples, signal) => transcribe(samples, 'ko', signal),
    models: { vad: testModels.vad },
  })
  const heard: RecognizedSpeech[] = []
  const done = (async () => {
    for await (const one of ears.hear(over.signal)) if (one.type === 'final' || one.type === 'trouble') heard.push(one)
  })()
  await expect.poll(() => ears.ready(), { timeout: 30_000 }).toBe(true)
  for (let count = 1; count <= 5; count++) {
    ears.begin()
    const from = frames
    await expect.poll(() => frames).toBeGreaterThan(from + 10)
    ears.finish()
    await expect.poll(() => heard.filter(({ type }) => type === 'final'), { timeout: 20_000 }).toHaveLength(count)
  }
  // What nobody was called for is not sent.
  ears.begin()
  const from = frames
  await expect.poll(() => frames).toBeGreaterThan(from + 10)
  ears.finish(true)
  await expect.poll(() => heard.filter(({ type }) => type === 'final'), { timeout: 20_000 }).toHaveLength(6)
  expect(fake.asked).toHaveLength(5)
  over.abort()
  await done
  const away = { type: 'trouble', why: 'ears-away' }
  const words = (text: string) => ({ type: 'final', text })
  expect(heard).toEqual([words('오늘 날씨'), away, words(''), words(''), words('내일'), away, words(''), words('')])
})
