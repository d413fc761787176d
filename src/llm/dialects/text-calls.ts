import type { Json, JsonObject } from '../../protocol/index.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { asObject, asObjects, asString } from '../json-values.ts'

/** A call as a model wrote it in its text. */
export interface TextCall {
  name: string
  /** JSON of its arguments. */
  args: string
}

/** The beginnings of calls in a text, of all the templates that models are trained with. */
const opening =
  /<(?:[\w:]*tool[_-]?(?:calls?|use)>|tools>| ?calls>|TOOLCALL>|function_calls?|function=|invoke |\|tool_call|\|START_ACTION|\|action_start|\|python_tag\||[|｜‖]{1,2}(?:tool[_▁]call|DSML)|\|open\|>tools|\|channel\|>(?:commentary|analysis)? ?to=)|\[TOOL_CALLS\]|\[?TOOL_REQUEST\]|```(?:tool_call|tool_code|tool_use)/

/** The same, as far as the end of a text may hold one that is not whole yet. */
const longestOpening = 40

const firstKeys = patternOf()`
    ^\[\s*(?:Calling tools?: ?)?[A-Za-z_][\w.-]*\(|^[\s[{]*"(?:name|tool|tool_name|tool_calls|function|function_call|
    arguments|parameters|type|id|action|recipient_name|args|input)"`

/**
 * Reads the text of an answer for calls: what may become one is held back until the end of the answer. Without tools
 * nothing is held.
 */
export class TextCalls {
  readonly #resolve: (name: string) => string | undefined
  readonly #isOn: boolean
  #held = ''
  #shown = ''
  #state: 'start' | 'text' | 'held' = 'start'

  /** `resolve` returns the tool that a name stands for; undefined where there is none. */
  constructor(isOn: boolean, resolve: (name: string) => string | undefined) {
    this.#isOn = isOn
    this.#resolve = resolve
  }

  /** Return the text that can be shown after this piece. */
  add(piece: string): string {
    if (!this.#isOn) return piece
    this.#held += piece
    if (this.#state === 'start') this.#begin()
    if (this.#state !== 'text') return ''
    const at = opening.exec(this.#held)?.index
    const isCode = at !== undefined && isInFence(this.#shown + this.#held.slice(0, at))
    if (at !== undefined && !isCode) {
      this.#state = 'held'
      return this.#release(at)
    }
    return this.#release(this.#held.length - tailOf(this.#held))
  }

  /** Return the rest of the text, or the calls that it is; `isHalf`: it begins as a call and is none. */
  end(): { text: string; calls: TextCall[]; isHalf?: true } {
    const held = this.#held
    this.#held = ''
    if (!this.#isOn || this.#state === 'text' || held.trim() === '') return { text: held, calls: [] }
    const calls = readTextCalls(held, this.#resolve)
    return calls ? { text: '', calls } : { text: held, calls: [], isHalf: true }
  }

  /** An answer that begins as JSON may be a call as a whole. */
  #begin(): void {
    const begun = this.#held.replace(/^\s*(?:```\w*\s*)?/, '')
    const mayCall = begun === '' || (/^[[{]/.test(begun) && (begun.length < 30 || firstKeys.test(begun)))
    if (!mayCall) this.#state = 'text'
  }

  #release(length: number): string {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    this.#shown += text
    return text
  }
}

/** Return the length of the end of a text that may be the beginning of an opening. */
function tailOf(text: string): number {
  const channel = /<\|channel\|>[^<{]{0,30}$/.exec(text)?.[0].length
  if (channel) return channel
  const at = Math.max(text.lastIndexOf('<'), text.lastIndexOf('['), text.lastIndexOf('```'))
  return at >= 0 && text.length - at < longestOpening && !/[>\]\n]/.test(text.slice(at)) ? text.length - at : 0
}

const isInFence = (before: string) => (before.match(/^```/gm)?.length ?? 0) % 2 === 1 || /`$/.test(before)

/** Marks around calls, which say nothing by themselves. */
const wrapper =
  /^(?:Calling tools?:\s*|<\/?(?:[\w:]*tool[_-]?(?:calls?|use)|tools(?:message)?| ?calls|TOOLCALL|function_calls?)>|<\|(?:(?:START|END)_ACTION|action_(?:start|end)|plugin)\|>|<tool_call\|>|<\|?\/?tool_calls?(?:_section)?(?:_begin|_end)?\|?>|<\|(?:python_tag|tool_call|eom_id|eot_id|start)\|?>|assistant(?=<\|channel)|\[\/?TOOL_CALLS\]|\[(?:END_)?TOOL_REQUEST\]|```(?:json|tool_call|tool_use|tool_code|\w*)|<\|(?:call|end|return|im_end)\|>|[\s,;[\]]+)/

/** Calls as templates write them: the name, then the arguments in whatever form. */
const templates: readonly RegExp[] = [
  /^<\|tool_call>call:([\w.-]+)(\{[\s\S]*?\})(?=<tool_call\|>|$)/,
  /^<(?:invoke|function|(?:tools)?call) (?:name|tool)="([^"]+)"[^>]*>([\s\S]*?)(?:<\/(?:invoke|function|call)>|$)/,
  /^<function=([^>{\s]+)\s*>?([\s\S]*?)(?:<\/function>|(?=<\/tool_call>)|$)/,
  patternOf()`
    ^(?:<\|tool_call_begin\|>)?(?:function<\|tool_sep\|>)?([\w.:-]+)
    \s*(?:<\|tool_sep\|>|<\|tool_call_argument_begin\|>|\n)\s*([\s\S]*?)<\|tool_call_end\|>`,
  /^<\|channel\|>(?:commentary|analysis)?\s*to=([\w.-]+)[^{]*<\|message\|>([\s\S]*?)(?=<\||$)/,
  /^([\w.-]+)\s*((?:<arg_key>[\s\S]*?<\/arg_value>\s*)+)/,
  /^([\w.-]+)\(((?:[^()"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)\)/,
  /^([\w.-]+)(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?\s*(?=\{)/,
]

/** Return a text with the marks of DeepSeek and Kimi as plain tags; what stands between them stays as it is. */
const plainMarks = (text: string) =>
  text
    .replace(/<(\/?)[|｜‖]{1,2}DSML[|｜‖]{1,2}/g, '<$1')
    .replace(/<｜[a-z▁]+｜>/g, (mark) => mark.replaceAll('｜', '|').replaceAll('▁', '_'))
    .replace(/<\|open\|>([^<]*)<\|sep\|>/g, '<$1>')
    .replace(/<\|close\|>([^<]*)<\|sep\|>/g, '</$1>')

/** Return the calls that a text is; undefined where any of it is something else, or names no known tool. Pure. */
export function readTextCalls(text: string, resolve: (name: string) => string | undefined): TextCall[] | undefined {
  let rest = plainMarks(text)
  const calls: TextCall[] = []
  const add = (name: string, args: string | undefined) => {
    const known = args === undefined ? undefined : resolve(name)
    if (known === undefined || args === undefined) return false
    calls.push({ name: known, args })
    return true
  }
  while (rest !== '') {
    const json = jsonAt(rest)
    if (json) {
      const found = callsIn(json.value)
      if (!found?.every(({ name, args }) => add(name, args))) return undefined
      rest = rest.slice(json.length)
      continue
    }
    const template = templates.map((form) => form.exec(rest)).find(Boolean)
    if (template) {
      const [whole, name = '', body] = template
      const object = body === undefined ? jsonAt(rest.slice(whole.length)) : undefined
      const args = body === undefined ? object && JSON.stringify(object.value) : argumentsIn(body)
      if (!add(name.trim(), args)) return undefined
      rest = rest.slice(whole.length + (object?.length ?? 0))
      continue
    }
    const mark = wrapper.exec(rest)?.[0]
    if (!mark) return undefined
    rest = rest.slice(mark.length)
  }
  return calls.length > 0 ? calls : undefined
}

/** Return the calls that a JSON value is, by the names that templates give to a name and its arguments. */
function callsIn(value: Json): TextCall[] | undefined {
  const list = Array.isArray(value) ? value : (asObject(value)?.tool_calls ?? [value])
  const calls = asObjects(list).map((one): TextCall | undefined => {
    const made = asObject(one.function) ?? asObject(one.function_call) ?? one
    const name = [made.name, made.tool, made.tool_name, made.function, made.action, made.recipient_name].find(
      (candidate): candidate is string => typeof candidate === 'string',
    )
    const args = made.arguments ?? made.parameters ?? made.args ?? made.input ?? made.action_input
    if (!name || args === undefined) return undefined
    return { name, args: typeof args === 'string' ? args : JSON.stringify(args) }
  })
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

/** Return the arguments in the body of a call as JSON: an object, or parameters by name; undefined for other text. */
function argumentsIn(body: string): string | undefined {
  const bare = body.replace(/^\s*(?:```\w*)?\s*|\s*(?:```)?\s*$/g, '')
  // Gemma writes its quotes as a mark of their own, and its keys without any.
  if (bare.includes('<|"|>') || /^\{\w+:/.test(bare))
    return bare.replaceAll('<|"|>', '"').replace(/([{,]\s*)(\w+):/g, '$1"$2":')
  if (bare === '') return '{}'
  if (bare.startsWith('{')) return bare
  const pairs = [
    ...bare.matchAll(
      /<(?:(?:parameter|argument)(?:=| (?:name|key)=")([^">]+)"?[^>]*>\n?([\s\S]*?)\n?\s*(?:<\/(?:parameter|argument)>|(?=<parameter)|$)|arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>)/g,
    ),
  ]
  if (pairs.length === 0) return keywordArguments(bare)
  return JSON.stringify(
    Object.fromEntries(pairs.map(([, name, value, key, other]) => [(name ?? key ?? '').trim(), value ?? other ?? ''])),
  )
}

/** Return the arguments of a call that is written as one of Python. */
function keywordArguments(text: string): string | undefined {
  const pairs = [...text.matchAll(/(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,"']+)/g)]
  if (pairs.length === 0) return undefined
  const unquote = (written: string) => /^(["'])([\s\S]*)\1$/.exec(written.trim())?.[2] ?? written.trim()
  return JSON.stringify(Object.fromEntries(pairs.map(([, name = '', written = '']) => [name, unquote(written)])))
}

/** Return the JSON object or list of objects at the beginning of a text, and its length. */
function jsonAt(text: string): { value: Json; length: number } | undefined {
  if (!/^(?:\{|\[\s*\{)/.test(text)) return undefined
  const end = endOfJson(text)
  try {
    return { value: JSON.parse(text.slice(0, end)) as Json, length: end }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Return the index behind the JSON value at the beginning of a text; its length where it does not end. */
function endOfJson(text: string): number {
  let depth = 0
  for (let at = 0, inString = false; at < text.length; at++) {
    const letter = text[at]
    if (inString) {
      if (letter === '\\') at++
      else if (letter === '"') inString = false
    } else if (letter === '"') inString = true
    else if (letter === '{' || letter === '[') depth++
    else if ((letter === '}' || letter === ']') && --depth === 0) return at + 1
  }
  return text.length
}

/** Return the name of a known tool that a model's spelling stands for; undefined where none or several could be. */
export function mendName(spelled: string, known: readonly string[]): string | undefined {
  if (known.includes(spelled)) return spelled
  const bare = spelled
    .replace(/<\|[\s\S]*$/, '')
    .trim()
    .replace(/:\d+$/, '')
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  // `functions.x`, `default_api.x`, `tools/x`: a space of names stands before the tool's own.
  const readings = [bare, bare.replace(/^.*?[./:]/, ''), bare.replace(/^.*[./:]/, '')]
  for (const reading of readings) {
    if (known.includes(reading)) return reading
    const alike = known.filter((name) => plain(name) === plain(reading))
    if (alike.length === 1 && reading !== '') return alike[0]
  }
  return undefined
}

/** Return the string of a call's field however a server sends it. */
export const argumentsText = (value: Json | undefined): string =>
  typeof value === 'string' || value == null ? asString(value) : JSON.stringify(value as JsonObject)
