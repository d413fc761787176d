import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'

/** A registry by its published OpenAPI (v0.1); it holds what the real one may hold, a rude publisher included. */
async function registry(servers: object[] | null, status = 200): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ servers: servers?.map((one) => ({ server: one, _meta: {} })) ?? null, metadata: { count: 1 } }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const find = (url: string, ...words: string[]) =>
  run(['mcp', 'search', ...words], bareEnv(freshHome(), { MCP_REGISTRY_URL: url }))

const listed = [
  {
    name: 'io.github.someone/files',
    description: 'Reads\nfiles',
    version: '1.2.0',
    packages: [
      { registryType: 'mcpb', identifier: 'https://x.example/a.mcpb', transport: { type: 'stdio' } },
      {
        registryType: 'npm',
        identifier: '@someone/files',
        version: '1.2.0',
        transport: { type: 'stdio' },
        environmentVariables: [{ name: 'FILES_KEY', isRequired: true, isSecret: true }, { name: 'OTHER' }],
      },
    ],
  },
  {
    name: 'com.example/tracker',
    description: 'Tracks',
    version: '3',
    remotes: [
      { type: 'streamable-http', url: 'https://t.example/mcp', headers: [{ name: 'Authorization', isRequired: true }] },
    ],
  },
  { name: 'x/old', description: 'no way to run it', version: '1' },
  {
    name: 'x/\u001b[2Jevil',
    description: 'a\u001b]0;b\u0007',
    version: '1',
    packages: [{ registryType: 'pypi', identifier: "a'; rm -rf ~; '", version: '1' }],
  },
  { name: 'x/option', version: '1', packages: [{ registryType: 'npm', identifier: '--call=rm -rf ~' }] },
]

test('servers are found by a part of their name, each with the words that add it', async () => {
  const { url, asked } = await registry(listed)
  const { code, out, err } = await find(url, '파일', 'files')
  expect([code, asked]).toEqual([0, ['/v0.1/servers?search=%ED%8C%8C%EC%9D%BC+files&version=latest&limit=30']])
  expect(out.split('\n')).toEqual([
    'io.github.someone/files 1.2.0',
    '  Reads',
    '  files',
    '  assistant mcp add files -- npx -y @someone/files@1.2.0',
    '  필요한 값: FILES_KEY',
    'com.example/tracker 3',
    '  Tracks',
    '  assistant mcp add tracker --url https://t.example/mcp',
    '  필요한 값: Authorization',
    'x/old 1',
    '  no way to run it',
    '  여기서 바로 켤 수 있는 방법이 목록에 없어요.',
    'x/evil 1',
    '  a',
    expect.stringMatching(/^ {2}assistant mcp add \S+ -- uvx 'a'\\''; rm -rf ~; '\\''==1'$/),
    'x/option 1',
    '  ',
    '  여기서 바로 켤 수 있는 방법이 목록에 없어요.',
    '',
  ])
  expect(err).toContain('누구나 올리는 목록이에요')
})

test.each([
  [[], 200, 1, '그런 이름의 서버가 없어요: files'],
  [null, 200, 1, '그런 이름의 서버가 없어요: files'],
  [[{ nonsense: true }], 200, 42, 'MCP Registry'],
  [[], 500, 42, 'MCP Registry'],
] as const)('an answer of %j with status %i is told', async (servers, status, code, told) => {
  const { url } = await registry(servers as object[] | null, status)
  const answer = await find(url, 'files')
  expect([answer.code, answer.out, answer.err]).toEqual([code, '', expect.stringContaining(told)])
})

test('a registry that cannot be reached is told with its host', async () => {
  const answer = await find('http://127.0.0.1:9', 'files')
  expect([answer.code, answer.out, answer.err]).toEqual([expect.any(Number), '', expect.stringContaining('127.0.0.1')])
  expect(answer.err).not.toContain('NetworkError')
})
