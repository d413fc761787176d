import { expect, test } from 'vitest'
import type { Utterance } from '../../../../src/llm/rules/intent.ts'
import { watchPage } from '../../../../src/llm/rules/plans/watch.ts'

const url = 'https://shop.example/k2'
const argsOf = (text: string) => {
  const found = watchPage({ text, tools: new Set(['schedule']) } as unknown as Utterance)
  if (!found?.call) return undefined
  const { action: _, watch, ...condition } = found.call.args
  return { watch, ...condition }
}

test.each([
  [`이 페이지 바뀌면 알려줘 ${url}`, {}],
  [`${url} 바뀌면 알려줘`, {}],
  [`${url} 이 사이트에 새 글 올라오면 알려 줘`, {}],
  [`${url} 지켜봐 줘`, {}],
  [`${url} 품절 풀리면 알려줘`, { gone: expect.stringContaining('품절') }],
  [`이 상품 재입고되면 알려줘 ${url}`, { gone: expect.stringContaining('sold out') }],
  [`${url} 가격이 600 아래로 내려가면 알려줘`, { below: 600 }],
  [`${url} 5만원 이하로 떨어지면 알려줘`, { below: 50_000 }],
  [`${url} 값이 1,400원 넘으면 알려줘`, { above: 1_400 }],
  [`${url}에서 ‘예매’가 나오면 알려줘`, { appears: '예매' }],
  [`${url} "매진"이 없어지면 알려줘`, { gone: '매진' }],
  [`tell me when ${url} changes`, {}],
  [`let me know when this page changes ${url}`, {}],
  [`notify me when ${url} is back in stock`, { gone: expect.stringContaining('out of stock') }],
  [`tell me when the price drops below $600 ${url}`, { below: 600 }],
  [`watch ${url}`, {}],
])('%s is a watch', (text, condition) => expect(argsOf(text)).toEqual({ watch: url, ...condition }))

test.each([`${url} 요약해줘`, '이 페이지 바뀌면 알려줘', `${url} 열어줘`, `what is ${url}`, `${url} 바뀌었어?`])(
  '%s is none',
  (text) => expect(argsOf(text)).toBeUndefined(),
)
