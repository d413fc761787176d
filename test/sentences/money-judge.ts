import { join } from 'node:path'
import { DeedStore } from '../../src/core/deeds/store.ts'
import { undoTool } from '../../src/core/deeds/undo-tool.ts'
import { MoneyStore } from '../../src/core/money/money-store.ts'
import { categoryText } from '../../src/core/money/money-text.ts'
import { moneyTool } from '../../src/core/money/tools.ts'
import { type Said, saidIn, sayAll, type TalkWorld } from './said-over-days.ts'

const worldAt = (home: string): TalkWorld => {
  const deeds = new DeedStore(join(home, 'deeds.jsonl'))
  const tools = [moneyTool(new MoneyStore(home))]
  return { home, deeds, tools: [...tools, undoTool(deeds, () => tools)], context: async () => [] }
}

/** Everything that stands in the book, as the fixture writes it; the same line twice is two. */
export async function stateOfMoney(home: string, language: 'ko' | 'en'): Promise<string[]> {
  return (await new MoneyStore(home).entries('me')).map(({ day, won, kind, category, what, place, person }) =>
    [
      `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`,
      `${kind === 'income' ? '+' : '-'}${won}`,
      categoryText(category, language),
      ...(what ? [what.replace(' × ', ' ')] : []),
      ...(place ? [`[${place}]`] : []),
      ...(person ? [`{${person}}`] : []),
    ].join(' '),
  )
}

const without = (all: readonly string[], some: readonly string[]) => {
  const left = [...all]
  for (const one of some) if (left.includes(one)) left.splice(left.indexOf(one), 1)
  return left
}

const expectedAfter = (before: readonly string[], { marks }: Said): string[] => {
  const of = (mark: string) => marks.filter((one) => one.mark === mark).map(({ rest }) => rest)
  return [...without(before, of('-')), ...of('+')]
}

/** Each sentence after which the book is not what it should be, or the answer does not say what it must. */
export async function faultsOfMoney(language: 'ko' | 'en', table: string = language): Promise<string[]> {
  const faults: string[] = []
  let expected: string[] = []
  await sayAll(saidIn(`money/${table}.txt`), language, worldAt, async (said, answer, home) => {
    expected = expectedAfter(expected, said)
    const state = await stateOfMoney(home, language)
    const wrong = [
      ...without(expected, state).map((one) => `missing ${one}`),
      ...without(state, expected).map((one) => `wrong ${one}`),
      ...said.marks
        .filter(({ mark, rest }) => mark === '?' && !answer.includes(rest))
        .map(({ rest }) => `unsaid ${rest}`),
    ]
    if (wrong.length > 0) faults.push([`${said.line}: ${said.text}`, ...wrong, `→ ${answer}`].join('\n  '))
    // One fault is told once: what follows goes on from what is there.
    expected = state
  })
  return faults
}
