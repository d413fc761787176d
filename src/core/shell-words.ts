/** One simple command of a line: a program and its words. */
export interface SimpleCommand {
  /** Its words, unquoted, parted by one blank. */
  text: string
  /** Every way in which it may be meant: as written, the program without its folder, and what a wrapper would run. */
  readings: string[]
}

/** What a shell line would run, as far as it can be told without running it. */
export interface CommandLine {
  commands: SimpleCommand[]
  /** False where something is left to the shell: variables, writing redirections, control words, quotes that do not close. */
  certain: boolean
}

/** Programs that run what their words say. */
const wrappers = new Set([
  ...['sudo', 'doas', 'su', 'env', 'nice', 'nohup', 'timeout', 'time', 'xargs', 'exec', 'command', 'builtin', 'stdbuf', 'setsid'],
  ...['ionice', 'chroot', 'watch', 'strace', 'unshare', 'flock', 'parallel', 'busybox', 'coproc', 'then', 'do', 'else', 'if'],
  ...['while', 'until', 'elif', '!', '{'],
])
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'eval', 'trap', '.', 'source'])
/** Words that make a program of itself run something, or that belong to the grammar: nobody may be sure of such a line. */
const unsure = new Set([
  'then',
  'do',
  'else',
  'if',
  'while',
  'until',
  'elif',
  '!',
  '{',
  '}',
  'for',
  'case',
  'function',
  'select',
  'fi',
  'done',
  'esac',
  '[[',
])
const deepest = 8
/** Words looked at as the beginning of what a wrapper runs. */
const mostTails = 100

/**
 * Reads a line of POSIX shell (bash where it says more) into the simple commands in it: chains, pipes, substitutions, subshells and
 * what `sudo`, `env`, `xargs` or `sh -c` are given to run.
 */
export function readCommand(text: string, depth = 0): CommandLine {
  if (depth > deepest) return { commands: [], certain: false }
  const reader = new Reader(text, depth)
  reader.read()
  return { commands: reader.commands, certain: reader.certain }
}

interface Word {
  text: string
  /** Quoted words are no operators, assignments or control words. */
  quoted: boolean
}

class Reader {
  readonly commands: SimpleCommand[] = []
  certain = true
  readonly #text: string
  readonly #depth: number
  #at = 0
  #words: Word[] = []
  #word: Word | undefined

  constructor(text: string, depth: number) {
    // A line that is continued is one line.
    this.#text = text.replace(/\\\n/g, '')
    this.#depth = depth
  }

