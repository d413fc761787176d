import { appendFileSync } from 'node:fs'

/** Appends what this process has cost so far to the file in BENCH_REPORT: one JSON line. Times in ms, memory in MB. */
export function report(what: string, more: Record<string, number> = {}): void {
  const { user, system } = process.cpuUsage()
  const rss = process.memoryUsage.rss() / 1e6
  const peak = process.resourceUsage().maxRSS / 1e3
  const line = { what, wall: performance.now(), cpu: (user + system) / 1000, rss, peak, ...more }
  appendFileSync(process.env.BENCH_REPORT as string, `${JSON.stringify(line)}\n`)
}
