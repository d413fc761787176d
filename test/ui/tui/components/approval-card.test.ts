import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Ask } from '../../../../src/protocol/index.ts'
import { terminalAsker } from '../../../../src/ui/oneshot/asker.ts'
import { createCard } from '../../../../src/ui/tui/components/approval-card.ts'
import { cardRows } from '../../../../src/ui/tui/components/approval-card-rows.ts'

const warning = '주의: 격리 없이 실행해요.'
const ask = (more: Partial<Ask> = {}): Ask => ({
  tool: 'shell',
  category: 'restricted',
  args: { command: 'ls' },
  reason: '',
  effect: `여기서 실행:\n$ ls\n${warning}`,
  risk: 'high',
  choices: ['once', 'deny'],
  ...more,
})

test('the line that says that nothing contains a command is red on the card, and only then', () => {
  const red = (question: Ask) => {
    const { rows } = cardRows(
      createCard({ id: 'a', ask: question }),
      { id: 'a', ask: question },
      { others: 0, now: 0, line: { isEmpty: true, typedAt: 0 } },
      { columns: 80, height: 20 },
      tuiMessages.ko,
    )
    return rows.flat().flatMap(({ text, roles }) => (roles.includes('error') && text.includes('격리') ? [text] : []))
  }
  expect(red(ask({ warning }))).toEqual([warning])
  expect(red(ask())).toEqual([])
})

test('and in the question of a single answer', async () => {
  const written: [string, string | undefined][] = []
  const keyboard = { setRawMode() {}, on() {}, off() {}, resume() {}, pause() {} }
  const asker = terminalAsker(
    keyboard,
    (text, tone) => written.push([text, tone]),
    'ko',
    () => {},
  )
  await asker(ask({ warning }), 1_000, AbortSignal.abort())
  expect(written.filter(([, tone]) => tone === 'error')).toEqual([[warning, 'error']])
  expect(written.map(([text]) => text).join('')).toContain(`$ ls\n    ${warning}\n`)
})
