import { type Node, parseTree } from 'jsonc-parser'
import { parse, TomlError } from 'smol-toml'
import { isNestedDeeper } from '../../../std/nesting.ts'

type Loose = Record<string, unknown>

/** JSON with comments and commas too many, as editors write it; undefined where it is none. */
export function parseJsonc(text: string): Loose | undefined {
  const errors: unknown[] = []
  const tree = withinStack(() => parseTree(text.replace(/^\uFEFF/, ''), errors as never, { allowTrailingComma: true }))
  return tree && errors.length === 0 ? objectIn(withinStack(() => plainValue(tree))) : undefined
}

/** TOML 1.0 (https://toml.io/en/v1.0.0); undefined where it is none. */
export function parseToml(text: string): Loose | undefined {
  try {
    return objectIn(withinStack(() => parse(text.replace(/^\uFEFF/, ''))))
  } catch (error) {
    if (error instanceof TomlError) return undefined
    throw error
  }
}

/** The value of a node. `__proto__` is a name like any other, which the library's own function does not hold. */
function plainValue({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(plainValue)
  if (type !== 'object') return value
  const pairs = children.map(({ children: [key, inner] = [] }) => [key?.value, inner && plainValue(inner)])
  return Object.fromEntries(pairs)
}

const objectIn = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isNestedDeeper(value) ? (value as Loose) : undefined

/** What is nested so deep that a reader runs out of stack is no settings file. */
function withinStack<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
