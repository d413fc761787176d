// A reader of our own, because a grammar is the smaller part of the question: what `sh -c`, `xargs`, `trap` or a
// here-string run is a line in a word of another line. Of 1,555 lines of the fuzz that removed a file, the program
// stood in the tree of tree-sitter-bash (1.6 MB of wasm, 57 MB, 0.24 s to load) in 200, was filled in by the shell in
// 87, and lay in such words in the others; it could not parse 62 valid ones. sh-syntax (0.75 MB) failed at 20, gives
// no words of a command, and ends in a memory fault at 20,000 commands. This one forbade all 1,555, and reads 50,000
// words in 1 to 500 ms of processor time, twice as many in at most twice the time, in 13 shapes.
import type { CommandLine, SimpleCommand } from './command-line.ts'
import {
  assignedCommands,
  baseName,
  type InnerCommands,
  innerCommands,
  isAssignment,
  isTooLong,
  mayRunAny,
  readingsOf,
  unescaped,
} from './inner-commands.ts'

/**
 * Words that make a program of itself run something, or that belong to the grammar: nobody may be sure of such a
 * line.
 */
const unsure = new Set('then do else if while until elif ! { } for case function select fi done esac [['.split(' '))
const deepest = 8
const mostWords = 1_000

/**
 * Reads a line of POSIX shell (bash where it says more) into the simple commands in it: chains, pipes, substitutions,
 * subshells and what `sudo`, `env`, `xargs` or `sh -c` are given to run.
 */
export function readCommand(text: string, depth = 0): CommandLine {
  if (depth > deepest) return { commands: [], possible: [], certain: false, whole: false }
  const reader = new Reader(text, depth)
  reader.read()
  return { commands: reader.commands, possible: reader.possible, certain: reader.certain, whole: reader.whole }
}

interface Word {
  text: string
  /** Quoted words are no operators, assignments or control words. */
  quoted: boolean
  /** The shell decides what it becomes: a variable, a substitution, a pattern. */
  dynamic?: boolean
  /** The file of a redirection. */
  redirect?: boolean
}

class Reader {
  readonly commands: SimpleCommand[] = []
  readonly possible: SimpleCommand[] = []
  certain = true
  whole = true
  #redirects = false
  /** Ends of here-documents whose text follows with the next line. */
  #bodies: { end: string; quoted: boolean; tabs: boolean }[] = []
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
    else if (';&|\n()'.includes(letter)) {
      this.#endCommand()
      if (letter === '\n') this.#skipBodies()
    } else if (/\s/.test(letter)) this.#endWord()
    else this.#add(letter, false)
    if ('{}'.includes(letter) && this.#word) this.certain = false
  }

  #add(text: string, quoted: boolean): void {
    this.#word ??= { text: '', quoted: false }
    this.#word.text += text
    this.#word.quoted ||= quoted
    if (!quoted && /[*?[{]/.test(text)) this.#word.dynamic = true
  }

  #upTo(end: string): string {
    const close = this.#text.indexOf(end, this.#at)
    if (close < 0) this.#lost()
    const inside = this.#text.slice(this.#at, close < 0 ? undefined : close)
    this.#at = close < 0 ? this.#text.length : close + 1
    return inside
  }

