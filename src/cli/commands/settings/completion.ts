import { subcommands } from '../../../messages/commands/subcommands.ts'
import type { Language } from '../../../messages/language.ts'
import { exitUsage } from '../../../ui/oneshot/exit-code.ts'
import type { Run } from '../../command-context.ts'
import { rows } from '../../command-table.ts'
import { rootFlags } from '../../flags.ts'
import { misuseText } from '../../usage-error.ts'

/** What may follow a command (its words joined, '' for the program): words with their meanings, and flags' values. */
export interface CompletionPlace {
  at: string
  words: { word: string; meaning: string }[]
}

const shells: Record<string, (places: CompletionPlace[], values: Record<string, string[]>) => string> = { bash, zsh, fish }

/** `completion bash|zsh|fish`: a script that is complete in itself: pressing Tab starts no program. */
export const completion: Run = async (cli, { args: [shell = ''] }) => {
  const script = shells[shell]?.(placesOf(cli.language), valuesOf())
  if (script !== undefined) {
    await cli.terminal.write(script)
    return 0
  }
  const misuse = { code: 'bad-value', what: shell, near: Object.keys(shells).join(' | ') } as const
  await cli.terminal.note(await misuseText(misuse, cli.language, ['completion']), 'error')
  return exitUsage
}

/** Every place of the command line, from the same table that runs it. */
export function placesOf(language: Language): CompletionPlace[] {
  const { commands, options } = subcommands[language]
  const flag = (long: string) => ({ word: `--${long}`, meaning: options[long] ?? '' })
  const places = new Map<string, CompletionPlace['words']>([['', []]])
  const add = (at: string, word: string, meaning: string) => {
    const words = places.get(at) ?? []
    if (!words.some((known) => known.word === word)) places.set(at, [...words, { word, meaning }])
  }
  for (const { path, options: flags = [] } of rows) {
    const words = path.split(' ').filter((word) => /^[a-z-]+$/.test(word))
    for (const [n, word] of words.entries())
      add(words.slice(0, n).join(' '), word, commands[words.slice(0, n + 1).join(' ')] ?? '')
    const own = flags.map((text) => flag(/--([a-z-]+)/.exec(text)?.[1] ?? ''))
    places.set(words.join(' '), [...own, flag('help')])
  }
  for (const shell of Object.keys(shells)) add('completion', shell, shell)
  for (const { long } of rootFlags) add('', `--${long}`, options[long] ?? '')
  return [...places].map(([at, words]) => ({ at, words }))
}

/** Flags whose values are known. */
function valuesOf(): Record<string, string[]> {
  const own = rows.flatMap(({ choices = {} }) => Object.entries(choices))
  const root = rootFlags.flatMap(({ long, choices }) => (choices ? [[`--${long}`, choices] as const] : []))
  return Object.fromEntries([...own, ...root].map(([flag, values]) => [flag, [...values]]))
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** Cases that lead from one place to the next: `'config get'`. The first word stands behind a blank. */
const steps = (places: CompletionPlace[]) =>
  places.filter(({ at }) => at).map(({ at }) => quoted(at.includes(' ') ? at : ` ${at}`))

function bash(places: CompletionPlace[], values: Record<string, string[]>): string {
  const lists = places.map(({ at, words }) => `    ${quoted(at)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`)
  const known = Object.entries(values).map(([flag, list]) => `    ${flag}) words=${quoted(list.join(' '))} ;;`)
  return `# bash completion for assistant. Add to ~/.bashrc: source <(assistant completion bash)
_assistant() {
  local at='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${steps(places).join('|')}) at="\${at:+$at }$word" ;;
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

function zsh(places: CompletionPlace[], values: Record<string, string[]>): string {
  const described = ({ word, meaning }: CompletionPlace['words'][number]) => quoted(`${word}:${meaning.replaceAll(':', '\\:')}`)
  const lists = places.map(({ at, words }) => `    (${quoted(at)}) found=(${words.map(described).join(' ')}) ;;`)
  const known = Object.entries(values).map(([flag, list]) => `    (${flag}) compadd -- ${list.join(' ')}; return ;;`)
  return `#compdef assistant
# zsh completion for assistant. Add to ~/.zshrc after compinit: source <(assistant completion zsh)
_assistant() {
  local at='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${steps(places).join('|')}) at="\${at:+$at }$word" ;;
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

function fish(places: CompletionPlace[], values: Record<string, string[]>): string {
  const lines = places.flatMap(({ at, words }) =>
    words.map(({ word, meaning }) => {
      const flag = word.startsWith('--')
      const list = flag ? values[word] : undefined
      const what = flag ? `-l ${word.slice(2)}${list ? ` -x -a ${quoted(list.join(' '))}` : ''}` : `-a ${word}`
      return `complete -c assistant -n "__assistant_at ${at}" ${what} -d ${fishQuoted(meaning)}`
    }),
  )
  return `# fish completion for assistant. Save as ~/.config/fish/completions/assistant.fish
function __assistant_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${steps(places).join(' ')}
        set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv"
end
${lines.join('\n')}
`
}

const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
