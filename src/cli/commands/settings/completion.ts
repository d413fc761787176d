import { subcommandMessages } from '../../../messages/commands/subcommands.ts'
import type { Language } from '../../../messages/language.ts'
import { exitUsage } from '../../../ui/oneshot/exit-code.ts'
import type { CommandRow, CommandRun } from '../../command-context.ts'
import { rootFlags } from '../../flags.ts'
import { type ListKind, printList } from './completion-lists.ts'

/** Keys of settings, what they mean, and values that can be named. */
type SettingValues = readonly { key: string; meaning: Record<Language, string>; values: readonly string[] }[]

/** Words and flags that may follow a command (its words joined, '' for the program), with their meanings. */
export interface CompletionPlace {
  at: string
  words: { word: string; meaning: string }[]
  /** List of a home, asked of the program, that may stand there, too. */
  of?: ListKind
}

const shells: Record<string, (places: CompletionPlace[], values: Record<string, string[]>) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/**
 * `completion bash|zsh|fish`: a script. Commands, flags, settings and their values stand in it; only for what a home
 * holds (conversations, models, agents …) it asks `completion list <kind>`, which prints a name and its meaning a
 * line.
 */
export const printCompletion: CommandRun = async (cli, { args: [shell = '', kind = ''] }) => {
  if (shell === 'list') return printList(cli, kind)
  const script = shells[shell]?.(placesOf(cli.rows, cli.language, await valuesOfSettings()), valuesOf(cli.rows))
  if (script !== undefined) {
    await cli.terminal.write(script)
    return 0
  }
  const misuse = { code: 'bad-value', what: shell, near: Object.keys(shells).join(' | ') } as const
  await cli.terminal.note(await cli.misuseText(misuse, ['completion']), 'error')
  return exitUsage
}

/** Every place of the command line, from the same table that runs it. */
export function placesOf(
  rows: readonly CommandRow[],
  language: Language,
  settings: SettingValues = [],
): CompletionPlace[] {
  const { commands, options } = subcommandMessages[language]
  const flagWord = (long: string) => ({ word: `--${long}`, meaning: options[long] ?? '' })
  const places = new Map<string, CompletionPlace['words']>([['', []]])
  const addWord = (at: string, word: string, meaning: string) => {
    const words = places.get(at) ?? []
    if (!words.some((known) => known.word === word)) places.set(at, [...words, { word, meaning }])
  }
  for (const { path, options: flags = [] } of rows) {
    const words = path.split(' ').filter((word) => /^[a-z-]+$/.test(word))
    for (const [n, word] of words.entries())
      addWord(words.slice(0, n).join(' '), word, commands[words.slice(0, n + 1).join(' ')] ?? '')
    const own = flags.map((text) => flagWord(/--([a-z-]+)/.exec(text)?.[1] ?? ''))
    places.set(words.join(' '), [...own, flagWord('help')])
  }
  for (const shell of Object.keys(shells)) addWord('completion', shell, shell)
  for (const { key, meaning, values } of settings) {
    for (const at of ['config get', 'config set']) addWord(at, key, meaning[language])
    // Nothing is no word that a shell could offer.
    for (const value of values.filter(Boolean)) addWord(`config set ${key}`, value, '')
  }
  for (const { long } of rootFlags) addWord('', `--${long}`, options[long] ?? '')
  return [...places].map(([at, words]) => ({ at, words, ...(listsAt[at] ? { of: listsAt[at] } : {}) }))
}

/** List of a home that goes on after a command. */
const listsAt: Readonly<Record<string, ListKind>> = {
  ...Object.fromEntries(
    ['show', 'export', 'delete', 'fork', 'rename', 'compact'].map((word) => [
      `conversations ${word}`,
      'conversations' as const,
    ]),
  ),
  ...{
    context: 'conversations',
    usage: 'conversations',
    'telegram handoff': 'conversations',
    'models show': 'models',
    'models forget': 'models',
  },
  ...{ 'agent use': 'agents', 'workspace use': 'workspaces', 'skills remove': 'skills' },
  ...Object.fromEntries(['done', 'cancel', 'snooze'].map((word) => [`reminders ${word}`, 'reminders' as const])),
}

/** List of a home that a flag's value comes from. */
const listsOf: Readonly<Record<string, ListKind>> = {
  ...{ '--resume': 'conversations', '-r': 'conversations', '--model': 'models', '-m': 'models' },
  ...{ '--agent': 'agents', '-a': 'agents', '--workspace': 'workspaces', '-w': 'workspaces' },
}

/** Flags whose values are known. */
function valuesOf(rows: readonly CommandRow[]): Record<string, string[]> {
  const own = rows.flatMap(({ choices = {} }) => Object.entries(choices))
  const root = rootFlags.flatMap(({ long, choices }) => (choices ? [[`--${long}`, choices] as const] : []))
  return Object.fromEntries([...own, ...root].map(([flag, values]) => [flag, [...values]]))
}

