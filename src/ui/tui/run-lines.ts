import { createInterface } from 'node:readline'
import { type TuiMessages, tuiMessages } from '../../messages/surfaces/tui.ts'
import { choiceOf } from '../../messages/tools/answer-words.ts'
import type { Choice } from '../../protocol/index.ts'
import { sanitiseLine } from '../../std/text/sanitise.ts'
import { type Card, choicesOf, isLasting } from './components/approval-card.ts'
import { cardLines, choiceText, grantText } from './components/approval-card-rows.ts'
import { createEditor, editorValue, insertText } from './components/editor.ts'
import type { Form } from './components/form.ts'
import type { Picker } from './components/picker.ts'
import type { EffectContext } from './effects/effect-context.ts'
import { Effects } from './effects/effects.ts'
import type { KeyEffect, Screen } from './screen/screen-state.ts'
import { Store } from './screen/store.ts'
import { plainOf } from './terminal/style.ts'
import type { ExitReason, Terminal } from './terminal/terminal.ts'
import type { DrawOptions } from './transcript/blocks.ts'
import type { Question } from './transcript/chat-view.ts'
import { type Item, Printer } from './transcript/scrollback.ts'
import type { TuiHost } from './tui-host.ts'

/** Lines are not broken by us: who reads them aloud wants them whole, and a terminal breaks them itself. */
const columns = 400
/** After so many milliseconds without news the person is asked for the next line. */
const restMs = 200
/** Choices that are listed; what is further down is found by words behind the command. */
const listed = 30

/**
 * The chat for terminals that move no cursor and for screen readers: the same store, effects and commands as on a
 * screen, but what is finished is printed as it comes, and every choice is a numbered line. Runs until the person
 * leaves.
 */
export async function runLines(host: TuiHost, terminal: Terminal): Promise<ExitReason> {
  const { promise: left, resolve: leave, reject: crash } = Promise.withResolvers<ExitReason>()
  const { stdin, stdout, signal, outside, run } = terminal
  const usual = tuiMessages[host.language]
  const { keys, noClipboard } = usual.lines
  const words = { ...usual, keys, copied: () => noClipboard }
  const store = new Store()
  const writer = new LineWriter(store, words, host.say, (text) => stdout.writable && stdout.write(text), crash)
  const stage: EffectContext = {
    store,
    leave,
    crash,
    suspend() {},
    kitty() {},
    recolour() {},
    alert: (text) => host.bell && writer.say(`\x07${sanitiseLine(text)}`),
    call: () => host.bell && stdout.write('\x07'),
    // Only the clipboard is written to, and a line has none.
    write() {},
    outside: async (argv) => (await outside?.(argv)) ?? -1,
    ...(run ? { run } : {}),
  }
  const inLines = {
    ...host,
    engine: async () => ({ ...(await host.engine()), page: async (text: string) => writer.say(text) }),
  }
  const effects = new Effects(inLines, words, stage)
  const reader = createInterface({ input: stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY })
  reader.on('line', (line) => {
    host.touched?.()
    writer.answered()
    for (const command of new Answers(store, words, host.clock(), writer).to(line)) effects.perform(command)
  })
  reader.on('close', () => leave('end-of-input'))
  signal.addEventListener('abort', () => leave('signal'))
  if (signal.aborted) leave('signal')
  writer.say(words.lines.welcome)
  effects.start()
  try {
    return await left
  } finally {
    reader.close()
    writer.close()
    await effects.close()
  }
}

/** Reader of lines: an answer to the open question, else a message or a command. */
class Answers {
  readonly #store: Store
  readonly #words: TuiMessages
  readonly #now: number
  readonly #writer: Pick<LineWriter, 'say'>

  constructor(store: Store, words: TuiMessages, now: number, writer: Pick<LineWriter, 'say'>) {
    this.#store = store
    this.#words = words
    this.#now = now
    this.#writer = writer
  }

