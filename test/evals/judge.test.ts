import { describe, expect } from 'vitest'
import { judge } from '../../evals/judge.ts'
import type { Step } from '../../evals/task.ts'
import { tasks } from '../../evals/tasks/all.ts'
import { longTest as test } from '../parts.ts'
import { scripted } from './scripted.ts'

// The judge judges code by code: every task is done once as it should be, and in ways that only look like it.
const env = { OLLAMA_HOST: '127.0.0.1:9', PATH: process.env.PATH, HOME: process.env.HOME }
const faultsOf = async (task: (typeof tasks)[number], steps: readonly Step[]) =>
  (await judge(task, { provider: scripted(steps), env })).faults

test('there are enough tasks in both languages, each under a name of its own', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(150)
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length)
  expect(tasks.filter(({ language }) => language === 'ko').length).toBe(tasks.length / 2)
})

/** Answers that are wrong for every task: shrugging, another tool, and telling of work that was not done. */
function* wrongFor({ right, wrong, says }: (typeof tasks)[number]): Generator<readonly Step[]> {
  yield ['…']
  yield [{ calls: [['search_wikipedia', { query: 'x' }]] }, '…']
  const calls = right.some((step) => typeof step !== 'string')
  const words = right.filter((step) => typeof step === 'string')
  // Where the words alone say what is known anyway, they are right without a call.
  if (calls && words.length === says.length && !isTellable(right)) yield words
  yield* wrong
}

/** Searching is a means: whoever knows the answer from the request itself need not call. */
const isTellable = (right: readonly Step[]) =>
  right.every(
    (step) =>
      typeof step === 'string' || step.calls.every(([name]) => /^(?:search_|list_|read_|calculator)/.test(name)),
  )

describe.each([...new Set(tasks.map(({ group }) => group))])('%s', (group) => {
  const those = tasks.filter((task) => task.group === group)
  test('what is right is called right', async () => {
    const faults = await Promise.all(those.map(async (task) => [task.id, await faultsOf(task, task.right)]))
    expect(faults.filter(([, found]) => found!.length > 0)).toEqual([])
  }, 120_000)

  test('what only looks right is called wrong', async () => {
    const taken: unknown[] = []
    for (const task of those.filter(({ byCode }) => !byCode))
      for (const steps of wrongFor(task)) if ((await faultsOf(task, steps)).length === 0) taken.push([task.id, steps])
    expect(taken).toEqual([])
  }, 240_000)
})

test.each([
  'tools/product/ko',
  'schedules/tomorrow/ko',
  'recall/birthday/ko',
  'transfers/after-yes/ko',
  'transfers/after-no/en',
])('the rules that need no model do %s', async (id) => {
  const task = tasks.find((one) => one.id === id)!
  expect((await judge(task, { env, flags: { provider: 'offline' } })).faults).toEqual([])
})
