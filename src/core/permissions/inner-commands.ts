/** Programs that run what their words say. */
const wrappers = new Set([
  ...['sudo', 'doas', 'su', 'env', 'nice', 'nohup', 'timeout', 'time', 'xargs', 'exec', 'command', 'builtin', 'stdbuf', 'setsid'],
  ...['ionice', 'chroot', 'watch', 'strace', 'unshare', 'flock', 'parallel', 'busybox', 'coproc', 'then', 'do', 'else', 'if'],
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
/** Words looked at as the beginning of what a wrapper runs. */
const mostTails = 100

/** Words that belong to the grammar: the program is the next word that is none of them, no option of theirs and no assignment. */
const control = new Set(['then', 'do', 'else', 'if', 'while', 'until', 'elif', '!', '{', 'time', 'coproc', 'function'])

/** Whether a word that the shell fills in may become the program: as the program itself, or anywhere behind one that runs others. */
export function mayRunAny(words: readonly { text: string; dynamic?: boolean }[]): boolean {
  if (words.some(({ text }) => text === 'function')) return words.some(({ dynamic }) => dynamic)
  const at = words.findIndex(({ text }, index) => !control.has(text) && !isAssignment(text) && (index === 0 || text !== '-p'))
  const program = at < 0 ? undefined : words[at]
  if (!program) return false
  if (program.dynamic && !['[', '[['].includes(program.text)) return true
  const runsOthers = wrappers.has(baseName(program.text)) || shells.has(baseName(program.text))
  return runsOthers && words.slice(at + 1).some(({ dynamic }) => dynamic)
}

/** What a command runs besides itself. */
interface InnerCommands {
  /** Shell lines in it. */
  scripts: string[]
  certain: boolean
  whole: boolean
}

/** What a wrapper or a shell is given to run, from its words without assignments and redirections. */
export function innerCommands(words: readonly string[]): InnerCommands {
  const name = baseName(words[0] ?? '')
  const rest = words.slice(1)
  if (shells.has(name)) return scriptOf(name, rest)
  if (wrappers.has(name)) return wrapped(name, rest)
  if (name === 'function') return read([rest.slice(1).map(quoted).join(' ')])
  if (name === 'find' && rest.some((word) => /^-(?:exec|ok|delete|fprint)/.test(word)))
    return { scripts: [], certain: false, whole: !rest.some((word) => shells.has(baseName(word))) }
  return name === 'git' && rest.some((word) => /^alias\.|=!/.test(word)) ? unread : read([])
}

const read = (scripts: string[]): InnerCommands => ({ scripts, certain: true, whole: true })
const unread: InnerCommands = { scripts: [], certain: false, whole: false }

function scriptOf(name: string, rest: readonly string[]): InnerCommands {
  if (name !== 'eval' && name !== 'trap') {
    const scripts = afterC(rest)
    // What it reads from a file or a pipe is not in the line.
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
  const scripts = [...(scripted.has(name) ? afterC(rest) : []), ...behind.scripts, rest.slice(start).map(quoted).join(' ')]
  return { scripts, certain: behind.certain && !isUnread, whole: behind.whole && !isUnread }
}

/** The script after `-c` (also `-lc`, `-ce`): the next word that is no option. */
function afterC(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word))
  const script = at < 0 ? undefined : words.slice(at + 1).find((word) => !word.startsWith('-'))
  return script === undefined ? [] : [script]
}

/** As written; without assignments; the program's bare name; and, for what runs others, every tail: any could be the command. */
export function readingsOf(words: string[], start: number): string[] {
  const own = words.slice(start)
  const bare = [baseName(own[0] ?? ''), ...own.slice(1)]
  const runs = wrappers.has(bare[0] ?? '') || bare[0] === 'find'
  const tails = runs ? own.slice(1, mostTails).map((_, i) => own.slice(i + 1)) : []
  return [
    ...new Set(
      [words, own, bare, ...tails, ...tails.map(([head = '', ...more]) => [baseName(head), ...more])].map((w) => w.join(' ')),
    ),
  ]
}

/** `NAME=value` before a command. */
export const isAssignment = (word: string) => /^[A-Za-z_]\w*\+?=/.test(word)
/** A program without its folder. */
export const baseName = (word: string) => word.slice(word.lastIndexOf('/') + 1)
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** The letters of `$'…'`; `whole` is false for an escape that has no plain meaning here. */
export function unescaped(inside: string): { text: string; whole: boolean } {
  let whole = true
  const text = inside.replace(/\\(x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (code.length > 1 && (code[0] === 'x' || code[0] === 'u')) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    if ('\\\'"?'.includes(code)) return code
    whole &&= 'abefnrtv'.includes(code)
    return ' '
  })
  return { text, whole }
}
