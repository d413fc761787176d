import { expect, test } from 'vitest'
import { queryTerms } from '../../../src/std/korean/search/analysis.ts'
import { createRanking } from '../../../src/std/korean/search/ranking.ts'
import { readSentence } from '../../../src/std/korean/sentence.ts'
import { Random } from '../../random.ts'
import { sentenceCount } from '../../sentences/count.ts'
import { someTransfer } from '../../sentences/transfers.ts'

const when = { now: new Date('2026-11-21T12:00:00+09:00'), zone: 'Asia/Seoul' }

test('a sentence is spelled once, and every span leads back to what was typed', () => {
  const said = readSentence('낼 엄마한태 3 만 5천원 보내주새요, 아빠한테는 보내지 마')
  const typed = (span: { from: number; to: number }) => {
    const { from, to } = said.typed(span)
    return said.source.slice(from, to)
  }
  expect(said.text).toBe('내일 엄마한테 3만 5천원 보내주세요, 아빠한테는 보내지 마')
  expect(said.amounts.map((read) => ['won' in read && read.won, typed(read)])).toEqual([[35_000, '3 만 5천원']])
  expect(said.days(when).map((day) => ['date' in day && day.date, typed(day)])).toEqual([['2026-11-22', '낼']])
  expect(said.people.map((one) => [one.name, one.particle, typed(one)])).toEqual([
    ['엄마', '한테', '엄마한태'],
    ['아빠', '한테', '아빠한테'],
  ])
  expect(said.negations.map(typed)).toEqual(['내지 마'])
  expect(said.leftOver([...said.amounts, ...said.days(when), ...said.people])).toEqual(['마'])
})

test('it says how a sentence ends, what repeats in it and what its speaker corrected', () => {
  expect(readSentence('어제 아빠가 3만원 보냈대').ending).toMatchObject({ past: true, asked: false })
  expect(readSentence('오늘 며칠이야?').ending).toMatchObject({ asked: true, asks: true })
  expect(readSentence('엄마한테 보내 줄래?').ending).toMatchObject({ requests: true })
  expect(readSentence('매주 월수금 아침 7시').recurrence(when)?.rule).toMatchObject({
    every: 'week',
    weekdays: [1, 3, 5],
  })
  expect(readSentence('만원 아니 이만원').corrected(when).amounts).toMatchObject([{ won: 20_000 }])
  expect(readSentence('아침 9시랑 저녁 6시 반').times).toMatchObject([{ hour: 9 }, { hour: 18, minute: 30 }])
  expect(readSentence('혹시 그 회의 언제였지').words.filter(({ filler }) => !filler)).toMatchObject([{ text: '회의' }])
})

test('every span of every part stands in the spelled text and in the typed one', () => {
  const random = new Random(20_261_130)
  for (let i = 0; i < sentenceCount(500, 20_000); i++) {
    const { text } = someTransfer(random)
    const said = readSentence(text)
    for (const span of [
      ...said.amounts,
      ...said.numbers,
      ...said.times,
      ...said.people,
      ...said.days(when),
      ...said.words,
    ]) {
      const typed = said.typed(span)
      expect([
        text,
        span.from < span.to,
        span.to <= said.text.length,
        typed.to <= said.source.length,
        typed.from < typed.to,
      ]).toEqual([text, true, true, true, true])
    }
  }
})

test('a search typed in haste or on the wrong keys finds what is spelled', () => {
  expect(queryTerms('담주 회의')).toEqual(expect.arrayContaining(['담주', '다음', '회의']))
  expect(queryTerms('dhsmf ghldml')).toContain('회의')
  const ranking = createRanking<string>('담주 월욜 회의')
  for (const line of ['다음 주 월요일 회의', '저녁 약속', '담주 화욜 회식']) ranking.add(line, line)
  expect(ranking.best(1).map(({ item }) => item)).toEqual(['다음 주 월요일 회의'])
})
