import { createInterface } from 'node:readline'
import type { Language } from '../../messages/language.ts'
import { oneshot } from '../../messages/surfaces/oneshot.ts'
import type { Ask, Choice, Conversation, Decision, Input } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { once } from '../../std/once.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import { cardText } from './approval-prompt.ts'
import type { Presenter } from './presenter.ts'
import { type OneshotRun, runOnce, type Surface } from './run.ts'
import { keptOpen } from './stream.ts'

/** A chat for terminals that move no cursor and for screen readers: lines in, lines out, choices by number. */
export interface LineChat extends Pick<OneshotRun, 'ready' | 'open'> {
  stdin: NodeJS.ReadableStream
  language: Language
  /** What goes along with a line. */
  input(text: string): Promise<Omit<Input, 'id'>>
}

/** Runs until the person leaves, the input ends or the surface is stopped. Returns the exit status. */
export async function runLineChat(
  job: LineChat,
  surface: Omit<Surface, 'presenter' | 'ask'>,
  presenter: () => Presenter,
): Promise<number> {
  const say = oneshot[job.language].lines
  const tell = (text: string) => surface.write({ to: 'err', text, always: true })
  let conversation: Conversation | undefined
  const opened = once(async () => {
    conversation = await job.open()
    return conversation
  })
  const lines = new Lines(job.stdin)
  await tell(`${say.welcome}\n`)
  for (;;) {
    await tell(say.prompt)
    const line = await abortable(lines.next(), surface.stop).catch(() => undefined)
    if (line === undefined || ['/quit', '/exit', '/종료'].includes(line.trim())) break
    if (line.trim() === '') continue
    const run = { input: () => job.input(line), ready: job.ready, open: async () => keptOpen(await opened()) }
    const ask = (question: Ask, _: number, signal: AbortSignal) => asked(question, lines, tell, job.language, signal)
    await runOnce(run, { ...surface, ask, waits: true, presenter: presenter() })
    if (surface.stop.aborted) break
  }
  lines.close()
  await conversation?.close()
  return 0
}

/** A card as lines, and its choices by number: nothing but a number and Enter, given after it was shown, is an answer. */
async function asked(
  ask: Ask,
  lines: Lines,
  tell: (text: string) => Promise<void>,
  language: Language,
  signal: AbortSignal,
): Promise<Decision | undefined> {
  const say = oneshot[language].lines
  const choices: Choice[] = [...ask.choices.filter((choice) => choice !== 'deny'), 'deny']
  const rules: Partial<Record<Choice, string | undefined>> = { session: ask.scope, always: ask.rule }
  const rule = (choice: Choice) => (rules[choice] ? `: ${showHidden(rules[choice])}` : '')
  const numbered = choices.map((choice, at) => `  ${at + 1}. ${say.choices[choice]}${rule(choice)}`)
  await tell([cardText(ask, language), ...numbered, say.choose(choices.length), ''].join('\n'))
  for (;;) {
    const line = await abortable(lines.answer(), signal).catch(() => undefined)
    if (line === undefined) return undefined
    const choice = /^[1-9]$/.test(line.trim()) ? choices[Number(line.trim()) - 1] : undefined
    if (choice) return { choice }
    await tell(`${say.choose(choices.length)}\n`)
  }
}

/** Lines of the person, one after the other; what was typed before a question is no answer to it. */
class Lines {
  readonly #reader: ReturnType<typeof createInterface>
  #waiting: string[] = []
  #taker: ((line: string | undefined) => void) | undefined
  #isOver = false

  constructor(stdin: NodeJS.ReadableStream) {
    this.#reader = createInterface({ input: stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY })
    this.#reader.on('line', (line) => (this.#taker ? this.#give(line) : this.#waiting.push(line)))
    this.#reader.on('close', () => {
      this.#isOver = true
      this.#give(undefined)
    })
  }

  /** The next line, typed ahead or not; undefined at the end of the input. */
  next(): Promise<string | undefined> {
    const first = this.#waiting.shift()
    return first === undefined ? this.answer() : Promise.resolve(first)
  }

  /** The next line that is typed from now on. */
  answer(): Promise<string | undefined> {
    if (this.#isOver) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#taker = resolve
    })
  }

  close(): void {
    this.#reader.close()
  }

  #give(line: string | undefined): void {
    const taker = this.#taker
    this.#taker = undefined
    taker?.(line)
  }
}
