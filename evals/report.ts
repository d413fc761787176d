import type { Verdict } from './judge.ts'

/** The table of one model, as it is kept under `evals/results`. */
export function reportOf(model: string, verdicts: readonly Verdict[], when: string): string {
  const groups = Map.groupBy(verdicts, ({ task }) => task.group)
  const rows = [...groups].map(([group, of]) => rowOf(group, of))
  const failed = verdicts.filter(({ faults }) => faults.length > 0)
  return [
    `# ${model}`,
    '',
    `${when}. ${share(verdicts)} of ${verdicts.length} tasks done right.`,
    '',
    '| group | Korean | English | tokens in | cached | out | cost | time |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    rowOf('**all**', verdicts),
    '',
    ...(failed.length > 0
      ? [
          '## What went wrong',
          '',
          ...failed.map(({ task, faults }) => `- \`${task.id}\`: ${faults.map(oneLine).join(' · ')}`),
          '',
        ]
      : []),
  ].join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 220)
const right = (verdicts: readonly Verdict[]) => verdicts.filter(({ faults }) => faults.length === 0).length
const share = (verdicts: readonly Verdict[]) => `${right(verdicts)}`

function rowOf(group: string, verdicts: readonly Verdict[]): string {
  const of = (language: 'ko' | 'en') => {
    const those = verdicts.filter(({ task }) => task.language === language)
    return those.length === 0 ? '-' : `${right(those)}/${those.length}`
  }
  const sum = (count: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + count(verdict), 0)
  const n = (value: number) => value.toLocaleString('en')
  const priced = verdicts.some(({ usage }) => usage.costUsd !== undefined)
  const cost = priced ? `$${sum(({ usage }) => usage.costUsd ?? 0).toFixed(3)}` : '-'
  const seconds = (sum(({ ms }) => ms) / 1_000 / verdicts.length).toFixed(1)
  const counts = [
    sum(({ usage }) => usage.input),
    sum(({ usage }) => usage.cached),
    sum(({ usage }) => usage.output),
  ].map(n)
  return `| ${[group, of('ko'), of('en'), ...counts, cost, `${seconds} s each`].join(' | ')} |`
}
