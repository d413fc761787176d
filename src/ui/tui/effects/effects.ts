import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { AssistantError, type Conversation, type Input } from '../../../protocol/index.ts'
import type { CommandContext } from '../commands/command.ts'
import { commandNamed } from '../commands/command-table.ts'
import { isPrompt } from '../commands/typed-command.ts'
import type { KeyEffect } from '../screen/screen-state.ts'
import { backgroundOf } from '../terminal/theme.ts'
import { type DrawOptions, noteRows, reportRows } from '../transcript/blocks.ts'
import type { Item } from '../transcript/scrollback.ts'
import type { FilledPrompt, TuiEngine, TuiHost } from '../tui-host.ts'
import { attachNamed, outsidePastes } from './attachments.ts'
import { Choices } from './choices.ts'
import { type EffectContext, type EffectTools, sentenceItem } from './effect-context.ts'
import { createForms } from './form-queue.ts'
import { HeldBack } from './held-back.ts'
import { offerModel } from './offer-model.ts'
import { OpenConversation } from './open-conversation.ts'
import { Pictures } from './pictures.ts'
import { createShell } from './shell-commands.ts'
import { showNextModel } from './show-next-model.ts'
import { StatusLine } from './status.ts'
import { createVoice } from './voice.ts'

type Sending = Pick<Extract<KeyEffect, { do: 'submit' }>, 'pasted' | 'steer'>

/**
 * Runs the effects that reducers ask for, and feeds what comes of them back into the store. Everything that is
 * awaited is awaited here.
 */
export class Effects {
  readonly #host: TuiHost
  readonly #hands: EffectTools
  readonly #open: OpenConversation
  readonly #choices: Choices
  readonly #voice: ReturnType<typeof createVoice>
  readonly #forms: ReturnType<typeof createForms>
  readonly #shell: ReturnType<typeof createShell>
  readonly #pictures: Pictures
  readonly #status: StatusLine
  readonly #leaving = new AbortController()
  /** Stops what comes: a download. */
  #stopping = new AbortController()
  /** The failure that was told last, since the last key that asked for something. */
  #told = ''
  readonly #heldBack: HeldBack
  /** What was sent last. */
  #sent = ''

