import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryAdmin } from '../../src/app/admin/memory-admin.ts'
import { noticeFacts } from '../../src/llm/rules/facts/notice.ts'
import { exportedJson, exportedMarkdown, readExport } from '../../src/memory/exchange.ts'

const notice = (words: string, now: Date) => noticeFacts(words, { now, zone: 'Asia/Seoul' })
const texts = (file: string) => readExport(file, notice)?.facts.map(({ text }) => text)

const chatGpt = JSON.stringify([
  {
    title: 'hi',
    mapping: {
      a: {
        message: {
          author: { role: 'user' },
          create_time: 1767225600,
          content: { parts: ['우리 고양이 이름은 나비야', { image: 1 }] },
        },
      },
      b: {
        message: { author: { role: 'assistant' }, create_time: 1767225601, content: { parts: ['내 이름은 GPT야'] } },
      },
      c: { message: null },
      d: null,
    },
  },
])
const claude = JSON.stringify([
  {
    name: 'x',
    chat_messages: [
      { sender: 'human', text: 'my name is Ann', created_at: '2026-01-05T00:00:00Z' },
      { sender: 'assistant', text: 'my name is Claude', created_at: '2026-01-05T00:00:01Z' },
    ],
  },
])

test.each([
  ['conversations.json of ChatGPT', chatGpt, 'chatgpt', [['고양이 이름은 나비', '2026-01-01']]],
  ['conversations.json of Claude', claude, 'claude', [['name is Ann', '2026-01-05']]],
  [
    'memories.json of Claude',
    JSON.stringify([{ conversations_memory: '**Work**\n- Works at Hanbit\n- Likes tea' }]),
    'claude',
    [
      ['Works at Hanbit', undefined],
      ['Likes tea', undefined],
    ],
  ],
  [
    'memories.json of Claude in paragraphs',
    JSON.stringify([
      { conversations_memory: '**Work context**\n\nAnn works at Hanbit.\n\n**Personal context**\n\n- Likes tea' },
    ]),
    'claude',
    [
      ['Ann works at Hanbit.', undefined],
      ['Likes tea', undefined],
    ],
  ],
  [
    'a list of memories by another program',
    JSON.stringify({
      memories: [
        { id: 1, content: 'Likes tea', updated_at: '2026-01-05T00:00:00Z' },
        'Is a teacher',
        { memory: 'Has a cat' },
      ],
    }),
    'text',
    [
      ['Likes tea', '2026-01-05'],
      ['Is a teacher', undefined],
      ['Has a cat', undefined],
    ],
  ],
  [
    'a list, with a sentence beside it and a heading without a mark',
    '가족:\n- 아버지 생신은 4월 2일\n\n어머니는 국수를 좋아함.\n```\ncode\n',
    'text',
    [
      ['아버지 생신은 4월 2일', undefined],
      ['어머니는 국수를 좋아함.', undefined],
      ['code', undefined],
    ],
  ],
  [
    'memory of ChatGPT as text',
    'Is a teacher.\n\nLikes hiking.\n',
    'text',
    [
      ['Is a teacher.', undefined],
      ['Likes hiking.', undefined],
    ],
  ],
  [
    'memory of hermes',
    'User likes tea\nand coffee\n§\nWorks at night\n',
    'text',
    [
      ['User likes tea and coffee', undefined],
      ['Works at night', undefined],
    ],
  ],
  [
    'a list with other marks, and a heading',
    '\uFEFF# Me\r\n* 혈액형은 AB형\r\n• 차는 흰색\r\n',
    'text',
    [
      ['혈액형은 AB형', undefined],
      ['차는 흰색', undefined],
    ],
  ],
])('%s', (_, file, kind, facts) => {
  const found = readExport(file, notice)
  expect([found?.kind, found?.facts.map(({ text, date }) => [text, date])]).toEqual([kind, facts])
})

test.each([
  '',
  '[]',
  '{}',
  '[{"mapping": 3}]',
  '[{"chat_messages": [null, 4]}]',
  '# only a heading\n---\n',
  '{"facts": [{"text": 5}]}',
  '404: Not Found\n',
  'HTTP/1.1 503 Service Unavailable\n',
  '["Internal Server Error"]',
  '<!DOCTYPE html>\n<html><body>Sign in</body></html>\n',
  '\n<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>\n',
])('in %j there is nothing', (file) => {
  expect(texts(file)).toBe(undefined)
})

