import { contentWords, stemsOf, terms } from '../../std/korean/search/analysis.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { ChooseLines } from './survey.ts'

/** Words that a task says of itself and not of its matter. */
const ofTask = patternOf('i')`
    ^(?:이|그|저|요|다|여기|거기|저기|지금|추가|추가한|올린|넣은|넣어둔|등록한|있는|한|두|세|네|다섯|열|하나|줄|줄로|줄씩|문장|문장으로|단락|표로|도표로|요약|간추|간추려|정리|비교|대조|
    도?표|테이블|목록|문서|파일|자료|폴더|내용|전체|모두|모든|전부|각각|각|차이|차이점|공통점|핵심|중요|중요한|간단|간단히|간단하게|짧게|짤막하게|빠르게|자세히|한눈|여러|회의록|계약서|보고서|견적서|
    영수증|설명서|매뉴얼|규정|지침|약관|공지|논문|노트|pdf|워드|한글|엑셀|summar\w*|compar\w*|tables?|lists?|documents?|docs?|files?|folders?|
    minutes|contracts?|reports?|quotes?|receipts?|manuals?|polic(?:y|ies)|papers?|notes?|all|each|every|differences?|
    main|key|points?|overview|contents?|make|show|tell|read|give|the|of|in|a|an|my|me|and|what|with|as|from|for|
    briefly|shortly|quickly|short|one|two|three|five|ten|lines?|sentences?|paragraphs?|here|added|indexed|everything|
    these|those|this|into|please|word|excel)$`
/** Endings of what is asked for: 만들어줘, 해줘, 보여줘. */
const request = /(?:줘|주세요|줄래|봐|해라|하자|할래)$/

/** A line shorter than this says nothing by itself. */
const shortest = 8
/** A word of the task weighs as much as so many of the words that the text itself repeats. */
const askedWeight = 4

/**
 * Lines by rules: those that hold the words of the task and the words that the text comes back to, each saying
 * something that those before it do not. Where the task names a matter, only lines that have to do with it. Pure.
 */
export const chooseByRules: ChooseLines = async (task, lines, most) => {
  const wanted = new Set(
    contentWords(task)
      .filter(
        (word) => !request.test(word) && ![word, ...stemsOf(word)].some((stem) => ofTask.test(stem.replace(/들$/, ''))),
      )
      .flatMap((word) => terms(word)),
  )
  const said = lines.map((line) => new Set(terms(line)))
  const counts = new Map<string, number>()
  for (const one of said) for (const term of one) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weight = (term: string) => (wanted.has(term) ? askedWeight : Math.log2(1 + (counts.get(term) ?? 0)))
  const isAsked = (at: number) => [...(said[at] as Set<string>)].some((term) => wanted.has(term))
  const whole = lines.flatMap((line, at) => (line.trim().length >= shortest ? [at] : []))
  const near = wanted.size === 0 ? whole : whole.filter(isAsked)
  return mostSaid(near, said, weight, most)
}

/** One after the other the line that adds most to what the chosen ones say, for its length. */
function mostSaid(
  places: readonly number[],
  said: readonly ReadonlySet<string>[],
  weight: (term: string) => number,
  most: number,
): number[] {
  const chosen: number[] = []
  const known = new Set<string>()
  const open = new Set(places)
  const gain = (at: number) => {
    const all = [...(said[at] as ReadonlySet<string>)]
    const fresh = all.reduce((sum, term) => sum + (known.has(term) ? 0 : weight(term)), 0)
    return fresh / Math.sqrt(all.length + 4)
  }
  while (chosen.length < most && open.size > 0) {
    let [best, held] = [-1, 0]
    for (const at of open) {
      const value = gain(at)
      if (value > held) [best, held] = [at, value]
    }
    if (best < 0) break
    open.delete(best)
    chosen.push(best)
    for (const term of said[best] as ReadonlySet<string>) known.add(term)
  }
  return chosen
}