/** Settings with those of their values that can be named. */
async function valuesOfSettings(): Promise<SettingValues> {
  const [{ keys }, { choicesOf }, { settingMeanings }] = await Promise.all([
    import('../../../config/schema.ts'),
    import('../../../config/check.ts'),
    import('../../../messages/commands/setting-meanings.ts'),
  ])
  return Promise.all(
    keys.map(async (key) => ({
      key,
      meaning: { ko: settingMeanings.ko[key], en: settingMeanings.en[key] },
      values: await choicesOf(key),
    })),
  )
}

const quoteWord = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** Cases that lead from one place to the next: `'config get'`. The first word stands behind a blank. */
const stepsOf = (places: CompletionPlace[]) =>
  places.filter(({ at }) => at).map(({ at }) => quoteWord(at.includes(' ') ? at : ` ${at}`))

function bashScript(places: CompletionPlace[], values: Record<string, string[]>): string {
  const askList = (kind: ListKind) => `$(assistant completion list ${kind} 2>/dev/null | cut -f1)`
  const lists = places.map(({ at, words, of }) => {
    const own = quoteWord(words.map(({ word }) => word).join(' '))
    return `    ${quoteWord(at)}) words=${of ? `${own}" ${askList(of)}"` : own} ;;`
  })
  const known = [
    ...Object.entries(values).map(([flag, list]) => `    ${flag}) words=${quoteWord(list.join(' '))} ;;`),
    ...Object.entries(listsOf).map(([flag, kind]) => `    ${flag}) words="${askList(kind)}" ;;`),
  ]
  return `# bash completion for assistant. Add to ~/.bashrc: source <(assistant completion bash)
_assistant() {
  local at='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${stepsOf(places).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${lists.join('\n')}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${known.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _assistant assistant
`
}

function zshScript(places: CompletionPlace[], values: Record<string, string[]>): string {
  const describeWord = ({ word, meaning }: CompletionPlace['words'][number]) =>
    quoteWord(meaning === '' ? word : `${word}:${meaning.replaceAll(':', '\\:')}`)
  const askList = (kind: ListKind) =>
    `\${(f)"$(assistant completion list ${kind} 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')"}`
  const lists = places.map(
    ({ at, words, of }) =>
      `    (${quoteWord(at)}) found=(${[...words.map(describeWord), ...(of ? [askList(of)] : [])].join(' ')}) ;;`,
  )
  const known = [
    ...Object.entries(values).map(([flag, list]) => `    (${flag}) compadd -- ${list.join(' ')}; return ;;`),
    ...Object.entries(listsOf).map(
      ([flag, kind]) => `    (${flag}) found=(${askList(kind)}); _describe assistant found; return ;;`,
    ),
  ]
  return `#compdef assistant
# zsh completion for assistant. Add to ~/.zshrc after compinit: source <(assistant completion zsh)
_assistant() {
  local at='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${stepsOf(places).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$words[CURRENT-1]" in
${known.join('\n')}
  esac
  case "$at" in
${lists.join('\n')}
  esac
  _describe assistant found || _files
}
if [ "$funcstack[1]" = _assistant ]; then _assistant "$@"; else compdef _assistant assistant; fi
`
}

function fishScript(places: CompletionPlace[], values: Record<string, string[]>): string {
  const askList = (kind: ListKind) => `'(assistant completion list ${kind} 2>/dev/null)'`
  const shorts = new Map<string, string>(
    rootFlags.flatMap(({ short, long }) => (short ? [[`--${long}`, short] as const] : [])),
  )
  const lines = places.flatMap(({ at, words, of }) => [
    ...words.map(({ word, meaning }) => {
      const flag = word.startsWith('--')
      const list = flag ? values[word] : undefined
      const named = list ? quoteWord(list.join(' ')) : flag && listsOf[word] ? askList(listsOf[word]) : undefined
      const short = at === '' && shorts.has(word) ? `-s ${shorts.get(word)} ` : ''
      // Offer no files beside known words.
      const what = flag ? `${short}-l ${word.slice(2)}${named ? ` -x -a ${named}` : ''}` : `-f -a ${word}`
      return `complete -c assistant -n "__assistant_at ${at}" ${what} -d ${fishQuoted(meaning)}`
    }),
    ...(of ? [`complete -c assistant -n "__assistant_at ${at}" -f -a ${askList(of)}`] : []),
  ])
  return `# fish completion for assistant. Save as ~/.config/fish/completions/assistant.fish
function __assistant_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${stepsOf(places).join(' ')}
        set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv"
end
${lines.join('\n')}
`
}

const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
