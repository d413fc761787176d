import { sanitiseLine } from '../../../std/text/sanitise.ts'
import { type Decoder, decode, decoder, escapeMs, flush, type Key } from './key-decoder.ts'
import type { Terminal } from './terminal.ts'

// Bracketed paste and focus (xterm), the kitty keyboard query and its first flag "disambiguate", the background, the cursor.
const enter = '\x1b[?2004h\x1b[?1004h\x1b[?u'
const askBackground = '\x1b]11;?\x1b\\'
const kittyOn = '\x1b[>1u'
const kittyOff = '\x1b[<u'
const leave = '\x1b[?1004l\x1b[?2004l\x1b[?25h'

/** The terminal while the TUI has it. */
export interface KeyInput {
  /** The terminal answered that it speaks the kitty protocol: switches it on. */
  kitty(): void
  /** Gives the terminal back as it was; harmless when done twice. */
  close(): void
}

/** Takes the terminal: raw mode, bracketed paste, keys. `close` undoes all of it, and must be called on every way out. */
export function openInput({ stdin, stdout, theme }: Terminal, onKeys: (keys: Key[]) => void, onEnd: () => void): KeyInput {
  let state: Decoder = decoder
  let timer: NodeJS.Timeout | undefined
  let kitty = false
  let open = true

  const take = ([next, keys]: [Decoder, Key[]]): void => {
    state = next
    if (keys.length > 0) onKeys(keys)
  }
  const onData = (chunk: Buffer): void => {
    clearTimeout(timer)
    take(decode(state, chunk))
    if (open && state.text !== '' && state.paste === undefined) timer = setTimeout(() => take(flush(state)), escapeMs)
  }

  stdin.on('data', onData)
  stdin.on('end', onEnd)
  stdin.setRawMode?.(true)
  stdin.resume()
  // Only a theme has a use for it.
  stdout.write(theme ? enter + askBackground : enter)
  return {
    kitty() {
      if (!kitty && open) stdout.write(kittyOn)
      kitty = true
    },
    close() {
      if (!open) return
      open = false
      clearTimeout(timer)
      stdin.off('data', onData)
      stdin.off('end', onEnd)
      if (stdout.writable) stdout.write((kitty ? kittyOff : '') + leave)
      if (!stdin.destroyed) stdin.setRawMode?.(false)
      stdin.pause()
    },
  }
}

/** Calls the person back: the bell, a notification where the terminal shows one, and the window's title (OSC 0) until it has the focus. */
export function callOf(text: string, notices?: Terminal['notices']): string {
  return `${alertOf(text, notices)}\x1b]0;! ${sanitiseLine(text)}\x07`
}

/** The title after the person came back. */
export const calmTitle = '\x1b]0;assistant\x07'

/** The bell, and a notification where the terminal shows one (OSC 9 of iTerm2, OSC 777 of rxvt-unicode, OSC 99 of kitty), also through tmux. */
export function alertOf(text: string, notices?: Terminal['notices']): string {
  const safe = sanitiseLine(text)
  if (notices === 'osc9') return `\x07\x1b]9;${safe}\x1b\\`
  if (notices === 'osc99') return `\x07\x1b]99;;${safe}\x1b\\`
  // tmux hands on what stands doubled in its own envelope, where it is allowed to (allow-passthrough).
  if (notices === 'tmux') return `\x07\x1bPtmux;\x1b\x1b]9;${safe}\x07\x1b\\`
  return notices === 'osc777' ? `\x07\x1b]777;notify;assistant;${safe}\x1b\\` : '\x07'
}
