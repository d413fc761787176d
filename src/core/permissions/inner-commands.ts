import { isProgramInWords } from './other-languages.ts'
import { programsOfOptions } from './program-options.ts'

/** Programs that run what their words say. */
const wrappers = new Set([
  ...[
    'sudo',
    'doas',
    'su',
    'env',
    'nice',
    'nohup',
    'timeout',
    'time',
    'xargs',
    'exec',
    'command',
    'builtin',
    'stdbuf',
    'setsid',
  ],
  ...[
    'ionice',
    'chroot',
    'watch',
    'strace',
    'unshare',
    'flock',
    'parallel',
    'busybox',
    'coproc',
    'then',
    'do',
    'else',
    'if',
  ],
  ...[
    'while',
    'until',
    'elif',
    '!',
    '{',
    'script',
    'taskset',
    'chrt',
    'prlimit',
    'setarch',
    'linux32',
    'linux64',
    'nsenter',
    'runuser',
  ],
  ...[
    'numactl',
    'pkexec',
    'sg',
    'fakeroot',
    'systemd-run',
    'ltrace',
    'cpulimit',
    'entr',
    'ssh',
    'uname26',
    'firejail',
    'bwrap',
    'gosu',
  ],
])
/** Of those the ones whose `-c` is a script. */
const scripted = new Set(['su', 'script', 'runuser', 'sg', 'flock'])
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'eval', 'trap', '.', 'source'])
/** Words looked at as the beginning of what a program runs; of more, any could be. */
const mostTails = 300

/**
 * Words that belong to the grammar: the program is the next word that is none of them, no option of theirs and no
 * assignment.
 */
const control = new Set(['then', 'do', 'else', 'if', 'while', 'until', 'elif', '!', '{', 'time', 'coproc', 'function'])

/**
 * Return true if a word that the shell fills in may become the program: as the program itself, or anywhere behind one
 * that runs others.
 */
export function mayRunAny(words: readonly { text: string; dynamic?: boolean }[]): boolean {
  if (words.some(({ text }) => text === 'function')) return words.some(({ dynamic }) => dynamic)
  const at = words.findIndex(
    ({ text }, index) => !control.has(text) && !isAssignment(text) && (index === 0 || text !== '-p'),
  )
  const program = at < 0 ? undefined : words[at]
  if (!program) return false
  if (program.dynamic && !['[', '[['].includes(program.text)) return true
  const runsOthers = wrappers.has(baseName(program.text)) || shells.has(baseName(program.text))
  return runsOthers && words.slice(at + 1).some(({ dynamic }) => dynamic)
}

/** Commands that a command runs besides itself. */
export interface InnerCommands {
  /** Shell lines in it. */
  scripts: string[]
  /** Words that may be shell lines: of a program of which nobody here knows what it does with its words. */
  maybe?: string[]
  certain: boolean
  whole: boolean
}

/** A program by its path, outside of where the system keeps its own. */
const isOwnScript = (word: string) => word.includes('/') && !/^\/(?:usr|bin|sbin|opt|nix|lib)\//.test(word)

/** Return the commands that a wrapper or a shell runs, from its words without assignments and redirections. */
export function innerCommands(words: readonly string[]): InnerCommands {
  const name = baseName(words[0] ?? '')
  const rest = words.slice(1)
  if (shells.has(name)) return scriptOf(name, rest)
  if (wrappers.has(name)) return both(wrapped(name, rest), assignedCommands(rest.filter(isAssignment)))
  if (name === 'function') return read([rest.slice(1).map(quoted).join(' ')])
  if (name === 'find' && rest.some((word) => /^-(?:exec|ok|delete|fprint)/.test(word)))
    return { scripts: [], certain: false, whole: !rest.some((word) => shells.has(baseName(word))) }
  if (isProgramInWords(name, rest)) return unread
  const named = programsOfOptions(name, rest)
  if (named.length > 0)
    return {
      scripts: [],
      maybe: named,
      certain: false,
      whole: !named.some((line) => isOwnScript(line.split(' ')[0] ?? '')),
    }
  // The deeds of a script of the folder, or of a file of rules that was named, stand in no word.
  if (
    isOwnScript(words[0] ?? '') ||
    (name.endsWith('make') && rest.some((word) => /^-[a-zA-Z]*f|^--(?:file|makefile)\b/.test(word)))
  )
    return { ...read([]), whole: false }
  // A here-document in it takes the lines behind the place where the name is used.
  if (name === 'alias') return rest.some((word) => word.includes('<<')) ? unread : read(valuesOf(rest))
  if (calling.has(name)) return read(rest.filter((word) => !word.startsWith('-')))
  if (evaluating.has(name))
    return { ...read([]), scripts: rest.filter((word) => /\$\(|`/.test(word)), maybe: valuesOf(rest) }
  return isPlain(name, rest)
    ? read([])
    : { ...read([]), maybe: [...rest.filter((word) => /[\s$`;|&(]/.test(word)), ...valuesOf(rest)] }
}

