import { queryTerms, terms } from '../std/korean/search/analysis.ts'
import { patternOf } from '../std/text/pattern.ts'

/** The part of a library that the router may know: how many documents, and their names and headings. */
export interface LibraryInfo {
  documents: number
  titles: string[]
}

// Words that name a written thing, or the act of looking into one.
const written = patternOf('i')`
    문서|자료(?:에|를|집|상)|파일에|규정|규칙|정책|지침|방침|약관|조항|계약서|설명서|매뉴얼|안내서|안내문|가이드|회의록|공지|보고서|명세서|논문|서류에|노트에|첨부|업로드|pdf|
    \b(?:docs?|documents?|documentation|polic(?:y|ies)|handbook|manuals?|guides?|guidelines?|contracts?|reports?|
    specs?|paper|minutes|attached|uploaded)\b`

// Requests for other parts of the program, and talk between people. Anchored or specific: one such word settles it.
const talk: readonly RegExp[] = [
  /^(?:안녕|반가|고마|감사|미안|수고|잘\s?자|그래|응|네|넵|아니|아냐|좋아|알겠|됐어|그만|ㅋ+|ㅎ+)/,
  /^(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|yes|no|sure|bye|good (?:morning|night)|how are you)\b/i,
  /^[\d\s.,+\-*/×÷^%()=?]+$/,
  /\d.*(?:곱하기|더하기|빼기|나누기|할인하면|제곱|퍼센트는)|(?:몇 시|며칠|무슨 요일)(?:야|이야|지|이지|예요|인가요|\?|$)|날씨|타이머|알람|알려\s?달라|라고 알려|환율/,
  patternOf()`
    보내\s?(?:줘|주세요|라)|송금|이체|번역|영어로|한국어로|요약해|(?:짜|써|지어|그려|놀아|불러|외워|기억해)\s?(?:줘|주세요|줄래)|농담|심심|아까|방금|
    (?:너|네|당신)(?:는|의)? (?:이름|누구)|기분`,
  patternOf('i')`
    \b(?:what time|weather|timer|alarm|remind me|remember that|joke|translate|write (?:a|me|an)|sing|poem|who are you|
    your name)\b`,
]

const question = patternOf('i')`
    [?？]\s*$|뭐|무엇|무슨|언제|어디|누구|누가|어떻게|얼마|며칠|몇|어떤|왜|알려|찾아|설명해|인가요|나요|까요|있어$|돼$|되나|되지|
    ^(?:what|when|where|who|how|why|which|is|are|do|does|did|can|find|search|show)\b`

/**
 * Decide if an input wants the documents: `documents` and `talk` are decided here and need no model; `unsure` means
 * that words alone do not tell. Pure; Korean and English.
 */
export function needsDocuments(text: string, { documents, titles }: LibraryInfo): 'documents' | 'talk' | 'unsure' {
  if (documents === 0) return 'talk'
  const asked = question.test(text.trim())
  if (written.test(text) && (asked || !talk.some((pattern) => pattern.test(text.trim())))) return 'documents'
  if (talk.some((pattern) => pattern.test(text.trim()))) return 'talk'
  if (!asked) return 'talk'
  return namesTitle(text, titles) ? 'documents' : 'unsure'
}

// Terms by which titles are found, kept as long as the list itself: it is asked at every turn.
const analysed = new WeakMap<readonly string[], Set<string>[]>()

function termsOf(titles: readonly string[]): Set<string>[] {
  const known = analysed.get(titles) ?? titles.map((title) => new Set(terms(title)))
  analysed.set(titles, known)
  return known
}

/** True when the question shares two terms, or a long one, with the name or a heading of a document. */
function namesTitle(text: string, titles: string[]): boolean {
  const asked = new Set(queryTerms(text).filter((term) => term.length > 1))
  return termsOf(titles).some((title) => {
    const shared = [...asked].filter((term) => title.has(term))
    return shared.length >= 2 || shared.some((term) => term.length > 2)
  })
}
