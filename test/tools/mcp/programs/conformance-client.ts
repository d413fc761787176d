// The client under test of `npm run conformance`: the program's own hub, pointed at the suite's server. It lists the tools and
// calls each of them once; a login's browser is a fetch that follows where it is sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hub } from '../../../../src/tools/mcp/client/hub.ts'
import { readServers } from '../../../../src/tools/mcp/config/spec.ts'
import { context } from '../../context.ts'

const url = process.argv.at(-1) as string
const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
const { servers } = readServers(JSON.stringify({ mcpServers: { suite: { url } } }), 'suite', true, 'en')
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
  login: async (to) => void (await fetch(to)),
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
