import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contentWords } from '../../../../src/std/korean/search/analysis.ts'

const nouns = readFileSync(new URL('../../../fixtures/korean/nouns.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => line.split(' '))
  .filter(Boolean)
/** Words that the list holds and that ask or point by their very meaning. */
const asking = new Set(['우리', '저', '무엇', '누구', '어디', '언제'])

describe('what a question is about', () => {
  test.each([
    (noun: string) => `철수 ${noun} 알려줘`,
    (noun: string) => `철수의 ${noun} 뭐야?`,
    (noun: string) => `내 ${noun} 어제 언제였지`,
    (noun: string) => `어제 산 ${noun}`,
    (noun: string) => `${noun} 가격`,
  ])('no noun of three thousand is taken for a word that only asks (%#)', (ask) => {
    expect(nouns.length).toBeGreaterThanOrEqual(3_000)
    const lost = nouns.filter((noun) => !asking.has(noun) && !contentWords(ask(noun)).includes(noun))
    expect(lost).toEqual([])
  })

  test.each([
    ['돼지고기 설명서 어디 있어?', ['돼지고기', '설명서']],
    ['왜구가 뭐야?', ['왜구가']],
    ['하나은행 계좌번호 알려 주세요', ['하나은행', '계좌번호']],
    ['우리 우리은행 통장이 몇 개였지', ['우리은행', '통장이', '개였지']],
    ['내 내과 예약은 언제더라', ['내과', '예약은']],
    ['제주도에서 뭐 먹었었지?', ['제주도에서', '먹었었지']],
    ['환불할 수 있나요?', ['환불할']],
    ['수 나누기', ['수', '나누기']],
    ['나는 어디에 살았더라', ['살았더라']],
    ['몇 시까지 해야 돼요', ['시까지']],
    ['what is the refund policy', ['refund', 'policy']],
    ['어떻게 해야 하나요?', ['어떻게', '해야', '하나요']],
  ])('%s asks for %j', (text, words) => {
    expect(contentWords(text)).toEqual(words)
  })
})
