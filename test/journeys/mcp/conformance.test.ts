import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { testWithOracles } from '../../oracles/oracle.ts'
import { runsAll } from '../../parts.ts'

const test = testWithOracles('@modelcontextprotocol/conformance').runIf(runsAll)

/** One of each kind; `npm run conformance` runs all 25. */
const scenarios = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/scope-from-www-authenticate',
  'auth/token-endpoint-auth-none',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/basic-cimd',
  'auth/pre-registration',
  'auth/client-credentials-jwt',
]

test('the official suite for MCP clients passes over our real client, logins by OAuth included', {
  timeout: 180_000,
}, async () => {
  const command = ['scripts/conformance.js', ...scenarios]
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 16 << 20 })
  const verdicts = stdout.split('\n').filter((line) => /^[✓✗] /.test(line))
  expect(verdicts).toEqual(scenarios.map((scenario) => `✓ ${scenario}`))
})
