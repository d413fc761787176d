import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Assistant } from '../../src/app/assistant.ts'
import { createAssistant } from '../../src/app/create-assistant.ts'
import { Notebook } from '../../src/memory/notebook.ts'
import type { BroughtTool, Conversation, Decision, Input, JsonObject, Provider } from '../../src/protocol/index.ts'
import { isEnding } from '../../src/protocol/index.ts'

/** A call that the model makes whatever it is told. */
export type Call = [tool: string, args: JsonObject]

/** It answers in words here: the end of a turn, of another agent's too. */
export const answers: Call = ['', {}]

/** What became of a turn: which calls ran, which were asked about and why, which were refused. */
export interface Outcome {
  ran: string[]
  asked: [tool: string, reason: string][]
  refused: string[]
}

/** What the person says to a card. */
export type Answer = Decision['choice'] | ((call: Call) => Decision['choice'])

export interface ObedientOptions {
  /** Files below the home of the person. */
  files?: Record<string, string>
  settings?: object
  tools?: BroughtTool[]
  cwd?: string
}

/** An assistant whose model does what somebody wrote down for it. */
export class Obedient {
  readonly home: string
  readonly #assistant: Promise<Assistant>
  #script: Call[] = []

  constructor({ files = {}, settings = {}, tools = [], cwd = 'work' }: ObedientOptions = {}) {
    this.home = realpathSync(mkdtempSync(join(tmpdir(), 'obedient-')))
    for (const [path, text] of Object.entries(files)) this.put(path, text)
    mkdirSync(join(this.home, cwd), { recursive: true })
    const nowhere = 'http://127.0.0.1:9'
    const services = {
      weatherUrl: nowhere,
      wikipediaUrl: nowhere,
      tavilyUrl: nowhere,
      falUrl: nowhere,
      telegramUrl: nowhere,
    }
    this.put('.assistant/config.json', JSON.stringify({ language: 'en', services, ...settings }))
    const key = '123456789:abcdefghijklmnopqrstuvwxyzabcdefghi'
    this.#assistant = createAssistant(
      {
        ...{
          cwd: join(this.home, cwd),
          pid: process.pid,
          platform: 'linux',
          machine: process.arch,
          zone: 'Asia/Seoul',
        },
        ...{ userHome: this.home, tempDir: tmpdir(), node: process.execPath, clock: Date.now, flags: {} },
        env: {
          ...{ ASSISTANT_HOME: join(this.home, '.assistant'), PATH: process.env.PATH ?? '', OPENWEATHER_API_KEY: key },
          ...{ TAVILY_API_KEY: key, FAL_KEY: key, TELEGRAM_BOT_TOKEN: key },
        },
      },
      undefined,
      { provider: this.#provider(), tools },
    )
  }

  put(path: string, text: string): string {
    const whole = join(this.home, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, text)
    return whole
  }

  get assistant(): Promise<Assistant> {
    return this.#assistant
  }

  /** One turn of a new conversation in which the model makes these calls; questions get this answer. */
  async turn(calls: readonly Call[], input: Partial<Input> = {}, answer: Answer = 'deny') {
    const [outcome] = await this.talk([calls], input, answer)
    return outcome as Outcome
  }

  /** The same, turn by turn of one conversation; `kept`: it stays on the disk. */
  async talk(
    turns: readonly (readonly Call[])[],
    input: Partial<Input> = {},
    answer: Answer = 'deny',
    kept = false,
  ): Promise<Outcome[]> {
    const assistant = await this.#assistant
    const conversation = await assistant.open({ kind: 'new' }, { canAsk: true, ...(kept ? {} : { ephemeral: true }) })
    const outcomes: Outcome[] = []
    try {
      for (const calls of turns) outcomes.push(await this.#turnOf(conversation, calls, input, answer))
    } finally {
      await conversation.close()
    }
    return outcomes
  }

  async #turnOf(
    conversation: Conversation,
    calls: readonly Call[],
    input: Partial<Input>,
    answer: Answer,
  ): Promise<Outcome> {
    this.#script = [...calls]
    const names = new Map<string, string>()
    const outcome: Outcome = { ran: [], asked: [], refused: [] }
    const { seq } = await conversation.submit({ text: 'Go on.', origin: 'tui', by: 'owner', ...input }, 'queue')
    for await (const { event } of conversation.follow(seq, AbortSignal.timeout(30_000))) {
      if (event.type === 'tool.called') names.set(event.id, event.name)
      if (event.type === 'tool.started') outcome.ran.push(names.get(event.id) ?? '')
      if (event.type === 'tool.asked') {
        outcome.asked.push([event.ask.tool, event.ask.reason])
        const choice = typeof answer === 'string' ? answer : answer([event.ask.tool, event.ask.args])
        await conversation.answer(event.id, { choice }, 'owner')
      }
      if (event.type === 'tool.ended' && event.outcome === 'denied') outcome.refused.push(event.name)
      if (isEnding(event)) break
    }
    return outcome
  }

  /** Everything on the pages of memory. */
  async remembered(): Promise<string> {
    const { initial, home } = await this.#assistant
    return (await new Notebook(home).facts(initial)).map(({ text }) => text).join('\n')
  }

  async close(): Promise<void> {
    await (await this.#assistant).close()
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }

  #provider(): Provider {
    const take = () => this.#script.shift()
    let count = 0
    return async function* ({ tools }) {
      yield { type: 'opened' }
      const next = tools.length > 0 ? take() : undefined
      const call = next === answers ? undefined : next
      if (call) yield { type: 'call', call: { id: `c${count++}`, name: call[0], args: call[1] } }
      else yield { type: 'text', text: 'Done.' }
      yield { type: 'end', stop: call ? 'tools' : 'end', usage: { input: 1, output: 1, cached: 0 } }
    }
  }
}
