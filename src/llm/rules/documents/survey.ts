import type { JsonObject } from '../../../protocol/index.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { passagesOf } from '../parse/parse-request.ts'

/** Words that want something of several documents. */
const wanted =
  /요약|간추려|비교|대조|차이|(?:도)?표(?:로|를)|정리|\b(?:summar(?:y|i[sz]e)|compar(?:e|ison)|(?:as|in|make) a table)\b/i
const table = /(?:도)?표(?:로|를)|\btable\b/i

/**
 * Nouns for kinds of documents. Their own names for a kind ("회의록") are looked for in the names of files and folders.
 */
const nouns = patternOf('i')`
  문서|자료|파일|폴더|회의록|계약서|보고서|견적서|영수증|설명서|매뉴얼|규정|지침|약관|공지|논문|노트|\b(?:documents?|docs|files?|folder|minutes|contracts?|
  reports?|quotes?|receipts?|manuals?|polic(?:y|ies)|papers?|notes?)\b
`
const named = patternOf('i')`
    (회의록|계약서|보고서|견적서|영수증|설명서|매뉴얼|규정|지침|약관|공지|논문|노트)|\b(minutes|contract|report|quote|receipt|manual|policy|paper|note)
    s?\b`

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\bpdf\b/i, 'pdf'],
  [/워드|\bdocx?\b|\bword (?:files?|documents?)/i, 'word'],
  [/한글 ?(?:파일|문서)|\bhwpx?\b/i, 'hwp'],
  [/엑셀|스프레드시트|\b(?:xlsx?|excel|spreadsheets?|csv)\b/i, 'sheet'],
  [/파워포인트|슬라이드|발표 ?자료|\b(?:pptx?|powerpoint|slides|presentations?)\b/i, 'slides'],
  [/마크다운|텍스트 ?파일|\b(?:markdown|text) files?\b/i, 'text'],
]

const koFolder = /(?:^|\s)["'‘“]?([^\s"'’”]+?)["'’”]? ?폴더/
const enFolder = /\b(?:the |my )?["“]?([\w./-]+)["”]? folder\b|\bfolder ["“]?([\w./-]+)/i
/** Words in the place of a folder's name that name none. */
const noName = /^(?:이|그|저|내|우리|한|모든|각|같은|the|my|this|that|a|each|every|whole)$/i

/**
 * "계약서 폴더 요약해줘", "지난달 회의록 표로 정리해줘", "compare the contracts": whole documents are gone through. Without a model what
 * they say to the matter is quoted, in order.
 */
export const surveyDocuments: Family = (utterance) => {
  const { text, tools } = utterance
  if (!tools.has('read_documents') || !wanted.test(text) || !nouns.test(text)) return undefined
  const call = { name: 'read_documents', args: argsOf(utterance) }
  return { weight: 3, call, answer: (result) => extracts(utterance, result) } satisfies Intent
}

/** Return the documents that are meant (a folder, a kind, days, a name), and the task without those words. */
function argsOf({ text, now, zone }: Utterance): JsonObject {
  const place = koFolder.exec(text) ?? enFolder.exec(text)
  const folder = place?.slice(1).find((one) => one !== undefined && !noName.test(one))
  const kind = kinds.find(([pattern]) => pattern.test(text))?.[1]
  const period = readSentence(text).period({ now, zone })
  const [, koName, enName] = named.exec(text) ?? []
  const name = folder === undefined ? (koName ?? enName) : undefined
  const days = period ? readSentence(text).text.slice(period.from, period.to) : ''
  const task = [(folder && place?.[0]) ?? '', days]
    .reduce((left, part) => (part ? left.replace(part, ' ') : left), text)
    .trim()
  return {
    task: task || text,
    ...(folder !== undefined && { folder }),
    ...(kind !== undefined && { kind }),
    ...(period && { since: period.first, until: period.last }),
    ...(name !== undefined && { names: [name] }),
  }
}

/** Return the extract of each document, under its place, and the remark about the rest. */
function extracts({ text, say }: Utterance, result: string): string {
  const at = result.search(/(?:^|\n\n)\((?=[^\n]*\)(?:\n|$))/)
  const notes = at < 0 ? '' : result.slice(at).trim()
  const found = passagesOf(at < 0 ? result : result.slice(0, at))
  if (found.length === 0) return notes === '' ? result : notes
  const shown = table.test(text) ? asTable(found, say.extractHeads) : asList(found)
  return [say.extracts, shown, notes].filter(Boolean).join('\n\n')
}

interface Extract {
  place: string
  text: string
}

const asList = (found: readonly Extract[]) =>
  found.map(({ place, text }, at) => `**${place}** [${at + 1}]\n${bullets(text)}`).join('\n\n')

const bullets = (text: string) =>
  text
    .split('\n')
    .map((line) => `- ${line.replace(/^\s*(?:[-*•]|#{1,6})\s+/, '')}`)
    .join('\n')

function asTable(found: readonly Extract[], [document, says]: readonly [string, string]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' / ')
  const rows = found.map(({ place, text }, at) => `| ${cell(place)} [${at + 1}] | ${cell(text)} |`)
  return [`| ${document} | ${says} |`, '|---|---|', ...rows].join('\n')
}
