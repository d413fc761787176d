import { said, saidNot } from '../checks.ts'
import { type Pair, tasksOf, use } from '../task.ts'

/** Questions to documents of the person's own: found, told with their place, and not made up. */
const handbook = [
  '# 새싹 주식회사 취업 규칙',
  '',
  '## 연차',
  '연차는 1년에 15일이며, 남은 연차는 다음 해 3월 31일까지 쓸 수 있다.',
  '',
  '## 재택',
  '재택근무는 한 주에 이틀까지 가능하다.',
  '',
  '## 경조사',
  '결혼 축하금은 50만원이다.',
].join('\n')
const manual = [
  '# Kettle K7 manual',
  '',
  '## Cleaning',
  'Descale with citric acid every 60 days.',
  '',
  '## Warranty',
  'The warranty lasts 30 months from purchase.',
  '',
  '## Limits',
  'Never fill above 1.7 litres.',
].join('\n')
const ask = (
  id: string,
  ko: [say: string, query: string, right: string, said: RegExp],
  en: [say: string, query: string, right: string, said: RegExp],
): Pair => ({
  id,
  setting: { documents: { 'rules.md': handbook, 'kettle.md': manual } },
  ko: { say: ko[0], right: [use('search_documents', { query: ko[1] }), ko[2]], checks: [said(ko[3], /\.md/)] },
  en: { say: en[0], right: [use('search_documents', { query: en[1] }), en[2]], checks: [said(en[3], /\.md/)] },
})
const pairs: Pair[] = [
  ask(
    'fact',
    [
      '취업 규칙에서 남은 연차는 언제까지 쓸 수 있어?',
      '남은 연차',
      '다음 해 3월 31일까지예요 (rules.md:4).',
      /3월 31일/,
    ],
    [
      'According to the kettle manual, how often should I descale?',
      'descale',
      'Every 60 days (kettle.md:4).',
      /60 days/,
    ],
  ),
  ask(
    'amount',
    ['우리 회사 결혼 축하금이 규칙에 얼마로 되어 있어?', '결혼 축하금', '50만원이에요 (rules.md:10).', /50만|500000/],
    ['How long is the warranty of the K7 kettle?', 'warranty', '30 months from purchase (kettle.md:7).', /30 months/],
  ),
  ask(
    'limit',
    ['취업 규칙상 재택근무는 한 주에 며칠까지 돼?', '재택근무', '한 주에 이틀까지예요 (rules.md:7).', /이틀|2일/],
    [
      'How much water may go into the K7 kettle, by its manual?',
      'fill litres',
      'At most 1.7 litres (kettle.md:10).',
      /1\.7/,
    ],
  ),
  {
    id: 'not-in-there',
    setting: { documents: { 'rules.md': handbook, 'kettle.md': manual } },
    ko: {
      say: '취업 규칙에 육아휴직 기간이 며칠이라고 나와 있어?',
      right: [use('search_documents', { query: '육아휴직' }), '취업 규칙에는 육아휴직 이야기가 없어요.'],
      wrong: [[use('search_documents', { query: '육아휴직' }), '1년이에요 (rules.md).']],
      checks: [said(/없|않|못/), saidNot(/(?:1년|365일|90일)(?:이에요|입니다|이라고)/)],
    },
    en: {
      say: 'What does the K7 kettle manual say about its noise in decibels?',
      right: [use('search_documents', { query: 'noise' }), 'The manual says nothing about noise.'],
      wrong: [[use('search_documents', { query: 'noise' }), 'It is 55 dB (kettle.md).']],
      checks: [said(/not|nothing|n't|no\b/i), saidNot(/\d+ ?(?:dB|decibel)/i)],
    },
  },
  {
    id: 'and-sum',
    setting: { documents: { 'rules.md': handbook, 'kettle.md': manual } },
    ko: {
      say: '규칙대로면 4주 동안 재택근무를 모두 며칠 할 수 있어?',
      right: [
        use('search_documents', { query: '재택근무' }),
        use('calculator', { expression: '2*4' }),
        '한 주에 이틀이니 4주면 8일이에요 (rules.md:7).',
      ],
      checks: [said(/8일|여드레/)],
    },
    en: {
      say: 'By the kettle manual, how many times do I descale in 180 days?',
      right: [
        use('search_documents', { query: 'descale' }),
        use('calculator', { expression: '180/60' }),
        'Three times, every 60 days (kettle.md:4).',
      ],
      checks: [said(/three|\b3\b/i)],
    },
  },
]
export const documents = tasksOf('documents', pairs)
