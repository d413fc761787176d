import { localModelMessages } from '../../messages/engine/local-model.ts'
import type { Language } from '../../messages/language.ts'
import {
  type FailureCode,
  fail,
  type JsonObject,
  type ModelPart,
  type ModelRequest,
  type Provider,
} from '../../protocol/index.ts'
import { argsOf } from '../dialects/call-assembler.ts'
import { TextCalls } from '../dialects/text-calls.ts'
import { echoesPrompt } from './echo.ts'
import { askLocalEngine, EngineGoneError, type LocalEngineHost } from './engine-client.ts'
import { callSchema, grammarOf } from './gbnf.ts'
import { callMarks, type LocalPrompt, localPrompt } from './local-prompt.ts'
import type { FromLocalEngine, LocalFault, LocalModelFile } from './protocol.ts'

/** The place of this machine's models, and the words of the person. */
export interface LocalOptions {
  language: Language
  zone: string
  /** The engine's process; a fault where its libraries are not here. */
  host(): Promise<LocalEngineHost | LocalFault>
  /** The file of a model by its name; undefined if it is not here. */
  file(name: string): Promise<LocalModelFile | undefined>
  /** Check whether a model answers for the first time; asked once for an answer. */
  isNew(name: string): Promise<boolean>
}

/** Tokens of one answer, if nobody asks for another number: a loop of a small model ends there at the latest. */
const answerTokens = 512
/** Codes of the faults that are none of the setup. */
const codes: Partial<Record<LocalFault, FailureCode>> = {
  died: 'server',
  'no-model': 'model-missing',
  busy: 'busy',
  long: 'overflow',
}

/** Purposes of requests that somebody waits for. */
const awaited: ReadonlySet<string> = new Set(['reply', 'slots'])

/** Tokens between estimate and truth, and for the template's marks. */
const spareTokens = 200

/** Models of this machine as a provider: a child process runs them, and no word leaves. */
export function localModels(options: LocalOptions): Provider {
  const { base, tools } = localModelMessages[options.language]
  const echoing = new Set<string>()
  /** Check whether a model echoes its prompt, and was not told to do so before. */
  const isEcho = (text: string, { purpose, model }: ModelRequest): boolean => {
    const isFirst = purpose === 'reply' && !echoing.has(model) && echoesPrompt(text, `${base}\n${tools('')}`)
    if (isFirst) echoing.add(model)
    return isFirst
  }
  return async function* (request, signal) {
    const { language } = options
    const failWith = (fault: LocalFault, detail = '', data: Record<string, number> = {}): never =>
      fail(codes[fault] ?? 'config', {
        detail: detail || fault,
        data: {
          provider: 'local',
          model: request.model,
          sentence: localModelMessages[language].fault(fault, request.model, data),
        },
      })
    const host = await options.host()
    if (typeof host === 'string') return failWith(host)
    const file = (await options.file(request.model)) ?? failWith('no-model')
    const most = Math.min(request.maxTokens ?? answerTokens, Math.floor(file.window / 2))
    const prompt = localPrompt(request, language, options.zone, file.window - most - spareTokens)
    const reply = new LocalReply(prompt, request, (text) => isEcho(text, request))
    try {
      const ask = {
        model: file,
        messages: prompt.messages,
        maxTokens: most,
        ...samplingOf(request, prompt, file.tools),
      }
      for await (const told of askLocalEngine(host, ask, signal)) {
        if (told.type === 'failed') failWith(told.fault, told.detail, told.data)
        if (told.type === 'end' && request.purpose === 'reply' && (await options.isNew(request.model)))
          yield { type: 'notice', notice: { code: 'small-model', data: {} } }
        yield* reply.read(told)
      }
    } catch (error) {
      if (error instanceof EngineGoneError) failWith('died', error.message)
      throw error
    }
  }
}

function samplingOf(
  { json, temperature, purpose }: ModelRequest,
  { tools, names }: LocalPrompt,
  how: LocalModelFile['tools'],
) {
  const called = tools.map(({ name, schema }) => ({ name: names.toWire(name), schema }))
  return {
    isBackground: !awaited.has(purpose),
    temperature: json ? 0 : (temperature ?? 0.6),
    ...(json ? { grammar: grammarOf(json) } : {}),
    ...(called.length > 0 && !json
      ? how === 'grammar'
        ? { grammar: callOrText(callSchema(called)) }
        : { trigger: { text: callMarks.opens, grammar: grammarOf(callSchema(called), '', callMarks.closes) } }
      : {}),
  }
}

/** A grammar for models that were not trained to call: an answer is a whole call, or a text that is none. */
const callOrText = (schema: JsonObject): string =>
  `${grammarOf(schema, callMarks.opens, callMarks.closes).replace('root ::=', 'call ::=')}\nroot ::= call | [^<] [^<]*`

/** Makes the parts of an answer out of what the engine tells. */
class LocalReply {
  readonly #written: TextCalls
  readonly #request: ModelRequest
  #shown = false
  #opened = false
  #text = ''
  readonly #isEcho: (text: string) => boolean

  constructor({ tools, names }: LocalPrompt, request: ModelRequest, isEcho: (text: string) => boolean) {
    this.#isEcho = isEcho
    this.#written = new TextCalls(tools.length > 0, names.resolve)
    this.#request = request
  }

  *read(told: FromLocalEngine): Generator<ModelPart> {
    if (told.type === 'loading') yield { type: 'progress' }
    if (told.type === 'reading') yield this.#opened ? { type: 'progress' } : { type: 'opened' }
    if (told.type === 'reading') this.#opened = true
    if (told.type === 'text') yield* this.#say(this.#written.add(told.text))
    if (told.type === 'end') yield* this.#end(told)
  }

  *#say(text: string): Generator<ModelPart> {
    this.#shown ||= text.trim() !== ''
    this.#text += text
    if (text !== '') yield { type: 'text', text }
  }

  *#end({ stop, input, cached, output }: Extract<FromLocalEngine, { type: 'end' }>): Generator<ModelPart> {
    const { text, calls } = this.#written.end()
    if (!callOfNobody.test(text)) yield* this.#say(text)
    for (const [at, { name, args }] of calls.entries())
      yield { type: 'call', call: { id: `local_${at + 1}`, name, ...argsOf(args) } }
    const { model } = this.#request
    if (!this.#shown && calls.length === 0) fail('empty', { detail: stop, data: { provider: 'local', model } })
    if (this.#isEcho(this.#text)) yield { type: 'notice', notice: { code: 'not-for-chat', data: {} } }
    if (stop === 'loop') yield { type: 'notice', notice: { code: 'local-loop', data: {} } }
    yield {
      type: 'end',
      stop: calls.length > 0 ? 'tools' : stop === 'length' ? 'length' : 'end',
      usage: { input, output, cached, costUsd: 0 },
      model,
    }
  }
}

/** A call of a tool that is not there, in the place of an answer. */
const callOfNobody = /^\s*(?:<tool_call>\s*|```\w*\s*)?\{\s*"name"\s*:\s*"[^"]*"\s*,\s*"(?:arguments|parameters)"\s*:/
