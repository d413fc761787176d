// Writes test/durations.json from reports of vitest: how long each file of tests takes, and which of its tests the
// default run leaves to TESTS=all, so that no file takes much longer than the budget below:
//   TESTS=all npx vitest run --reporter=json --outputFile=.tmp/report.json && node scripts/test-durations.js .tmp/report.json
// What a report of the default run leaves out stays left out.
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'

/** Milliseconds of a file in the default run. Its quickest test runs whatever it takes. */
const budget = 1000

/** Milliseconds of preparation from which on none of a file's tests runs by default. */
const preparation = 15_000

const before = JSON.parse(await readFile('test/durations.json', 'utf8'))
const reports = await Promise.all(process.argv.slice(2).map(async (file) => JSON.parse(await readFile(file, 'utf8'))))
const files = new Map()
for (const { testResults } of reports) {
  for (const { name, startTime, endTime, assertionResults } of testResults) {
    const file = relative(process.cwd(), name)
    const { took = 0, tests = new Map() } = files.get(file) ?? {}
    for (const { ancestorTitles, title, status, duration } of assertionResults) {
      if (status === 'passed') tests.set([...ancestorTitles, title].join(' > '), duration)
    }
    files.set(file, { took: Math.max(took, endTime - startTime), tests })
  }
}

/** The tests of a file beyond the budget, the longest first, and those that were not run this time. */
function beyondBudget(file, { took, tests }) {
  const spentByTests = [...tests.values()].reduce((sum, duration) => sum + duration, 0)
  if (tests.size > 0 && took - spentByTests > preparation) return [...tests.keys()]
  let spent = 0
  const beyond = [...tests]
    .toSorted(([, a], [, b]) => a - b)
    .filter(([, took], at) => {
      spent += took
      return at > 0 && took > 100 && spent > budget
    })
    .map(([name]) => name)
    .reverse()
  return [...beyond, ...(before[file]?.long ?? []).filter((name) => !tests.has(name))]
}

const rows = [...files]
  .filter(([file, { took }]) => took >= budget || before[file]?.long.length > 0)
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([file, { took, tests }]) => [
    file,
    { seconds: Math.round(took / 1000), long: beyondBudget(file, { took, tests }) },
  ])
await writeFile('test/durations.json', `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`)
