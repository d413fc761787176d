import { isSmallTalk } from '../../../std/korean/dialogue/small-talk.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { onlyAsks } from '../../../std/korean/grammar/only-asks.ts'
import { nfc } from '../../../std/korean/spelling/jamo.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { noticeFacts } from '../facts/notice.ts'

const telling = patternOf('i')`
  \d|결정|정했|정함|하기로|합의|마감|예정|약속|이름|생일|생신|연락처|주소|담당|중요|반드시|필수|금지|좋아|싫어|알레르기|(?:못|안) (?:먹|마)|에서? (?:삶|살|일함|일하|다님|다니)|
  (?:은|는) (?:형|누나|언니|오빠|(?:남|여)?동생|친구|남편|아내|아들|딸|상사|동료)$|TODO|decid|agreed|deadline|due|must|never|always|name|
  birthday|prefer|allerg|owner|budget
`

/**
 * A shorter text by rules: lines that are the same to the letter stand once, and lines that hold names, numbers,
 * dates or decisions are kept; talk only as far as half the length allows. `- ` lines; '' if that is not shorter.
 */
export function extractSummary(text: string): string {
  const source = nfc(text).trim()
  const lines = [...new Set(linesOf(source))]
  const chosen = within(lines, source.length / 2)
  const summary = chosen.map((line) => `- ${line}`).join('\n')
  return summary.length < source.length ? summary : ''
}

/** Requests and questions: "5만원 17프로면 얼마", "5분 타이머", "내일 7시에 깨워줘". They are done, and no fact. */
const request = patternOf('i')`
  [?？]|(?:${GIVE}|해라|보여|알려|깨워|타이머|리마인드|계산|얼마|며칠|뭐야|뭐지|뭐게|몇\s?[가-힣]{1,3}|언제야|언제지|어디야|어디지|떼면|나누면|더하면|빼면|곱하면|
  할인하면)[요\s.!~]*$|(?:알려|깨워|보내|맞춰|말해|보여|지워|해)${GIVE}(?:\s|$)|[+*×÷/=]|\b(?:remind me|set a timer|how (?:much|many|long)|
  what(?:'s| is)|show me|tell me)\b
`

/**
 * Asked of the assistant in English, where a request begins with its verb: but "Book club is on the 5th" tells
 * something.
 */
const command = patternOf('i')`
  ^(?:please |can you |could you |would you |i(?:'d like| want) (?:you )?to |(?!.*(?:\b(?:is|are|was|were|will)\b|
  :\s)))(?:add|book|calculate|call|cancel|change|compare|convert|count|delete|divide|email|explain|find|flip|forget|
  give|help|list|look|make|move|multiply|open|order|pick|play|put|read|remove|rename|roll|save|schedule|search|send|
  set|show|snooze|solve|split|start|stop|sum|summari[sz]e|tell|translate|turn|wake|write)\b|^(?:please )?remember\b|
  \d ?(?:%|percent) (?:off|of|tip)\b
`
const isAsked = (line: string) => request.test(line) || command.test(line) || onlyAsks(line)

/**
 * The lines of a summary that hold names, numbers, dates, decisions or preferences: what must not be lost with it.
 * Requests are none.
 */
export function linesToKeep(summary: string): string[] {
  return linesOf(nfc(summary)).filter((line) => telling.test(line) && !isAsked(line))
}

/**
 * Lines of a page, or sentences of a conversation; speakers' names in front are kept out, and lines that only greet
 * or thank.
 */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (/^\s*[-*] /.test(line) ? [line.replace(/^\s*[-*] /, '')] : sentences(line)))
    .map((line) => line.trim())
    .filter((line) => line.length > 1 && !isSmallTalk(line))
}

function sentences(line: string): string[] {
  const bare = line.replace(/^\s*(?:\[[^\]]*\]\s*)?(?:user|assistant|tool|사용자|비서|나|you)\s*[:：]\s*/i, '')
  return bare.split(/(?<=[.!?。？])\s+/).map((sentence) => noticeFacts(sentence)[0]?.text ?? sentence)
}

/** All informative lines, and the newest others that fit, in their original order. */
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
