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
  /** The first message to the engine after each start. */
  load: ToEngine
  message(message: FromEngine): void
  /** Called when the engine died and is being restarted. */
  fell(): void
  /** Called when the engine is given up: it is not restarted any more. */
  lost(): void
}

/** Time limit for loading a model, in milliseconds. */
const loadMs = 60_000
/**
 * The engine counts as hung after this long with frames but without an `alive`, or without an answer, in
 * milliseconds.
 */
const hangMs = 4_000
/** So much waits for the engine at most: 2 s of sound. */
const unreadBytes = 64_000
/** Crashes within a minute after which the engine is given up; before it was ready for the first time, three. */
const deaths = { perMinute: 12, unborn: 3 }

/**
 * Supervises a voice engine in a child process: starts it, watches it, restarts it. Its crash never ends this
 * process.
 */
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

  /** Process id of the engine, for tests. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Sends a message. Returns false when no engine runs. */
  send(message: ToEngine): boolean {
    if (!this.#ready || !this.#child?.connected) return false
    this.#child.send(message, () => {})
    return true
  }

  /**
   * Frames for the engine, each with what was played meanwhile where it cancels echo; dropped while it starts, and
   * when it does not keep up. One write wakes it once, however many they are.
   */
  frames(parts: readonly Int16Array[]): void {
    const input = this.#child?.stdin
    if (!this.#ready || !input?.writable || input.writableLength > unreadBytes) return
    input.write(
      Buffer.concat(parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
    )
    this.expect()
  }

  /** Starts the watchdog: from now on an `alive` must arrive in time. */
  expect(): void {
    this.#timer ??= setTimeout(() => this.#child?.kill('SIGKILL'), hangMs)
  }

  /** Ends the process, so that a new one takes its place. */
  restart(): void {
    this.#child?.kill('SIGKILL')
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
