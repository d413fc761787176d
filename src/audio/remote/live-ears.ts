import { listenRate, SpeechError } from '../../protocol/speech.ts'
import { abortable } from '../../std/abort.ts'
import { NetworkError } from '../../std/net/network-error.ts'
import { openSocket, type Socket } from '../../std/net/web-socket.ts'
import type { SpeechService } from './speech-service.ts'

/** Ears at a service that hear while somebody speaks. */
export interface LiveEars {
  /** A piece of an utterance (16 kHz); `first` begins a new one, and what was heard before is forgotten. */
  hear(samples: Int16Array, first: boolean): void
  /** The words of the utterance, which is over. Throws a `SpeechError`. */
  finish(signal: AbortSignal): Promise<string>
  /** Forgets the utterance. */
  drop(): void
  close(): void
}

export interface LiveOptions extends Omit<SpeechService, 'wire' | 'voice'> {
  language: string
  /** Told what was understood so far of the utterance. */
  partial(text: string): void
}

/** A connection is made, and an utterance read to its end, within so many milliseconds. */
const [connectMs, answerMs] = [5_000, 10_000]
/** The only rate that the service takes. */
const serviceRate = 24_000

/**
 * A transcription session of OpenAI's Realtime API. The turns are ours: the service is told where an utterance ends.
 * A connection that ends, as each does after an hour, is made anew for the next utterance; one that ends within an
 * utterance is made anew at its end, and gets all of it again, once.
 */
export class RealtimeEars implements LiveEars {
  readonly #options: LiveOptions
  /**
   * Of the utterance: all that was heard, how much of it the service has, and whether that has something of an
   * earlier one.
   */
  #pieces: Int16Array[] = []
  #sent = 0
  #stale = false
  #line: Promise<Line> | undefined

  constructor(options: LiveOptions) {
    this.#options = options
  }

  hear(samples: Int16Array, first: boolean): void {
    if (first) this.#forget()
    this.#pieces.push(samples)
    // An unreachable service is tried again at the end of the utterance.
    if (first && !this.#line) void this.#connect()
    this.#catchUp()
  }

  async finish(signal: AbortSignal): Promise<string> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
    const mine = this.#pieces
    try {
      const text = await this.#read(mine, until).catch((error) => {
        if (until.aborted || this.#pieces.length > 0 || !(error instanceof BrokenLine)) throw error
        this.#pieces = mine
        return this.#read(mine, until)
      })
      this.#options.used(mine.reduce((sum, { length }) => sum + length, 0) / listenRate)
      return text
    } catch (error) {
      if (signal.aborted) throw signal.reason
      const isAway = error instanceof NetworkError || error instanceof BrokenLine || until.aborted
      throw isAway ? new SpeechError('ears-away', String(error)) : error
    }
  }

  drop(): void {
    this.#forget()
    this.#catchUp()
  }

  close(): void {
    void this.#line?.then((line) => line.close()).catch(() => {})
  }

  #connect(): Promise<Line> {
    const loseLine = () => {
      if (this.#line === made) this.#line = undefined
    }
    const made = Line.open(this.#options, loseLine)
    made.catch(loseLine)
    this.#line = made
    this.#sent = 0
    this.#stale = false
    return made
  }

  async #read(mine: Int16Array[], signal: AbortSignal): Promise<string> {
    const used = this.#line ?? this.#connect()
    const line = await abortable(used, signal)
    // Somebody speaks already again, and what was connected anew knows nothing of this utterance.
    if (this.#pieces !== mine) throw new BrokenLine()
    this.#send(line)
    const answer = line.commit(signal)
    this.#leave()
    return answer.catch((error) => {
      // It ends; nobody is to begin with it again.
      if (this.#line === used) this.#line = undefined
      throw error
    })
  }

  #catchUp(): void {
    void this.#line?.then((line) => this.#send(line)).catch(() => {})
  }

  #send(line: Line): void {
    if (this.#stale) line.clear()
    this.#stale = false
    for (; this.#sent < this.#pieces.length; this.#sent++) line.append(this.#pieces[this.#sent] as Int16Array)
  }

  #forget(): void {
    this.#stale ||= this.#sent > 0
    this.#leave()
  }

  #leave(): void {
    this.#pieces = []
    this.#sent = 0
  }
}

