// Runs a command with the tool where there is no sandbox, in a process of its own that the test kills.
import { shellTools } from '../../../src/tools/shell/tools.ts'
import { context, use } from '../context.ts'

// The third argument is a PATH without bubblewrap.
const [, , cwd = '/tmp', command = 'true', PATH = ''] = process.argv
const machine = { platform: 'linux', machine: process.arch, node: process.execPath, tempDir: '/tmp' }
const closing = new AbortController().signal
const [shell] = shellTools({ env: { PATH }, userHome: '/nowhere', own: [], limitMs: 60_000, closing, ...machine })
await use(shell!, { command }, { ...context(), cwd })
