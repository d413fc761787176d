import { type CommandName, commandNames } from '../components/slash-commands.ts'
import { reportRows } from '../transcript/blocks.ts'
import type { Report } from '../transcript/report.ts'
import type { Choices } from './choices.ts'
import type { EffectContext, Hands } from './effect-context.ts'
import type { OpenConversation } from './open-conversation.ts'
import type { TuiHost } from './tui-host.ts'
import type { createVoice } from './voice.ts'

/** What a slash command may use. */
export interface SlashContext extends Hands {
  host: TuiHost
  open: OpenConversation
  choices: Choices
  voice: ReturnType<typeof createVoice>
}

type SlashEffect = (context: SlashContext, rest: string) => Promise<void> | void

/** What each `/command` does with the words behind it. */
export const slashEffects: Record<CommandName, SlashEffect> = {
  help,
  new: ({ open, host, words }) => open.change(host.fresh(), words.fresh),
  resume: ({ choices, host }, rest) => choices.pick('resume', () => host.conversations(), rest),
  attach: ({ choices }, rest) => choices.attach(rest),
  handoff: async ({ open, host, say, words }) => say(open.isBegun ? await host.handoff(await open.now) : words.nothingToHandOff),
  fork: async ({ open, host, say, words }) =>
    open.isBegun ? open.change(host.fork(await open.now), words.forked) : say(words.nothingToHandOff),
  export: async ({ open, host, say, words }, rest) =>
    say(open.isBegun ? await host.export(await open.now, rest) : words.nothingToHandOff),
  model: ({ choices, host }, rest) => choices.pick('model', () => host.models(), rest),
  agent: ({ choices, host }, rest) => choices.pick('agent', () => host.agents(), rest),
  memory: async ({ stage, host }) => show(stage, await host.memory()),
  tools: async ({ stage, host }) => show(stage, await host.tools()),
  mcp: ({ choices, host }, rest) => (host.servers ? choices.pick('mcp', host.servers.list, rest) : undefined),
  docs: async ({ stage, host }) => show(stage, await host.docs(stage.store.state.view.workspace)),
  open: ({ choices }, rest) => choices.source(rest),
  snooze: async ({ host, say }, rest) => say(await host.snooze(rest)),
  voice: ({ voice, open }) => voice.toggle(open.now),
  compact,
  context: async ({ stage, host, open }) => show(stage, await host.context(await open.now)),
  usage: async ({ stage, host, open }) => show(stage, await host.usage(await open.now)),
  copy,
  theme: ({ choices }, rest) => choices.theme(rest),
  quit: ({ stage }) => stage.leave('quit'),
}

function show({ store }: EffectContext, report: Report): void {
  store.dispatch({ type: 'print', items: [{ type: 'rows', apart: true, rows: ({ columns }) => reportRows(report, columns) }] })
}

function help({ stage, words }: SlashContext): void {
  const commands = commandNames.map((name) => ({ label: `/${name}`, value: words.commands[name] }))
  show(stage, { title: words.helpTitle, rows: commands })
  show(stage, { title: words.keysTitle, rows: words.keys.map(([label, value]) => ({ label, value })) })
}

/** That it is done is told by the fact. */
async function compact({ host, open, say, words }: SlashContext): Promise<void> {
  say(words.compacting)
  if (!(await host.compact(await open.now))) say(words.nothingToCompact)
}

/** An answer for the clipboard of the terminal (OSC 52): the last one, the n-th from the end, or its code alone. */
function copy({ stage, say, words }: SlashContext, rest: string): void {
  const { answers } = stage.store.state.view
  const answer = answers.at(-Math.max(1, Number.parseInt(rest, 10) || 1))
  const code = [...(answer ?? '').matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map(([, text = '']) => text).join('\n')
  const text = /\bcode\b|코드/.test(rest) ? code : answer
  if (text) stage.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`)
  say(text ? words.copied([...text].length) : words.nothingToCopy)
}
