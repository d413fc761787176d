import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test as sample } from 'vitest'
import { longTest as test } from '../parts.ts'
import { alive, call, eventually, fake, names, world } from '../tools/mcp/rig.ts'

// Each story: beside a good server there is a bad one. The good one's tools work, the person is told once, and when
// all is over no process of either is left.
const good = async (world: Awaited<ReturnType<typeof story>>) =>
  expect((await call(world.hub, 'mcp_good_echo', { text: 'here' })).result.text).toBe('here')

const story = (server: object) => world({ bad: server, good: fake() })

async function nothingLeft({ hub, pidFile }: Awaited<ReturnType<typeof story>>): Promise<void> {
  expect(readFileSync(pidFile, 'utf8')).not.toBe('')
  const began = performance.now()
  await hub.close()
  // A busy machine has its time; who waited for a server that does not end would wait for ever.
  expect(performance.now() - began).toBeLessThan(5_000)
  await eventually(() => alive(pidFile).length === 0, 10_000)
}

describe('a server that', () => {
  sample('dies at once is told with its own last words, once; the next use tries again, then waits', async () => {
    const here = await story(fake('dies-at-once'))
    expect(await names(here.hub)).toContain('mcp_good_echo')
    expect(await names(here.hub)).not.toContain('mcp_bad_echo')
    expect(here.hub.news()).toEqual([
      { code: 'mcp-down', data: { server: 'bad', kind: 'start', detail: 'cannot find my settings' } },
    ])
    const off = new AbortController().signal
    expect(await here.hub.state('bad', off)).toMatchObject({
      state: 'failed',
      trouble: 'MCP 서버 ‘bad’: 켜자마자 끝났어요 (cannot find my settings). 명령과 설정을 확인해 주세요.',
    })
    expect(here.hub.news()).toEqual([])
    expect(readFileSync(join(here.folder, 'state/mcp/bad.log'), 'utf8')).toBe('cannot find my settings\n')
    await good(here)
    await nothingLeft(here)
  })

  test('tells its key in its last words has it taken out of what is told and kept', async () => {
    const here = await world({ bad: { ...fake('dies-at-once'), env: { API_KEY: 'very-secret-1' } } })
    expect(await names(here.hub)).toEqual([])
    const detail = 'cannot find my settings for ••••'
    expect(here.hub.news()).toEqual([{ code: 'mcp-down', data: { server: 'bad', kind: 'start', detail } }])
    await here.hub.close()
    expect(readFileSync(join(here.folder, 'state/mcp/bad.log'), 'utf8')).toBe(`${detail}\n`)
  })

  test('is no program at all is told by its command', async () => {
    const here = await story({ command: '/no/such/program', args: ['x y'] })
    await good(here)
    const command = `MCP_PIDS=${here.pidFile} /no/such/program 'x y'`
    expect(here.hub.news()).toEqual([{ code: 'mcp-down', data: { server: 'bad', kind: 'command', command } }])
    await nothingLeft(here)
  })

  test('dies in a call fails that call, is started again, and is never asked the same twice', async () => {
    const here = await story(fake('dies-after', '1'))
    expect((await call(here.hub, 'mcp_bad_echo', { text: '1' })).result.text).toBe('1')
    const { result } = await call(here.hub, 'mcp_bad_echo', { text: '2' })
    expect(result).toMatchObject({ isError: true, untrusted: true, text: expect.stringContaining('도중에 끝났어요') })
    expect(here.hub.news()).toMatchObject([{ code: 'mcp-down', data: { server: 'bad', kind: 'ended' } }])
    expect((await call(here.hub, 'mcp_bad_echo', { text: '3' })).result.text).toBe('3')
    await good(here)
    expect(here.hub.news()).toEqual([])
    await nothingLeft(here)
  })

  test('dies in every call rests longer and longer, and says so', async () => {
    const here = await story(fake('dies-on-call'))
    const texts: string[] = []
    for (let n = 0; n < 4; n++) texts.push((await call(here.hub, 'mcp_bad_echo', { text: 'x' })).result.text)
    expect(texts.slice(0, 3).every((text) => text.includes('도중에 끝났어요'))).toBe(true)
    expect(readFileSync(here.pidFile, 'utf8').split('\n').length).toBeLessThan(8)
    await good(here)
    await nothingLeft(here)
  })

  test('never answers costs a turn five seconds once, and is told', { timeout: 30_000 }, async () => {
    const here = await story(fake('never'))
    const began = performance.now()
    await good(here)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(here.hub.news()).toEqual([{ code: 'mcp-slow', data: { server: 'bad' } }])
    const again = performance.now()
    await good(here)
    expect(performance.now() - again).toBeLessThan(4_000)
    await nothingLeft(here)
  })

  test('hangs in a call ends that call at its limit', async () => {
    const here = await story({ ...fake('hangs'), timeout: 1_000 })
    const [{ result }] = await Promise.all([call(here.hub, 'mcp_bad_echo', { text: 'x' }), good(here)])
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining('1초 동안 응답이 없어서') })
    await nothingLeft(here)
  })

  test('answers nonsense is cut off', async () => {
    const here = await story(fake('nonsense'))
    await good(here)
    expect(here.hub.news()).toMatchObject([{ code: 'mcp-down', data: { server: 'bad', kind: 'nonsense' } }])
    await nothingLeft(here)
  })

  test('sends 20 MB fails that call alone, and our memory does not grow with it', async () => {
    const here = await story(fake('large'))
    await here.hub.tools()
    const before = process.memoryUsage().rss
    const { result } = await call(here.hub, 'mcp_bad_echo', { text: 'x' })
    expect(result).toEqual({
      text: 'MCP 서버 ‘bad’: 답이 8MB를 넘어서 받지 않았어요. 더 작게 나눠 부탁해 주세요.',
      isError: true,
      untrusted: true,
      source: 'mcp bad',
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20)
    await good(here)
    expect(here.hub.news()).toEqual([])
    await nothingLeft(here)
  })

  test.each(['floods-stderr', 'floods-stdout'])(
    '%s waits in its own pipe: the others answer promptly',
    async (mode) => {
      const here = await story({ ...fake(mode), timeout: 1_000 })
      await here.hub.tools()
      const cpu = process.cpuUsage()
      const began = performance.now()
      for (let n = 0; n < 20; n++) await good(here)
      expect(performance.now() - began).toBeLessThan(10_000)
      await new Promise((done) => setTimeout(done, 1_000))
      const used = process.cpuUsage(cpu)
      expect((used.user + used.system) / 1_000).toBeLessThan(1_000)
      await nothingLeft(here)
    },
  )

  test('ignores SIGTERM, and whose child does, is gone soon all the same', async () => {
    const here = await story(fake('stubborn'))
    expect((await call(here.hub, 'mcp_bad_echo', { text: 'x' })).result.text).toBe('x')
    await good(here)
    expect(alive(here.pidFile)).toHaveLength(3)
    await nothingLeft(here)
  })

  test('has broken tools among good ones loses only those; of two with one name the first counts', async () => {
    const here = await story(fake('broken'))
    expect((await names(here.hub)).filter((name) => name.startsWith('mcp_bad'))).toEqual([
      'mcp_bad_echo',
      'mcp_bad_slow_pattern',
      'mcp_bad_add',
      'mcp_bad_resources',
    ])
    const slow = (await here.hub.tools()).find(({ name }) => name === 'mcp_bad_slow_pattern')
    expect(slow?.schema).toEqual({ type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] })
    expect((await call(here.hub, 'mcp_bad_add', { a: 1, b: 2 })).result.text).toBe('3')
    expect(here.hub.news()).toEqual([
      { code: 'mcp-broken', data: { server: 'bad', tools: 'no_schema, bad_schema, bad_reference, #6, #7, echo' } },
    ])
    await good(here)
    await nothingLeft(here)
  })

  test('crowds its list takes half of a request and no more; what is left out is told in short, what nobody sees is taken out', async () => {
    const here = await story(fake('crowd'))
    const crowd = (await here.hub.tools()).filter(
      ({ name }) => !name.endsWith('_resources') && name.startsWith('mcp_bad_'),
    )
    const chars = JSON.stringify(crowd.map(({ name, description, schema }) => ({ name, description, schema }))).length
    expect([crowd.length, chars > 35_000, chars < 42_000]).toEqual([8, true, true])
    expect(crowd[0]).toMatchObject({
      description: 'Says.',
      schema: { properties: { text: { description: 'A text.' } } },
    })
    const named = Array.from({ length: 10 }, (_, n) => `t${n + 7}`)
    expect(here.hub.news()).toEqual([
      { code: 'mcp-many', data: { server: 'bad', tools: `${named.join(', ')}, … +283` } },
    ])
    await good(here)
    await nothingLeft(here)
  })
})
