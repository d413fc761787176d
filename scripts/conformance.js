// `npm run conformance [scenario …]`: the official suite for MCP clients, driven by a small program over our real client.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const core = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/scope-from-www-authenticate',
  'auth/token-endpoint-auth-none',
]
const root = fileURLToPath(new URL('..', import.meta.url))
const scenarios = process.argv.length > 2 ? process.argv.slice(2) : core
const client = `"${process.execPath}" test/tools/mcp/programs/conformance-client.ts`
const failed = scenarios.filter((scenario) => {
  const suite = [
    'node_modules/@modelcontextprotocol/conformance/dist/index.js',
    'client',
    '--scenario',
    scenario,
    '--command',
    client,
  ]
  return spawnSync(process.execPath, suite, { cwd: root, stdio: 'inherit' }).status !== 0
})
for (const scenario of scenarios) process.stdout.write(`${failed.includes(scenario) ? '✗' : '✓'} ${scenario}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
