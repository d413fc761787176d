import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Player, type Sound, SpeechError } from '../protocol/speech.ts'
import type { FarEnd } from './echo/far-end.ts'
import { type Env, firstOnPath } from './path.ts'

export type PlayerName = 'speaker' | 'pacat' | 'aplay'

export interface PlayerOptions {
  env: Env
  /** `auto`: pacat or aplay when installed, else the package `speaker` in a child process. */
  program: 'auto' | PlayerName
  device?: string | undefined
  /** The program that plays its standard input through `speaker`. */
  speaker: URL
  node: string
  now(): number
  /** Is told what is played, for an echo canceller. */
  farEnd?: FarEnd | undefined
}

/**
 * From a write to a warm player until it can be heard, in milliseconds: 7–42 measured with pacat and aplay, 5–54 with
 * speaker.
 */
const startMs = 30

/** Chooses the player for these options. Throws `no-speaker` when there is none. */
export async function findPlayer({ env, program }: PlayerOptions): Promise<PlayerName> {
  if (program === 'speaker') return program
  return (await firstOnPath(program === 'auto' ? ['pacat', 'aplay'] : [program], env)) ?? 'speaker'
}

function commandOf(name: PlayerName, rate: number, { device, speaker, node }: PlayerOptions): [string, string[]] {
  const raw = String(rate)
  if (name === 'speaker') return [node, [fileURLToPath(speaker), raw]]
  if (name === 'pacat')
    return [
      'pacat',
      [
        '--raw',
        '--format=s16le',
        `--rate=${raw}`,
        '--channels=1',
        '--latency-msec=40',
        ...(device ? ['-d', device] : []),
      ],
    ]
  return [
    'aplay',
    ['-q', '-t', 'raw', '-f', 'S16_LE', '-r', raw, '-c', '1', '--buffer-time=80000', ...(device ? ['-D', device] : [])],
  ]
}

/** A sound on its way. */
interface Waiting {
  sound: Sound
  /** Told once, when its first sample can be heard. */
  started?: (() => void) | undefined
  done(): void
  failed(error: Error): void
  /** Time its sound begins, on the clock of `now`. */
  from: number
  timer?: NodeJS.Timeout
}

/** Going on after a pause, no gap between words is looked for further back, in seconds. */
const rewindSeconds = 0.6
/** Length of a gap, in seconds. */
const gapSeconds = 0.04

/**
 * Return the rest of a sound cut at `at` (a sample), from the quietest place shortly before, so that no word is cut in
 * two.
 */
export function restOf({ samples, rate }: Sound, at: number): Sound {
  const gap = Math.round(gapSeconds * rate)
  const end = Math.min(at, samples.length)
  const first = Math.max(0, end - Math.round(rewindSeconds * rate))
  let best = { at: first, sum: Number.POSITIVE_INFINITY }
  for (let start = first; start === first || start + gap <= end; start += gap >> 1) {
    let sum = 0
    for (const sample of samples.subarray(start, start + gap)) sum += Math.abs(sample)
    if (sum <= best.sum) best = { at: start, sum }
  }
  return { samples: samples.subarray(best.at), rate }
}

/**
 * A player that ends by itself has lost its device, which may have another profile or be another one in a moment:
 * waits before the tries.
 */
const againMs = [0, 250, 1_000]

/**
 * Plays through a child process. The process is started in advance, for low latency, and killed to stop the sound at
 * once. One that ends by itself is followed by another, which goes on where it was.
 */
export async function openPlayer(options: PlayerOptions): Promise<Player> {
  return new ChildPlayer(await findPlayer(options), options)
}

class ChildPlayer implements Player {
  readonly #name: PlayerName
  readonly #options: PlayerOptions
  readonly #waiting = new Set<Waiting>()
  #child: ChildProcess | undefined
  #rate = 0
  /** Time playback of everything written so far ends, on the clock of `now`. */
  #busyUntil = 0
  #closed = false
  #paused = false
  /** Players in a row that ended before a sound was through. */
  #failures = 0
  #retry: NodeJS.Timeout | undefined

