import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeedStore } from '../../src/core/deeds/store.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import type { ContextPart, JsonObject, ModelPart, RequestMessage, Tool, ToolContext } from '../../src/protocol/index.ts'

/** A sentence of a fixture, the lines under it, and the day on which it is said. */
export interface Said {
  line: number
  at: Date
  text: string
  /** A new conversation begins with it. */
  isFirst: boolean
  marks: { mark: string; rest: string }[]
}

export const zone = 'Asia/Seoul'

/** The sentences of a fixture in their order. */
export function saidIn(file: string): Said[] {
  const all: Said[] = []
  let [at, isFirst] = [new Date(0), true]
  for (const [index, raw] of readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .entries()) {
    const [, mark = '', rest = ''] = /^(\S+)\s?(.*)$/.exec(raw.trimEnd()) ?? []
    if (mark === '' || mark === '#') continue
    if (mark === '@') [at, isFirst] = [new Date(`${rest.replace(' ', 'T')}:00+09:00`), true]
    else if (mark === '>') {
      all.push({ line: index + 1, at, text: rest, isFirst, marks: [] })
      isFirst = false
    } else all.at(-1)?.marks.push({ mark, rest })
  }
  return all
}

/** A home in which somebody talks to the program without a model. */
export interface TalkWorld {
  home: string
  tools: readonly Tool[]
  deeds: DeedStore
  context(text: string, messages: readonly RequestMessage[], now: Date): Promise<ContextPart[]>
}

/** Says the sentences one after the other; `seen` looks at the home after each. */
export async function sayAll(
  sentences: readonly Said[],
  language: 'ko' | 'en',
  worldAt: (home: string) => TalkWorld,
  seen: (said: Said, answer: string, home: string) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'said-'))
  try {
    const world = worldAt(home)
    let messages: RequestMessage[] = []
    for (const [index, said] of sentences.entries()) {
      if (said.isFirst) messages = []
      const now = new Date(+said.at + index * 1000)
      const parts = await world.context(said.text, messages, now)
      const context = parts.filter(({ text }) => text !== '')
      const input = { role: 'user', id: `m${index}`, at: +now, text: said.text, ...(context.length ? { context } : {}) }
      messages.push(input as RequestMessage)
      const answer = await turn(messages, language, world, now)
      messages.push({ role: 'assistant', id: `a${index}`, at: +now, text: answer })
      await seen(said, answer, home)
    }
  } finally {
    rmSync(home, { recursive: true })
  }
}

async function turn(messages: RequestMessage[], language: 'ko' | 'en', world: TalkWorld, now: Date): Promise<string> {
  const schemas = world.tools.map(({ name, schema }) => ({ name, description: '', schema }))
  for (let step = 0; step < 3; step++) {
    const request = { model: 'rules', purpose: 'reply' as const, system: [], messages, tools: schemas }
    const parts: ModelPart[] = []
    for await (const part of createOffline({ zone, language })(request, new AbortController().signal)) parts.push(part)
    const calls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    if (calls.length === 0) return text
    messages.push({ role: 'assistant', id: `c${now.getTime()}-${step}`, at: +now, text, calls })
    for (const call of calls) {
      const tool = world.tools.find(({ name }) => name === call.name)
      const result = tool ? await runKept(tool, call.args, language, now, world) : { text: '', isError: true }
      const outcome = result.isError ? ('error' as const) : ('ok' as const)
      messages.push({
        role: 'tool',
        id: `r${call.id}`,
        at: +now,
        call: call.id,
        name: call.name,
        text: result.text,
        outcome,
      })
    }
  }
  return ''
}

/** Runs a call as a turn does: between two lines of the journal of deeds. */
async function runKept(tool: Tool, args: JsonObject, language: 'ko' | 'en', now: Date, { deeds }: TalkWorld) {
  const context = toolContext(language, now)
  const object = tool.deeds === 'none' || tool.deeds.undo === 'unkept' ? undefined : tool.deeds.object(args)
  const id =
    object === undefined
      ? undefined
      : await deeds.begin({ at: +now, profile: 'me', by: 'owner', tool: tool.name, object })
  const result = await run(tool, args, context)
  if (id !== undefined) await deeds.end(id, result.deed)
  return result
}

async function run(tool: Tool, args: Parameters<Tool['run']>[0], context: ToolContext) {
  const running = tool.run(args, context)
  for (let step = await running.next(); ; step = await running.next()) if (step.done) return step.value
}

const toolContext = (language: 'ko' | 'en', now: Date): ToolContext => ({
  ...{ signal: new AbortController().signal, now: () => now, zone, language, conversation: 'c', turn: 't' },
  ...{ origin: 'oneshot' as const, by: 'owner' as const, agent: '비서', workspace: 'default', profile: 'me' },
})
