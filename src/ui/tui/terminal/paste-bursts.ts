import type { Key } from './key-decoder.ts'

/** Milliseconds within which no person presses Enter behind a letter, or a letter behind Enter. */
export const burstMs = 8

/**
 * Pastes of terminals that do not bracket them (tmux paste-buffer, screen, terminals in a browser): an Enter right
 * behind text is held, and if text follows as fast, both are a paste. Else it was Enter.
 */
export interface PasteBursts {
  /** Text that is held, with LF for Enter; undefined while nothing is. */
  held?: string
  /** Text came behind a held Enter. */
  isPaste?: true
  /** Time of the last text that was passed on. */
  textAt: number
}

export const noBurst: PasteBursts = { textAt: Number.NEGATIVE_INFINITY }

/** Take the keys that were read at `now`; return those to pass on, and the state, which waits while it holds text. */
export function takeBurst(state: PasteBursts, keys: readonly Key[], now: number): [PasteBursts, Key[]] {
  const passed: Key[] = []
  let next = state
  for (const [index, key] of keys.entries()) {
    const typed = typedBy(key, keys[index - 1])
    if (next.held !== undefined) {
      if (typed === undefined) {
        passed.push(...endBurst(next), key)
        next = { textAt: next.textAt }
      } else if (key.type === 'text') next = { ...next, held: next.held + typed, isPaste: true }
      else next = { ...next, held: next.held + typed }
      continue
    }
    const isFast = typed === '\n' && now - next.textAt <= burstMs
    if (!isFast || key.type !== 'key' || key.name !== 'enter') {
      passed.push(key)
      next = key.type === 'text' ? { textAt: now } : next
      continue
    }
    const before = passed.at(-1)
    const isHere = before?.type === 'text' && keys[index - 1] === before
    if (isHere) passed.pop()
    next = { ...next, held: `${isHere ? before.text : ''}\n` }
  }
  return [next, passed]
}

/** Nothing followed: return the keys that were held, as a paste or as they were typed. */
export function endBurst({ held, isPaste }: PasteBursts): Key[] {
  if (held === undefined) return []
  if (isPaste) return [{ type: 'paste', text: held }]
  const text = held.replace(/[\n\t]+$/, '')
  const rest = [...held.slice(text.length)].map((character) => plainKey(character === '\t' ? 'tab' : 'enter'))
  return [...(text === '' ? [] : [{ type: 'text', text } as const]), ...rest]
}

/** The text that a key stands for in a paste: LF for Enter, nothing for the LF of a CR LF; undefined for other keys. */
function typedBy(key: Key, before: Key | undefined): string | undefined {
  if (key.type === 'text') return key.text
  if (key.type !== 'key' || key.alt || key.shift) return undefined
  if (key.name === 'j' && key.ctrl) return before?.type === 'key' && before.name === 'enter' ? '' : '\n'
  if (key.ctrl) return undefined
  return key.name === 'enter' ? '\n' : key.name === 'tab' ? '\t' : undefined
}

function plainKey(name: string): Key {
  return { type: 'key', name, ctrl: false, alt: false, shift: false }
}
