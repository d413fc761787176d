import { patternOf } from '../../std/text/pattern.ts'

/** The answer of a router: the chosen route and the reason. */
export interface Route {
  route: 'documents' | 'conversation'
  reason: string
}

const aboutDocuments = patternOf('i')`
    문서|자료|매뉴얼|규정|정책|지침|핸드북|가이드|사내|회사 ?규칙|명세|보고서|\b(?:document|documentation|docs|manual|handbook|policy|policies|
    guideline|spec|report)s?\b`

/** A question that names a document, a rule or a manual goes to the documents; everything else is conversation. */
export function routeOf(words: string): Route {
  const hit = aboutDocuments.exec(words)?.[0]
  return hit ? { route: 'documents', reason: hit } : { route: 'conversation', reason: '' }
}
