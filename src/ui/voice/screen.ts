import type { VoiceCommand, VoiceState } from '../../core/voice/state.ts'
import { phaseText, wordsOf } from '../../core/voice/state-line.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import { voiceMessages } from '../../messages/surfaces/voice.ts'
import { type Event, isEnding } from '../../protocol/index.ts'
import { sanitise, sanitiseLine, showHidden } from '../../std/text/sanitise.ts'
import { graphemes, truncate, width } from '../../std/text/text.ts'

export interface ScreenOutput {
  /** Writes to the terminal. */
  write(text: string): void
  /** A line that changes may be shown at the bottom. */
  live: boolean
  /** Of the terminal, which may change its size. */
  readonly columns: number
  language: Language
}

/** Show the voice conversation: both sides as lines, and at the bottom the state with the words being understood. */
export class VoiceScreen {
  readonly #screen: ScreenOutput
  #status: [who: string, words: string] | undefined
  #level = ''
  #streaming = false
  /** The column behind what was streamed. */
  #column = 0
  /** Something of this turn's answer stands here already. */
  #written = false
  constructor(screen: ScreenOutput) {
    this.#screen = screen
  }

  /** A finished line above the state. */
  line(text: string): void {
    this.#clear()
    this.#breakLine()
    this.#screen.write(`${sanitise(text)}\n`)
    this.#draw()
  }

  /** Show the machine's commands. */
  commands(commands: readonly VoiceCommand[], agent: string): void {
    const { you } = voiceMessages[this.#screen.language]
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
    const { language } = this.#screen
    if (event.type === 'text.added') this.#stream(event.text, agent)
    else if (event.type === 'turn.started') this.#begin(event)
    else if (event.type === 'tool.asked') this.line(`? ${approvalText(event, language)}`)
    else if (event.type === 'tool.started') this.#end()
    else if (event.type === 'notice.given') this.line(`· ${turnMessages[language].notice(event.code, event.data)}`)
    else if (isEnding(event)) this.#over(event, agent)
  }

  #begin({ input: { origin, text } }: Extract<Event, { type: 'turn.started' }>): void {
    this.#written = false
    if (origin !== 'voice') this.line(`${origin}: ${text}`)
  }

  #over(event: Extract<Event, { type: 'turn.done' | 'turn.failed' | 'turn.cancelled' }>, agent: string): void {
    const say = turnMessages[this.#screen.language]
    this.#end()
    // An answer made by code comes whole and not piece by piece.
    if (event.type === 'turn.done' && !this.#written && event.text) this.line(`${agent}: ${event.text}`)
    for (const line of event.receipt?.lines ?? []) this.line(`· ${line}`)
    if (event.type === 'turn.failed') this.line(`! ${say.failure(event.failure)}`)
    if (event.type === 'turn.cancelled') this.line(`· ${say.cancelled(event.by)}`)
  }

  /** The line at the bottom, with what is typed or understood just now; of that, the end is what one looks at. */
  state(state: VoiceState, typed: string): void {
    this.#clear()
    this.#status = [sanitiseLine(phaseText(state, this.#screen.language)), sanitiseLine(typed || wordsOf(state))]
    this.#draw()
  }

  /** The sign of how loud the microphone is. */
  level(sign: string): void {
    this.#clear()
    this.#level = sign
    this.#draw()
  }

  close(): void {
    this.#clear()
    this.#status = undefined
    this.#end()
  }

  #statusLine([state, words]: [string, string]): string {
    const { columns } = this.#screen
    const who = this.#level ? `${state} ${this.#level}` : state
    return truncate(words ? `${who} · ${tailOf(words, columns - 4 - width(who))}` : who, columns - 1)
  }

  #stream(text: string, agent: string): void {
    this.#clear()
    const fresh = sanitise(this.#streaming ? text : `${agent}: ${text}`)
    this.#column = columnAfter(fresh, this.#streaming ? this.#column : 0, this.#screen.columns)
    this.#streaming = true
    this.#written = true
    this.#screen.write(fresh)
    this.#draw()
  }

  #end(): void {
    this.#clear()
    this.#breakLine()
    this.#draw()
  }

  #breakLine(): void {
    if (this.#streaming) this.#screen.write('\n')
    this.#streaming = false
  }

  /** Below an answer that streams, the cursor goes back to where it goes on; behind a full row it cannot be put. */
  #draw(): void {
    const { live, columns, write } = this.#screen
    if (!live || !this.#status) return
    const line = this.#statusLine(this.#status)
    if (!this.#streaming) write(line)
    else if (this.#column < columns) write(`\n${line}\x1b[A\r${this.#column > 0 ? `\x1b[${this.#column}C` : ''}`)
  }

  #clear(): void {
    if (this.#screen.live) this.#screen.write(this.#streaming ? '\x1b[J' : '\r\x1b[K')
  }
}

const approvalText = (
  { ask: { tool, args, effect } }: Extract<Event, { type: 'tool.asked' }>,
  language: Language,
): string => voiceMessages[language].asking(showHidden(`${tool} ${JSON.stringify(args)} — ${effect}`))

/** Return the cursor's column after `text` from `column` on; a terminal wraps lines that do not fit. */
function columnAfter(text: string, column: number, columns: number): number {
  let at = column
  for (const letter of graphemes(text)) {
    const wide = width(letter)
    at = letter === '\n' ? 0 : at + wide > columns ? wide : at + wide
  }
  return at
}

/** The end of `text` that fits, behind an ellipsis when something was left out. */
function tailOf(text: string, columns: number): string {
  if (width(text) <= columns) return text
  const kept = graphemes(text)
  while (kept.length > 0 && width(kept.join('')) >= columns) kept.shift()
  return `…${kept.join('')}`
}
