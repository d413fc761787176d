import type { Json, JsonObject, ToolCall } from '../../protocol/index.ts'
import { isNestedDeeper } from '../../std/nesting.ts'
import { asObject, asString, keptBytes } from '../json-values.ts'
import { argumentsText, type TextCall } from './text-calls.ts'

interface OpenCall {
  index: number | undefined
  id: string
  name: string
  args: string
  extra: JsonObject
}

/**
 * Puts calls together from the pieces of a stream, in the order in which they begin. Servers number them by `index`,
 * all with 0, or not at all; give them ids that are empty, equal, or new with each piece; cut names; send a whole call
 * once more at the end. So a call begins with a new index or, of an index that is there, with a name behind whole
 * arguments: never with an id alone.
 */
export class CallAssembler {
  readonly #calls: OpenCall[] = []
  readonly #isTool: (name: string) => boolean
  #size = 0

  constructor(isTool: (name: string) => boolean) {
    this.#isTool = isTool
  }

  get count(): number {
    return this.#calls.length
  }

  clear(): void {
    this.#calls.length = 0
  }

  /** Add a piece of `tool_calls`, or the whole call that it is. */
  add(piece: JsonObject): void {
    const made = asObject(piece.function) ?? piece
    const id = asString(piece.id) || asString(piece.call_id)
    const name = asString(made.name)
    const args = argumentsText(made.arguments ?? made.parameters)
    const index = typeof piece.index === 'number' ? piece.index : undefined
    const extra = asObject(piece.extra_content) ? { extra_content: piece.extra_content as JsonObject } : {}
    this.#size += Buffer.byteLength(args)
    const open = this.#find({ index, id, name, args })
    if (open && isSaidAgain(open, { id, name, args })) return
    if (!open || this.#begins(open, { index, id, name })) {
      this.#size += keptBytes(piece)
      this.#calls.push({ index, id, name, args, extra })
      return
    }
    open.id ||= id
    open.name = joinNames(open.name, name)
    // Some send all that they have so far, each time.
    open.args =
      args.length > open.args.length && open.args !== '' && args.startsWith(open.args) ? args : open.args + args
    Object.assign(open.extra, extra)
  }

  /** Return the bytes that were added since this was last asked. */
  takeSize(): number {
    const size = this.#size
    this.#size = 0
    return size
  }

  #find({ index, id, name, args }: Omit<OpenCall, 'extra'>): OpenCall | undefined {
    const same = this.#calls.findLast(
      (call) => id !== '' && call.id === id && (name === '' || call.name === name || args === ''),
    )
    if (same) return same
    if (index !== undefined) {
      const open = this.#calls.findLast((call) => call.index === index)
      if (open || name !== '' || id !== '') return open
    }
    return id === '' || name === '' ? this.#calls.at(-1) : undefined
  }

  #begins(open: OpenCall, { index, id, name }: Omit<OpenCall, 'extra' | 'args'>): boolean {
    if (id !== '' && id === open.id) return false
    if (name === '') return false
    if (open.name === '') return open.args !== '' && index === undefined
    if (open.args.trim() !== '') return isWhole(open.args) || (name !== open.name && this.#isTool(name))
    // Two calls without arguments, or a name in pieces.
    return name !== open.name ? this.#isTool(name) && this.#isTool(open.name) : id !== '' && open.id !== ''
  }

  /** Return the calls; where there are none, those that were written as text. `named` makes a wire's name ours. */
  calls(named: (name: string) => string, written: readonly TextCall[]): ToolCall[] {
    const all = this.#made.length > 0 ? this.#made : written.map((call) => ({ id: '', ...call }))
    return all.map(({ id, name, args }, at) => ({ id: id || `call_${at + 1}`, name: named(name), ...argsOf(args) }))
  }

  /** Fields that the wire put beside each call. */
  get extras(): JsonObject[] {
    return this.#made.map(({ extra }) => extra)
  }

  get #made(): OpenCall[] {
    return this.#calls.filter(({ name, args }) => name !== '' || args.trim() !== '')
  }
}

/** Return true for a piece that says a whole call once more. */
function isSaidAgain(open: OpenCall, { id, name, args }: Pick<OpenCall, 'id' | 'name' | 'args'>): boolean {
  return args !== '' && args === open.args && name === open.name && isWhole(args) && (id === open.id || id === '')
}

const joinNames = (before: string, piece: string) => (before === piece ? before : before + piece)

function isWhole(args: string): boolean {
  return argsOf(args).raw === undefined && args.trim() !== ''
}

/**
 * Read the arguments that a model wrote: an object of sane depth, or as it stands. No arguments at all are an empty
 * object.
 */
export function argsOf(text: string): Pick<ToolCall, 'args' | 'raw'> {
  if (text.trim() === '') return { args: {} }
  try {
    const args = asObject(JSON.parse(text) as Json)
    if (args && !isNestedDeeper(args)) return { args }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { args: {}, raw: text }
}
