import { finder } from '../../src/std/text/finder.ts'
import { percentile } from '../measure.ts'
import type { Row } from '../row.ts'

const names = ['index', 'client', 'server', 'finder', '기본 문서', '회의록']
const paths = Array.from(
  { length: 50_000 },
  (_, at) => `packages/mod-${at % 97}/src/deep/${names[at % names.length]}-${at}.ts`,
)
const typed = ['finder-4', 'fndr', 'mod-3 clien', 'ㄱㅂ', '회의', '기ㅂ', 'p/s/d/i', 'index-49998', 'zzz', 'srv']

/** One key behind `@` in a folder of 50,000 files. */
export const finding: Row = {
  name: 'finder',
  async measure({ runs }) {
    const find = finder(paths, (path) => [path.slice(path.lastIndexOf('/') + 1), path])
    const times: number[] = []
    for (let run = 0; run <= runs; run++)
      for (const query of typed) {
        const began = process.cpuUsage()
        find(query, 20)
        const { user, system } = process.cpuUsage(began)
        // The first round warms up, as the first letters do.
        if (run > 0) times.push((user + system) / 1000)
      }
    return [{ row: 'finder, 50,000 files, p95', unit: 'ms CPU', value: percentile(times, 0.95), limit: { most: 20 } }]
  },
}
