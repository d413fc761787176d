import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { listedItems } from '../../../src/core/lists/list-page.ts'
import { applySteps } from '../../../src/core/lists/list-steps.ts'
import { lookAtSources, sourceKey, tasksOfNotes } from '../../../src/core/lists/note-tasks.ts'

const when = { now: new Date('2026-11-28T10:00:00+09:00'), zone: 'Asia/Seoul' }

test('tasks of notes are open boxes and lines that call themselves one, with their lines and days', () => {
  const notes = [
    '# 회의',
    '- [ ] 금요일까지 견적서 보내기',
    '- [x] 회의실 예약',
    '할 일: 김과장에게 전화',
    '- TODO: send the quote by Friday',
    '1. [ ] 계약서 검토 다음 주 월요일 3시까지',
    '**Action item:** call Kim',
    '- 예산은 그대로',
    '할 일이 많다',
    '```',
    '- [ ] 코드 안',
    '```',
  ]
  for (const end of ['\n', '\r\n'])
    expect(tasksOfNotes(notes.join(end), when).map(({ name, line, due = '' }) => [line, name, due])).toEqual([
      [2, '견적서 보내기', '2026-12-04'],
      [4, '김과장에게 전화', ''],
      [5, 'send the quote', '2026-12-04'],
      [6, '계약서 검토', '2026-11-30 15:00'],
      [7, 'call Kim', ''],
    ])
})

test('after any edit of the notes exactly those are stale whose line is no more; the others are told at their line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'notes (1).md')
  const names = fc.uniqueArray(fc.constantFrom(...'가나다라마바사아자차'.split('')), { minLength: 1 })
  const edit = fc.constantFrom('keep', 'change', 'remove', 'above', 'tick')
  await fc.assert(
    fc.asyncProperty(names, fc.array(edit, { minLength: 10, maxLength: 10 }), async (words, edits) => {
      const lines = words.map((word) => `- [ ] ${word} 보내기`)
      writeFileSync(path, lines.join('\n'))
      const tasks = tasksOfNotes(lines.join('\n'), when)
      const { pages } = applySteps(
        new Map(),
        tasks.map(({ name, line, mark }) => ({
          action: 'add',
          list: '할 일',
          items: [name],
          sources: [{ path, line, mark }],
        })),
        'ko',
      )
      const page = pages.get('할 일') ?? ''
      const kept: string[] = []
      lines.forEach((line, at) => {
        if (edits[at] === 'above') kept.push('새 줄')
        if (edits[at] === 'change') kept.push(line.replace('보내기', '두 장 보내기'))
        else if (edits[at] === 'tick') kept.push(line.replace('[ ]', '[x]'))
        else if (edits[at] !== 'remove') kept.push(line)
      })
      writeFileSync(path, kept.join('\n'))
      const states = await lookAtSources(new Map([['할 일', page]]))
      const told = listedItems('할 일', page).map(({ source }) => source && states.get(sourceKey(source)))
      expect(told).toEqual(lines.map((line) => (kept.includes(line) ? { line: kept.indexOf(line) + 1 } : 'changed')))
    }),
    { numRuns: 60 },
  )
  rmSync(path)
  const page = '- [ ] 가 ([notes (1).md:1](<' + path + '> "0123456789"))\n'
  expect([...(await lookAtSources(new Map([['할 일', page]]))).values()]).toEqual(['gone'])
})
