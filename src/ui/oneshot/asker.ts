import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import type { Ask, Decision } from '../../protocol/index.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import { card, decisionOf, graceMs } from './approval-prompt.ts'

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
 * Asks with a card on a terminal and reads one key. Nothing is chosen by default but no: Enter, Esc, any other key
 * and 30 s of silence deny. What was typed before the card could be read is thrown away. `interrupt` is called for
 * Ctrl+C, which a keyboard in raw mode does not turn into a signal.
 */
export function terminalAsker(
  keyboard: Keyboard,
  write: (text: string, tone?: 'error') => unknown,
  language: Language,
  interrupt: () => void,
): Asker {
  const say = oneshotMessages[language].ask
  return async (ask, waitMs, signal) => {
    const [before = '', ...after] = parted(card(ask, language, waitMs), ask.warning)
    write(before)
    if (after.length > 0 && ask.warning !== undefined) write(showHidden(ask.warning), 'error')
    for (const text of after) write(text)
    const key = await keyOf(keyboard, signal)
    const decision = key === undefined ? undefined : decisionOf(key, ask)
    write(`\n${decision === undefined ? say.late : decision.choice === 'deny' ? say.denied : say.allowed}\n`)
    if (key === '\x03') interrupt()
    return decision
  }
}

/** The text before and after its warning; all of it where there is none. */
function parted(text: string, warning: string | undefined): string[] {
  const at = warning === undefined ? -1 : text.indexOf(showHidden(warning))
  return warning === undefined || at < 0 ? [text] : [text.slice(0, at), text.slice(at + showHidden(warning).length)]
}

/** The first key after the card could have been read. */
async function keyOf(keyboard: Keyboard, signal: AbortSignal): Promise<string | undefined> {
  const key = Promise.withResolvers<string | undefined>()
  let deaf = true
  const timer = setTimeout(() => {
    deaf = false
  }, graceMs)
  const hear = (data: Buffer | string) => {
    const text = String(data)
    // Ctrl+C is meant whenever it is pressed.
    if (!deaf || text.includes('\x03')) key.resolve(text.includes('\x03') ? '\x03' : text)
  }
  const stop = () => key.resolve(undefined)
  signal.addEventListener('abort', stop, { once: true })
  // A window that was closed: reading, and giving the terminal back, fail with EIO.
  keyboard.on('error', stop)
  keyboard.setRawMode(true)
  keyboard.on('data', hear)
  keyboard.resume()
  try {
    return signal.aborted ? undefined : await key.promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    keyboard.off('data', hear)
    keyboard.pause()
    keyboard.setRawMode(false)
    keyboard.off('error', stop)
  }
}
