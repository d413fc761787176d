import { expect, test } from 'vitest'
import type { Verdict } from '../../evals/judge.ts'
import { reportOf } from '../../evals/report.ts'
import { tasks } from '../../evals/tasks/all.ts'

test('a table tells by group what was right, what it cost and how long it took, and what went wrong', () => {
  const [ko, en] = tasks
  const usage = { input: 1_000, output: 20, cached: 800, costUsd: 0.5 }
  const verdicts: Verdict[] = [
    { task: ko!, faults: [], usage, ms: 1_000 },
    { task: en!, faults: ['no | call'], usage, ms: 3_000 },
  ]
  expect(reportOf('openai:m', verdicts, '2026-11-22').split('\n')).toEqual([
    '# openai:m',
    '',
    '2026-11-22. 1 of 2 tasks done right.',
    '',
    '| group | Korean | English | tokens in | cached | out | cost | p50 | p95 |',
    '|---|---|---|---|---|---|---|---|---|',
    '| tools | 1/1 | 0/1 | 2,000 | 1,600 | 40 | $1.000 | 1.0 s | 3.0 s |',
    '| **all** | 1/1 | 0/1 | 2,000 | 1,600 | 40 | $1.000 | 1.0 s | 3.0 s |',
    '',
    '## What went wrong',
    '',
    `- \`${en!.id}\`: no \\| call`,
    '',
  ])
})

test('a task that is done several times is right when it was right each time, and what reached nobody counts neither way', () => {
  const [task] = tasks
  const usage = { input: 1, output: 1, cached: 0 }
  const right: Verdict = { task: task!, faults: [], usage, ms: 1_000 }
  const away: Verdict = { ...right, unreached: 'network' }
  expect(
    reportOf('m', [right, { ...right, faults: ['no'] }, away], '2026-11-22')
      .split('\n')
      .slice(2, 5),
  ).toEqual([
    '2026-11-22. 0 of 1 tasks done right each of 2 times (50 % of the trials).',
    '',
    '1 trials did not reach the model, and are not counted: network 1.',
  ])
  expect(reportOf('m', [right, right], '2026-11-22')).toContain(
    '1 of 1 tasks done right each of 2 times (100 % of the trials).',
  )
})
