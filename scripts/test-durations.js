// Writes test/durations.json, by which the longest test files begin first, from reports of vitest:
//   npx vitest run --reporter=json --outputFile=.tmp/report.json && node scripts/test-durations.js .tmp/report.json
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'

const reports = await Promise.all(process.argv.slice(2).map(async (file) => JSON.parse(await readFile(file, 'utf8'))))
const seconds = reports
  .flatMap(({ testResults }) => testResults)
  .map(({ name, startTime, endTime }) => [relative(process.cwd(), name), Math.round((endTime - startTime) / 1000)])
  .filter(([, took]) => took >= 2)
// A file in several reports was skipped in part in the shorter one.
const longest = new Map()
for (const [file, took] of seconds) longest.set(file, Math.max(took, longest.get(file) ?? 0))
const sorted = [...longest].sort(([a], [b]) => a.localeCompare(b))
await writeFile('test/durations.json', `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
