import type { Choosable } from '../components/items.ts'
import { movedLabel } from '../terminal/keybindings.ts'
import { themeNames } from '../terminal/theme.ts'
import { sourcePlace } from '../transcript/blocks.ts'
import { wholeText } from '../transcript/full-transcript.ts'
import type { CommandContext, SlashCommand } from './command.ts'

/** The name of a `/command`. */
export type CommandName = SlashCommand['name']

/**
 * Every `/command`, in the order of the help. A new one is a row here and a sentence in
 * messages/surfaces/tui-commands.ts.
 */
export const commands: readonly SlashCommand[] = [
  { name: 'help', aliases: ['도움말'], run: showHelp },
  {
    name: 'private',
    aliases: ['비공개'],
    run: ({ change, engine, words }) =>
      change(
        engine().then((to) => to.private()),
        words.private,
      ),
  },
  {
    name: 'new',
    aliases: ['clear', '새대화'],
    run: ({ change, engine, words }) =>
      change(
        engine().then((to) => to.fresh()),
        words.fresh,
      ),
  },
  {
    name: 'resume',
    aliases: ['continue', 'search', 'history', '이어가기', '찾기'],
    run: async ({ pick, engine }, rest) => {
      const found = rest === '' ? [] : await (await engine()).search(rest)
      // Words found in conversations have done their work as a filter.
      return found.length > 0
        ? pick('resume', async () => found, '')
        : pick('resume', async () => (await engine()).conversations(), rest)
    },
  },
  { name: 'attach', aliases: ['들어가기'], run: attachTo },
  {
    name: 'handoff',
    aliases: ['넘기기'],
    run: afterBegin(async ({ say, engine, conversation }) => say(await (await engine()).handoff(await conversation()))),
  },
  {
    name: 'fork',
    aliases: ['갈라지기'],
    run: afterBegin(async ({ change, engine, conversation, words }) =>
      change((await engine()).fork(await conversation()), words.forked),
    ),
  },
  {
    name: 'export',
    aliases: ['내보내기'],
    values: ['html'],
    run: afterBegin(async ({ say, engine, conversation }, rest) =>
      say(await (await engine()).export(await conversation(), rest)),
    ),
  },
  {
    name: 'undo',
    aliases: ['되돌리기'],
    run: ({ send }, rest) => send(rest === '' ? 'undo' : `undo ${rest}`),
  },
  { name: 'rewind', aliases: ['되감기'], run: afterBegin(({ rewind }) => rewind()) },
  { name: 'transcript', aliases: ['log', '전체', '기록'], run: afterBegin(showTranscript) },
  {
    name: 'thinking',
    aliases: ['생각'],
    run: ({ toggleThinking, say, words }) => say(toggleThinking() ? words.thinkingShown : words.thinkingHidden),
  },
  { name: 'copy', aliases: ['복사'], values: ['code'], run: copyAnswer },
  {
    name: 'model',
    aliases: ['모델'],
    run: ({ pick, engine }, rest) => pick('model', async () => (await engine()).models(), rest),
  },
  {
    name: 'agent',
    aliases: ['비서', '에이전트'],
    run: ({ pick, engine }, rest) => pick('agent', async () => (await engine()).agents(), rest),
  },
  {
    name: 'workspace',
    aliases: ['워크스페이스', '작업공간'],
    run: ({ pick, engine }, rest) => pick('workspace', async () => (await engine()).workspaces(), rest),
  },
  {
    name: 'agents',
    aliases: ['비서들'],
    run: async ({ report, engine }) => report(await (await engine()).agentList()),
  },
  {
    name: 'memory',
    aliases: ['기억'],
    values: ['why', 'review'],
    run: async ({ report, engine }, rest) => report(await (await engine()).memory(rest)),
  },
  { name: 'tools', aliases: ['도구'], run: async ({ report, engine }) => report(await (await engine()).tools()) },
  {
    name: 'reminders',
    aliases: ['알림'],
    run: async ({ report, engine }) => report(await (await engine()).reminders()),
  },
  {
    name: 'list',
    aliases: ['lists', '목록'],
    run: async ({ report, engine }, rest) => report(await (await engine()).lists(rest)),
  },
  {
    name: 'schedule',
    aliases: ['schedules', '예약'],
    values: ['show', 'pause', 'resume', 'remove'],
    run: async ({ report, engine }, rest) => report(await (await engine()).schedules(rest)),
  },
  {
    name: 'permissions',
    aliases: ['allowed-tools', '권한', '허용'],
    values: ['why', 'allow', 'ask', 'deny', 'remove'],
    run: async ({ report, engine }, rest) => report(await (await engine()).permissions(rest)),
  },
  {
    name: 'mcp',
    aliases: ['서버'],
    run: async ({ pick, engine }, rest) => {
      const { servers } = await engine()
      if (servers) await pick('mcp', servers.list, rest)
    },
  },
  { name: 'sync', aliases: ['동기화'], run: async ({ engine, ask, say }) => (await engine()).sync(ask, say) },
  {
    name: 'docs',
    aliases: ['문서'],
    run: async ({ report, engine, view }) => report(await (await engine()).docs(view().workspace)),
  },
  { name: 'open', aliases: ['sources', '열기'], run: openSource },
  {
    name: 'snooze',
    aliases: ['미루기'],
    run: async ({ say, engine }, rest) => say(await (await engine()).snooze(rest)),
  },
  {
    name: 'voice',
    aliases: ['목소리', '음성'],
    values: ['mute', 'repeat', 'slower', 'faster'],
    run: ({ voice }, rest) => voice(rest),
  },
  { name: 'compact', aliases: ['compress', '요약'], run: compactConversation },
  {
    name: 'context',
    aliases: ['맥락'],
    run: async ({ report, engine, conversation }) => report(await (await engine()).context(await conversation())),
  },
  {
    name: 'usage',
    aliases: ['cost', '사용량', '비용'],
    run: async ({ report, engine, conversation }) => report(await (await engine()).usage(await conversation())),
  },
  { name: 'plan', aliases: ['계획'], run: planFirst },
  {
    name: 'review',
    aliases: ['검토', '리뷰'],
    run: ({ send, words }, rest) => send([words.reviewWish, rest].join(' ').trim()),
  },
  { name: 'init', aliases: ['안내쓰기'], run: async ({ engine, ask, say }) => say(await (await engine()).init(ask)) },
  {
    name: 'setup',
    aliases: ['login', '로그인', '연결', '모델연결'],
    run: async ({ engine, ask, say, progress, stop, showNextModel }) => {
      if (await (await engine()).setup(ask, say, progress, stop)) await showNextModel()
    },
  },
  {
    name: 'settings',
    aliases: ['config', 'status', 'vim', 'language', '설정', '환경설정', '설정값', '언어'],
    meant: { vim: 'tui.vim', language: 'language', 언어: 'language' },
    run: async ({ pick, engine }, rest) => {
      const { settings } = await engine()
      if (settings) await pick('settings', settings.list, rest)
    },
  },
  { name: 'theme', aliases: ['테마', '색'], values: themeNames, run: chooseTheme },
  { name: 'quit', aliases: ['exit', 'q', '종료', '나가기'], run: ({ leave }) => leave() },
]

