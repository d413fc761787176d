import { join } from 'node:path'
import { openEphemeral } from '../../core/ownership/shared-conversation.ts'
import { createRouter } from '../../core/service/router.ts'
import type { Service, ServiceDeps, StepTools } from '../../core/service/service.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import {
  AssistantError,
  type Conversation,
  isEnding,
  type ModelPart,
  type Provider,
  type Tool,
  unknownFacts,
} from '../../protocol/index.ts'
import { codeOf } from '../../services/declared/code.ts'
import { declaredService } from '../../services/declared/definition.ts'
import {
  type Dialogue,
  type DialogueTurn,
  exchangesOf,
  isAnswered,
  readDialogues,
} from '../../services/declared/dialogue.ts'
import { dialoguesIn, type FoundService, whyBroken } from '../../services/declared/folder.ts'
import { ulid } from '../../std/ulid.ts'
import type { BuiltIn } from './built-in.ts'

/** The result of a dialogue: nothing where every answer was as wanted, else the first that was not. */
export interface Rehearsed {
  title: string
  broke?: { line: number; said: string; wanted: string; answered: string; threw?: string }
}

/** The time of a dialogue that names none. */
const noon = '2026-11-21T12:00:00+09:00'

/**
 * Plays a dialogue with services in a conversation of its own, of which nothing is kept. Models and tools answer what
 * the dialogue says they do and nothing else is asked; the code of a service does run, and is told that it is a
 * rehearsal.
 */
export async function rehearseDialogue(
  dialogue: Dialogue,
  services: (parts: ServiceDeps) => readonly Service[],
  { language, zone }: { language: 'ko' | 'en'; zone: string },
): Promise<Rehearsed> {
  const [early] = dialogue.lines
  if (early && early.who !== 'person') {
    const answered = serviceMessages[language].desk.tooEarly
    return { title: dialogue.title, broke: { line: early.line, said: '', wanted: early.text, answered } }
  }
  const script: Pick<DialogueTurn, 'replies' | 'tools'> = { replies: [], tools: [] }
  const exchanges = exchangesOf(dialogue)
  const logged: string[] = []
  const hasModel = exchanges.some(({ replies }) => replies.length > 0)
  const parts: ServiceDeps = {
    language: dialogue.language ?? language,
    zone,
    model: async () =>
      hasModel ? { provider: scriptedModel(script), providerName: 'test', model: 'script' } : undefined,
    limits: { softMs: 60_000, hardMs: 600_000 },
    log: async ({ error }) => {
      if (typeof error === 'string') logged.push(error)
    },
    tools: stubTools(script, dialogue.language ?? language),
  }
  const conversation = await openDialogue(dialogue, services(parts), parts)
  try {
    for (const { said, replies, tools, wanted, line } of exchanges) {
      script.replies = [...replies]
      script.tools = [...tools]
      logged.length = 0
      const answered = await answerTo(conversation, said)
      if (wanted && !isAnswered(wanted.text, answered))
        return {
          title: dialogue.title,
          broke: { line: wanted.line, said, wanted: wanted.text, answered, ...lastThrown(logged) },
        }
      if (script.replies.length + script.tools.length > 0) {
        const left = [...script.replies, ...script.tools.map(({ name }) => name)].join(', ')
        return { title: dialogue.title, broke: { line, said, wanted: left, answered: '' } }
      }
    }
    return { title: dialogue.title }
  } finally {
    await conversation.close()
  }
}

/** The last error of the service's code, with its place. */
function lastThrown(logged: readonly string[]): { threw?: string } {
  const detail = logged.at(-1)
  if (detail === undefined) return {}
  const { at, reason } = whyBroken(detail, '')
  const why = reason.replace(/^AssistantError: \w+: /, '')
  return { threw: at ? `${at.split('/').at(-1)}: ${why}` : why }
}

/** All dialogues of a service folder, played one after the other; `all`: the services that it may hand over to. */
export async function* rehearseFolder(
  { folder }: FoundService,
  all: readonly FoundService[],
  about: { language: 'ko' | 'en'; zone: string },
): AsyncGenerator<Rehearsed & { file: string }> {
  for (const { file, text } of await dialoguesIn(folder))
    for (const dialogue of readDialogues(text))
      yield { file, ...(await rehearseDialogue(dialogue, (parts) => madeOf(all, parts), about)) }
}

/**
 * The dialogues of a service that comes with the program, which are in Korean where they say nothing else; `folder`:
 * a place for what it writes.
 */
