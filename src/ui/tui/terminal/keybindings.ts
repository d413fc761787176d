import { closestMatch } from '../../../std/text/closest-match.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Key, KeyPress } from './key-decoder.ts'

/** Actions of the input line that can get another key, each with its default. */
export const defaultKeys = {
  send: 'enter',
  newline: 'shift+enter',
  steer: 'alt+enter',
  history: 'ctrl+r',
  transcript: 'ctrl+o',
  picture: 'ctrl+v',
  editor: 'ctrl+g',
  stash: 'ctrl+s',
  done: 'alt+s',
  undo: 'ctrl+_',
  redo: 'alt+_',
  complete: 'tab',
  mode: 'shift+tab',
  leave: 'ctrl+d',
  suspend: 'ctrl+z',
  previous: 'up',
  next: 'down',
  'line-start': 'ctrl+a',
  'line-end': 'ctrl+e',
  'word-left': 'alt+b',
  'word-right': 'alt+f',
  'delete-word': 'ctrl+w',
  'delete-to-start': 'ctrl+u',
  'delete-to-end': 'ctrl+k',
  'put-back': 'ctrl+y',
} as const

export type ActionName = keyof typeof defaultKeys
const actions = Object.keys(defaultKeys) as ActionName[]

/** The keys of a person: those that do what another key does by default, and those that do nothing any more. */
export interface Keybindings {
  /** Keys by what they do; only those that the person has chosen. */
  chosen: Readonly<Partial<Record<ActionName, readonly string[]>>>
  /** By the key that is pressed: the action, or none. */
  byKey: ReadonlyMap<string, ActionName | undefined>
}

/** First mistake in a file of keys. */
export type KeyProblem =
  | { why: 'shape' }
  | { why: 'action'; name: string; near?: ActionName }
  | { why: 'key' | 'reserved'; name: string; key: string }
  | { why: 'twice'; key: string; names: readonly string[] }

/**
 * Terminals send these for Ctrl+C, Esc, Tab, Enter and Backspace, too, or they stop everything: they stay what they
 * are.
 */
const reserved = ['ctrl+c', 'escape', 'ctrl+[', 'ctrl+i', 'ctrl+m', 'ctrl+h']
const names = patternOf()`
    ^(?:enter|tab|up|down|left|right|home|end|pageup|pagedown|insert|delete|backspace|f(?:[1-9]|1[0-2])|
    (?:ctrl|alt)\+(?:.*\+)?(?:[a-z_]|space))$`
const modifiers = ['ctrl', 'alt', 'shift']

/** `Shift+Ctrl+X` → `ctrl+shift+x`; undefined for what is no key that the input line can tell from a letter. */
function plainKey(text: string): string | undefined {
  const parts = text.trim().toLowerCase().split('+')
  const name = parts.pop() ?? ''
  if (parts.some((part) => !modifiers.includes(part)) || new Set(parts).size < parts.length) return undefined
  const held = modifiers.filter((part) => parts.includes(part))
  const isNamed = names.test(name) || names.test([...held, name].join('+'))
  return isNamed ? [...held, name].join('+') : undefined
}

/** The name of a key that was pressed, as in a file of keys. */
function keyName({ name, ctrl, alt, shift }: KeyPress): string {
  return [...(ctrl ? ['ctrl'] : []), ...(alt ? ['alt'] : []), ...(shift ? ['shift'] : []), name].join('+')
}

/** A JSON object of names and keys (one, or several) → the keys; the first problem where anything in it is wrong. */
export function parseKeys(text: string): Keybindings | KeyProblem {
  const given = objectIn(text)
  if (!given) return { why: 'shape' }
  const chosen: Partial<Record<ActionName, readonly string[]>> = {}
  const takers = new Map<string, ActionName>()
  for (const [name, value] of Object.entries(given)) {
    const action = actions.find((one) => one === name)
    const near = closestMatch(name, actions)
    if (!action) return { why: 'action', name, ...(near ? { near } : {}) }
    const keys: string[] = []
    for (const one of Array.isArray(value) ? value : [value]) {
      const key = typeof one === 'string' ? plainKey(one) : undefined
      if (key === undefined) return { why: 'key', name, key: String(one) }
      if (reserved.includes(key)) return { why: 'reserved', name, key }
      const other = takers.get(key)
      if (other) return { why: 'twice', key, names: [other, name] }
      takers.set(key, action)
      keys.push(key)
    }
    chosen[action] = keys
  }
  const freed = actions.filter((action) => chosen[action]).map((action) => [defaultKeys[action], undefined] as const)
  return { chosen, byKey: new Map<string, ActionName | undefined>([...freed, ...takers]) }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The key that does by default what this one does for the person; undefined for one that does nothing any more. */
export function boundKey(bindings: Keybindings | undefined, key: Key): Key | undefined {
  if (!bindings || key.type !== 'key') return key
  const name = keyName(key)
  if (!bindings.byKey.has(name)) return key
  const action = bindings.byKey.get(name)
  return action && pressOf(defaultKeys[action])
}

function pressOf(key: string): KeyPress {
  const held = key.split('+')
  const name = held.pop() ?? ''
  return { type: 'key', name, ctrl: held.includes('ctrl'), alt: held.includes('alt'), shift: held.includes('shift') }
}

/**
 * The keys of some actions as a person reads them (`Ctrl+_ / Alt+_`; a dash for none), where any of them is not the
 * usual one.
 */
export function movedLabel(bindings: Keybindings, actions: readonly string[]): string | undefined {
  const named = actions as readonly ActionName[]
  const isMoved = named.some((action) => bindings.chosen[action] || bindings.byKey.has(defaultKeys[action]))
  return isMoved ? named.map((action) => keyLabel(bindings, action) || '—').join(' / ') : undefined
}

function keyLabel({ chosen, byKey }: Keybindings, action: ActionName): string {
  const own = chosen[action] ?? (byKey.has(defaultKeys[action]) ? [] : [defaultKeys[action]])
  return own.map((key) => key.replace(/[a-z]+/g, (word) => word[0]?.toUpperCase() + word.slice(1))).join(', ')
}