const adminOf = (home: string) =>
  createMemoryAdmin(
    home,
    { agent: '비서', workspace: 'default', profile: 'me' },
    'Asia/Seoul',
    () => new Date('2026-11-24T03:00:00Z'),
    async () => undefined,
  )

test('what is exported as JSON comes in elsewhere with its day, and one undo leaves the page as it was, to the byte', async () => {
  const home = mkdtempSync(join(tmpdir(), 'exchange-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const at = (name: string) => adminOf(join(home, name))
  const [here, there] = [at('here'), at('there')]
  await here.add('혈액형은 AB형', 'personal')
  await here.add('이번 주는 재택', 'personal')
  await here.add('팀 회의는 월요일', 'workspace')
  const facts = await here.list()
  expect(exportedMarkdown(facts, { personal: '나', workspace: '팀', agent: '비서' })).toBe(
    '# 나\n\n- 혈액형은 AB형\n- 이번 주는 재택\n\n# 팀\n\n- 팀 회의는 월요일\n',
  )
  await there.add('고양이 이름은 나비', 'personal')
  await there.add('혈액형은 AB형', 'personal')
  const page = join(home, 'there/memory/me.md')
  const before = readFileSync(page)
  const preview = await there.preview(exportedJson(facts))
  expect([preview?.facts.map(({ text }) => text), preview?.known]).toEqual([['이번 주는 재택', '팀 회의는 월요일'], 1])
  const { count, undo } = await there.takeOver(preview?.facts ?? [])
  expect(count).toBe(2)
  expect((await there.list()).map(({ text, scope, from }) => [text, scope, from?.by, from?.until])).toEqual([
    ['고양이 이름은 나비', 'personal', undefined, undefined],
    ['혈액형은 AB형', 'personal', undefined, undefined],
    ['이번 주는 재택', 'personal', 'imported', '2026-11-29'],
    ['팀 회의는 월요일', 'workspace', 'imported', undefined],
  ])
  expect(await there.undo(undo)).toMatchObject({ taken: true })
  expect(readFileSync(page)).toEqual(before)
  expect((await there.list()).map(({ text }) => text)).toEqual(['고양이 이름은 나비', '혈액형은 AB형'])
})

test('JSON that was cut is no list of facts', () => {
  const whole = exportedJson([{ text: '이름은 서준', scope: 'personal', file: 'me.md', line: 1, below: 0 }])
  expect(readExport(whole, () => [])?.facts).toMatchObject([{ text: '이름은 서준' }])
  for (let length = 2; length < whole.trimEnd().length; length++)
    expect(readExport(whole.slice(0, length), () => [])).toBeUndefined()
  expect(readExport('[고정] 이름은 서준', () => [])?.facts).toMatchObject([{ text: '[고정] 이름은 서준' }])
})

test('a line in new words comes from the hand that wrote them and ends when they say; the mark of text from outside goes alone', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rewrite-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  mkdirSync(join(home, 'memory'))
  const said = '2026-11-20 · 01M84PDXE3KY4MHDEST0MQD98S · noticed'
  const page = [`생일은 5월 12일 <!-- ${said} -->`, `이번 주는 재택 <!-- ${said} · until: 2026-11-22 -->`]
  const marked = `주차권이 있음 <!-- ${said} · until: 2026-12-31 · from: mail -->`
  writeFileSync(join(home, 'memory/me.md'), [...page, marked, ''].map((line) => line && `- ${line}`).join('\n'))
  const admin = adminOf(home)
  const change = async (words: string, to: { text: string; until?: string }) => {
    const [fact] = await admin.meant(words)
    return fact && admin.rewrite(fact, { ...to, sure: true })
  }
  await change('생일', { text: '생일은 5월 13일', until: '2027-05-13' })
  await change('5월 13일', { text: '생일은 5월 14일' })
  await change('재택', { text: '다음 주는 재택' })
  await admin.trust('주차권')
  expect((await admin.list()).map(({ text, from }) => [text, from])).toEqual([
    ['생일은 5월 14일', { date: '2026-11-24', until: '2027-05-13', before: '생일은 5월 13일' }],
    ['다음 주는 재택', { date: '2026-11-24', until: '2026-12-06', before: '이번 주는 재택' }],
    ['주차권이 있음', { date: '2026-11-20', conversation: '01M84PDXE3KY4MHDEST0MQD98S', until: '2026-12-31' }],
  ])
})