/** The command of this name, or of which it is another name. */
export function commandNamed(name: string): SlashCommand | undefined {
  return commands.find((command) => command.name === name) ?? commands.find(({ aliases }) => aliases.includes(name))
}

/** A command that needs something said before it. */
function afterBegin(run: SlashCommand['run']): SlashCommand['run'] {
  return (hands, rest) =>
    hands.view().conversation === undefined ? hands.say(hands.words.nothingToHandOff) : run(hands, rest)
}

function showHelp({ report, words, host }: CommandContext): void {
  const own = host.keybindings?.keys
  const label = (usual: string, actions: readonly string[] = []): string => (own && movedLabel(own, actions)) ?? usual

  report({
    title: words.helpTitle,
    rows: commands.map(({ name }) => ({ label: `/${name}`, value: words.commands[name] })),
  })
  report({
    title: words.keysTitle,
    rows: words.keys.map(([usual, value, actions]) => ({ label: label(usual, actions), value })),
  })
}

async function attachTo({ engine, conversation, say, words, pick }: CommandContext, rest: string): Promise<unknown> {
  const items = await (await engine()).live((await conversation()).id)
  return items.length === 0 ? say(words.nobodyElse) : pick('attach', async () => items, rest)
}

/** Without a number the only source is meant, else one is chosen. */
function openSource(
  { view, host, say, words, pick, openSource }: CommandContext,
  rest: string,
): Promise<unknown> | undefined {
  const items = view().sources.list.map(
    (source, index): Choosable => ({
      id: `${index + 1}`,
      label: sourcePlace(source, host.say),
      note: source.heading ?? '',
    }),
  )
  if (items.length === 0) {
    say(words.noSources)
    return undefined
  }
  return rest === '' && items.length === 1 ? openSource(1) : pick('open', async () => items, rest)
}

/** Only reading from now on, and the words behind it as the first question; `/plan` again ends it. */
async function planFirst({ view, setMode, say, words, send }: CommandContext, rest: string): Promise<void> {
  const mode = view().mode === 'plan' && rest === '' ? 'ask' : 'plan'
  await setMode(mode)
  say(words.modeSaid[mode])
  if (rest !== '') await send(rest)
}

/** Everything again, whole, in a pager. */
async function showTranscript({ engine, conversation, view, words, host, page }: CommandContext): Promise<void> {
  const past = await Array.fromAsync((await engine()).past(await conversation()))
  await page(wholeText(past, { thoughts: view().thoughts, words, say: host.say }))
}

/** That it is done is told by the fact. */
async function compactConversation({ say, words, engine, conversation }: CommandContext): Promise<void> {
  say(words.compacting)
  if (!(await (await engine()).compact(await conversation()))) say(words.nothingToCompact)
}

/** The last answer, the n-th from the end, or its code alone. */
function copyAnswer({ view, say, words, copy: toClipboard }: CommandContext, rest: string): void {
  const answer = view().answers.at(-Math.max(1, Number.parseInt(rest, 10) || 1))
  const code = [...(answer ?? '').matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map(([, text = '']) => text).join('\n')
  const text = /\bcode\b|코드/.test(rest) ? code : answer
  if (text) toClipboard(text)
  say(text ? words.copied([...text].length) : words.nothingToCopy)
}

function chooseTheme({ pick, words, theme: now }: CommandContext, rest: string): Promise<unknown> {
  const items = themeNames.map((name) => ({ id: name, label: name, note: words.themes[name], current: name === now() }))
  return pick('theme', async () => items, rest)
}
