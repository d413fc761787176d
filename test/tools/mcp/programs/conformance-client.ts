// The client under test of `npm run conformance`: the program's own hub, pointed at the suite's server. It lists the
// tools and calls each of them once; a login's browser is a fetch that follows where it is sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hub } from '../../../../src/tools/mcp/client/hub.ts'
import { readServers } from '../../../../src/tools/mcp/config/spec.ts'
import { context } from '../../context.ts'

const url = process.argv.at(-1) as string
const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
/** What the suite would have given out beforehand, as a person writes it down. */
const given = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
const isByItself = /client-credentials/.test(process.env.MCP_CONFORMANCE_SCENARIO ?? '')
const oauth = {
  clientId: given.client_id,
  clientSecret: given.client_secret,
  privateKey: given.private_key_pem,
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  ...(isByItself ? { grantType: 'client_credentials' } : {}),
}
const { servers, problems } = readServers(
  JSON.stringify({ mcpServers: { suite: { url, oauth } } }),
  'suite',
  true,
  'en',
)
if (problems.length > 0) throw new Error(problems.join('\n'))
/** Follows a redirect to this machine under the name that is registered for it. */
const browse = async (to: URL) => void (await fetch(to))
const signal = AbortSignal.timeout(25_000)
const hub = new Hub(servers, {
  language: 'en',
  env: {},
  cwd: folder,
  version: '1',
  pinsPath: join(folder, 'approved.json'),
  loginsPath: join(folder, 'logins.json'),
  logFolder: folder,
  elicit: async () => ({ action: 'accept', content: {} }),
  login: browse,
  widen: async () => browse,
})
try {
  await hub.approve('suite')
  const state = await hub.state('suite', signal)
  if (state.state !== 'ready') throw new Error(state.trouble)
  for (const { original } of state.tools) {
    const run = hub
      .tool('suite', original)
      .run(original === 'add_numbers' ? { a: 5, b: 3 } : {}, context({ signal, language: 'en' }))
    let step = await run.next()
    while (!step.done) step = await run.next()
    if (step.value.isError) throw new Error(step.value.text)
  }
} finally {
  await hub.close()
  rmSync(folder, { recursive: true, force: true })
}
