// `npm run check:fast`: what can be said of an edit within a minute. Format, types, unused code, the architecture,
// and of the test files that depend on what is changed the quick ones, up to a limit; it says which were left out.
// `npm run check` runs everything.
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The tools of this project before all others, and with them the Node that `npm ci` put beside the source. */
const env = { ...process.env, PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter) }
const run = (command, args) => promisify(execFile)(command, args, { env, maxBuffer: 64 << 20 })
/** Seconds of tests, as measured alone, that two cores run within half a minute. */
const limitSeconds = 30
/** A file that is not in the list of durations takes less than two seconds, most of them its start. What is listed is the whole file, under TESTS=all. */
const usualSeconds = 1
const always = existsSync('test/architecture') ? 'test/architecture' : 'test/floors.test.ts'

const durations = JSON.parse(readFileSync('test/durations.json', 'utf8'))
const seconds = (file) => durations[file]?.seconds ?? usualSeconds

/** Runs a tool; what it wrote is shown only when it fails. */
async function tool(name, ...args) {
  const begun = performance.now()
  const [ok, output] = await run(name, args).then(
    () => [true, ''],
    ({ stdout, stderr }) => [false, stdout + stderr],
  )
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
  if (!ok) console.log(output)
  return ok
}

/** What differs from the last commit, or, when nothing does, from the one before it. */
async function changes() {
  const { stdout } = await run('git', ['status', '--porcelain']).catch(() => ({ stdout: '' }))
  return stdout.trim() ? '--changed' : '--changed=HEAD~1'
}

/** The test files that depend on what is changed, quickest first, as many as fit into the limit; and the rest. */
async function related() {
  const { stdout } = await run('vitest', ['list', '--filesOnly', await changes(), '--passWithNoTests'])
  const files = stdout.split('\n').filter((line) => line.includes('.test.'))
  const chosen = []
  let sum = 0
  for (const file of files.toSorted((a, b) => seconds(a) - seconds(b))) {
    sum += seconds(file)
    if (sum > limitSeconds) break
    chosen.push(file)
  }
  return { chosen, rest: files.filter((file) => !chosen.includes(file)) }
}

async function tests({ chosen, rest }) {
  const child = spawn('vitest', ['run', always, ...chosen], { env, stdio: 'inherit' })
  const ok = await new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
  const names = rest.length <= 12 ? `: ${rest.join(' ')}` : ''
  if (rest.length > 0) console.log(`Not run: ${rest.length} slower test files that depend on the change${names}`)
  return ok
}

const [found, ...checked] = await Promise.all([
  related(),
  tool('biome', 'check', '--error-on-warnings', '.'),
  tool('tsc', '--noEmit').then(async (ok) => (await tool('knip')) && ok),
])
const passed = await tests(found)
process.exitCode = passed && checked.every(Boolean) ? 0 : 1
