// OpenAI's Realtime API on this machine, as strict as the real one where a client could do something wrong.
import { createServer, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { liveEarsElsewhere } from '../../../src/app/surfaces/voice/remote-speech.ts'
import { type LiveOptions, RealtimeEars } from '../../../src/audio/remote/live-ears.ts'
import { openSpeechInput } from '../../../src/audio/speech-input.ts'
import { loadSettings } from '../../../src/config/settings.ts'
import { type Microphone, type RecognizedSpeech, SpeechError } from '../../../src/protocol/speech.ts'
import { abortable } from '../../../src/std/abort.ts'
import { listening } from '../../fakes/listen.ts'
import { type Peer, webSockets } from '../../fakes/web-socket.ts'
import { programs, testModels } from '../rig.ts'

const hum = Int16Array.from({ length: 1_600 }, (_, i) => Math.round(9_000 * Math.sin(i / 20)))
const now = new AbortController().signal
const tenths = (count: number) => Array.from({ length: count }, () => hum)

interface Session {
  input?: { transcription: { model: string; language?: string; languages?: string[] } }
  samples: number
}

/**
 * The service. What it understands of a sound is how many tenths of a second it lasts; `committed` may do something
 * else.
 */
async function service() {
  const server = createServer((_, response) => response.writeHead(426).end())
  const sessions: Session[] = []
  const of = new Map<Peer, Session>()
  const fake = {
    sessions,
    refuses: false,
    committed: undefined as ((peer: Peer) => void) | undefined,
    /** Connections that are open. */
    peers: new Set<Peer>(),
    baseUrl: '',
  }
  const said = (peer: Peer, event: object) => peer.send(JSON.stringify(event))
  const accepts = ({ url, headers }: IncomingMessage) =>
    fake.refuses
      ? 503
      : url !== '/v1/realtime?intent=transcription'
        ? 404
        : headers.authorization === 'Bearer right'
          ? 101
          : 401
  fake.peers = webSockets(server, accepts, (peer, text) => {
    const { type, session: update, audio } = JSON.parse(text)
    const session = of.get(peer) ?? { samples: 0 }
    if (!of.has(peer)) sessions.push(session)
    of.set(peer, session)
    if (type === 'session.update') {
      const { format, turn_detection: turns } = update.audio.input
      if (update.type !== 'transcription' || format.rate !== 24_000 || turns !== null)
        throw new Error('no such session')
      session.input = update.audio.input
    } else if (!session.input) throw new Error('no session yet')
    if (type === 'input_audio_buffer.append') {
      session.samples += Buffer.from(audio, 'base64').length / 2
      said(peer, { type: 'conversation.item.input_audio_transcription.delta', delta: '삐' })
    }
    if (type === 'input_audio_buffer.clear') session.samples = 0
    if (type !== 'input_audio_buffer.commit') return
    const { samples } = session
    session.samples = 0
    if (fake.committed) return fake.committed(peer)
    if (samples < 2_400)
      return said(peer, { type: 'error', error: { code: 'input_audio_buffer_commit_empty', message: 'too small' } })
    said(peer, { type: 'input_audio_buffer.committed' })
    return said(peer, {
      type: 'conversation.item.input_audio_transcription.completed',
      transcript: ` ${samples / 2_400} `,
    })
  })
  const { port, ...rest } = await listening(server)
  onTestFinished(async () => {
    for (const peer of fake.peers) peer.cut()
    await rest[Symbol.asyncDispose]()
  })
  fake.baseUrl = `http://127.0.0.1:${port}/v1/`
  return fake
}

/** Ears at the service, with what they understood while somebody spoke and what they were used for. */
function earsAt(baseUrl: string, given: Partial<LiveOptions> = {}) {
  const partials: string[] = []
  const used: number[] = []
  const ears = new RealtimeEars({
    baseUrl,
    key: 'right',
    model: 'gpt-4o-mini-transcribe',
    language: 'ko',
    partial: (text) => partials.push(text),
    used: (seconds) => used.push(seconds),
    ...given,
  })
  onTestFinished(() => ears.close())
  const hear = (pieces: Int16Array[]) => {
    for (const [i, piece] of pieces.entries()) ears.hear(piece, i === 0)
  }
  return { ears, hear, partials, used }
}

test('an utterance is understood while it is spoken, and its words are told when it is over; a connection serves many', async () => {
  const fake = await service()
  const { ears, hear, partials, used } = earsAt(fake.baseUrl)
  hear(tenths(3))
  await expect.poll(() => partials).toEqual(['삐', '삐삐', '삐삐삐'])
  expect(await ears.finish(now)).toBe('3')
  hear(tenths(5))
  hear(tenths(2))
  expect(await ears.finish(now)).toBe('2')
  expect([fake.sessions.length, used]).toEqual([1, [0.3, 0.2]])
  expect(fake.sessions[0]?.input?.transcription).toEqual({ model: 'gpt-4o-mini-transcribe', language: 'ko' })
})

test('two utterances that end one soon after the other each get their own words', async () => {
  const fake = await service()
  const { ears, hear } = earsAt(fake.baseUrl, { model: 'gpt-live-transcribe' })
  hear(tenths(4))
  const first = ears.finish(now)
  await expect.poll(() => fake.sessions[0]?.samples).toBeDefined()
  hear(tenths(6))
  expect(await Promise.all([first, ears.finish(now)])).toEqual(['4', '6'])
  expect(fake.sessions[0]?.input?.transcription).toEqual({ model: 'gpt-live-transcribe', languages: ['ko'] })
})

test('a connection that ends between two utterances or within one is made anew, and nothing that was said is lost', async () => {
  const fake = await service()
  const { ears, hear } = earsAt(fake.baseUrl)
  hear(tenths(2))
  expect(await ears.finish(now)).toBe('2')
  for (const peer of fake.peers) peer.cut()
  await expect.poll(() => fake.peers.size).toBe(0)
  hear(tenths(3))
  await expect.poll(() => fake.sessions[1]?.samples).toBe(7_200)
  for (const peer of fake.peers) peer.cut()
  await expect.poll(() => fake.peers.size).toBe(0)
  ears.hear(hum, false)
  expect(await ears.finish(now)).toBe('4')
  // It ends when the words are due: all of it once more, and no third time.
  let cuts = 0
  fake.committed = (peer) => {
    if (++cuts === 1) fake.committed = undefined
    peer.cut()
  }
  hear(tenths(7))
  expect(await ears.finish(now)).toBe('7')
  fake.committed = (peer) => {
    cuts++
    peer.cut()
  }
  hear(tenths(2))
  await expect(ears.finish(now)).rejects.toMatchObject({ fault: 'ears-away' })
  expect(cuts).toBe(3)
  fake.committed = undefined
  hear(tenths(2))
  expect(await ears.finish(now)).toBe('2')
})

test('a service that is away, refuses the key or finds fault says so, and is asked again for the next utterance', async () => {
  const fake = await service()
  const { ears, hear, used } = earsAt(fake.baseUrl)
  fake.refuses = true
  hear(tenths(2))
  await expect(ears.finish(now)).rejects.toMatchObject({ fault: 'ears-away' })
  fake.refuses = false
  fake.committed = (peer) =>
    peer.send(JSON.stringify({ type: 'error', error: { code: 'invalid_api_key', message: 'no' } }))
  hear(tenths(2))
  await expect(ears.finish(now)).rejects.toMatchObject({ fault: 'ears-key' })
  fake.committed = (peer) => peer.send('{not json')
  hear(tenths(2))
  const over = new AbortController()
  const never = ears.finish(over.signal)
  over.abort(new Error('over'))
  await expect(never).rejects.toThrow('over')
  fake.committed = undefined
  hear(tenths(2))
  expect([await ears.finish(now), used]).toEqual(['2', [0.2]])
  const nobody = earsAt('http://127.0.0.1:1/v1')
  nobody.hear(tenths(2))
  await expect(nobody.ears.finish(now)).rejects.toBeInstanceOf(SpeechError)
})

test('the setting openai-realtime/… takes the key and address of OpenAI, and counts what it was used for', async () => {
  const fake = await service()
  const env = { OPENAI_BASE_URL: fake.baseUrl, ASSISTANT_HOME: '/nonexistent/home' }
  const { settings } = await loadSettings({ env, cwd: '/', userHome: '/nonexistent', now: new Date() })
  const used = { seconds: 0, letters: 0, usd: 0, unpriced: false }
  const open = (keys: Record<string, string>, name: string) =>
    liveEarsElsewhere(
      { settings, used, secrets: { get: (key: string) => keys[key] && { value: keys[key] } } as never },
      name,
      'ko',
    )
  expect(() => open({}, 'openai-realtime/gpt-4o-transcribe')).toThrow(expect.objectContaining({ fault: 'ears-key' }))
  expect(() => open({ OPENAI_API_KEY: 'right' }, 'openai-realtime/')).toThrow(
    expect.objectContaining({ fault: 'no-such-model' }),
  )
  const ears = open({ OPENAI_API_KEY: 'right' }, 'openai-realtime/gpt-4o-transcribe')(() => {})
  onTestFinished(() => ears.close())
  for (const [i, piece] of tenths(10).entries()) ears.hear(piece, i === 0)
  expect([await ears.finish(now), used.seconds, used.usd]).toEqual(['10', 1, 0.0001])
})

test('at the microphone: live text and words come from the service, nothing that was said before a call goes out', async () => {
  const fake = await service()
  const over = new AbortController()
  let frames = 0
  const microphone: Microphone = async function* (signal) {
    while (!signal.aborted) {
      yield hum.subarray(0, 320)
      frames++
      await abortable(new Promise((done) => setTimeout(done, 2)), signal).catch(() => {})
    }
  }
  const ears = openSpeechInput({
    microphone,
    program: programs.engine,
    node: process.execPath,
    env: process.env,
    now: () => performance.now(),
    live: (partial) =>
      new RealtimeEars({ baseUrl: fake.baseUrl, key: 'right', model: 'm', language: 'ko', partial, used() {} }),
    models: { vad: testModels.vad },
  })
  const heard: RecognizedSpeech[] = []
  const done = (async () => {
    for await (const one of ears.hear(over.signal)) heard.push(one)
  })()
  const finals = () => heard.filter(({ type }) => type === 'final')
  const listen = async (count: number) => {
    const from = frames
    await expect.poll(() => frames, { timeout: 20_000 }).toBeGreaterThan(from + count)
  }
  await expect.poll(() => ears.ready(), { timeout: 30_000 }).toBe(true)
  // Nobody was called: the utterance stays here.
  ears.begin()
  await listen(25)
  ears.finish(true)
  await expect.poll(finals, { timeout: 20_000 }).toHaveLength(1)
  expect([fake.sessions, heard.filter(({ type }) => type === 'partial')]).toEqual([[], []])
  // Somebody is called in the middle of it: all of it goes out.
  ears.begin()
  await listen(25)
  expect(fake.sessions).toEqual([])
  ears.attend?.(true)
  await expect.poll(() => heard.some(({ type }) => type === 'partial'), { timeout: 20_000 }).toBe(true)
  ears.finish()
  await expect.poll(finals, { timeout: 20_000 }).toHaveLength(2)
  const [, second] = finals()
  expect(Number(second?.type === 'final' && second.text)).toBeGreaterThanOrEqual(5)
  // The service is away: told once, and what this machine understood is taken; then it is back.
  for (const peer of fake.peers) peer.cut()
  fake.refuses = true
  for (let count = 3; count <= 4; count++) {
    ears.begin()
    await listen(25)
    ears.finish()
    await expect.poll(finals, { timeout: 20_000 }).toHaveLength(count)
  }
  fake.refuses = false
  ears.begin()
  await listen(25)
  ears.finish()
  await expect.poll(finals, { timeout: 20_000 }).toHaveLength(5)
  over.abort()
  await done
  expect(heard.filter(({ type }) => type === 'trouble')).toEqual([{ type: 'trouble', why: 'ears-away' }])
  const [, , third, fourth, fifth] = finals()
  expect([third, fourth]).toEqual([
    { type: 'final', text: '' },
    { type: 'final', text: '' },
  ])
  expect(Number(fifth?.type === 'final' && fifth.text)).toBeGreaterThanOrEqual(5)
})
