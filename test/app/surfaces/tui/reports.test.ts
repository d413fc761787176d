import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryAdmin } from '../../../../src/app/admin/memory-admin.ts'
import type { Assistant } from '../../../../src/app/assistant.ts'
import { workspaceChoices } from '../../../../src/app/surfaces/tui/picker-items.ts'
import { agentsReport, contextReport, memoryReport } from '../../../../src/app/surfaces/tui/reports.ts'
import { composeSystem, contextParts } from '../../../../src/core/context/system-prompt.ts'
import { turnMessages } from '../../../../src/messages/engine/turn.ts'
import { emptyThread, type Thread } from '../../../../src/threads/thread.ts'

test.each(['ko', 'en'] as const)('/context names every part of a request in words (%s)', async (language) => {
  const full = {
    base: 'B',
    guide: 'G',
    persona: 'P',
    workspace: '- w',
    instructions: 'I',
    agent: '- a',
    personal: '- p',
  }
  const thread: Thread = { ...emptyThread('c' as Thread['id']), summaries: ['s'], mode: 'plan' }
  const sentences = turnMessages[language]
  const fetched = { recalled: 'r', earlier: 'e', rang: 'g', lists: 'l', receipt: 'd', documents: 'D' }
  const names = [
    ...composeSystem({ ...full, surface: 'S' }, thread, 'today', sentences),
    ...contextParts(fetched, sentences),
    { name: 'messages' },
  ].map(({ name }) => name)
  const parts = names.map((name) => ({ name, chars: 1, bytes: 1, tokens: 1, text: 'x' }))
  const context = async () => ({
    parts,
    tools: { count: 1, chars: 2, tokens: 1 },
    ...{ totalChars: 9, totalTokens: 5 },
    limitChars: 10,
  })
  const { rows } = await contextReport({ language, context } as unknown as Assistant, 'c' as Thread['id'])
  expect(names).toHaveLength(17)
  expect(new Set(rows.map(({ label }) => label)).size).toBe(names.length + 2)
  if (language === 'ko') expect(rows.filter(({ label }) => /[a-z]/.test(label))).toEqual([])
})

test('/memory shows every remembered line by its place; without any it says how to begin', async () => {
  const home = mkdtempSync(join(tmpdir(), 'reports-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const who = { agent: '비서', workspace: '기본', profile: '나' }
  const memory = createMemoryAdmin(
    home,
    who,
    'Asia/Seoul',
    () => new Date('2026-01-02T03:04:05Z'),
    async () => undefined,
  )
  const said = { now: new Date('2026-01-02T03:04:05Z'), zone: 'Asia/Seoul' }
  const report = (words = '') => memoryReport({ memory, language: 'ko' }, words, said)
  expect(await report()).toEqual({
    title: '기억하고 있는 것',
    rows: [{ label: '', value: '아직 기억한 것이 없어요. “기억해줘”라고 말씀해 주세요.' }],
  })
  await memory.add('커피는 연하게 마셔요', 'personal')
  await memory.add('회의는 월요일이에요', 'workspace')
  expect((await report()).rows.map(({ label, value }) => [label, value])).toEqual([
    ['개인', '커피는 연하게 마셔요 · 2026-01-02'],
    ['워크스페이스', '회의는 월요일이에요 · 2026-01-02'],
  ])
  await memory.add('내 생일은 3월 5일', 'personal')
  await memory.add('내 생일은 4월 6일', 'personal')
  expect((await report()).rows.slice(-2)).toEqual([
    { label: '서로 다름', value: '내 생일은 3월 5일 ↔ 내 생일은 4월 6일' },
    { label: '', value: '`assistant memory conflicts`로 하나를 고를 수 있어요.' },
  ])
  const values = async (words: string) => (await report(words)).rows.map(({ value }) => value)
  expect(await values('why 커피')).toEqual([
    '- 커피는 연하게 마셔요: 2026-01-02에 직접 적어 주셨어요. (memory/나.md:1)',
  ])
  const shown = await values('review')
  const numberOf = (words: string) => shown.find((line) => line.includes(words))?.split('.')[0] ?? ''
  const [birthday, coffee] = [numberOf('내 생일'), numberOf('커피')]
  expect(shown[1]).toBe(`${birthday}. 내 생일은 3월 5일 (memory/나.md:2, 2026-01-02, 확실)`)
  expect(await values(`review ${birthday} expire 일요일`)).toEqual(['2026-01-04까지만 기억할게요: 내 생일은 3월 5일'])
  expect(await values(`review ${birthday} expire 언젠가`)).toEqual([
    expect.stringContaining('언제까지인지 알 수 없어요: 언젠가'),
  ])
  expect(await values('review 9 keep')).toEqual([expect.stringContaining('9번 줄이 없어요.')])
  // The numbers of the others stay when one is gone.
  expect(await values(`review ${coffee} forget`)).toEqual([
    expect.stringContaining('기억에서 지웠어요: 커피는 연하게 마셔요'),
  ])
  expect(await values(`review ${coffee} forget`)).toEqual([expect.stringContaining(`${coffee}번 줄이 없어요.`)])
  expect(await values(`review ${birthday} edit 내 생일은 3월 7일`)).toEqual([
    expect.stringContaining('내 생일은 3월 7일'),
  ])
  expect((await memory.list('personal')).map(({ text, from }) => [text, from?.until])).toEqual([
    ['내 생일은 3월 7일', '2026-01-04'],
    ['내 생일은 4월 6일', undefined],
  ])
})

test("the usual agent and workspace are called in the person's language, and lead to their own names", async () => {
  const agents = async () => [{ name: '비서', workspace: 'default' }] as Awaited<ReturnType<Assistant['agents']>>
  expect((await agentsReport({ agents, language: 'en' })).rows).toEqual([{ label: 'Assistant', value: 'default' }])
  expect((await agentsReport({ agents, language: 'ko' })).rows).toEqual([{ label: '비서', value: '기본' }])
  expect(await workspaceChoices({ agents, language: 'en' })).toEqual([
    { id: 'default/비서', label: 'default', note: 'Assistant' },
  ])
})