  to(line: string): KeyEffect[] {
    const { card, picker, form, view, editor } = this.#store.state
    const number = /^\d{1,2}$/.test(line.trim()) ? Number(line) : undefined
    const [question] = view.questions
    if (card && question) return this.#decided(card, question, line, number)
    if (picker) return this.#picked(picker, line, number)
    if (form) return this.#filled(form, line.trim(), number)
    this.#store.dispatch({ type: 'rewritten', text: line.trim() === '' ? editorValue(editor) : line })
    return this.#press('enter')
  }

  #press(name: 'enter' | 'escape'): KeyEffect[] {
    const key = { type: 'key', name, ctrl: false, alt: false, shift: false } as const
    return this.#store.dispatch({ type: 'key', key, now: this.#now, columns })
  }

  /** A number or a word decides; what lasts is read back, and wants a yes of its own. */
  #decided(card: Card, question: Question, line: string, number: number | undefined): KeyEffect[] {
    const choices = choicesOf(question)
    const decided = (choice: Choice): KeyEffect[] => [{ do: 'answer', ask: question.id, decision: { choice } }]
    if (card.grant && choiceOf(line, ['once'])) return decided(card.grant.choice)
    const { grant, ...back } = card
    const choice = grant ? undefined : number === undefined ? choiceOf(line, choices) : choices[number - 1]
    if (choice && !isLasting(choice)) return decided(choice)
    if (choice || grant)
      this.#store.dispatch({ type: 'card', card: choice ? { ...back, grant: { choice, at: this.#now } } : back })
    else this.#writer.say(this.#words.lines.chooseAnswer(choices.length))
    return []
  }

  #picked(picker: Picker, line: string, number: number | undefined): KeyEffect[] {
    if (line.trim() === '' || number === 0) return this.#press('escape')
    const count = Math.min(listed, picker.items.length)
    if (number === undefined || number > count) {
      this.#writer.say(this.#words.lines.pick(count))
      return []
    }
    this.#store.dispatch({ type: 'picker', picker: { ...picker, filter: createEditor(), selected: number - 1 } })
    return this.#press('enter')
  }

  #filled(form: Form, line: string, number: number | undefined): KeyEffect[] {
    const next = fillField(form, line, number)
    if (!next) {
      this.#writer.say(this.#words.lines.choose(optionsOf(form).length))
      return []
    }
    this.#store.dispatch({ type: 'form', form: { ...next, armedAt: 0, focused: true } })
    return this.#press('enter')
  }
}

const optionsOf = ({ fields, at }: Form) => {
  const field = fields[at]
  return field && field.kind !== 'text' ? field.options : []
}

/**
 * The form with this answer to its field; an empty line takes what stands there. Undefined where a number is none of
 * the list.
 */
function fillField(form: Form, line: string, number: number | undefined): Form | undefined {
  if (line === '') return form
  const field = form.fields[form.at]
  if (field?.kind === 'text') return { ...form, editor: insertText(createEditor(), line) }
  const count = optionsOf(form).length
  if (field?.kind === 'one') return number && number <= count ? { ...form, selected: number - 1 } : undefined
  const numbers = line.split(/[\s,]+/).map(Number)
  const chosen = new Set(numbers.map((one) => one - 1))
  return numbers.every((one) => one >= 1 && one <= count) ? { ...form, chosen } : undefined
}

/** Printer of lines; remembers the open question. */
class LineWriter {
  readonly #store: Store
  readonly #words: TuiMessages
  readonly #look: DrawOptions
  readonly #printer: Printer
  readonly #write: (text: string) => void
  readonly #crash: (thrown: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #isAsked = false
  #shown: unknown
  #retried: unknown