  constructor(name: PlayerName, options: PlayerOptions) {
    this.#name = name
    this.#options = options
  }

  play(sound: Sound, started: () => void): Promise<void> {
    return new Promise((done, failed) => {
      const waiting: Waiting = { sound, started, done, failed, from: 0 }
      this.#waiting.add(waiting)
      if (!this.#paused && !this.#retry) this.#begin(waiting)
    })
  }

  stop(): void {
    this.#silence()
    this.#paused = false
    for (const waiting of [...this.#waiting]) this.#settle(waiting)
  }

  pause(): void {
    if (this.#paused || this.#waiting.size === 0) return
    this.#paused = true
    this.#rewind()
    this.#silence()
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#beginAll()
  }

  /** Skip the part of the waiting sound that was heard already, up to the last gap between words. */
  #rewind(): void {
    const now = this.#options.now()
    for (const waiting of this.#waiting) {
      clearTimeout(waiting.timer)
      const { sound, from, started } = waiting
      // A sound that is rewound before it could begin anew keeps what is left of it.
      if (!started && from > 0) waiting.sound = restOf(sound, Math.round((Math.max(0, now - from) * sound.rate) / 1000))
      waiting.from = 0
    }
  }

  #beginAll(): void {
    for (const waiting of this.#waiting) this.#begin(waiting)
  }

  /** Hands a sound to the process that plays, behind those before it. */
  #begin(waiting: Waiting): void {
    const { samples, rate } = waiting.sound
    const child = this.#warm(rate)
    const now = this.#options.now()
    waiting.from = Math.max(now + startMs, this.#busyUntil)
    this.#busyUntil = waiting.from + (samples.length / rate) * 1000
    child.stdin?.write(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength))
    this.#options.farEnd?.play(waiting.sound, waiting.from - startMs)
    const end = () => {
      this.#failures = 0
      this.#settle(waiting)
    }
    const begin = () => {
      waiting.started?.()
      waiting.started = undefined
      waiting.timer = setTimeout(end, (samples.length / rate) * 1000)
    }
    waiting.timer = setTimeout(begin, waiting.from - now)
  }

  #silence(): void {
    const child = this.#child
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#child = undefined
    child?.kill('SIGKILL')
    this.#busyUntil = 0
    this.#options.farEnd?.stop(this.#options.now())
    // Start the next process now, while the person speaks, so that the answer plays without delay.
    if (!this.#closed && this.#rate > 0) this.#warm(this.#rate)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.stop()
  }

  #settle(waiting: Waiting, error?: Error): void {
    clearTimeout(waiting.timer)
    if (!this.#waiting.delete(waiting)) return
    if (error) waiting.failed(error)
    else waiting.done()
  }

  #warm(rate: number): ChildProcess {
    if (this.#child && this.#rate === rate) return this.#child
    this.#child?.kill('SIGKILL')
    const [command, args] = commandOf(this.#name, rate, this.#options)
    const child = spawn(command, args, {
      env: this.#options.env as NodeJS.ProcessEnv,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const gone = () => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#lose()
    }
    child.on('error', gone).on('exit', gone)
    child.stdin?.on('error', () => {})
    this.#child = child
    this.#rate = rate
    return child
  }

  /** The player has ended by itself. */
  #lose(): void {
    if (this.#waiting.size === 0 || this.#paused) return
    this.#busyUntil = 0
    this.#options.farEnd?.stop(this.#options.now())
    const wait = againMs[this.#failures++]
    if (wait === undefined) {
      this.#failures = 0
      for (const waiting of [...this.#waiting]) this.#settle(waiting, new SpeechError('no-speaker'))
      return
    }
    this.#rewind()
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#beginAll()
    }, wait)
  }
}
