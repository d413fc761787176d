import { toolsNamed } from '../../messages/tools/tool-words.ts'
import type { ReceiptLine } from '../../protocol/index.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'
import { truncate } from '../../std/text/text.ts'

/** The deeds and the subject of a turn: claims of its answer are held against them. */
export interface ClaimEvidence {
  deeds: readonly ReceiptLine[]
  /** Names of tools that may do anything, or whose deeds are not known one by one: whatever was done by them. */
  isUnknown(tool: string): boolean
  /** The words of the person. */
  asked: string
  /** The turn read texts that the answer may tell of: their deeds are not claims of its own. */
  hasRead: boolean
  /** Results of deeds of earlier turns: an answer may speak of them again. */
  before: readonly string[]
}

/** Verbs that leave something behind, by their stems before 하다; then those of their own, as they stand in the past. */
const doing = inOneLine`
    저장|작성|생성|추가|등록|설정|예약|삭제|제거|취소|이동|수정|변경|업데이트|갱신|발송|전송|기록|기입|실행|설치|커밋|복사|백업|반영|적용|공유|결제|송금|이체|주문|초기화|기억|체크|편집|전달|보관|
    예매|갈무리|해제|비활성화|활성화|처리`
const native =
  '썼|적었|만들었|지웠|넣었|맞췄|맞추었|걸었|켰|껐|바꿨|바꾸었|고쳤|옮겼|보냈|남겼|담았|뺐|올렸|잡았|되돌렸|없앴|붙였|외웠|세웠|채웠|끝냈'
const beforeHelper =
  '써|적어|만들어|지워|넣어|맞춰|걸어|켜|꺼|바꿔|고쳐|옮겨|보내|남겨|담아|빼|올려|잡아|되돌려|없애|붙여|외워|세워|채워|끝내'
const helper = '뒀|두었|놨|놓았|드렸|주었|줬|버렸'
const ending = '어요?|습니다|지요?|죠|네요?|음|다|고요?|으며|으니|는데요?|거든요|답니다'
const done = `(?:을|를|이|가)? ?(?:(?:다|모두|전부) ?)?(?:했|하였|됐|되었|완료(?:했|됐|되었)|해 ?(?:${helper}))`
const pastKo = new RegExp(
  `(?<![가-힣])(?:(?:${doing})${done}|(?:${native})|(?:${beforeHelper}) ?(?:${helper}))(?:${ending})(?![가-힣])`,
  'g',
)
/** The first of two deeds in a sentence whose end is in the past: "맞추고 썼습니다". */
const joinedKo = new RegExp(
  `(?<![가-힣])(?:(?:${doing})(?:을|를)? ?하|쓰|적|만들|지우|넣|맞추|걸|켜|끄|바꾸|고치|옮기|보내|남기|담|빼|올리|잡|되돌리|없애|붙이)(?:고|며|어서|여) `,
  'g',
)
const past = inOneLine`
    saved|wrote|written|created|added|set|scheduled|deleted|removed|cancell?ed|moved|renamed|updated|changed|edited|
    sent|booked|recorded|noted|remembered|stored|logged|executed|installed|committed|copied|cleared|marked|ticked|
    switched|forgotten|undone|reverted|restored|paid|transferred|ordered|shared|turned|put|made|ran`