  #double(): void {
    this.#add('', true)
    for (;;) {
      const letter = this.#text[this.#at++]
      if (letter === undefined) this.#lost()
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
    else if (next === "'") this.#add(this.#escapes(), true)
    else if (next !== '"') {
      this.#add('$', false)
      if (this.#word && /[\w{@*#?$!-]/.test(next)) this.#word.dynamic = true
    }
  }

  /** `$'…'`: letters behind backslashes; what has no plain meaning leaves the line unread. */
  #escapes(): string {
    const [all = '', inside = ''] = /^'((?:[^'\\]|\\[\s\S])*)'/.exec(this.#text.slice(this.#at)) ?? []
    if (all === '') {
      this.#lost()
      return this.#upTo("'")
    }
    this.#at += all.length
    const { text, whole } = unescaped(inside)
    if (!whole) this.#lost()
    return text
  }

  /** Not all of the line could be read. */
  #lost(): void {
    this.certain = false
    this.whole = false
  }

  /** `$(…)`, `<(…)`, `>(…)`: a command of its own. */
  #bracket(): void {
    this.#at++
    this.#inner(this.#balanced())
  }

  #inner(text: string): void {
    this.#nested(text)
    this.#add(`$(${text})`, true)
    if (this.#word) this.#word.dynamic = true
    // Its brackets end nothing.
    if (/\bcase\s/.test(text)) this.#lost()
    // Its output becomes part of a command; as the program itself it could be any.
    if (this.#words.length === 0) this.certain = false
  }

  #nested(text: string): void {
    const { commands, possible, certain, whole } = readCommand(text, this.#depth + 1)
    for (const command of commands) this.commands.push(command)
    for (const command of possible) this.possible.push(command)
    this.certain &&= certain
    this.whole &&= whole
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
    this.#lost()
    return this.#text.slice(start)
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end
  }

  /**
   * Reading from a file, doubling a descriptor and throwing away change nothing; any other redirection writes
   * somewhere.
   */
  #redirect(letter: string): void {
    if (this.#text[this.#at] === '(') this.#bracket()
    else this.#toFile(letter)
  }

  #toFile(letter: string): void {
    const rest = this.#text.slice(this.#at - 1, this.#at + 256)
    if (/^<<(?!<)/.test(rest)) {
      this.#document()
      return
    }
    const [harmless] = /^(?:&?>{1,2}\s*\/dev\/null(?=[\s;&|)]|$)|>&[0-9-]|<(?![<&>]))/.exec(rest) ?? []
    if (harmless === undefined) this.certain = false
    if (this.#word && /^\d+$/.test(this.#word.text)) this.#word = undefined
    this.#endWord()
    this.#at += harmless === undefined ? /^[<>&|]+/.exec(rest)![0].length - 1 : harmless.length - 1
    // The next word is its file, unless it was part of the sign.
    const isOver = harmless !== undefined && letter !== '<'
    this.#redirects = !isOver
    if (letter === '<' && harmless !== undefined) this.#add('<', false)
  }

  /** `<<END`: its text is no command, but for substitutions and for a shell that reads it. */
  #document(): void {
    this.certain = false
    const found = /^<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s;&|<>()'"`$]+))/.exec(
      this.#text.slice(this.#at, this.#at + 256),
    )
    if (!found) {
      this.#lost()
      return
    }
    const [all, tabs, single, double, plain = ''] = found
    if (this.#word && /^\d+$/.test(this.#word.text)) this.#word = undefined
    this.#endWord()
    this.#at += all.length
    const end = single ?? double ?? plain.replaceAll('\\', '')
    this.#bodies.push({
      end,
      quoted: single !== undefined || double !== undefined || plain.includes('\\'),
      tabs: tabs === '-',
    })
    this.#add('<<', false)
    this.#redirects = true
    this.#endWord()
  }

  #skipBodies(): void {
    for (const { end, quoted, tabs } of this.#bodies.splice(0)) {
      for (let isOpen = true; isOpen; ) {
        if (this.#at >= this.#text.length) {
          this.#lost()
          return
        }
        const close = this.#text.indexOf('\n', this.#at)
        const line = this.#text.slice(this.#at, close < 0 ? undefined : close)
        this.#at = close < 0 ? this.#text.length : close + 1
        isOpen = (tabs ? line.replace(/^\t+/, '') : line) !== end
        if (isOpen && !quoted && /`|\$\(/.test(line)) this.#lost()
      }
    }
  }

  #endWord(): void {
    if (!this.#word) return
    this.#words.push(this.#redirects ? { ...this.#word, redirect: true } : this.#word)
    this.#redirects = false
    this.#word = undefined
  }

  #endCommand(): void {
    this.#endWord()
    const words = this.#words
    this.#words = []
    if (words.length === 0) return
    const first = words[0] as Word
    if (!first.quoted && unsure.has(first.text)) this.certain = false
    const plain = words.filter(({ redirect }) => !redirect)
    const texts = plain.map(({ text }) => text)
    const at = texts.findIndex((text) => !isAssignment(text))
    const dynamic = plain.findIndex(
      (word, index) => index >= at && word.dynamic && !['{', '[', '[['].includes(word.text),
    )
    if (at >= 0 && mayRunAny(plain.slice(at))) this.#lost()
    const sure =
      dynamic > at && at >= 0
        ? { sure: [baseName(texts[at] ?? ''), ...texts.slice(at + 1, dynamic), ''].join(' ') }
        : {}
    // Nobody writes lines of a thousand words by hand; their tails are not tried one by one.
    if (texts.length > mostWords || isTooLong(texts.slice(Math.max(0, at)))) this.#lost()
    const readings = texts.length > mostWords ? [texts.join(' ')] : readingsOf(texts, at < 0 ? texts.length : at)
    this.commands.push({ text: words.map(({ text }) => text).join(' '), readings, ...sure })
    if (texts.length > mostWords) return
    this.#run(assignedCommands(texts.slice(0, at < 0 ? undefined : at)))
    if (at >= 0) this.#run(innerCommands(texts.slice(at)))
  }

  #run({ scripts, maybe = [], certain, whole }: InnerCommands): void {
    this.certain &&= certain
    this.whole &&= whole
    for (const script of scripts) this.#nested(script)
    if (maybe.length > 0 && this.#depth === deepest) this.#lost()
    // Text that is no shell line may not close its quotes: only what was found in it counts. `:!rm x` of an editor
    // begins with signs.
    for (const text of maybe)
      for (const line of new Set([text, text.replace(/^[^\w./~]+/, '')])) {
        const { commands, possible } = readCommand(line, this.#depth + 1)
        for (const command of [...commands, ...possible]) this.possible.push(command)
      }
  }
}