  constructor(
    store: Store,
    words: TuiMessages,
    sayer: DrawOptions['say'],
    write: (text: string) => void,
    crash: (thrown: unknown) => void,
  ) {
    this.#store = store
    this.#words = words
    this.#look = { columns, words, say: sayer }
    this.#write = write
    this.#crash = crash
    this.#printer = new Printer(() => this.#print(), crash)
    store.subscribe(() => this.#heard())
  }

  say(text: string): void {
    this.#write(`${this.#isAsked ? '\n' : ''}${text}\n`)
    this.#isAsked = false
    this.#rest()
  }

  /** The person has written a line behind what was asked. */
  answered(): void {
    this.#isAsked = false
    this.#rest()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #heard(): void {
    try {
      this.#print()
    } catch (thrown) {
      this.#crash(thrown)
    }
    this.#rest()
  }

  #print(): void {
    let rows: string[] = []
    this.#store.take((items: readonly Item[]) => {
      const printed = this.#printer.print(
        items.filter((item) => item.type !== 'said' || item.origin !== 'tui' || !this.#isLive),
        this.#look,
      )
      rows = printed.rows.map(plainOf)
      return printed.rest
    })
    if (rows.length > 0) this.say(rows.map((row) => row.trimEnd()).join('\n'))
    const { turn } = this.#store.state.view
    if (turn?.retry && turn.retry !== this.#retried)
      this.say(this.#words.retrying(turn.retry.waitMs, turn.retry.attempt))
    this.#retried = turn?.retry
  }

  /** Words of the person stand there as they were typed. */
  get #isLive(): boolean {
    return this.#store.state.view.turn !== undefined
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ask(), restMs)
  }

  /** Asks for what comes next, once: an answer, a choice, the next field, or a line. */
  #ask(): void {
    const { state } = this.#store
    const { view, card, picker, form, shell } = state
    const lines = this.#words.lines
    const asked = card ?? picker ?? form ?? (view.turn || shell ? undefined : 'line')
    if (asked === undefined || (this.#isAsked && asked === this.#shown)) return
    const text =
      asked === 'line' ? draftOf(state, this.#words) : asked === this.#shown ? '' : questionOf(state, this.#words)
    this.#shown = asked
    this.#write(`${this.#isAsked ? '\n' : ''}${text}${view.isPrivate ? lines.privatePrompt : lines.prompt}`)
    this.#isAsked = true
  }
}

/** Return what was being written when a chat was cut off, or typed before it stood there. */
function draftOf({ editor }: Screen, { lines }: TuiMessages): string {
  const draft = editorValue(editor)
  return draft === '' ? '' : `${lines.draft(sanitiseLine(draft))}\n`
}

/** Return what is asked, as lines with numbers. */
function questionOf({ view, card, picker, form }: Screen, words: TuiMessages): string {
  const { lines } = words
  const [question] = view.questions
  const numbered = (items: readonly string[]) => items.map((item, at) => `  ${at + 1}. ${sanitiseLine(item)}`)
  if (question) {
    if (card?.grant) return `${grantText(card.grant.choice, question.ask, words)}\n${lines.grant}\n`
    const choices = choicesOf(question).map((choice) => choiceText(choice, question.ask, words))
    return [
      ...cardLines(question.ask, columns, words),
      ...numbered(choices),
      lines.chooseAnswer(choices.length),
      '',
    ].join('\n')
  }
  if (picker) {
    const items = picker.items
      .slice(0, listed)
      .map(({ label, note, current }) => `${label}${note ? ` · ${note}` : ''}${current ? ' ✓' : ''}`)
    const more = picker.items.length > listed ? [words.more(picker.items.length - listed)] : []
    const title = words.pick[picker.kind]
    return [
      title,
      ...(picker.about ?? []).map(sanitiseLine),
      ...numbered(items),
      ...more,
      lines.pick(items.length),
      '',
    ].join('\n')
  }
  return form ? fieldText(form, words) : ''
}

function fieldText(form: Form, words: TuiMessages): string {
  const field = form.fields[form.at]
  const head = form.at === 0 && !form.problem ? [form.title, form.message, form.warning] : []
  const options =
    field && field.kind !== 'text' ? field.options.map(({ label }, at) => `  ${at + 1}. ${sanitiseLine(label)}`) : []
  const initial =
    field?.kind === 'text' && editorValue(form.editor) !== '' ? [words.lines.initial(editorValue(form.editor))] : []
  const isSecret = field?.kind === 'text' && field.rules.format === 'password'
  const hints = [
    ...initial,
    ...(isSecret ? [words.lines.visible] : []),
    ...(options.length > 0 ? [words.lines.choose(options.length)] : []),
  ]
  const text = [...head, form.problem ?? '', field?.title ?? '', field?.about ?? ''].filter(Boolean).map(sanitiseLine)
  return [...text, ...options, ...hints, ''].join('\n')
}