export async function* rehearseBuiltIn(
  { file, rehearsed }: BuiltIn,
  text: string,
  folder: string,
  zone: string,
): AsyncGenerator<Rehearsed & { file: string }> {
  for (const [i, dialogue] of readDialogues(text).entries()) {
    const code = rehearsed
      ? await rehearsed(join(folder, String(i)), () => new Date(dialogue.now ?? noon))
      : { steps: {} }
    const services = (parts: ServiceDeps) => [declaredService(file, code, { parts })]
    yield { file: 'dialogues.md', ...(await rehearseDialogue(dialogue, services, { language: 'ko', zone })) }
  }
}

/** The services of a folder, as a rehearsal has them. */
function madeOf(all: readonly FoundService[], parts: ServiceDeps): Service[] {
  const made: Service[] = all.flatMap(({ file, problems, ...one }) => {
    if (!file || problems.length > 0) return []
    const service = (name: string) => made.find((other) => other.name === name)
    return [declaredService(file, codeOf({ ...one, file }, parts.language, true), { parts, service })]
  })
  return made
}

function openDialogue(dialogue: Dialogue, services: readonly Service[], parts: ServiceDeps): Promise<Conversation> {
  const now = () => new Date(dialogue.now ?? noon)
  return openEphemeral('rehearsal', {
    folder: '',
    runtime: '',
    pid: 0,
    initial: { agent: '', workspace: '', profile: '' },
    flow: createRouter({
      ...parts,
      services,
      async *chat(input, context) {
        return { message: context.newId(), text: `chat: ${input.text}` }
      },
    }),
    now,
    newId: () => ulid(+now()),
    language: 'ko',
    askMs: 1_000,
    partialMs: 60_000,
  })
}

async function answerTo(conversation: Conversation, text: string): Promise<string> {
  const { turn, seq } = await conversation.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
  for await (const { turn: of, event } of conversation.follow(seq, new AbortController().signal)) {
    if (of !== turn || !isEnding(event)) continue
    if (event.type === 'turn.done') return event.text
    return event.type === 'turn.failed'
      ? `! ${event.failure.code} ${event.failure.detail ?? ''}`.trim()
      : `! ${event.type}`
  }
  return ''
}

/** A model that answers what the dialogue says; `{"tool": NAME, "args": {…}}` calls a tool. */
function scriptedModel(script: Pick<DialogueTurn, 'replies'>): Provider {
  return async function* (): AsyncGenerator<ModelPart> {
    yield { type: 'opened' }
    const reply = script.replies.shift()
    if (reply === undefined)
      throw new AssistantError({ code: 'malformed', detail: 'the dialogue has no more answers of the model' })
    const call = callIn(reply)
    if (call) yield { type: 'call', call: { id: `call-${script.replies.length}`, ...call } }
    else yield { type: 'text', text: reply }
    yield { type: 'end', stop: call ? 'tools' : 'end', usage: { input: 0, output: 0, cached: 0 } }
  }
}

function callIn(reply: string): { name: string; args: Record<string, never> } | undefined {
  try {
    const { tool, args = {} } = JSON.parse(reply)
    return typeof tool === 'string' ? { name: tool, args } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Tools by any name, each of which does what the dialogue says; the real ones are not there. */
function stubTools(script: Pick<DialogueTurn, 'tools'>, language: 'ko' | 'en'): StepTools {
  return async (names, input) => ({
    schemas: () => names.map((name) => ({ name, description: name, schema: { type: 'object' } })) as never,
    run: {
      tools: new Map(names.map((name) => [name, stubTool(name, script)])),
      validate: async () => undefined,
      permits: () => ({
        origin: input.origin,
        categories: ['safe', 'sensitive', 'restricted'],
        granted: () => true,
        rule: () => 'allow',
        session: () => true,
        tainted: false,
      }),
      scopeOf: () => undefined,
      allowForSession: () => {},
      canAsk: false,
      toolContext: (signal) => ({ signal }) as never,
      toolMs: 1_000,
      askMs: undefined,
      sentences: turnMessages[language],
      audit: async () => {},
    },
  })
}

/** `! …` is a failure of the tool. */
const stubTool = (name: string, script: Pick<DialogueTurn, 'tools'>): Tool => ({
  name,
  description: name,
  deeds: 'none',
  facts: unknownFacts,
  category: 'safe',
  readOnly: true,
  idempotent: true,
  timeoutMs: 1_000,
  schema: { type: 'object' },
  async *run() {
    const at = script.tools.findIndex((one) => one.name === name)
    if (at < 0) throw new AssistantError({ code: 'malformed', detail: `the dialogue has no result of ${name}` })
    const [hit] = script.tools.splice(at, 1)
    const isError = hit?.text.startsWith('!') === true
    return { text: (hit?.text ?? '').replace(/^!\s*/, ''), isError }
  },
})
