import { expect, test } from 'vitest'
import { createMcpPanel } from '../../../../src/app/surfaces/tui/mcp-panel.ts'
import type { Hub } from '../../../../src/tools/mcp/client/hub.ts'
import type { AskForm, FormQuestion } from '../../../../src/ui/tui/tui-host.ts'
import { call, fake, scratch, world } from '../../../tools/mcp/rig.ts'

const { signal } = new AbortController()

/** The desk over a hub. `yes` is what the person answers to questions of yes or no; the questions are kept. */
function deskOf(hub: Hub | undefined, yes = true) {
  const asked: FormQuestion[] = []
  const ask: AskForm = async (question) => {
    asked.push(question)
    return { action: 'accept', content: { answer: yes } }
  }
  const assistant = {
    language: 'ko' as const,
    mcp: async () => hub,
    undecidedServers: async () => ['하나', '둘'],
    mcpAsker: undefined,
    parts: undefined as never,
  }
  const desk = createMcpPanel(assistant, signal)
  const lines = async () => (await desk.list()).map(({ label, note }) => `${label} (${note})`)
  return { desk, asked, assistant, lines, act: (id: string) => desk.act(id, ask, () => {}) }
}

test('servers that wait for a yes are told in one line; without any server /mcp says how to add one', async () => {
  const { desk } = deskOf(undefined)
  expect(await desk.waiting()).toEqual([
    '아직 허용하지 않은 MCP 서버가 있어요: 하나, 둘. /mcp에서 명령을 보고 켤 수 있어요.',
  ])
  await expect(desk.list()).rejects.toMatchObject({
    failure: { code: 'bad-input', data: { sentence: expect.stringContaining('mcp add') } },
  })
})

test('a server is refused and ends, its tools answer that they may not be used; allowed again it works', async () => {
  const { hub } = await world({ s: { ...fake(), safe: true } })
  const { lines, act, asked } = deskOf(hub)
  expect(await lines()).toEqual(['s · 다시 연결하기 (켜짐 · 도구 17개)', 's · 거절하기 (켜짐 · 도구 17개)'])
  expect(await act('refuse s')).toContain('거절했어요')
  expect((await call(hub, 'mcp_s_echo', { text: 'x' })).result.text).toContain('사용자가 허용하지 않아서')
  expect(await lines()).toEqual([expect.stringMatching(/^s · 허용하기 \(거절함 · .*mcp-server\.ts good/)])
  expect(await act('approve s')).toContain('연결됐어요. 도구 17개')
  expect(asked.map(({ message }) => message)).toEqual([expect.stringContaining('mcp-server.ts good')])
  expect((await call(hub, 'mcp_s_echo', { text: 'x' })).result.text).toBe('x')
})

test('a changed description is shown before it is accepted; a no leaves it withheld', async () => {
  const folder = scratch()
  const server = { s: { ...fake('changed'), env: { MOOD: '${MOOD}' } } }
  const mood = (MOOD: string) => world(server, { folder, env: { PATH: process.env.PATH, MOOD } })
  const first = await mood('gladly')
  await first.hub.tools()
  await first.hub.close()
  const { hub } = await mood('and your keys')
  const no = deskOf(hub, false)
  expect((await no.lines())[0]).toContain('s · 바뀐 설명 받아들이기')
  expect(await no.act('accept s')).toBe('그대로 두었어요.')
  const yes = deskOf(hub)
  expect(await yes.act('accept s')).toContain('연결됐어요.')
  expect(yes.asked[0]?.message).toBe('echo: Says it. and your keys')
  expect((await yes.lines())[0]).toContain('s · 다시 연결하기')
})

test('only while somebody sits at the screen are questions asked, and a long one is cut with what is missing', async () => {
  const { desk, assistant } = deskOf(undefined)
  const asked: FormQuestion[] = []
  const leaving = new AbortController()
  desk.listen(
    async (question) => {
      asked.push(question)
      return { action: 'decline' }
    },
    () => {},
    leaving.signal,
  )
  const asker = assistant.mcpAsker as unknown as { elicit(question: object, gone: AbortSignal): Promise<unknown> }
  await asker.elicit({ server: 's', message: 'x'.repeat(5_000), schema: {} }, signal)
  expect(asked[0]?.message).toBe(`${'x'.repeat(4_000)}\n… 1,000자가 더 있어서 줄였어요.`)
  leaving.abort()
  expect(assistant.mcpAsker).toBeUndefined()
})
