import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChecklistEdit, editChecklist, itemsOf } from '../../../src/std/text/checklist.ts'

const page = `---
tags: [- a]
---
# 장보기

사야 할 것들
- [ ] 우유
* [x] 계란 2판\t
  - 유정란으로
1. 두부
\`\`\`
- [ ] 코드
\`\`\`
<!-- - [ ] 숨긴 것
- [ ] 둘 -->
- [ ] `

test('items are boxes and bullets; code, comments and a head of settings hold none', () => {
  expect(itemsOf(page).map(({ done, text }) => [done, text])).toEqual([
    [false, '우유'],
    [true, '계란 2판'],
    [false, '두부'],
  ])
})

test('an edit changes its own line and nothing else', () => {
  const [milk, eggs, tofu] = itemsOf(page).map(({ at }) => at) as [number, number, number]
  const edited = editChecklist(page, [
    { at: milk, done: true },
    { at: eggs, remove: true },
    { at: tofu, done: true, text: '두부 2모' },
    { add: '콩나물' },
  ])
  const expected = page
    .replace('- [ ] 우유', '- [x] 우유')
    .replace('* [x] 계란 2판\t\n  - 유정란으로\n', '')
    .replace('1. 두부\n', '1. [x] 두부 2모\n- [ ] 콩나물\n')
  expect(edited).toBe(expected)
})

const line = fc.oneof(
  fc.constantFrom(
    '- [ ] 우유',
    '* [X] eggs',
    '+ bread',
    '12) x',
    '---',
    '```',
    '~~~~',
    '<!--',
    '-->',
    '',
    '  - 메모',
    '# h',
    '\t- [ ] 깊이',
    '-',
    '- [ ]',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/[\r\n]/.test(text)),
)
const pages = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 20 })
  .chain((lines) => fc.tuple(fc.constant(lines.map((one) => one.join('')).join('')), line))
  .map(([head, tail]) => head + tail)

test('whatever somebody wrote by hand stays: an edit of one line leaves every other byte', () => {
  fc.assert(
    fc.property(pages, fc.nat(), fc.boolean(), (text, which, done) => {
      const items = itemsOf(text)
      expect(editChecklist(text, [])).toBe(text)
      const item = items[which % Math.max(1, items.length)]
      if (!item) return
      const edited = editChecklist(text, [{ at: item.at, done }])
      const [before, after] = [text, edited].map((one) => one.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [])
      expect(after?.filter((_, at) => at !== item.at)).toEqual(before?.filter((_, at) => at !== item.at))
      expect(itemsOf(edited)).toEqual(items.map((one) => (one.at === item.at ? { ...one, done } : one)))
    }),
  )
})

test('what is added is there and is all that came; what is removed is all that went, with its notes', () => {
  fc.assert(
    fc.property(pages, fc.nat(), (text, which) => {
      const items = itemsOf(text)
      const added = itemsOf(editChecklist(text, [{ add: '새것' }]))
      expect(added.map((one) => one.text).toSorted()).toEqual([...items.map((one) => one.text), '새것'].toSorted())
      const item = items[which % Math.max(1, items.length)]
      const edits: ChecklistEdit[] = item ? [{ at: item.at, remove: true }] : []
      expect(itemsOf(editChecklist(text, edits)).length).toBe(items.length - edits.length)
    }),
  )
})