  constructor(host: TuiHost, words: TuiMessages, stage: EffectContext) {
    const say = (text: string): void => this.#print(sentenceItem('· ', text))
    this.#host = host
    this.#hands = { stage, words, say, attempt: (work) => this.attempt(work) }
    this.#heldBack = new HeldBack(this.#hands)
    this.#voice = createVoice(host, words, stage)
    this.#forms = createForms(stage, words)
    this.#shell = createShell(stage.run, words, stage)
    this.#pictures = new Pictures(host, this.#hands)
    this.#open = new OpenConversation(
      host,
      this.#hands,
      () => this.#voice.off(),
      (answer) => this.attempt(() => offerModel(answer, this.#sent, stage.store, this.#commandContext())),
    )
    this.#status = new StatusLine(host, this.#hands)
    this.#choices = new Choices(host, this.#hands, this.#open, this.#forms.ask)
  }

  /** The conversation on the screen. */
  get conversation(): Promise<Conversation> {
    return this.#open.now
  }

  /** Shows the conversation to begin with, and tells from now on what is to be told. */
  start(): void {
    const [host, { say, words, stage }] = [this.#host, this.#hands]
    this.#status.start()
    this.#open.begin(host.awake.then((engine) => engine.open()))
    this.attempt(async () => {
      const place = await host.place?.()
      const program = host.version === undefined ? '' : `assistant ${host.version}`
      const where = [program, place ?? ''].filter(Boolean).join(' · ')
      this.#print(...(where === '' ? [] : [sentenceItem('', where)]), sentenceItem('', words.welcome))
      await this.#greet()
    })
    // The receiver of the words, and the owner of the money, are seen before the first of them.
    this.#whenAwake((engine) => showNextModel(engine, this.#hands))
    if (host.keybindings?.problem) this.#print(sentenceItem('! ', host.keybindings.problem))
    this.#whenAwake((engine) => this.#ring(engine, this.#leaving.signal))
    this.#whenAwake(async ({ servers }) => {
      servers?.listen(this.#forms.ask, say, this.#leaving.signal)
      for (const waiting of (await servers?.waiting()) ?? []) say(waiting)
    })
    if (host.first) this.perform({ do: 'run', command: host.first, rest: '' })
    this.attempt(async () => {
      const text = this.#pictures.restored((await host.drafts?.left()) ?? '')
      if (text) stage.store.dispatch({ type: 'draft', text })
    })
  }

  /**
   * Whoever is here for the first time is told three things to try, and that there is no model, where there is none.
   */
  async #greet(): Promise<void> {
    const { words, stage } = this.#hands
    const inputs = await this.#host.history.read()
    stage.store.dispatch({ type: 'history', inputs })
    if (inputs.length > 0) return
    this.#print(sentenceItem('', words.triesTitle), ...words.tries.map((text) => sentenceItem('  · ', text)))
    this.#whenAwake(async (engine) => {
      if (!(await engine.hasModel())) this.#print(sentenceItem('', words.noModel))
    })
  }

  /** Runs something that may fail: a failure is told, a bug ends the TUI. */
  attempt(work: () => Promise<unknown>): void {
    work().catch((thrown: unknown) => {
      if (!(thrown instanceof AssistantError)) return this.#hands.stage.crash(thrown)
      const text = this.#host.say.failure(thrown.failure)
      // One cause fails more than one thing: a disk that takes nothing keeps neither the line nor the conversation.
      if (text === this.#told) return
      this.#told = text
      this.#print({ type: 'rows', rows: ({ columns }) => noteRows('✕ ', text, columns, 'error') })
    })
  }

  /** Does what a key asked for. */
  perform(command: KeyEffect): void {
    this.#told = ''
    this.attempt(async () => this.#act(command))
  }

  /** Detaches, and is silent. */
  async close(): Promise<void> {
    this.#leaving.abort()
    this.#status.close()
    this.#voice.off()
    await this.#open.close()
  }

  #print(...items: Item[]): void {
    this.#hands.stage.store.dispatch({ type: 'print', items })
  }

  /** That there is no engine is told by whoever opens the conversation. */
  #whenAwake(work: (engine: TuiEngine) => Promise<unknown>): void {
    this.#host.awake.then(
      (engine) => this.attempt(() => work(engine)),
      () => {},
    )
  }

  /** Tells what rings, at once and whatever else is going on. */
  async #ring(engine: TuiEngine, signal: AbortSignal): Promise<void> {
    const { words, stage } = this.#hands
    for await (const { text, canWait, conversation, told } of engine.rings(signal)) {
      if (conversation !== undefined && conversation === stage.store.state.view.conversation) {
        await told()
        continue
      }
      const rows = ({ columns }: DrawOptions) => [
        ...noteRows('', text, columns, 'warn'),
        ...(canWait ? noteRows('   ', words.snoozeHint, columns, 'dim') : []),
      ]
      this.#print({ type: 'rows', apart: true, rows })
      stage.alert(text)
      this.#voice.ring(text)
      await told()
    }
  }

  /**
   * Sends what was typed, or what a server made of it: an `@name` that the server wrote is not the person's request.
   */
  async #submit(typed: string, filled?: FilledPrompt, { pasted = [], steer }: Sending = {}): Promise<void> {
    const host = this.#host
    this.attempt(() => host.history.add(typed))
    const conversation = await this.#open.begun()
    const text = filled?.text ?? typed
    const {
      problems,
      attachments: files,
      images: named,
    } = filled?.foreign
      ? { problems: [], attachments: [], images: [] }
      : await attachNamed(outsidePastes(text, pasted), await host.engine(), this.#hands.words)
    if (this.#heldBack.holds(typed, problems)) return
    const images = [...this.#pictures.in(typed), ...named]
    if (await this.#pictures.refused(typed, images, conversation)) return
    const attachments = [...files, ...this.#shell.take()]
    if (filled === undefined && attachments.length + images.length === 0 && this.#voice.typed(text)) return
    const marks = {
      ...(pasted.length > 0 ? { pasted } : {}),
      ...(filled?.foreign ? { untrusted: true as const } : {}),
      ...(filled?.options ? { options: filled.options } : {}),
    }
    const along = { ...(attachments.length > 0 ? { attachments } : {}), ...(images.length > 0 ? { images } : {}) }
    this.#sent = typed
    await conversation.submit({ text, origin: 'tui', by: 'owner', ...along, ...marks }, steer ? 'steer' : 'queue')
  }

  /** A name that is nobody's is told; what looks like a server's prompt is said as it stands. */
  async #prompt({ name, rest, text, near }: Extract<KeyEffect, { do: 'prompt' }>): Promise<void> {
    const filled = await (await this.#host.engine()).prompt(name, rest)
    if (!filled && !isPrompt(name)) return this.#hands.say(this.#hands.words.unknownCommand(name, near))
    await this.#submit(text, filled)
  }

  #commandContext(): CommandContext {
    const { say, words, stage } = this.#hands
    const host = this.#host
    return {
      ...{ host, words, say },
      progress: (line) => stage.store.dispatch({ type: 'progress', ...(line === undefined ? {} : { line }) }),
      stop: this.#stopping.signal,
      showNextModel: async () => showNextModel(await host.engine(), this.#hands),
      engine: host.engine,
      conversation: () => this.#open.now,
      view: () => stage.store.state.view,
      report: (report) =>
        this.#print({ type: 'rows', apart: true, rows: ({ columns }) => reportRows(report, columns) }),
      pick: (...args) => this.#choices.pick(...args),
      change: (...to) => this.#open.change(...to),
      theme: () => this.#choices.theme,
      ask: (...question) => this.#forms.ask(...question),
      openSource: (number) => this.#choices.openSource(number),
      page: async (text) => (await host.engine()).page(text, stage.outside),
      toggleThinking: () => {
        stage.store.dispatch({ type: 'thinking' })
        return stage.store.state.isThinkingShown === true
      },
      rewind: () => this.#choices.rewind(),
      voice: (words) => this.#voice.press(words) || this.#voice.toggle(this.#open.now),
      copy: (text) => stage.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`),
      setMode: (mode) => this.#open.setMode(mode),
      send: (text) => this.#submit(text),
      leave: () => stage.leave('quit'),
    }
  }

  /** Handle effects on the conversation. */
  async #act(command: KeyEffect): Promise<unknown> {
    const { store } = this.#hands.stage
    const host = this.#host
    switch (command.do) {
      case 'submit':
        return this.#submit(command.text, undefined, command)
      case 'mode':
        return this.#open.setMode(command.mode)
      case 'withdraw': {
        const isBack = await (await this.#open.now).withdraw(command.input)
        return isBack && store.dispatch({ type: 'recalled', text: command.text })
      }
      case 'go-on':
        return this.#goOn(command.input)
      case 'cancel':
        return (await this.#open.now).cancel(command.turn, 'person')
      case 'answer': {
        const answer = await (await this.#open.now).answer(command.ask, command.decision, 'owner')
        return answer === 'late' && store.dispatch({ type: 'late', until: host.clock() + 2000 })
      }
      case 'reply':
        return this.#forms.reply(command.id, command.answer)
      case 'run':
        return commandNamed(command.command)?.run(this.#commandContext(), command.rest)
      case 'prompt':
        return this.#prompt(command)
      case 'prompts':
        return store.dispatch({ type: 'prompts', prompts: await (await host.engine()).prompts() })
      case 'rename':
      case 'remove':
        return this.#choices.manage(command.do, command.item)
      case 'choose':
        return this.#choices.choose(command.kind, command.item)
      case 'find': {
        const items = await (await host.engine()).files(command.query, 20)
        return store.dispatch({ type: 'files', query: command.query, items })
      }
      case 'search':
        return this.#choices.search(command.query)
      case 'open-editor': {
        // Facts may come while the editor is open.
        const text = await (await host.engine()).write(command.text, this.#hands.stage.outside)
        return store.dispatch({ type: 'rewritten', text })
      }
      case 'show-draft':
        return (await host.engine()).page(command.text, this.#hands.stage.outside)
      case 'paste-picture':
        return this.#pictures.paste(command.quiet === true, this.#open.now)
      case 'look':
        return this.#pictures.look(command.path, this.#open.now)
      case 'shell':
        return this.#shell.run(command.command, command.isShared)
      default:
        return this.#actOnTerminal(command)
    }
  }

  /** Let waiting inputs go on after a stop, this one first. */
  async #goOn({ id, ...input }: Input): Promise<unknown> {
    const conversation = await this.#open.now
    return (await conversation.withdraw(id)) && conversation.submit(input, 'queue')
  }

  /** Handle effects on the terminal, looks at files, and sounds. */
  #actOnTerminal(command: Exclude<KeyEffect, { do: ConversationCommand }>): unknown {
    const { stage } = this.#hands
    switch (command.do) {
      case 'exit':
        return stage.leave(command.reason)
      case 'stop-voice':
        return this.#voice.off()
      case 'suspend':
        this.#voice.off()
        return stage.suspend()
      case 'kitty':
        return stage.kitty()
      case 'stop-shell':
        return this.#shell.stop()
      case 'stop-progress':
        this.#stopping.abort()
        this.#stopping = new AbortController()
        return
      case 'preview':
        return this.#choices.preview(command.theme)
      case 'look-into':
        return this.#choices.lookInto(command.id)
      case 'recolour': {
        const background = backgroundOf(command.background)
        return background && stage.recolour({ background })
      }
      default:
        return command satisfies never
    }
  }
}

type ConversationCommand =
  | ('submit' | 'mode' | 'withdraw' | 'go-on' | 'cancel' | 'answer' | 'reply' | 'run' | 'prompt' | 'prompts')
  | ('choose' | 'rename' | 'remove' | 'find' | 'search' | 'open-editor' | 'shell')
  | ('show-draft' | 'paste-picture' | 'look')
