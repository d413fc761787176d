import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Upper ends of the times of turns that are counted apart, in seconds. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts of a server since it began, in the text format of Prometheus (version 0.0.4). */
export class Metrics {
  readonly #answers = new Map<number, number>()
  readonly #turns = new Map<string, number>()
  readonly #within = buckets.map(() => 0)
  #seconds = 0
  #count = 0

  /** Counts an answer by its status. */
  answered(status: number): void {
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1)
  }

  /** Counts a turn by how it ended: `done`, `failed` or `cancelled`. */
  ended(how: string, ms: number): void {
    this.#turns.set(how, (this.#turns.get(how) ?? 0) + 1)
    const seconds = ms / 1000
    this.#seconds += seconds
    this.#count++
    for (const [i, most] of buckets.entries()) if (seconds <= most) this.#within[i] = (this.#within[i] ?? 0) + 1
  }

  /** All of it; `now`: what runs and waits at this moment. */
  text(now: { requests: number; sessions: number; closing: boolean }): string {
    const heap = getHeapStatistics()
    const { active, idle } = performance.eventLoopUtilization()
    const within = buckets.map((most, i) => [`{le="${most}"}`, this.#within[i] ?? 0] as const)
    return [
      metricFamily(
        'assistant_http_responses_total',
        'counter',
        'Answers by status.',
        labelCounts('status', this.#answers),
      ),
      metricFamily('assistant_turns_total', 'counter', 'Turns by how they ended.', labelCounts('ending', this.#turns)),
      [
        metricHead('assistant_turn_seconds', 'histogram', 'From the request of a turn to its end.'),
        ...[...within, ['{le="+Inf"}', this.#count] as const].map(
          ([label, n]) => `assistant_turn_seconds_bucket${label} ${n}`,
        ),
        `assistant_turn_seconds_sum ${this.#seconds}`,
        `assistant_turn_seconds_count ${this.#count}`,
      ].join('\n'),
      metricFamily('assistant_requests_running', 'gauge', 'Requests that run or wait for their turn.', [
        ['', now.requests],
      ]),
      metricFamily('assistant_sessions_open', 'gauge', 'Conversations that are in memory.', [['', now.sessions]]),
      metricFamily('assistant_draining', 'gauge', '1 while the server closes.', [['', now.closing ? 1 : 0]]),
      metricFamily('assistant_heap_used_bytes', 'gauge', 'JavaScript heap in use.', [['', heap.used_heap_size]]),
      metricFamily('assistant_heap_limit_bytes', 'gauge', 'JavaScript heap at most.', [['', heap.heap_size_limit]]),
      metricFamily('assistant_busy_seconds_total', 'counter', 'Time that the event loop was not idle.', [
        ['', active / 1000],
      ]),
      metricFamily('assistant_idle_seconds_total', 'counter', 'Time that it was.', [['', idle / 1000]]),
    ]
      .map((one) => `${one}\n`)
      .join('')
  }
}

const metricHead = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}`

function metricFamily(
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [string, number])[],
): string {
  return [metricHead(name, type, help), ...values.map(([labels, value]) => `${name}${labels} ${value}`)].join('\n')
}

/** Numbers under a label whose values are words of ours. */
const labelCounts = (label: string, counts: ReadonlyMap<string | number, number>) =>
  [...counts].map(([value, count]) => [`{${label}="${value}"}`, count] as const)
