import { stateLine } from '../../core/voice/line.ts'
import type { VoiceCommand, VoiceState } from '../../core/voice/state.ts'
import type { Language } from '../../messages/language.ts'
import { turn as turnSentences } from '../../messages/turn.ts'
import { voice } from '../../messages/voice.ts'
import { type Event, isEnding } from '../../protocol/index.ts'
import { sanitise, sanitiseLine, showHidden } from '../../std/sanitise.ts'
import { truncate } from '../../std/text.ts'

export interface Screen {
  /** Writes to the terminal. */
  write(text: string): void
  /** A line that changes may be shown at the bottom. */
  live: boolean
  columns: number
  language: Language
}

/** What is seen while one speaks: what was said on both sides as lines, and at the bottom the state with what is being understood. */
export class VoiceScreen {
  readonly #screen: Screen
  #status = ''
  #streaming = false
  constructor(screen: Screen) {
    this.#screen = screen
  }

  /** A finished line above the state. */
  line(text: string): void {
    this.#clear()
    if (this.#streaming) this.#screen.write('\n')
    this.#streaming = false
    this.#screen.write(`${sanitise(text)}\n`)
    this.#draw()
  }

  /** What the machine did. */
  commands(commands: readonly VoiceCommand[], agent: string): void {
    const { you } = voice[this.#screen.language]
    for (const command of commands) {
      if (command.do === 'show')
        this.line(
          command.what === 'heard'
            ? `${you}: ${command.text}`
            : command.what === 'own'
              ? `${agent}: ${command.text}`
              : `! ${command.text}`,
        )
    }
  }

  /** Facts of the conversation: the answer as text, also where it is spoken. */
  event(event: Event, agent: string): void {
    const say = turnSentences[this.#screen.language]
    if (event.type === 'text.added') this.#stream(event.text, agent)
    else if (event.type === 'turn.started' && event.input.origin !== 'voice')
      this.line(`${event.input.origin}: ${event.input.text}`)
    else if (event.type === 'tool.asked')
      this.line(
        `? ${voice[this.#screen.language].asking(showHidden(`${event.ask.tool} ${JSON.stringify(event.ask.args)} — ${event.ask.effect}`))}`,
      )
    else if (event.type === 'tool.started') this.#end()
    else if (event.type === 'notice.given') this.line(`· ${say.notice(event.code, event.data)}`)
    else if (isEnding(event)) {
      this.#end()
      if (event.type === 'turn.failed') this.line(`! ${say.failure(event.failure)}`)
      if (event.type === 'turn.cancelled') this.line(`· ${say.cancelled(event.by)}`)
    }
  }

  /** The line at the bottom. */
  state(state: VoiceState, typed: string): void {
    this.#clear()
    this.#status = sanitiseLine(stateLine(state, this.#screen.language, typed))
    this.#draw()
  }

  close(): void {
    this.#clear()
    this.#end()
  }

  #stream(text: string, agent: string): void {
    this.#clear()
    if (!this.#streaming) this.#screen.write(`${agent}: `)
    this.#streaming = true
    this.#screen.write(sanitise(text))
  }

  #end(): void {
    if (this.#streaming) this.#screen.write('\n')
    this.#streaming = false
    this.#draw()
  }

  /** While an answer streams, its own line is at the bottom. */
  #draw(): void {
    if (this.#screen.live && !this.#streaming && this.#status)
      this.#screen.write(truncate(this.#status, this.#screen.columns - 1))
  }

  #clear(): void {
    if (this.#screen.live && !this.#streaming) this.#screen.write('\r\x1b[K')
  }
}
