// Has files open at descriptors 9 and 200, and tells what a command of the tool sees of them: inside the sandbox, and
// without one.
import { readFileSync } from 'node:fs'
import { shellTools } from '../../../src/tools/shell/tools.ts'
import { context, use } from '../context.ts'

const cwd = process.argv[2] ?? '/tmp'
const machine = { platform: process.platform, machine: process.arch, node: process.execPath, tempDir: '/tmp' }
const closing = new AbortController().signal
const make = (env: NodeJS.ProcessEnv) =>
  shellTools({ env, userHome: '/nowhere', own: [], limitMs: 20_000, closing, ...machine })
const command = 'for f in 9 200; do cat <&$f; cat /proc/self/fd/$f; done 2>/dev/null; true'
const said = async (env: NodeJS.ProcessEnv) => {
  const { text } = await use(make(env)[0]!, { command }, { ...context(), cwd })
  return text.includes('LEFT-OPEN') ? text : ''
}
// A link farm without bubblewrap is given as the second argument.
const before = [9, 200].map((descriptor) => readFileSync(`/proc/self/fd/${descriptor}`, 'utf8'))
process.stdout.write(
  JSON.stringify({
    before,
    inside: await said(process.env),
    open: await said({ ...process.env, PATH: process.argv[3] }),
  }),
)
