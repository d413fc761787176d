// `npm run conformance [scenario …]`: the official suite for MCP clients, driven by a small program over our real
// client.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * All of them but `auth/cross-app-access-complete-flow`: an extension for companies that sign people in for their
 * programs.
 */
const all = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
]
const root = fileURLToPath(new URL('..', import.meta.url))
const scenarios = process.argv.length > 2 ? process.argv.slice(2) : all
const client = `"${process.execPath}" test/tools/mcp/programs/conformance-client.ts`
const failed = scenarios.filter((scenario) => {
  const suite = [
    'test/oracles/node_modules/@modelcontextprotocol/conformance/dist/index.js',
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