  read(): void {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at++] as string)
    this.#endCommand()
  }

  #step(letter: string): void {
    if (letter === "'") this.#add(this.#upTo("'"), true)
    else if (letter === '"') this.#double()
    else if (letter === '\\') this.#add(this.#text[this.#at++] ?? '', true)
    else if (letter === '`') this.#inner(this.#upTo('`'))
    else if (letter === '$') this.#dollar()
    else if (letter === '#' && !this.#word) this.#comment()
    else if (letter === '<' || letter === '>') this.#redirect(letter)
    else if (letter === '&' && this.#text[this.#at] === '>') this.#redirect(letter)
    else if (';&|\n()'.includes(letter)) this.#endCommand()
    else if (/\s/.test(letter)) this.#endWord()
    else this.#add(letter, false)
    // Globs and braces name what only the shell will see; the words stay as written.
    if ('{}'.includes(letter) && this.#word) this.certain = false
  }

  #add(text: string, quoted: boolean): void {
    this.#word ??= { text: '', quoted: false }
    this.#word.text += text
    this.#word.quoted ||= quoted
  }

  #upTo(end: string): string {
    const close = this.#text.indexOf(end, this.#at)
    if (close < 0) this.certain = false
    const inside = this.#text.slice(this.#at, close < 0 ? undefined : close)
    this.#at = close < 0 ? this.#text.length : close + 1
    return inside
  }

  #double(): void {
    this.#add('', true)
    for (;;) {
      const letter = this.#text[this.#at++]
      if (letter === undefined) this.certain = false
      if (letter === undefined || letter === '"') return
      if (letter === '\\') this.#add(this.#text[this.#at++] ?? '', true)
      else if (letter === '`') this.#inner(this.#upTo('`'))
      else if (letter === '$') this.#dollar()
      else this.#add(letter, true)
    }
  }

  /** `$(…)` is looked into; a variable, arithmetic or `$'…'` could be anything. */
  #dollar(): void {
    const next = this.#text[this.#at] ?? ''
    if (/[\w{'"@*#?$!-]/.test(next)) this.certain = false
    if (next === '(') this.#bracket()
    // `$'rm'` and `$"rm"` are the word rm, but for what stands behind backslashes.
    else if (next !== "'" && next !== '"') this.#add('$', false)
  }

  /** `$(…)`, `<(…)`, `>(…)`: a command of its own. */
  #bracket(): void {
    this.#at++
    this.#inner(this.#balanced())
  }

  #inner(text: string): void {
    this.#nested(text)
    this.#add(`$(${text})`, true)
    // What it prints becomes part of a command; as the program itself it could be any.
    if (this.#words.length === 0) this.certain = false
  }

  #nested(text: string): void {
    const { commands, certain } = readCommand(text, this.#depth + 1)
    this.commands.push(...commands)
    this.certain &&= certain
  }

  /** Up to the bracket that closes; brackets in quotes are passed over. */
  #balanced(): string {
    const start = this.#at
    let [open, quote] = [1, '']
    for (; this.#at < this.#text.length; this.#at++) {
      const letter = this.#text[this.#at] as string
      if (letter === '\\' && quote !== "'") this.#at++
      else if (quote) quote = letter === quote ? '' : quote
      else if (letter === "'" || letter === '"') quote = letter
      else if (letter === '(') open++
      else if (letter === ')' && --open === 0) return this.#text.slice(start, this.#at++)
    }
    this.certain = false
    return this.#text.slice(start)
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end
  }

  /** Reading from a file, doubling a descriptor and throwing away change nothing; any other redirection writes somewhere. */
  #redirect(letter: string): void {
    if (this.#text[this.#at] === '(') this.#bracket()
    else this.#toFile(letter)
  }

  #toFile(letter: string): void {
    const rest = this.#text.slice(this.#at - 1)
    const [harmless] = /^(?:&?>{1,2}\s*\/dev\/null(?=[\s;&|)]|$)|>&[0-9-]|<(?![<&>]))/.exec(rest) ?? []
    if (harmless === undefined) this.certain = false
    if (this.#word && /^\d+$/.test(this.#word.text)) this.#word = undefined
    this.#endWord()
    this.#at += harmless === undefined ? /^[<>&|]+/.exec(rest)![0].length - 1 : harmless.length - 1
    if (letter === '<' && harmless !== undefined) this.#add('<', false)
  }

  #endWord(): void {
    if (this.#word) this.#words.push(this.#word)
    this.#word = undefined
  }

  #endCommand(): void {
    this.#endWord()
    const words = this.#words
    this.#words = []
    if (words.length === 0) return
    const first = words[0] as Word
    if (!first.quoted && unsure.has(first.text)) this.certain = false
    const texts = words.map(({ text }) => text)
    const at = texts.findIndex((text) => !isAssignment(text))
    this.commands.push({ text: texts.join(' '), readings: readingsOf(texts, at < 0 ? texts.length : at) })
    if (at >= 0) this.#lookInto(texts.slice(at))
  }

  /** What a wrapper or a shell is given to run counts as a command of its own. */
  #lookInto(words: string[]): void {
    const name = baseName(words[0] ?? '')
    const rest = words.slice(1)
    if (shells.has(name)) {
      const script = name === 'eval' || name === 'trap' ? [rest.join(' ')] : afterC(rest)
      if (script.length === 0) this.certain = false
      for (const text of script) this.#nested(text)
    } else if (wrappers.has(name)) {
      const start = rest.findIndex((word) => !word.startsWith('-') && !isAssignment(word))
      const inner = start < 0 ? [] : rest.slice(start)
      if (rest.some((word) => word.startsWith('-S') || word.startsWith('--split-string'))) this.certain = false
      // Unquoted once already: quoting each word again keeps it one word.
      if (inner.length > 0) this.#nested(inner.map(quoted).join(' '))
    } else if (name === 'find' && rest.some((word) => /^-(?:exec|ok|delete|fprint)/.test(word))) this.certain = false
  }
}

/** The script after `-c` (also `-lc`, `-ce`): the next word that is no option. */
function afterC(words: string[]): string[] {
  const at = words.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word))
  const script = at < 0 ? undefined : words.slice(at + 1).find((word) => !word.startsWith('-'))
  return script === undefined ? [] : [script]
}

/** As written; without assignments; the program's bare name; and, for what runs others, every tail: any could be the command. */
function readingsOf(words: string[], start: number): string[] {
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

const isAssignment = (word: string) => /^[A-Za-z_]\w*\+?=/.test(word)
const baseName = (word: string) => word.slice(word.lastIndexOf('/') + 1)
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
