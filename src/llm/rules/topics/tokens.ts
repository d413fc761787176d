import { english, korean, type Tag } from './lexicon.ts'

/** A token of the lexicon and its possible subjects. */
export interface LexiconPiece {
  text: string
  tags: ReadonlySet<Tag>
}

/** Pieces by their letters without blanks. */
function byPiece(lexicon: Partial<Record<Tag, string>>): Map<string, Set<Tag>> {
  const pieces = new Map<string, Set<Tag>>()
  for (const [tag, words] of Object.entries(lexicon) as [Tag, string][])
    for (const word of words.trim().split(/\s+/)) pieces.set(word, (pieces.get(word) ?? new Set()).add(tag))
  return pieces
}

const koreanPieces = byPiece(korean)
const englishPieces = byPiece(english)
const longestPiece = Math.max(...[...koreanPieces.keys()].map(({ length }) => length))
/** Maximum length of a remark, in characters. */
const longest = 60

/**
 * The pieces of which a sentence is made; undefined where a single letter of it is left over: then it is about
 * something else.
 */
export function tokensOf(text: string): LexiconPiece[] | undefined {
  if (text.length > longest) return undefined
  return /[가-힣ㄱ-ㅣ]/.test(text) ? cut(text.toLowerCase()) : words(text.toLowerCase())
}

const foreign = /[^가-힣ㄱ-ㅣa-z.\s\p{P}\p{S}]/u

/** Word by word where the blanks stand where they should, else as if there were none. */
function cut(text: string): LexiconPiece[] | undefined {
  if (foreign.test(text)) return undefined
  const said = text
    .replace(/[^가-힣ㄱ-ㅣa-z.]+/g, ' ')
    .trim()
    .split(' ')
  const each = said.map(pieces)
  if (each.some((tokens) => tokens && isOtherWord(tokens))) return undefined
  return each.every((tokens) => tokens !== undefined) ? each.flat() : pieces(said.join(''))
}

/**
 * "해지하려면", "해고하려면": no word begins with two endings, 해 and 지, and goes on with a stem; it is a word that nobody knows
 * here.
 */
function isOtherWord(tokens: readonly LexiconPiece[]): boolean {
  const isEnding = ({ text, tags }: LexiconPiece) => text.length === 1 && tags.size === 1 && tags.has('fill')
  return tokens.slice(0, 2).filter(isEnding).length === 2 && tokens.slice(2).some(({ tags }) => !tags.has('fill'))
}

/** The longest piece that begins at each place, until nothing is left. */
function pieces(letters: string): LexiconPiece[] | undefined {
  const tokens: LexiconPiece[] = []
  for (let at = 0; at < letters.length; ) {
    const piece = pieceAt(letters, at)
    if (!piece) return undefined
    tokens.push(piece)
    at += piece.text.length
  }
  return tokens
}

function pieceAt(letters: string, at: number): LexiconPiece | undefined {
  for (let size = Math.min(longestPiece, letters.length - at); size > 0; size--) {
    const text = letters.slice(at, at + size)
    const tags = koreanPieces.get(text)
    if (tags) return { text, tags }
  }
  return undefined
}

function words(text: string): LexiconPiece[] | undefined {
  const tokens = (text.match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => ({ text: word, tags: englishPieces.get(word) }))
  return tokens.length > 0 && tokens.every(({ tags }) => tags !== undefined) ? (tokens as LexiconPiece[]) : undefined
}
