import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the official suite for MCP clients passes over our real client, a login by OAuth included', {
  timeout: 60_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/conformance.js'], { maxBuffer: 16 << 20 })
  const verdicts = stdout.split('\n').filter((line) => /^[✓✗] /.test(line))
  expect(verdicts).toEqual([
    '✓ initialize',
    '✓ tools_call',
    '✓ elicitation-sep1034-client-defaults',
    '✓ sse-retry',
    '✓ auth/metadata-default',
    '✓ auth/scope-from-www-authenticate',
    '✓ auth/token-endpoint-auth-none',
  ])
})
