import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import type { Ask, Decision } from '../../protocol/index.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import { aloneMs, decisionOf, graceMs, grantQuestion, promptText } from './approval-prompt.ts'

/** Asks a person; undefined when the signal aborts first (somebody else answered, or the turn is over). */
export type Asker = (ask: Ask, waitMs: number, signal: AbortSignal) => Promise<Decision | undefined>

/** A terminal's keyboard. */
export interface Keyboard {
  setRawMode(raw: boolean): unknown
  on(event: 'data', listener: (data: Buffer | string) => void): unknown
  on(event: 'error', listener: () => void): unknown
  off(event: 'data', listener: (data: Buffer | string) => void): unknown
  off(event: 'error', listener: () => void): unknown
  resume(): unknown
  pause(): unknown
}

/**
 * Asks with a card on a terminal. What is typed until half a second of quiet is the answer, and a yes that lasts is
 * read back and wants a key of its own. Nothing is chosen by default but no: Enter, Esc, anything else and 30 s of
 * silence deny. What was typed before the card could be read is thrown away. `interrupt` is called for Ctrl+C, which a
 * keyboard in raw mode does not turn into a signal.
 */
export function terminalAsker(
  keyboard: Keyboard,
  write: (text: string, tone?: 'error') => unknown,
  language: Language,
  interrupt: () => void,
): Asker {
  const say = oneshotMessages[language].ask
  return async (ask, waitMs, signal) => {
    const [before = '', ...after] = splitAtWarning(promptText(ask, language, waitMs), ask.warning)
    write(before)
    if (after.length > 0 && ask.warning !== undefined) write(showHidden(ask.warning), 'error')
    for (const text of after) write(text)
    let typed = await readAnswer(keyboard, signal)
    let decision = typed === undefined ? undefined : decisionOf(typed, ask)
    const readBack = decision && grantQuestion(decision, ask, language)
    if (readBack !== undefined) {
      write(`\n${readBack}`)
      typed = await readAnswer(keyboard, signal)
      decision = typed === undefined ? undefined : typed === '\r' || typed === '\n' ? decision : { choice: 'deny' }
    }
    write(`\n${decision === undefined ? say.late : say.decided[decision.choice]}\n`)
    if (typed === '\x03') interrupt()
    return decision
  }
}

/** The text before and after its warning; all of it where there is none. */
function splitAtWarning(text: string, warning: string | undefined): string[] {
  const at = warning === undefined ? -1 : text.indexOf(showHidden(warning))
  return warning === undefined || at < 0 ? [text] : [text.slice(0, at), text.slice(at + showHidden(warning).length)]
}

/** Enter and Esc. */
const endsAnswer = ['\r', '\n', '\x1b']

/**
 * Return what was typed after the question could have been read, until half a second of quiet. A key that ends a line
 * ends it at once.
 */
async function readAnswer(keyboard: Keyboard, signal: AbortSignal): Promise<string | undefined> {
  const key = Promise.withResolvers<string | undefined>()
  let deaf = true
  let typed = ''
  let quiet: NodeJS.Timeout | undefined
  const timer = setTimeout(() => {
    deaf = false
  }, graceMs)
  const hearKeys = (data: Buffer | string) => {
    const text = String(data)
    // Ctrl+C is meant whenever it is pressed.
    if (text.includes('\x03')) return key.resolve('\x03')
    if (deaf) return
    typed += text
    clearTimeout(quiet)
    if (endsAnswer.some((end) => typed.endsWith(end))) key.resolve(typed)
    else quiet = setTimeout(() => key.resolve(typed), aloneMs)
  }
  const stopAsking = () => key.resolve(undefined)
  signal.addEventListener('abort', stopAsking, { once: true })
  // A window that was closed: reading, and giving the terminal back, fail with EIO.
  keyboard.on('error', stopAsking)
  keyboard.setRawMode(true)
  keyboard.on('data', hearKeys)
  keyboard.resume()
  try {
    return signal.aborted ? undefined : await key.promise
  } finally {
    clearTimeout(timer)
    clearTimeout(quiet)
    signal.removeEventListener('abort', stopAsking)
    keyboard.off('data', hearKeys)
    keyboard.pause()
    keyboard.setRawMode(false)
    keyboard.off('error', stopAsking)
  }
}
