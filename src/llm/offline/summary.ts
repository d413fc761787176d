import { finalConsonant, nfc } from '../../std/korean/jamo.ts'
import { noticeFacts } from './notice.ts'

/** Two lines say the same if the words that they share are more than this part of all their words (SPEC §4). */
const duplicate = 0.7
const telling =
  /\d|결정|정했|정함|하기로|합의|마감|예정|약속|이름|생일|생신|연락처|주소|담당|중요|반드시|필수|금지|좋아|싫어|알레르기|(?:못|안) (?:먹|마)|에서? (?:삶|살|일함|일하|다님|다니)|(?:은|는) (?:형|누나|언니|오빠|(?:남|여)?동생|친구|남편|아내|아들|딸|상사|동료)$|TODO|decid|agreed|deadline|due|must|never|always|name|birthday|prefer|allerg|owner|budget/i

/**
 * A shorter page by rules: lines that say the same are merged, of two lines about one subject the newest stays, and lines that hold
 * names, numbers, dates or decisions are kept; talk only as far as half the length allows. `- ` lines; '' if that is not shorter.
 */
export function extractSummary(text: string): string {
  const source = nfc(text).trim()
  const lines = newest(merged(linesOf(source)))
  const chosen = within(lines, source.length / 2)
  const summary = chosen.map((line) => `- ${line}`).join('\n')
  return summary.length < source.length ? summary : ''
}

/** The lines of a summary that hold names, numbers, dates, decisions or wishes: what must not be lost with it. */
export function tellingLines(summary: string): string[] {
  return linesOf(nfc(summary)).filter((line) => telling.test(line))
}

/** Lines of a page, or sentences of a conversation; speakers' names in front are kept out, questions and greetings too. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (/^\s*[-*] /.test(line) ? [line.replace(/^\s*[-*] /, '')] : sentences(line)))
    .map((line) => line.trim())
    .filter((line) => line.length > 1 && !/^#|[?？]$|^(?:안녕|고마워|감사|네|응|hi|hello|thanks|ok)\S{0,4}[.!]*$/i.test(line))
}

function sentences(line: string): string[] {
  const bare = line.replace(/^\s*(?:\[[^\]]*\]\s*)?(?:user|assistant|tool|사용자|비서|나|you)\s*[:：]\s*/i, '')
  return bare.split(/(?<=[.!?。？])\s+/).map((sentence) => noticeFacts(sentence)[0]?.text ?? sentence)
}

const wordsOf = (line: string) =>
  new Set(
    line
      .toLowerCase()
      .split(/[\s,.:;!()"'“”]+/)
      .filter(Boolean),
  )

function overlap(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / (a.size + b.size - shared || 1)
}

/**
 * The later one of near duplicates, at its own place; lines that name different numbers are two, however alike. Quadratic in lines,
 * and a page has few hundred.
 */
function merged(lines: string[]): string[] {
  const recent = lines.slice(-maxLines)
  const words = recent.map(wordsOf)
  const same = (a: Set<string>, b: Set<string>) => overlap(a, b) > duplicate && !numbersDiffer(a, b)
  return recent.filter((_, i) => !words.some((later, j) => j > i && same(words[i] as Set<string>, later)))
}

function numbersDiffer(a: Set<string>, b: Set<string>): boolean {
  return [...a.symmetricDifference(b)].some((word) => /\p{N}/u.test(word))
}
const maxLines = 600

/** "배포는 목요일", later "배포는 금요일": only the last line of a subject counts. What somebody does is no such subject. */
function newest(lines: string[]): string[] {
  const last = new Map(lines.map((line, index) => [subject(line) ?? `\0${index}`, index]))
  return lines.filter((line, index) => last.get(subject(line) ?? `\0${index}`) === index)
}

/**
 * What a line is about: the words before its topic particle, or before "is"; undefined where there is no telling. A verb at the end
 * belongs to it: "민수는 부산에 삶" and "민수는 매운 것을 좋아함" are about two things.
 */
function subject(line: string): string | undefined {
  const match = /^([^,:]{1,30}?)(?:은|는) (?=\S)/.exec(line) ?? /^([^,]{1,30}?)(?::| is| are) (?=\S)/i.exec(line)
  return match?.[1] && `${match[1].toLowerCase().trim()} ${verbOf(line)}`
}

/** The last word where it is a verb in a note or in a sentence (좋아함, 살아요, 결정했다), else nothing. */
function verbOf(line: string): string {
  const last = /(\S+?)[.!]*$/.exec(line)?.[1] ?? ''
  const noun = [10, 16].includes(finalConsonant(last.at(-1) ?? '') ?? 0)
  return noun || /(?:다|요|해|어|아)$/.test(last) ? last : ''
}

/** Every telling line, and of the others the newest as long as there is room; told in their old order. */
function within(lines: string[], room: number): string[] {
  const facts = new Set(lines.keys().filter((index) => telling.test(lines[index] as string)))
  let left = room - facts.values().reduce((sum, index) => sum + sizeOf(lines[index]), 0)
  for (const index of [...lines.keys()].toReversed()) {
    const size = sizeOf(lines[index])
    if (facts.has(index) || size > left) continue
    facts.add(index)
    left -= size
  }
  return lines.filter((_, index) => facts.has(index))
}

/** A line with its "- " and line break. */
const sizeOf = (line = '') => line.length + 3

/** A title out of the first words, at most 24 characters, cut between words. */
export function titleOf(text: string): string {
  const line =
    nfc(text)
      .trim()
      .split('\n')[0]
      ?.replace(/[?？!.~\s]+$/, '') ?? ''
  if (line.length <= longestTitle) return line
  const cut = line.slice(0, longestTitle)
  return `${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…`
}
const longestTitle = 24
