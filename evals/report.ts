import type { Verdict } from './judge.ts'

/**
 * The table of one model, as it is kept under `evals/results`. A task may have been done several times: it counts as
 * right when it was right each time (pass^k). What did not reach the model counts neither way.
 */
export function reportOf(model: string, verdicts: readonly Verdict[], when: string): string {
  const judged = verdicts.filter(({ unreached }) => unreached === undefined)
  const groups = Map.groupBy(judged, ({ task }) => task.group)
  const rows = [...groups].map(([group, of]) => rowOf(group, of))
  const failed = judged.filter(({ faults }) => faults.length > 0)
  const byTask = tasksIn(judged)
  const times = Math.max(1, ...byTask.map((of) => of.length))
  const once = judged.length - failed.length
  return [
    `# ${model}`,
    '',
    `${when}. ${allRight(byTask)} of ${byTask.length} tasks done right${times > 1 ? ` each of ${times} times (${percent(once, judged.length)} of the trials)` : ''}.`,
    ...(judged.length < verdicts.length
      ? [
          '',
          `${verdicts.length - judged.length} trials did not reach the model, and are not counted: ${reasons(verdicts)}.`,
        ]
      : []),
    '',
    '| group | Korean | English | tokens in | cached | out | cost | p50 | p95 |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    rowOf('**all**', judged),
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
const percent = (part: number, all: number) => `${Math.round((100 * part) / Math.max(1, all))} %`
const tasksIn = (verdicts: readonly Verdict[]) => [...Map.groupBy(verdicts, ({ task }) => task.id).values()]
const allRight = (byTask: readonly Verdict[][]) =>
  byTask.filter((of) => of.every(({ faults }) => faults.length === 0)).length

function reasons(verdicts: readonly Verdict[]): string {
  const counts = Map.groupBy(verdicts, ({ unreached }) => unreached)
  return [...counts].flatMap(([reason, of]) => (reason ? [`${reason} ${of.length}`] : [])).join(', ')
}

/** Return the time below which so many of the trials stayed, in seconds. */
function secondsAt(share: number, verdicts: readonly Verdict[]): string {
  const sorted = verdicts.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const ms = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  return ms === undefined ? '-' : `${(ms / 1_000).toFixed(1)} s`
}

function rowOf(group: string, verdicts: readonly Verdict[]): string {
  const of = (language: 'ko' | 'en') => {
    const those = tasksIn(verdicts.filter(({ task }) => task.language === language))
    return those.length === 0 ? '-' : `${allRight(those)}/${those.length}`
  }
  const sum = (count: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + count(verdict), 0)
  const n = (value: number) => value.toLocaleString('en')
  const priced = verdicts.some(({ usage }) => usage.costUsd !== undefined)
  const cost = priced ? `$${sum(({ usage }) => usage.costUsd ?? 0).toFixed(3)}` : '-'
  const counts = [
    sum(({ usage }) => usage.input),
    sum(({ usage }) => usage.cached),
    sum(({ usage }) => usage.output),
  ].map(n)
  return `| ${[group, of('ko'), of('en'), ...counts, cost, secondsAt(0.5, verdicts), secondsAt(0.95, verdicts)].join(' | ')} |`
}
