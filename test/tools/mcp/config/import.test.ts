// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in other programs' files
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonc, parseToml } from '../../../../src/tools/mcp/config/config-formats.ts'
import { findForeign } from '../../../../src/tools/mcp/config/import.ts'
import { bareEnv, freshHome, run } from '../../../cli/assistant.ts'
import { scratch } from '../rig.ts'

const server = { command: 'npx', args: ['-y', 'x'] }

/** Files as the programs' own documentation shows them. */
const files: Record<string, string> = {
  '.claude.json': JSON.stringify({
    mcpServers: { code: server },
    projects: { '/elsewhere': { mcpServers: { hidden: server } } },
  }),
  '.config/Claude/claude_desktop_config.json': JSON.stringify({ mcpServers: { desktop: server } }),
  '.cursor/mcp.json': JSON.stringify({
    mcpServers: {
      cursor: {
        url: 'https://c.example/mcp',
        headers: { A: 'b' },
        auth: { CLIENT_ID: 'i', CLIENT_SECRET: '${env:S}', scopes: ['r'] },
      },
    },
  }),
  '.config/Code/User/mcp.json':
    '{\n // servers of VS Code\n "servers": { "vscode": { "type": "http", "url": "https://v.example/mcp", "headers": {"K": "${env:KEY}"}, }, },\n}',
  '.gemini/settings.json': JSON.stringify({
    theme: 'x',
    mcpServers: {
      gemini: { httpUrl: 'https://g.example/mcp', trust: true, oauth: { enabled: true, clientId: 'g', scopes: ['a'] } },
    },
  }),
  '.codeium/windsurf/mcp_config.json': JSON.stringify({ mcpServers: { surf: { serverUrl: 'https://w.example/sse' } } }),
  '.codex/config.toml':
    'model = "x"\n[mcp_servers.codex]\ncommand = "npx" # why\nargs = [\n  "-y",\n  \'lit"eral\',\n]\nenv = { A = "1", "B c" = "2" }\n[other]\na = 1\n',
  'project/.mcp.json': '{ broken',
}

function home(): string {
  const folder = scratch()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('servers of every program that is there are found, in our form, without what they are trusted with', async () => {
  const userHome = home()
  const found = await findForeign({ userHome, cwd: join(userHome, 'project'), platform: 'linux', env: {} })
  expect(found.map(({ program, servers }) => [program, servers])).toEqual([
    ['Claude Code', { code: server }],
    ['Claude Code', undefined],
    ['Claude Desktop', { desktop: server }],
    [
      'Cursor',
      {
        cursor: {
          url: 'https://c.example/mcp',
          headers: { A: 'b' },
          oauth: { clientId: 'i', clientSecret: '${S}', scopes: ['r'] },
        },
      },
    ],
    ['VS Code', { vscode: { url: 'https://v.example/mcp', headers: { K: '${KEY}' }, type: 'http' } }],
    ['Windsurf', { surf: { url: 'https://w.example/sse' } }],
    ['Gemini CLI', { gemini: { url: 'https://g.example/mcp', type: 'http', oauth: { clientId: 'g', scopes: ['a'] } } }],
    ['Codex', { codex: { command: 'npx', args: ['-y', 'lit"eral'], env: { A: '1', 'B c': '2' } } }],
  ])
})

test('`mcp import` takes over what is new, says where from, approves nothing, and does nothing twice', async () => {
  const userHome = home()
  const env = bareEnv(freshHome(), { HOME: userHome })
  const first = await run(['mcp', 'import', '--json'], env)
  expect(first.code).toBe(0)
  expect(JSON.parse(first.out).imported).toEqual(['code', 'desktop', 'cursor', 'vscode', 'surf', 'gemini', 'codex'])
  const listed = JSON.parse((await run(['mcp', 'list', '--json'], env)).out)
  expect(listed.servers.map(({ state }: { state: string }) => state)).toEqual(Array(7).fill('new'))
  const second = await run(['mcp', 'import'], env)
  expect(second.out).toContain(`Codex (${join(userHome, '.codex/config.toml')}): codex`)
  expect(second.err).toContain('새로 가져올 서버를 찾지 못했어요')
})

test('no text makes the readers of loose files throw; strict JSON is read as JSON', () => {
  fc.assert(fc.property(fc.string(), (text) => void [parseJsonc(text), parseToml(text)]))
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value)
      expect(parseJsonc(text)).toEqual(JSON.parse(text))
    }),
  )
})
