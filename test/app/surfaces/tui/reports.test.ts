import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryAdmin } from '../../../../src/app/admin/memory-admin.ts'
import { memoryReport } from '../../../../src/app/surfaces/tui/reports.ts'

test('/memory shows every remembered line by its place; without any it says how to begin', async () => {
  const home = mkdtempSync(join(tmpdir(), 'reports-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const who = { agent: '비서', workspace: '기본', profile: '나' }
  const memory = createMemoryAdmin(home, who, 'Asia/Seoul', () => new Date('2026-01-02T03:04:05Z'))
  const report = () => memoryReport({ memory, language: 'ko' })
  expect(await report()).toEqual({
    title: '기억하고 있는 것',
    rows: [{ label: '', value: '아직 기억한 것이 없어요. “기억해줘”라고 말씀해 주세요.' }],
  })
  await memory.add('커피는 연하게 마셔요', 'personal')
  await memory.add('회의는 월요일이에요', 'workspace')
  expect((await report()).rows.map(({ label, value }) => [label, value])).toEqual([
    ['개인', '커피는 연하게 마셔요'],
    ['워크스페이스', '회의는 월요일이에요'],
  ])
  await memory.add('내 생일은 3월 5일', 'personal')
  await memory.add('내 생일은 4월 6일', 'personal')
  expect((await report()).rows.slice(-2)).toEqual([
    { label: '서로 다름', value: '내 생일은 3월 5일 ↔ 내 생일은 4월 6일' },
    { label: '', value: '`assistant memory conflicts`로 하나를 고를 수 있어요.' },
  ])
})
