/**
 * A piece of an answer that is spoken in one breath. `raw` counts its characters in the answer, blanks around it
 * included.
 */
export interface SpokenSentence {
  kind: 'text' | 'code' | 'table'
  text: string
  raw: number
}

/** Longer than that nobody speaks without a breath, and no synthesiser answers quickly. */
const longest = 240

const marks = /[.!?。！？…]+["'”’』」)\]]*/gu
const abbreviation =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|etc|cf|No|Vol|Fig|Jr|Sr|Inc|Ltd|Co|U\.S|U\.K|a\.m|p\.m)\.$/i
/** After a quotation the sentence goes on with who said it. */
const reported = /^\s*(?:이?라고|이?라는|이?라며|하고|하며|하는|고\s|라|said|says|asked)/

/**
 * Split off the finished sentences of an answer that still arrives; return them and the rest. Depends only on the text,
 * not on how it was cut. Sentences end at a sign and a blank or at a line end, but not in "3.14", "example.com", "2026.
 * 11. 21.", "1. 첫째", "Mr. Kim", "음… 글쎄"; a block of code and a table are one piece each.
 */
export function splitMore(rest: string, more: string): [string, SpokenSentence[]] {
  return splitSentences(rest + more, false)
}

/** The answer is over: what waited is finished, too. */
export function splitRest(rest: string): SpokenSentence[] {
  return splitSentences(rest, true)[1]
}

/** A first clause is said by itself when it has so many characters, and as many follow: shorter ones sound chopped. */
const clause = { least: 10, most: 80, behind: 8 }

/**
 * Length of the first clause of an answer's first sentence, or 0: it is said before its sentence is whole, so that
 * the first sound comes early. Only plain words are parted, never inside of quotes, brackets or marks, and nothing
 * where the sentence ends soon after.
 */
export function firstClause(text: string): number {
  for (const { index } of text.slice(0, clause.most).matchAll(/[,、] /g)) {
    const [head, behind] = [text.slice(0, index).trimStart(), text.slice(index + 2)]
    if (/["'“”‘’「『()[\]{}<>*_`|#~\n.!?…]/.test(head)) return 0
    if (head.length >= clause.least)
      return behind.length >= clause.behind && !/[.!?…\n]/.test(behind.slice(0, clause.behind)) ? index + 1 : 0
  }
  return 0
}

function splitSentences(whole: string, over: boolean): [string, SpokenSentence[]] {
  const pieces: SpokenSentence[] = []
  let text = whole
  while (text !== '') {
    const [kind, length] = nextPiece(text, over)
    if (length === 0) break
    const part = text.slice(0, length)
    text = text.slice(length)
    // Blanks belong to the piece before them: what was heard of an answer is counted in its own characters.
    const last = pieces.at(-1)
    if (part.trim() !== '') pieces.push({ kind, text: part.trim(), raw: part.length })
    else if (last) last.raw += part.length
    else if (!over) return [whole, []]
  }
  return [text, pieces]
}

/** Kind and length of the first piece; length 0 while it may still grow. */
function nextPiece(text: string, over: boolean): [SpokenSentence['kind'], number] {
  const start = /^\s*/.exec(text)?.[0].length ?? 0
  const body = text.slice(start)
  const all = over ? text.length : 0
  if (body.startsWith('```') || body.startsWith('~~~')) {
    const end = /\n[ \t]*(?:```|~~~)[^\n]*(\n|$)/.exec(body)
    return ['code', end && (end[1] || over) ? start + end.index + end[0].length : all]
  }
  if (!over && /^[`~]{1,2}$/.test(body)) return ['code', 0]
  if (body.startsWith('|')) {
    const end = /\n(?![ \t]*\|)(?=[\s\S])/.exec(body)
    return ['table', end ? start + end.index + 1 : all]
  }
  const end = sentenceEnd(body, over)
  return ['text', end ? start + end : all]
}

/** Length of the first sentence, with the line end that closes it; 0 while it is open. */
function sentenceEnd(body: string, over: boolean): number {
  const line = body.indexOf('\n')
  const upto = line < 0 ? body.length : line
  for (const found of body.slice(0, upto).matchAll(marks)) {
    if (found.index > longest) break
    const end = found.index + found[0].length
    const verdict = endsAt(body, found.index, end, over)
    if (verdict === 'wait') return 0
    if (verdict === 'end') return end
  }
  if (line >= 0 && line <= longest) return line + 1
  return body.length > longest ? breathBreak(body) : 0
}

/** Decide if a sentence ends with the signs in [at, end). `wait`: the deciding character has not come yet. */
function endsAt(body: string, at: number, end: number, over: boolean): 'end' | 'no' | 'wait' {
  const [head, signs, tail] = [body.slice(0, at), body.slice(at, end), body.slice(end)]
  if (tail === '') return over ? 'end' : 'wait'
  if (!/^\s/.test(tail)) return 'no'
  const next = tail.trimStart()
  // The character after the blank decides; a line end decides by itself.
  if (tail.startsWith('\n')) return 'end'
  const needed = /["'”’』」]$/u.test(signs) ? 4 : 1
  if (next.length < needed && !over && !next.includes('\n')) return 'wait'
  if (/["'”’』」]$/u.test(signs) && reported.test(tail)) return 'no'
  if (/^(?:…|\.{2,})/.test(signs)) return /[다요죠까네]$/u.test(head) ? 'end' : 'no'
  if (!signs.startsWith('.')) return 'end'
  if (/^\s*(?:[-*]\s*)?\d{1,3}$/.test(head)) return 'no'
  if (/\d$/.test(head) && /^\d/.test(next)) return 'no'
  if (/\d{4}\.\s?\d{1,2}\.\s?\d{1,2}$/.test(head)) return 'no'
  return abbreviation.test(`${head}.`) ? 'no' : 'end'
}

/** Return the break of a sentence without an end: after the last comma, else blank, that leaves something to say. */
function breathBreak(body: string): number {
  const part = body.slice(0, longest)
  const comma = Math.max(part.lastIndexOf(', '), part.lastIndexOf('、'), part.lastIndexOf('; '))
  const blank = part.lastIndexOf(' ')
  return comma > 40 ? comma + 1 : blank > 40 ? blank + 1 : longest
}
