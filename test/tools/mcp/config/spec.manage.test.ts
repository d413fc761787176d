import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readServers } from '../../../../src/tools/mcp/config/spec.ts'
import { mcpTool } from '../../../../src/tools/mcp/convert/mcp-tool.ts'
import { context, use } from '../../context.ts'
import { scratch } from '../rig.ts'

/** The tool over a list of one server of the person's own and one of a project. */
function desk() {
  const path = join(scratch(), 'mcp.json')
  const forgotten: string[] = []
  writeFileSync(path, JSON.stringify({ mcpServers: { own: { command: 'npx', args: ['-y', 'a b'] } }, kept: 1 }))
  const servers = async () => [
    ...readServers(readFileSync(path, 'utf8'), path, true, 'ko').servers,
    ...readServers('{"mcpServers":{"theirs":{"url":"https://x.example/mcp"}}}', '/project/.mcp.json', false, 'ko')
      .servers,
  ]
  const tool = mcpTool({ path, servers, forget: async (name) => void forgotten.push(name) })
  return { tool, path, forgotten, file: () => JSON.parse(readFileSync(path, 'utf8')) }
}

test('a server that a model adds is written down and not started; the card shows its whole command', async () => {
  const { tool, file } = desk()
  const args = { action: 'add', name: 'files', command: ['sh', '-c', 'touch /tmp/x'] }
  expect(await tool.explain!(args, context())).toEqual({
    effect:
      "MCP 서버 추가: files\nsh -c 'touch /tmp/x'\n(적어 두기만 해요. 켜기 전에 명령을 다시 보여드리고 물어봐요.)",
    risk: 'medium',
  })
  expect((await use(tool, args)).text).toContain('`assistant mcp connect files`로 명령을 확인하고 허용하면')
  expect(file()).toEqual({
    mcpServers: {
      own: { command: 'npx', args: ['-y', 'a b'] },
      files: { command: 'sh', args: ['-c', 'touch /tmp/x'] },
    },
    kept: 1,
  })
  expect((await use(tool, { action: 'list' })).text).toBe(
    "own: npx -y 'a b'\nfiles: sh -c 'touch /tmp/x'\ntheirs: https://x.example/mcp",
  )
})

test('one that is removed takes every yes and its login along', async () => {
  const { tool, file, forgotten } = desk()
  expect((await use(tool, { action: 'remove', name: 'own' })).text).toBe('지웠어요: own')
  expect([file(), forgotten]).toEqual([{ mcpServers: {}, kept: 1 }, ['own']])
})

test('nobody is asked about what cannot be done, and nothing is written', async () => {
  const { tool, path, file, forgotten } = desk()
  const before = file()
  for (const args of [
    { action: 'add', name: 'own', command: ['other'] },
    { action: 'add', name: 'theirs', command: ['other'] },
    { action: 'add', name: '../x', command: ['other'] },
    { action: 'add', name: 'x', command: [] },
    { action: 'add', name: 'x' },
    { action: 'add', name: 'x', url: 'file:///etc/passwd' },
    { action: 'add', command: ['x'] },
    { action: 'remove', name: 'theirs' },
    { action: 'remove', name: 'nobody' },
    { action: 'remove' },
  ]) {
    const result = await use(tool, args)
    expect([result.isError, await tool.explain!(args, context())]).toEqual([true, { refused: result.text }])
  }
  expect([file(), forgotten, existsSync(path)]).toEqual([before, [], true])
})