function both(one: InnerCommands, other: InnerCommands): InnerCommands {
  return {
    scripts: [...one.scripts, ...other.scripts],
    maybe: [...(one.maybe ?? []), ...(other.maybe ?? [])],
    certain: one.certain && other.certain,
    whole: one.whole && other.whole,
  }
}

/** Return the text behind the first `=` of each word: `alias z='…'`, `--checkpoint-action=exec=…`. */
const valuesOf = (words: readonly string[]) => words.flatMap((word) => /^[^=\s]*=(.+)$/s.exec(word)?.[1] ?? [])

/**
 * Return the commands in assignments before a command: values of variables that are commands of their own or are
 * evaluated again (`$((X))` runs the value of `X`) are shell lines.
 */
export function assignedCommands(words: readonly string[]): InnerCommands {
  const pairs = words.map((word) => /^([A-Za-z_]\w*)(?:\[.*\])?\+?=(.*)$/s.exec(word) ?? ['', '', ''])
  // Files that a shell or another interpreter reads before it begins.
  if (pairs.some(([, name = '']) => startFiles.has(name))) return unread
  const runs = ([, name = '', value = '']: readonly string[]) => commandNames.test(name) || /\$\(|`/.test(value)
  const values = pairs.map(([, , value = '']) => value)
  return { ...read(pairs.filter(runs).map(([, , value = '']) => value)), maybe: values.filter((value) => value !== '') }
}

/** Variables that hold a command line: of shells, of git, and what other programs ask for. */
const commandNames = /^GIT_|^LESS(?:OPEN|CLOSE)$|(?:COMMAND|PAGER|EDITOR|VISUAL|BROWSER|SHELL|ASKPASS|RSH|CMD)$/

const startFiles = new Set([
  ...[
    'BASH_ENV',
    'ENV',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'PERL5OPT',
    'PERL5DB',
  ],
  ...[
    'PERL5LIB',
    'PYTHONSTARTUP',
    'PYTHONPATH',
    'RUBYOPT',
    'RUBYLIB',
    'JAVA_TOOL_OPTIONS',
    'BASHOPTS',
    'SHELLOPTS',
    'IFS',
  ],
])

/** Builtins of a shell that evaluate a subscript in their words: `test -v 'X[$(…)]'`. */
const evaluating = new Set([
  ...['test', '[', '[[', 'let', 'unset', 'read', 'printf', 'declare', 'typeset', 'local', 'export', 'readonly', 'wait'],
])

/** Builtins of a shell that are given a command to call: `mapfile -C 'rm x' …`. */
const calling = new Set(['mapfile', 'readarray', 'compgen', 'complete', 'bind'])

/** Programs that take their words as text, numbers and names of files, and run none of them. */
const plain = new Set(
  [
    'echo cat tac ls tree head tail wc cut tr uniq paste nl rev fold fmt column seq date cal pwd cd pushd popd dirs true false : sleep',
    'mkdir rmdir touch cp mv ln rm chmod chown chgrp stat file du df basename dirname realpath readlink mktemp tee',
    'grep egrep fgrep rg ag diff cmp comm md5sum sha1sum sha256sum sha512sum base64 xxd od hexdump strings which whereis type',
    'whatis apropos whoami id groups uname hostname uptime free ps kill pkill pgrep killall jq yq curl exit return break continue shift set',
    'jobs fg bg umask ulimit history getopts apt apt-get apt-cache brew dnf yum pacman apk pip pip3 pipx gh gunzip gzip unzip printenv',
    'notify-send open xdg-open pbcopy xclip code clear tput dpkg snap systemctl journalctl function',
  ].flatMap((line) => line.split(' ')),
)
const packageCommands = /^(?:i|install|add|ci|uninstall|remove|rm|un|view|info|ls|list|outdated|update|up|search|why)$/

function isPlain(name: string, rest: readonly string[]): boolean {
  if (name === 'npm' || name === 'pnpm' || name === 'yarn') return packageCommands.test(rest[0] ?? '')
  return name === 'git' || plain.has(name)
}

const read = (scripts: string[]): InnerCommands => ({ scripts, certain: true, whole: true })
const unread: InnerCommands = { scripts: [], certain: false, whole: false }

function scriptOf(name: string, rest: readonly string[]): InnerCommands {
  if (name !== 'eval' && name !== 'trap') {
    const scripts = afterC(rest)
    // Its input from a file or a pipe is not in the line.
    return scripts.length > 0 ? read(scripts) : unread
  }
  const start = rest.findIndex((word) => !word.startsWith('-'))
  return read([(start < 0 ? [] : rest.slice(start)).join(' ')])
}

function wrapped(name: string, rest: readonly string[]): InnerCommands {
  const start = rest.findIndex((word) => !word.startsWith('-') && !isAssignment(word))
  const isUnread =
    rest.some((word) => word.startsWith('-S') || word.startsWith('--split-string')) ||
    (name === 'xargs' && rest.some((word) => /^-[a-zA-Z]*[IiJ]|^--replace/.test(word)))
  if (start < 0) return { scripts: scripted.has(name) ? afterC(rest) : [], certain: !isUnread, whole: !isUnread }
  // A shell behind a wrapper's own arguments.
  const shell = rest.findIndex((word, index) => index > start && shells.has(baseName(word)))
  const behind = shell < 0 ? read([]) : scriptOf(baseName(rest[shell] ?? ''), rest.slice(shell + 1))
  // Unquoted once already: quoting each word again keeps it one word.
  const scripts = [
    ...(scripted.has(name) ? afterC(rest) : []),
    ...behind.scripts,
    rest.slice(start).map(quoted).join(' '),
  ]
  return { scripts, certain: behind.certain && !isUnread, whole: behind.whole && !isUnread }
}

/** The script after `-c` (also `-lc`, `-ce`): the next word that is no option. */
function afterC(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word))
  const script = at < 0 ? undefined : words.slice(at + 1).find((word) => !word.startsWith('-'))
  return script === undefined ? [] : [script]
}

/**
 * As written; without assignments; the program's bare name; and, but for programs that are known to run none of their
 * words, every tail: any could be the command.
 */
export function readingsOf(words: string[], start: number): string[] {
  const own = words.slice(start)
  const bare = [baseName(own[0] ?? ''), ...own.slice(1)]
  const tails = mayRunItsWords(own) ? own.slice(1, mostTails).map((_, i) => own.slice(i + 1)) : []
  return [
    ...new Set(
      [words, own, bare, ...tails, ...tails.map(([head = '', ...more]) => [baseName(head), ...more])].map((w) =>
        w.join(' '),
      ),
    ),
  ]
}

/** Return true for a program of which nobody knows whether it runs its words. */
function mayRunItsWords([program = '', ...rest]: readonly string[]): boolean {
  const name = baseName(program)
  return !isPlain(name, rest) && !evaluating.has(name)
}

/** Return true if a command has more words than are looked at, and may run any of them. */
export const isTooLong = (words: readonly string[]) => words.length > mostTails && mayRunItsWords(words)

/** `NAME=value` before a command. */
export const isAssignment = (word: string) => /^[A-Za-z_]\w*\+?=/.test(word)
/** A program without its folder. */
export const baseName = (word: string) => word.slice(word.lastIndexOf('/') + 1)
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** The letters of `$'…'`; `whole` is false for an escape that has no plain meaning here. */
export function unescaped(inside: string): { text: string; whole: boolean } {
  let whole = true
  const text = inside.replace(/\\(x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (code.length > 1 && (code[0] === 'x' || code[0] === 'u'))
      return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    if ('\\\'"?'.includes(code)) return code
    whole &&= 'abefnrtv'.includes(code)
    return ' '
  })
  return { text, whole }
}
