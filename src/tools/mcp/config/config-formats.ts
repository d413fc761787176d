import { type Node, parseTree } from 'jsonc-parser'
import { parse, TomlError } from 'smol-toml'
import { isNestedDeeper } from '../../../std/nesting.ts'

type Loose = Record<string, unknown>

/** Parses JSON with comments and trailing commas; undefined if it is invalid. */
export function parseJsonc(text: string): Loose | undefined {
  const errors: unknown[] = []
  const tree = withinStack(() => parseTree(text.replace(/^\uFEFF/, ''), errors as never, { allowTrailingComma: true }))
  return tree && errors.length === 0 ? objectIn(withinStack(() => plainValue(tree))) : undefined
}

/** Parses TOML 1.0 (https://toml.io/en/v1.0.0); undefined if it is invalid. */
export function parseToml(text: string): Loose | undefined {
  try {
    return objectIn(withinStack(() => parse(text.replace(/^\uFEFF/, ''))))
  } catch (error) {
    if (error instanceof TomlError) return undefined
    throw error
  }
}

/** The value of a node. Keeps a property called `__proto__`, which the library's own function drops. */
function plainValue({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(plainValue)
  if (type !== 'object') return value
  const pairs = children.map(({ children: [key, inner] = [] }) => [key?.value, inner && plainValue(inner)])
  return Object.fromEntries(pairs)
}

const objectIn = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isNestedDeeper(value)
    ? (value as Loose)
    : undefined

/** Text nested so deeply that the parser overflows the stack counts as invalid. */
function withinStack<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
