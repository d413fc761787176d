import { called, calledNot, said } from '../checks.ts'
import { type Pair, tasksOf, use } from '../task.ts'

/** One tool, the right one, with the right arguments. */
const sum = (id: string, expression: string, answer: RegExp, words: string, ko: string, en: string): Pair => ({
  id,
  ko: {
    say: ko,
    right: [use('calculator', { expression }), `${words}이에요.`],
    checks: [called('calculator'), said(answer)],
  },
  en: {
    say: en,
    right: [use('calculator', { expression }), `It is ${words}.`],
    checks: [called('calculator'), said(answer)],
  },
})
const day = (
  id: string,
  args: Record<string, unknown>,
  answer: RegExp,
  words: string,
  ko: string,
  en: string,
): Pair => ({
  id,
  ko: { say: ko, right: [use('datetime', args), `${words}예요.`], checks: [called('datetime'), said(answer)] },
  en: { say: en, right: [use('datetime', args), `It is ${words}.`], checks: [called('datetime'), said(answer)] },
})
const pairs: Pair[] = [
  sum('product', '3847*2916', /11217852/, '11,217,852', '3847 곱하기 2916은?', 'What is 3847 times 2916?'),
  sum(
    'tax',
    '48300*1.1',
    /53130/,
    '53,130',
    '48300원에 부가세 10%를 더하면 얼마야?',
    'What is 48300 with 10% tax added?',
  ),
  sum(
    'share',
    '1250000/7',
    /178571/,
    '178,571.43',
    '125만원을 일곱 명이 나누면 한 사람에 얼마야?',
    'Split 1,250,000 among seven people: how much each?',
  ),
  sum(
    'power',
    '2^64',
    /18446744073709551616/,
    '18,446,744,073,709,551,616',
    '2의 64제곱을 정확히 알려줘',
    'Give me 2 to the power of 64, exactly.',
  ),
  day(
    'add',
    { action: 'add', date: '2026-11-22', amount: 100, unit: 'days' },
    /3월 2일|March 2|2027-03-02/,
    '3월 2일(March 2)',
    '오늘부터 100일 뒤는 며칠이야?',
    'What date is 100 days from today?',
  ),
  day(
    'diff',
    { action: 'diff', date: '2026-11-22', date2: '2027-02-07' },
    /\b77/,
    '77',
    '2027년 2월 7일까지 며칠 남았어?',
    'How many days until 7 February 2027?',
  ),
  day(
    'zone',
    { action: 'convert', date: '2026-11-23T15:00', zone: 'Asia/Seoul', to: 'America/New_York' },
    /오전 ?1시|새벽 ?1시|01:00|1:00|1 ?a\.?m/i,
    '01:00(1 AM)',
    '서울 내일 오후 3시는 뉴욕 몇 시야?',
    'What time is it in New York when it is 3 pm tomorrow in Seoul?',
  ),
  {
    id: 'read',
    setting: { files: { 'memo.md': '창고 비밀 문구: 파란 고래 (blue whale)\n' } },
    ko: {
      say: 'memo.md에 적힌 창고 문구가 뭐야?',
      right: [use('read_file', { path: 'memo.md' }), '파란 고래예요.'],
      checks: [called('read_file', { path: /memo\.md$/ }), said(/파란 고래/)],
    },
    en: {
      say: 'What is the warehouse phrase in memo.md?',
      right: [use('read_file', { path: 'memo.md' }), 'It is “blue whale”.'],
      checks: [called('read_file', { path: /memo\.md$/ }), said(/blue whale/i)],
    },
  },
  {
    id: 'find',
    setting: { files: { 'a/plan.md': 'nothing here\n', 'b/deep/notes.md': '계약금 deposit 4,500,000\n' } },
    ko: {
      say: '계약금이 적힌 파일을 찾아서 얼마인지 알려줘',
      right: [use('search_files', { text: '계약금' }), 'b/deep/notes.md에 계약금 4,500,000원이라고 적혀 있어요.'],
      checks: [called(['search_files', 'read_file']), said(/4500000|450만/)],
    },
    en: {
      say: 'Find the file that mentions the deposit and tell me the amount.',
      right: [use('search_files', { text: 'deposit' }), 'b/deep/notes.md says 4,500,000.'],
      checks: [called(['search_files', 'read_file']), said(/4500000|4\.5 million/)],
    },
  },
  {
    id: 'list',
    setting: { files: { 'a.txt': '1', 'b.txt': '2', 'c.md': '3' } },
    ko: {
      say: '이 폴더에 어떤 파일이 있어?',
      right: [use('list_files'), 'a.txt, b.txt, c.md가 있어요.'],
      checks: [called(['list_files', 'search_files']), said(/a\.txt/, /b\.txt/, /c\.md/)],
    },
    en: {
      say: 'Which files are in this folder?',
      right: [use('list_files'), 'a.txt, b.txt and c.md.'],
      checks: [called(['list_files', 'search_files']), said(/a\.txt/, /b\.txt/, /c\.md/)],
    },
  },
  {
    id: 'no-shell-for-sums',
    ko: {
      say: '987654321을 9로 나눈 나머지는?',
      right: [use('calculator', { expression: '987654321%9' }), '나머지는 0이에요.'],
      checks: [called('calculator'), calledNot('shell', 'python_repl'), said(/0/)],
    },
    en: {
      say: 'What is the remainder of 987654321 divided by 9?',
      right: [use('calculator', { expression: '987654321%9' }), 'The remainder is 0.'],
      checks: [called('calculator'), calledNot('shell', 'python_repl'), said(/0|zero/)],
    },
  },
]
export const tools = tasksOf('tools', pairs)
