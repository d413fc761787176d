import { type Decoder, decodeBytes, decoder, escapeMs, flushDecoder, type Key } from './key-decoder.ts'
import { burstMs, endBurst, noBurst, takeBurst } from './paste-bursts.ts'
import type { Terminal } from './terminal.ts'

// Bracketed paste and focus (xterm), the kitty keyboard query and its first flag "disambiguate", the background, the
// cursor.
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

/**
 * Takes the terminal: raw mode, bracketed paste, keys. `close` undoes all of it, and must be called on every way out.
 */
export function openInput(
  { stdin, stdout, theme }: Terminal,
  onKeys: (keys: Key[]) => void,
  onEnd: () => void,
): KeyInput {
  let state: Decoder = decoder
  let timer: NodeJS.Timeout | undefined
  let kitty = false
  let open = true

  let bursts = noBurst
  let burstTimer: NodeJS.Timeout | undefined

  const pass = (keys: Key[]): void => {
    if (keys.length > 0) onKeys(keys)
  }
  const settle = (): void => {
    const held = endBurst(bursts)
    bursts = { textAt: bursts.textAt }
    pass(held)
  }
  // Input that waits to be read goes first: a busy program must not tear a paste.
  const settleSoon = (): void => {
    const due = burstTimer
    setImmediate(() => due !== undefined && due === burstTimer && settle())
  }
  const take = ([next, keys]: [Decoder, Key[]]): void => {
    state = next
    const [after, passed] = takeBurst(bursts, keys, performance.now())
    bursts = after
    clearTimeout(burstTimer)
    burstTimer = bursts.held === undefined ? undefined : setTimeout(settleSoon, burstMs)
    pass(passed)
  }
  const onData = (chunk: Buffer): void => {
    clearTimeout(timer)
    take(decodeBytes(state, chunk))
    if (open && state.text !== '' && state.paste === undefined)
      timer = setTimeout(() => take(flushDecoder(state)), escapeMs)
  }

  stdin.on('data', onData)
  stdin.on('end', onEnd)
  // A window that was closed: reading, and giving the terminal back, fail with EIO.
  stdin.on('error', onEnd)
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
      clearTimeout(burstTimer)
      burstTimer = undefined
      stdin.off('data', onData)
      stdin.off('end', onEnd)
      if (stdout.writable) stdout.write((kitty ? kittyOff : '') + leave)
      if (!stdin.destroyed) stdin.setRawMode?.(false)
      stdin.pause()
      stdin.off('error', onEnd)
    },
  }
}
