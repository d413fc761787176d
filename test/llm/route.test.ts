import { describe, expect, test } from 'vitest'
import { modelFor, type WarmModel, type Weight, weighRequest } from '../../src/llm/route.ts'

test.each([
  ['안녕!', 'light'],
  ['고마워 잘 자', 'light'],
  ['hello there', 'light'],
  ['ㅋㅋㅋ', 'light'],
  ['내일 서울 날씨 어때?', 'standard'],
  ['내일 아침 9시에 약 먹으라고 알려줘', 'standard'],
  ['이순신 장군은 언제 태어났어?', 'standard'],
  ['안녕하세요, 오늘 오후 세 시에 회의가 있는데 회의실 예약을 어떻게 하면 되는지 알려주실 수 있나요?', 'standard'],
  ['what is the capital of France?', 'standard'],
  ['두 회사의 실적을 비교해서 분석해줘', 'heavy'],
  ['이 함수 왜 안 돌아가?', 'heavy'],
  ['파이썬 코드 짜줘', 'heavy'],
  ['Review this pull request', 'heavy'],
  ['write a regex for Korean phone numbers', 'heavy'],
  ['diff --git a/x b/x\n+++ b/x', 'heavy'],
  ['왜 그래?\n```js\nfoo()\n```', 'heavy'],
  ['읽어줘 '.repeat(400), 'heavy'],
] as const)('%s → %s', (text, weight) => {
  expect(weighRequest(text)).toBe(weight)
})

test('a choice made by hand wins', () => {
  expect([weighRequest('안녕', 'heavy'), weighRequest('코드를 분석해줘', 'light')]).toEqual(['heavy', 'light'])
})

describe('the model of a turn, where another one answered before', () => {
  const claude = { light: 'claude-haiku-4-5', standard: 'claude-sonnet-4-6', heavy: 'claude-opus-4-6' }
  const now = Date.UTC(2026, 10, 22)
  const warm = (model: string, tokens: number, ageMs = 60_000): WarmModel => ({ model, tokens, at: now - ageMs })
  const chosen = (weight: Weight, last: WarmModel | undefined) => modelFor(weight, claude, last, now)
  const kept = (model: string) => ({ model, kept: true })

  test.each<[string, Weight, WarmModel | undefined, { model: string; kept?: boolean }]>([
    ['the first', 'light', undefined, { model: claude.light }],
    ['a better one whenever the request wants it', 'heavy', warm(claude.standard, 100_000), { model: claude.heavy }],
    ['a better one after a greeting', 'standard', warm(claude.light, 100_000), { model: claude.standard }],
    ['the same', 'standard', warm(claude.standard, 100_000), { model: claude.standard }],
    // 30,000 tokens from Sonnet's cache: 0.9 cents; written anew for Haiku: 3.75 cents.
    ['the last one for a greeting in a long talk', 'light', warm(claude.standard, 30_000), kept(claude.standard)],
    // Four turns: Opus reads 800 tokens and writes 400 for 4.2 cents; Sonnet has read them anew and answered for 2.8.
    [
      'a lesser one again while there is little to read',
      'standard',
      warm(claude.heavy, 800),
      { model: claude.standard },
    ],
    // 60,000 tokens: 16 cents at Opus, with Sonnet 22.5 for the first reading alone.
    ['the last one where reading anew costs more', 'standard', warm(claude.heavy, 60_000), kept(claude.heavy)],
    [
      'a lesser one when the cache has gone cold',
      'standard',
      warm(claude.heavy, 60_000, 600_000),
      { model: claude.standard },
    ],
    [
      'as the request weighs, after a model that is none of the three',
      'light',
      warm('gpt-4o', 60_000),
      { model: claude.light },
    ],
  ])('is %s', (_, weight, last, expected) => {
    expect(chosen(weight, last)).toEqual(expected)
  })

  test('without prices only a short talk is left for a lesser model, and without a lesser model none is', () => {
    const own = { light: 'small', standard: 'middle', heavy: 'large' }
    expect(modelFor('light', own, warm('middle', 1_000), now)).toEqual({ model: 'small' })
    expect(modelFor('light', own, warm('middle', 10_000), now)).toEqual(kept('middle'))
    expect(modelFor('light', { light: undefined, standard: 'one', heavy: undefined }, warm('one', 10), now)).toEqual({
      model: 'one',
    })
  })
})
