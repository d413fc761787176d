import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { AssistantError, type Conversation } from '../../../protocol/index.ts'
import type { Choosable } from '../components/items.ts'
import { marked, type Picker, picker } from '../components/picker.ts'
import { type CommandName, commandNames } from '../components/slash-commands.ts'
import { filesFound, promptsFound, recalled, rewritten, seen } from '../screen/reduce-key.ts'
import type { Command } from '../screen/screen-state.ts'
import { calmTitle } from '../terminal/terminal-input.ts'
import { backgroundOf, type ThemeName, themeNames } from '../terminal/theme.ts'
import { noted, placeOf, reportRows } from '../transcript/blocks.ts'
import { view } from '../transcript/chat-view.ts'
import type { Report } from '../transcript/report.ts'
import type { Item } from '../transcript/scrollback.ts'
import { attached } from './attachments.ts'
import type { EffectContext } from './effect-context.ts'
import { follow } from './follow-conversation.ts'
import { createForms } from './form-queue.ts'
import { createShell } from './shell-commands.ts'
import type { TuiHost } from './tui-host.ts'
import { createVoice } from './voice.ts'

/** The hands of the TUI: does what keys ask for, and follows the conversation. Everything that is awaited is awaited here. */
export function createEffects(host: TuiHost, words: TuiMessages, stage: EffectContext) {
  let open: Promise<Conversation> = host.open()
  let following = new AbortController()
  let current: Conversation | undefined

  /** Runs something that may fail: a failure is told, a bug ends the TUI. */
  const attempt = (work: () => Promise<unknown>): void => {
    work().catch((thrown: unknown) => {
      if (!(thrown instanceof AssistantError)) return stage.crash(thrown)
      stage.print({ type: 'failed', failure: thrown.failure, retryable: false })
    })
  }
  const voice = createVoice(host, words, stage)
  let called = false
  /** Calls the person for what they may be waiting for. */
  const call = (text: string): void => {
    called ||= stage.get().unfocused === true
    stage.call(text)
  }
  const say = (text: string): void => stage.print({ type: 'rows', rows: ({ columns }) => noted('· ', text, columns, 'dim') })

  const forms = createForms(stage, words)
  const shell = createShell(stage.run, words, stage)

  /** Tells what rings, at once and whatever else is going on. */
  async function ring(signal: AbortSignal): Promise<void> {
    for await (const { text, canWait, told } of host.rings(signal)) {
      const rows: Extract<Item, { type: 'rows' }>['rows'] = ({ columns }) => [
        ...noted('', text, columns, 'warn'),
        ...(canWait ? noted('   ', words.snoozeHint, columns, 'dim') : []),
      ]
      stage.print({ type: 'rows', apart: true, rows })
      stage.alert(text)
      voice.ring(text)
      await told()
    }
  }

  const begin = (next: Promise<Conversation>): void => {
    voice.off()
    following.abort()
    following = new AbortController()
    const { signal } = following
    stage.set(seen(stage.get(), { ...view, ...host.birth }))
    open = next
    attempt(async () => {
      const conversation = await next
      current = conversation
      if (!signal.aborted)
        await follow(conversation, { host, stage, call, words, earlier: (hidden) => say(words.earlier(hidden)) }, signal)
    })
  }

  /** Leaves this conversation for another one; the screen above stays. */
  async function change(next: Promise<Conversation>, words: string): Promise<void> {
    const [before, after] = await Promise.all([open, next])
    say(words)
    begin(Promise.resolve(after))
    await before.close()
  }

  /** Sends what was typed, or what a server made of it: an `@name` that the server wrote is not the person's wish. */
  async function submit(typed: string, filled?: string, steer = false): Promise<void> {
    attempt(() => host.remember(typed))
    const conversation = await open
    const { attachments: files, images } =
      filled === undefined ? await attached(typed, host, say) : { attachments: [], images: [] }
    const attachments = [...files, ...shell.take()]
    const text = filled ?? typed
    if (filled === undefined && attachments.length + images.length === 0 && voice.typed(text)) return
    const foreign = filled === undefined ? {} : { untrusted: true as const }
    const along = { ...(attachments.length > 0 ? { attachments } : {}), ...(images.length > 0 ? { images } : {}) }
    await conversation.submit({ text, origin: 'tui', by: 'owner', ...along, ...foreign }, steer ? 'steer' : 'queue')
  }

  const showReport = (report: Report): void =>
    stage.print({ type: 'rows', apart: true, rows: ({ columns }) => reportRows(report, columns) })

  const help = (): void => {
    showReport({ title: words.helpTitle, rows: commandNames.map((name) => ({ label: `/${name}`, value: words.commands[name] })) })
    showReport({ title: words.keysTitle, rows: words.keys.map(([label, value]) => ({ label, value })) })
  }

  async function pick(kind: Picker['kind'], list: () => Promise<Choosable[]>, wanted: string): Promise<void> {
    const items = marked(kind, await list(), stage.get().view)
    const exact = items.find((item) => wanted !== '' && (item.id === wanted || item.label === wanted))
    if (exact) return choose(kind, exact)
    const opened = picker(kind, items)
    stage.set({
      ...stage.get(),
      picker: wanted === '' ? opened : { ...opened, filter: { ...opened.filter, text: wanted, at: wanted.length }, selected: 0 },
    })
  }

  /** Without a number the only source is meant, else one is chosen. */
  async function openSource(rest: string): Promise<void> {
    const { list } = stage.get().view.sources
    const items = list.map((source, index) => ({
      id: `${index + 1}`,
      label: placeOf(source, host.say),
      note: source.heading ?? '',
    }))
    if (items.length === 0) return say(words.noSources)
    return rest === '' && items.length === 1 ? show(0) : pick('open', async () => items, rest)
  }

  async function show(index: number): Promise<void> {
    const source = stage.get().view.sources.list[index]
    if (source) await host.show(source, stage.outside)
  }

  async function attach(rest: string): Promise<void> {
    const items = await host.live((await open).id)
    return items.length === 0 ? say(words.nobodyElse) : pick('attach', async () => items, rest)
  }

  /** Something was said in this conversation, so that there is one to hand over or to keep. */
  const begun = (): boolean => stage.get().view.conversation !== undefined

  async function handoff(): Promise<void> {
    say(begun() ? await host.handoff(await open) : words.nothingToHandOff)
  }

  async function fork(): Promise<void> {
    return begun() ? change(host.fork(await open), words.forked) : say(words.nothingToHandOff)
  }

  async function choose(kind: Picker['kind'], item: Choosable): Promise<void> {
    if (kind === 'resume') return change(host.resume(item.id), words.resumed)
    if (kind === 'attach') return change(host.resume(item.id), words.attached)
    if (kind === 'open') return show(Number(item.id) - 1)
    if (kind === 'mcp') return say((await host.servers?.act(item.id, forms.ask, say)) ?? '')
    if (kind === 'theme') return recolour(item.id as ThemeName)
    const conversation = await open
    await (kind === 'model' ? host.chooseModel(conversation, item.id) : host.chooseAgent(conversation, item.id))
  }

  /** That it is done is told by the fact. */
  async function compact(): Promise<void> {
    say(words.compacting)
    if (!(await host.compact(await open))) say(words.nothingToCompact)
  }

  async function recolour(theme: ThemeName): Promise<void> {
    stage.recolour({ theme })
    await host.keepTheme?.(theme)
  }

  /** An answer for the clipboard of the terminal (OSC 52): the last one, the n-th from the end, or its code alone. */
  function copy(rest: string): void {
    const { answers } = stage.get().view
    const answer = answers.at(-Math.max(1, Number.parseInt(rest, 10) || 1))
    const code = [...(answer ?? '').matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map(([, text = '']) => text).join('\n')
    const text = /\bcode\b|코드/.test(rest) ? code : answer
    if (!text) {
      say(words.nothingToCopy)
      return
    }
    stage.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`)
    say(words.copied([...text].length))
  }

  function theme(rest: string): Promise<void> {
    const items = themeNames.map((name) => ({ id: name, label: name, note: words.themes[name] }))
    return pick('theme', async () => items, rest)
  }

  const runs: Record<CommandName, (rest: string) => Promise<void> | void> = {
    help,
    new: () => change(host.fresh(), words.fresh),
    resume: (rest) => pick('resume', () => host.conversations(), rest),
    attach,
    handoff,
    fork,
    export: async (rest) => say(begun() ? await host.export(await open, rest) : words.nothingToHandOff),
    model: (rest) => pick('model', () => host.models(), rest),
    agent: (rest) => pick('agent', () => host.agents(), rest),
    memory: async () => showReport(await host.memory()),
    tools: async () => showReport(await host.tools()),
    mcp: (rest) => (host.servers ? pick('mcp', host.servers.list, rest) : undefined),
    docs: async () => showReport(await host.docs(stage.get().view.workspace)),
    open: openSource,
    snooze: async (rest) => say(await host.snooze(rest)),
    voice: () => voice.toggle(open),
    compact,
    context: async () => showReport(await host.context(await open)),
    usage: async () => showReport(await host.usage(await open)),
    copy,
    theme,
    quit: () => stage.leave('quit'),
  }

  async function act(command: Command): Promise<unknown> {
    switch (command.do) {
      case 'submit':
        return submit(command.text, undefined, command.steer)
      case 'withdraw':
        return (await (await open).withdraw(command.input)) && stage.set(recalled(stage.get(), command.text))
      case 'cancel':
        return (await open).cancel(command.turn, 'person')
      case 'answer': {
        const answer = await (await open).answer(command.ask, command.decision, 'owner')
        return answer === 'late' && stage.set({ ...stage.get(), hint: { text: 'late', until: host.now() + 2000 } })
      }
      case 'reply':
        return forms.reply(command.id, command.answer)
      case 'run':
        return runs[command.command](command.rest)
      case 'prompt':
        return submit(command.text, await host.prompt(command.name, command.rest))
      case 'prompts':
        return host.prompts().then((prompts) => stage.set(promptsFound(stage.get(), prompts)))
      case 'unknown':
        return say(words.unknownCommand(command.name, command.near))
      case 'choose':
        return choose(command.kind, command.item)
      case 'find':
        return host.files(command.query, 20).then((files) => stage.set(filesFound(stage.get(), command.query, files)))
      case 'exit':
        return stage.leave(command.reason)
      case 'stop-voice':
        return voice.off()
      case 'open-editor': {
        const written = await host.write(command.text, stage.outside)
        // Only now: facts may have come while the editor was open.
        return stage.set(rewritten(stage.get(), written))
      }
      case 'suspend':
        voice.off()
        return stage.suspend()
      case 'kitty':
        return stage.kitty()
      case 'shell':
        return shell.run(command.command, command.isShared)
      case 'stop-shell':
        return shell.stop()
      case 'came-back':
        return called && stage.write(calmTitle)
      case 'recolour': {
        const background = backgroundOf(command.background)
        return background && stage.recolour({ background })
      }
      default:
        return command satisfies never
    }
  }

  stage.print({ type: 'rows', rows: ({ columns }) => noted('', words.welcome, columns, 'dim') })
  begin(open)
  attempt(async () => {
    const place = await host.place?.()
    if (place) stage.set({ ...stage.get(), place })
  })
  const leaving = new AbortController()
  attempt(() => ring(leaving.signal))
  host.servers?.listen(forms.ask, say, leaving.signal)
  attempt(async () => (await host.servers?.waiting())?.forEach(say))
  const { first } = host
  if (first) attempt(async () => runs[first](''))
  return {
    attempt,
    /** Three things to try, for who is here for the first time. */
    greet: () =>
      stage.print({ type: 'rows', rows: ({ columns }) => words.tries.flatMap((text) => noted('  · ', text, columns, 'dim')) }),
    perform: (command: Command): void => attempt(() => act(command)),
    /** Detaches. A conversation that is still being opened is not waited for. */
    async close(): Promise<void> {
      leaving.abort()
      voice.off()
      following.abort()
      await current?.close()
    },
  }
}
