import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listenRate } from '../protocol/speech.ts'
import type { FromEngine, ModelFiles, ToEngine } from './engine-messages.ts'
import type { EngineOptions } from './engine-supervisor.ts'
import { readOgg } from './ogg.ts'

/**
 * Time limit of one recognition, in milliseconds: a large model needs minutes for ten minutes of speech on a slow
 * machine.
 */
const patienceMs = 300_000
/** Seconds of a voice message that are read; the rest is ignored, so that memory stays bounded. */
const mostSeconds = 600

/**
 * Transcribe a voice message (Ogg Opus). It is decoded and recognised in a process of its own, which may die of it.
 * Undefined for another kind of sound; throws when that process fails, and the signal's reason when it aborts.
 */
export async function transcribeNote(
  { program, node, env }: Omit<EngineOptions, 'now'>,
  stt: ModelFiles,
  note: Uint8Array,
  signal: AbortSignal,
): Promise<string | undefined> {
  signal.throwIfAborted()
  const late = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  const child = fork(fileURLToPath(program), [], {
    execPath: node,
    env: env as NodeJS.ProcessEnv,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const said = new Promise<string | undefined>((resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason), { once: true })
    child.on('error', reject)
    child.on('close', (code, how) => reject(new Error(`the voice engine ended: ${code ?? how}`)))
    child.on('message', (message: FromEngine) => message.type === 'note' && resolve(message.text))
    child.send({ do: 'note', stt, note } satisfies ToEngine, () => {})
  })
  return said.finally(() => child.kill('SIGKILL'))
}

/** Samples of a voice message at 16 kHz; undefined when it is no Ogg Opus. For the engine's process only. */
export async function decodeNote(note: Uint8Array): Promise<Float32Array | undefined> {
  const stream = readOgg(Buffer.from(note.buffer, note.byteOffset, note.byteLength))
  if (!stream) return undefined
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({
    sampleRate: listenRate,
    channels: Math.min(stream.channels, 2),
    preSkip: stream.preSkip,
  })
  await decoder.ready
  const frames = stream.packets.slice(0, mostSeconds * 50)
  const { channelData } = decoder.decodeFrames(frames)
  decoder.free()
  return channelData[0] ?? new Float32Array(0)
}

/** Seconds of a piece at most: a recogniser accepts 30 s. The quietest place in its last two sevenths is the cut. */
const longestPiece = 28
/** Silence is looked for in windows of 0.1 s. */
const window = listenRate / 10

/** Pieces of a long recording, of `longest` seconds at most, cut where it is quietest. */
export function* splitAtPauses(sound: Float32Array, longest = longestPiece): Generator<Float32Array> {
  const most = Math.floor(longest * listenRate)
  const least = Math.floor((most * 5) / 7)
  let from = 0
  while (sound.length - from > most) {
    let [cut, quietest] = [from + most, Number.POSITIVE_INFINITY]
    for (let at = from + least; at + window <= from + most; at += window) {
      const loud = sound.subarray(at, at + window).reduce((sum, sample) => sum + sample * sample, 0)
      if (loud < quietest) [cut, quietest] = [at + window / 2, loud]
    }
    yield sound.subarray(from, cut)
    from = cut
  }
  yield sound.subarray(from)
}
