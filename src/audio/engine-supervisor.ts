import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromEngine, ToEngine } from './engine-messages.ts'
import type { Env } from './path.ts'

export interface EngineOptions {
  /** The engine's program. */
  program: URL
  node: string
  env: Env
  now(): number
}

export interface Watch {
  /** What it is told first, whenever it starts. */
  load: ToEngine
  message(message: FromEngine): void
  /** It died or was killed; it is being started again. */
  fell(): void
  /** It will not be started again. */
  lost(): void
}

/** A model may take this long to load, in milliseconds. */
const loadMs = 60_000
/** It hangs when frames came for so long without a sign of life, or an answer is so late, in milliseconds. */
const hangMs = 4_000
/** So many deaths within a minute are too many; before it was ever ready, three. */
const deaths = { perMinute: 12, unborn: 3 }

/** A voice engine in a child process: started, watched, started again. Nothing it does ends this process. */
export class SupervisedEngine {
  readonly #options: EngineOptions
  readonly #watch: Watch
  #child: ChildProcess | undefined
  #ready = false
  #deaths: number[] = []
  #unborn = 0
  #closed = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: EngineOptions, watch: Watch) {
    this.#options = options
    this.#watch = watch
    this.#start()
  }

  get ready(): boolean {
    return this.#ready
  }

  /** Process id, for whoever wants to see it die. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** False when nobody is there to take it. */
  send(message: ToEngine): boolean {
    if (!this.#ready || !this.#child?.connected) return false
    this.#child.send(message, () => {})
    return true
  }

  /** Frames for the engine; dropped while it starts, and when it does not keep up (2 s). */
  frame(samples: Int16Array): void {
    const input = this.#child?.stdin
    if (!this.#ready || !input?.writable || input.writableLength > 64_000) return
    input.write(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength))
    this.expect()
  }

  /** From now on a sign of life must come in time. */
  expect(): void {
    this.#timer ??= setTimeout(() => this.#child?.kill('SIGKILL'), hangMs)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#child?.kill('SIGKILL')
  }

  #start(): void {
    const { program, node, env } = this.#options
    const child = fork(fileURLToPath(program), [], {
      execPath: node,
      env: env as NodeJS.ProcessEnv,
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    this.#alive()
    this.#timer = setTimeout(() => child.kill('SIGKILL'), loadMs)
    child.on('message', (message) => this.#heard(message as FromEngine))
    child.on('error', () => {})
    child.stdin?.on('error', () => {})
    child.on('close', () => this.#fell(child))
    child.send(this.#watch.load, () => {})
  }

  #heard(message: FromEngine): void {
    this.#alive()
    if (message.type === 'alive') return
    if (message.type === 'ready') {
      this.#ready = true
      this.#unborn = 0
    }
    this.#watch.message(message)
  }

  #alive(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #fell(child: ChildProcess): void {
    if (this.#closed || this.#child !== child) return
    this.#alive()
    const now = this.#options.now()
    if (!this.#ready) this.#unborn++
    this.#ready = false
    this.#deaths = [...this.#deaths.filter((at) => now - at < 60_000), now]
    const hopeless = this.#unborn >= deaths.unborn || this.#deaths.length > deaths.perMinute
    if (hopeless) this.#watch.lost()
    else {
      this.#watch.fell()
      this.#start()
    }
  }
}