const adverbs = String.raw`(?:(?:also|just|now|already|successfully|then|all)\s+)*`
const byMe = new RegExp(String.raw`\b(?:i|we)(?:['’]ve|\s+have)?\s+${adverbs}(?:${past})\b`, 'gi')
const joined = new RegExp(String.raw`(?:,|\band\b)\s+${adverbs}(?:${past})\b`, 'gi')
/** "is" and "are" also say how things are always: only what is arranged is a claim then. */
const passive = new RegExp(
  String.raw`\b(?:(?:has|have)\s+been|was|were)\s+${adverbs}(?:${past})\b|\b(?:is|are)\s+${adverbs}(?:set|scheduled|booked)\b`,
  'gi',
)
const bare = new RegExp(String.raw`^(?:done|ok|okay|sure|all set|great)?[\s.!:,—–-]*(?:${past})\b`, 'gi')
const notDone =
  /\b(?:not|n['’]t|cannot|couldn['’]t|failed|unable|would|could|will|can|if|should|never|nothing)\b|n['’]t\b/i
const bySomebody = /(?:^|[\s,])(?!제가|내가|저희가|우리가)[가-힣A-Za-z]{1,12}(?:이|가|은|는|께서)\s(?=.*(?:을|를)\s)/
const byYou = /[하보적넣지추꾸기내리]셨|\byou(?:['’]ve)?\s+(?:have\s+)?\w+/i
const byMeKo = /(?:^|[\s,])(?:제가|저는|내가|저희가)\s/
const before =
  /아까|방금 전|조금 전|전에|어제|이전|지난|이미|\b(?:earlier|already|before|previously|yesterday|last time)\b/i

/** Claims of deeds in an answer that no deed of the turn stands behind: the names that they name, or the words. */
export function unbackedClaims(answer: string, evidence: ClaimEvidence): string[] {
  const found = sentencesOf(answer).flatMap((sentence) =>
    claimsIn(sentence).flatMap((claim) => missingOf(claim, evidence)),
  )
  return [...new Set(found)].slice(0, most)
}

const most = 8
const claimColumns = 60

/** A stretch of a sentence up to a verb that says that something was done. */
interface Claim {
  text: string
  /** The verb alone. */
  verb: string
  isByMe: boolean
}

/** Sentences of an answer, without what it quotes or shows as code. */
function sentencesOf(answer: string): string[] {
  return answer
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^\s*>.*$/gm, '')
    .split(/\n+|(?<=[.!?。…])\s+(?=\S)/)
    .map((line) => line.replace(/^[^\p{L}\p{N}“‘"']+|\*\*|`/gu, '').trim())
    .filter((line) => line !== '' && !/[?？]["'”’)]*$/.test(line))
}

function claimsIn(sentence: string): Claim[] {
  const korean = [...sentence.matchAll(pastKo)]
  const also = korean.length > 0 ? [...sentence.matchAll(joinedKo)] : []
  const english = notDone.test(sentence) ? [] : englishIn(sentence)
  const verbs = [...korean, ...also, ...english].sort((a, b) => a.index - b.index)
  let from = 0
  return verbs.flatMap(({ 0: verb, index }, at): Claim[] => {
    const isKorean = /[가-힣]/.test(verb)
    // A Korean verb stands behind what it is done to, an English one before it.
    const to = isKorean ? index + verb.length : (verbs[at + 1]?.index ?? sentence.length)
    const text = sentence.slice(from, to)
    from = to
    if (isKorean && (readSentence(text).negations.length > 0 || /못|실패|않/.test(text))) return []
    if (byYou.test(text)) return []
    const isByMe = isKorean ? byMeKo.test(` ${text}`) : !/^(?:is|are|was|were|has|have)\b/i.test(verb)
    return isKorean && !isByMe && bySomebody.test(text) && !/됐|되었/.test(verb) ? [] : [{ text, verb, isByMe }]
  })
}

function englishIn(sentence: string): RegExpExecArray[] {
  const own = [...sentence.matchAll(byMe), ...sentence.matchAll(bare)]
  // A verb behind "and" has the subject of the one before it.
  const more = own.length > 0 ? [...sentence.matchAll(joined)] : []
  const all = [...own, ...more, ...sentence.matchAll(passive)]
  return all.filter((one, at) => all.findIndex((other) => other.index === one.index) === at)
}

const fileNames =
  /(?<![\w@/:.])[\p{L}\p{N}_~./\\-]*[\p{L}\p{N}_-]\.(?!(?:com|net|org|kr|io|co)\b)[a-z][a-z0-9]{0,5}(?!\w|\.\w)/giu
const numbers = /(\d+)번(?! ?(?:째|쨰|이나|씩))/g
const counted = patternOf('i')`
    (\d+|두|세|네|다섯|여섯) ?(?:개|건|가지)|\b(\d+|two|three|four|five|six)\s+(?!(?:minute|hour|day|week|month|year|second|
    time)s\b)(?:\w+\s+)?\w+s\b`
const countWords = ['', '', '두|two', '세|three', '네|four', '다섯|five', '여섯|six']

/** Return the parts of a claim that no deed stands behind. */
function missingOf({ text, verb, isByMe }: Claim, evidence: ClaimEvidence): string[] {
  const done = evidence.deeds.filter(({ state }) => state === 'done' || state === 'waiting')
  if (done.some(({ tool }) => evidence.isUnknown(tool))) return []
  const isEarlier = before.test(text)
  const stands = (name: string) => {
    const bareName = (name.split(/[/\\]/).at(-1) ?? name).toLowerCase()
    const known = isEarlier
      ? [...done.map(({ object }) => object), ...evidence.before]
      : done.map(({ object }) => object)
    return known.some((object) => object.toLowerCase().includes(bareName))
  }
  const files = text.match(fileNames) ?? []
  const tools = toolsNamed(text)
  const isOwn =
    isByMe ||
    evidence.deeds.length > 0 ||
    isAskedFor(verb, evidence.asked) ||
    (!evidence.hasRead && (files.length > 0 || tools.length > 0))
  if (!isOwn) return []
  if (files.length > 0) return files.filter((name) => !stands(name))
  if (isEarlier && evidence.before.length > 0) return []
  const those = tools.length > 0 ? done.filter(({ tool }) => tools.includes(tool)) : done
  const ids = [...text.matchAll(numbers)].map(([id]) => id)
  const missing = ids.filter((id) => !done.some(({ object }) => object.includes(id)))
  if (tools.length > 0 && missing.length > 0) return [truncate(text.trim(), claimColumns)]
  const count = tools.length > 0 ? countIn(text) : 1
  const things = those.reduce((sum, { object }) => sum + object.split(', ').length, 0)
  return things >= count ? [] : [truncate(text.trim(), claimColumns)]
}

function countIn(text: string): number {
  const [, korean, english] = counted.exec(text) ?? []
  const word = (korean ?? english)?.toLowerCase()
  if (word === undefined) return 1
  return /^\d+$/.test(word)
    ? Number(word)
    : Math.max(
        1,
        countWords.findIndex((one) => one.split('|').includes(word)),
      )
}

/** The person asked for such a deed: their words hold its verb. */
function isAskedFor(verb: string, asked: string): boolean {
  const stem = /[가-힣]/.test(verb)
    ? (new RegExp(`${doing}`).exec(verb)?.[0] ?? verb.trim().slice(0, 1))
    : (/[a-z]+$/i.exec(verb)?.[0].slice(0, 3).toLowerCase() ?? verb)
  return asked.toLowerCase().includes(stem)
}