/** A connection that ended before it was due. */
class BrokenLine extends Error {
  override name = 'BrokenLine'
}

interface ServerEvent {
  type?: string
  delta?: string
  transcript?: string
  error?: { code?: string; message?: string }
}

/** One connection and its session. */
class Line {
  readonly #socket: Socket
  readonly #partial: (text: string) => void
  #heard = ''
  /** Waiters for the words of utterances, in the order of the utterances. */
  readonly #answers: PromiseWithResolvers<string>[] = []
  /** A fault the service reported while nobody waited for an answer. */
  #fault: SpeechError | undefined

  static async open({ baseUrl, key, model, language, partial }: LiveOptions, ended: () => void): Promise<Line> {
    let made: Line | undefined
    const url = `${baseUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/realtime?intent=transcription`
    const socket = await openSocket(url, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      within: connectMs,
      message: (text) => made?.take(text),
      closed() {
        made?.broke()
        ended()
      },
    })
    made = new Line(socket, partial)
    // Newer models are told the languages that may come.
    const spoken = model.startsWith('gpt-live') ? { languages: [language] } : { language }
    const format = { type: 'audio/pcm', rate: serviceRate }
    const input = { format, transcription: { model, ...spoken }, turn_detection: null }
    made.#tell({ type: 'session.update', session: { type: 'transcription', audio: { input } } })
    return made
  }

  private constructor(socket: Socket, partial: (text: string) => void) {
    this.#socket = socket
    this.#partial = partial
  }

  append(samples: Int16Array): void {
    const { buffer, byteOffset, byteLength } = upsample24k(samples)
    this.#tell({
      type: 'input_audio_buffer.append',
      audio: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
    })
  }

  clear(): void {
    this.#heard = ''
    this.#tell({ type: 'input_audio_buffer.clear' })
  }

  /**
   * The words of what was appended. Whatever goes wrong ends the connection: what still came would belong to another
   * utterance.
   */
  async commit(signal: AbortSignal): Promise<string> {
    const answer = Promise.withResolvers<string>()
    if (this.#fault) answer.reject(this.#fault)
    this.#answers.push(answer)
    this.#heard = ''
    this.#tell({ type: 'input_audio_buffer.commit' })
    try {
      return await abortable(answer.promise, signal)
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    this.#socket.close()
  }

  /** The connection has ended. */
  broke(): void {
    for (const answer of this.#answers.splice(0)) answer.reject(new BrokenLine())
  }

  #tell(event: object): void {
    this.#socket.send(JSON.stringify(event))
  }

  /** An event of the service. */
  take(text: string): void {
    const { type, delta, transcript, error } = eventIn(text)
    if (type === 'conversation.item.input_audio_transcription.delta' && delta) {
      this.#heard += delta
      this.#partial(this.#heard.trim())
    }
    if (type === 'conversation.item.input_audio_transcription.completed')
      this.#answers.shift()?.resolve((transcript ?? '').trim())
    if (type === 'conversation.item.input_audio_transcription.failed' || type === 'error') this.#fail(error)
  }

  #fail(error: ServerEvent['error']): void {
    const isKey = /api_key|auth|permission/.test(error?.code ?? '')
    this.#fault = new SpeechError(isKey ? 'ears-key' : 'ears-away', `${error?.code}: ${error?.message}`)
    this.#answers.shift()?.reject(this.#fault)
  }
}

function eventIn(text: string): ServerEvent {
  try {
    return Object(JSON.parse(text)) as ServerEvent
  } catch {
    return {}
  }
}

/**
 * 16 kHz as 24 kHz: three samples for two, between them on a straight line. Speech has next to nothing where that is
 * inexact.
 */
function upsample24k(samples: Int16Array): Int16Array {
  const length = Math.floor((samples.length * serviceRate) / listenRate)
  return Int16Array.from({ length }, (_, i) => {
    const at = (i * listenRate) / serviceRate
    const [before = 0, after = before] = [samples[Math.floor(at)], samples[Math.floor(at) + 1]]
    return Math.round(before + (after - before) * (at % 1))
  })
}
