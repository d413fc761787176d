// Runs `shell` with 100 MB of output in a process of its own and prints by how many megabytes its memory grew at most.
import { readFileSync } from 'node:fs'
import { shellTools } from '../../../src/tools/shell/tools.ts'
import { context, use } from '../context.ts'

/** Peak of the resident memory so far, in kB (proc_pid_status(5)). */
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

const [tool] = shellTools({
  env: process.env,
  userHome: '/nowhere',
  own: [],
  platform: process.platform,
  machine: process.arch,
  node: process.execPath,
  tempDir: '/tmp',
  limitMs: 20_000,
  closing: new AbortController().signal,
})
const cwd = process.argv[2] ?? '/tmp'
const run = (command: string) => use(tool!, { command }, { ...context(), cwd })
await run('echo warm')
const before = peak()
const { text } = await run('echo 처음; yes 가나다라 | head -c 104857600; echo; echo 마지막')
process.stdout.write(
  JSON.stringify({
    grownMb: (peak() - before) / 1024,
    length: text.length,
    head: text.slice(0, 8),
    tail: text.slice(-4),
  }),
)
