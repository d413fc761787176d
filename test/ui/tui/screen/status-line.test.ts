import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StatusPartName, statusPartNames } from '../../../../src/config/schema.ts'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import { width } from '../../../../src/std/text/text.ts'
import { createScreen, type Screen } from '../../../../src/ui/tui/screen/screen-state.ts'
import { statusRow } from '../../../../src/ui/tui/screen/status-line.ts'
import { plainOf } from '../../../../src/ui/tui/terminal/style.ts'

const say = { failure: () => '', notice: () => '', path: (file: string) => file }
const line = (state: Screen, columns = 200, language: 'ko' | 'en' = 'ko') =>
  plainOf(statusRow(state, { columns, words: tuiMessages[language], say }, 0))
const empty = createScreen([])
const busy: Screen = {
  ...empty,
  place: '~/proj main',
  view: {
    ...empty.view,
    agent: '비서',
    workspace: 'default',
    model: 'gpt-5',
    mode: 'plan',
    window: 1000,
    filled: 230,
    usd: 0.04,
    tokens: 4_321,
  },
}
/** The least worthy first. */
const dropped: readonly StatusPartName[] = [
  'workspace',
  'tokens',
  'cost',
  'place',
  'context',
  'agent',
  'model',
  'mode',
  'state',
]

test('it tells where, with what, how full, how dear and what is allowed, as the person ordered it', () => {
  expect(line({ ...busy, statusParts: ['place', 'model', 'context', 'cost', 'mode'] })).toBe(
    '~/proj main · gpt-5 · 23 % · $0.04 · 계획',
  )
  expect(line({ ...busy, statusParts: ['state', 'cost'] }, 200, 'en')).toBe('Ready · $0.04')
  expect(line({ ...busy, statusParts: ['place', 'state'], stash: 'x' }, 200, 'en')).toBe(
    '~/proj main · Ctrl+S: text aside · Ready',
  )
})

test('a private conversation says so, whatever parts a person wants, and before what an own command prints', () => {
  const hidden = { ...busy, view: { ...busy.view, isPrivate: true } }
  expect(line({ ...hidden, statusParts: ['cost'] })).toBe('비공개 · $0.04')
  expect(line({ ...hidden, ownStatus: 'mine' }, 200, 'en')).toBe('mine · private · Ready')
  expect(line({ ...hidden, statusParts: ['place', 'model', 'state'] }, 20, 'en')).toBe('private · Ready')
})

test('in any width parts go by their worth, and none is cut', () => {
  const names = fc.shuffledSubarray([...statusPartNames], { minLength: 1 })
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 90 }), (statusParts, columns) => {
      const whole = new Map(statusParts.map((name) => [name, line({ ...busy, statusParts: [name] })]))
      const shown = line({ ...busy, statusParts }, columns)
      // What is left after the least worthy went, until it fits or only one is left.
      const kept = statusParts.filter((name) => whole.get(name) !== '')
      const text = () => kept.map((name) => whole.get(name)).join(' · ')
      for (const name of dropped)
        if (width(text()) > columns && kept.length > 1 && kept.includes(name)) kept.splice(kept.indexOf(name), 1)
      if (width(text()) <= columns) expect(shown).toBe(text())
      expect(width(shown)).toBeLessThanOrEqual(columns)
    }),
  )
})

test("a person's own line stands in place of the parts, made safe and as wide as there is room, with what goes on", () => {
  expect(line({ ...busy, ownStatus: 'main ✔ 3 files' })).toBe('main ✔ 3 files · 준비됨')
  const narrow = line({ ...busy, ownStatus: 'a'.repeat(100) }, 20)
  expect([width(narrow), narrow.endsWith(' · 준비됨')]).toEqual([20, true])
})

test('the model that will get the first words is named before them, and gives way to the one that answers', () => {
  const before: Screen = { ...empty, nextModel: 'llama3:8b' }
  expect(line(before)).toContain('llama3:8b')
  expect(line({ ...before, view: { ...before.view, model: 'gpt-5' } })).not.toContain('llama3:8b')
})
