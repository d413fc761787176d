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
    '| group | Korean | English | tokens in | cached | out | cost | time |',
    '|---|---|---|---|---|---|---|---|',
    '| tools | 1/1 | 0/1 | 2,000 | 1,600 | 40 | $1.000 | 2.0 s each |',
    '| **all** | 1/1 | 0/1 | 2,000 | 1,600 | 40 | $1.000 | 2.0 s each |',
    '',
    '## What went wrong',
    '',
    `- \`${en!.id}\`: no \\| call`,
    '',
  ])
})
