import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pathsIn } from '../../../src/memory/home-layout.ts'
import { guestProfile } from '../../../src/memory/profiles.ts'
import { listFacts } from '../../../src/memory/store.ts'
import { TokenFile } from '../../../src/ui/http/tokens.ts'
import { assistantAt, freshHome } from '../../journeys/home.ts'
import { ask, bearer } from './rig.ts'

test('a token reads and writes the memory of whom it stands for; of one that stands for nobody nothing is noticed', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  const serving = await assistant.serve({ host: '127.0.0.1', port: 0, sessions: 'disk', origins: [] })
  onTestFinished(async () => {
    await serving.close()
    await assistant.close()
  })
  const tokens = new TokenFile(join(dirname(assistant.parts.loaded.paths.config), 'http-tokens.json'), () => new Date())
  const own = serving.firstToken ?? ''
  const sister = (await tokens.add('phone', [], { profile: 'jiyu' })) ?? ''
  const backend = (await tokens.add('backend', [], { profile: guestProfile('backend') })) ?? ''
  const said = async (token: string, session: string, message: string): Promise<string> => {
    const body = JSON.stringify({ session_id: session, message })
    const reply = await ask(Number(new URL(serving.url).port), 'POST', '/v1/agent/chat', bearer(token), body)
    return reply.json().interaction.message
  }
  const page = async (profile: string) => (await listFacts(pathsIn(home).personal(profile))).map(({ text }) => text)

  await said(own, 's1', '나는 수원에 살아')
  await said(sister, 's1', '나는 부산에 살아')
  await said(backend, 's1', '나는 대전에 살아')
  expect(await page(assistant.initial.profile)).toEqual(['수원에 삶'])
  expect((await assistant.memory.list()).map(({ from }) => from?.by)).toEqual(['noticed'])
  expect((await assistant.memory.why('수원')).map(({ said }) => said?.text)).toEqual(['나는 수원에 살아'])
  expect(await page('jiyu')).toEqual([expect.stringContaining('부산')])
  expect(await page(guestProfile('backend'))).toEqual([])

  expect(await said(own, 's2', '나 어디 산다고 했지?')).toContain('수원')
  expect(await said(sister, 's2', '나 어디 산다고 했지?')).toContain('부산')
  expect(await said(backend, 's2', '나 어디 산다고 했지?')).not.toMatch(/수원|부산|대전/)
  // What it is asked to remember it does.
  await said(backend, 's3', '지점 번호는 4711이라고 기억해줘')
  expect(await page(guestProfile('backend'))).toEqual([expect.stringContaining('4711')])
})
