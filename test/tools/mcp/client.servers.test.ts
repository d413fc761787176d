import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { oracleFile, testWithOracles } from '../../oracles/oracle.ts'
import { call, names, scratch, world } from './rig.ts'

// Three servers that other people wrote: whatever they offer is listed, called, read and got.
const servers = ['everything', 'filesystem', 'memory'].map((name) => `@modelcontextprotocol/server-${name}`)
const test = testWithOracles(...servers)
const off = new AbortController().signal
const official = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [oracleFile(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
})

/** Arguments that the schema of a tool asks for, the plainest that fit. */
function plainArgs(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>
  const required = (schema.required ?? []) as string[]
  return Object.fromEntries(required.map((name) => [name, plain(properties[name] ?? {})]))
}

function plain({ type, enum: values, default: fallback, minimum }: Record<string, unknown>): unknown {
  if (fallback !== undefined) return fallback
  if (Array.isArray(values)) return values[0]
  const samples: Record<string, unknown> = {
    string: 'x',
    number: minimum ?? 1,
    integer: minimum ?? 1,
    boolean: true,
    array: [],
    object: {},
  }
  return samples[String(type)] ?? 'x'
}

describe('everything', () => {
  test('every tool is listed and called; progress, questions and our model included', { timeout: 60_000 }, async () => {
    const elicit = async () => ({ action: 'accept' as const, content: { name: 'x' } })
    const sample = async () => ({ text: 'sampled', model: 'm' })
    const { hub } = await world(
      { all: { ...official('everything'), sampling: true, timeout: 15_000 } },
      { elicit, sample },
    )
    const tools = await hub.tools()
    expect(tools.length).toBeGreaterThan(10)
    // What would take long, or want the network, is asked for something smaller.
    const special: Record<string, object> = {
      'trigger-long-running-operation': { duration: 0.2, steps: 2 },
      'gzip-file-as-resource': { data: 'data:text/plain;base64,aGVsbG8=' },
    }
    const outcomes: Record<string, string> = {}
    for (const tool of tools) {
      const args = { ...plainArgs(tool.schema), ...(special[tool.name.replace('mcp_all_', '')] ?? {}) }
      const { result } = await call(hub, tool.name, args)
      outcomes[tool.name] = result.isError ? `error: ${result.text.slice(0, 200)}` : 'ok'
      expect(result.untrusted).toBe(true)
    }
    const failed = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'ok')
    expect(failed).toEqual([])
    expect((await call(hub, 'mcp_all_echo', { message: '안녕' })).result.text).toBe('Echo: 안녕')
    const slow = await call(hub, 'mcp_all_trigger-long-running-operation', { duration: 0.4, steps: 4 })
    expect(slow.lines.length).toBeGreaterThan(0)
    const picture = await call(hub, 'mcp_all_get-tiny-image')
    expect(picture.result.images).toHaveLength(1)
  })

  test('every resource is read, every prompt got', { timeout: 60_000 }, async () => {
    const { hub } = await world({ all: official('everything') })
    const resources = await hub.offers.resources(off)
    expect(resources.length).toBeGreaterThan(0)
    const [template] = resources.filter(({ template }) => template)
    expect((await hub.offers.show('all', template?.uri, off)).text).toMatch(
      /^\{resourceId\}: 서버가 알려주는 값이 없어요$/,
    )
    expect((await hub.offers.show('all', template?.uri.replace('{resourceId}', '1'), off)).text).toMatch(/Resource 1/)
    for (const { server, uri } of resources.filter((one) => !one.template)) {
      const read = await hub.offers.read(`@${server}:${uri}`, off)
      expect([read.name, read.untrusted, read.text !== '']).toEqual([`@all:${uri}`, true, true])
    }
    const prompts = await hub.offers.prompts(off)
    expect(prompts.length).toBeGreaterThan(0)
    for (const { name, args } of prompts) {
      const filled = Object.fromEntries(
        args.map((arg) => [arg.name, arg.name === 'resourceId' ? '1' : arg.name === 'resourceType' ? 'Text' : 'Seoul']),
      )
      expect((await hub.offers.prompt('all', name, filled, off)).text).not.toBe('')
    }
  })
})

test('filesystem: its tools read and write in the folder that it was given, and nowhere else', {
  timeout: 60_000,
}, async () => {
  const folder = realpathSync(scratch())
  const given = join(folder, 'given')
  mkdirSync(given)
  writeFileSync(join(given, 'a.txt'), '가나다\n')
  const { hub } = await world({ fs: official('filesystem', given) }, { cwd: given })
  const tools = await names(hub)
  expect(tools).toEqual(
    expect.arrayContaining([
      'mcp_fs_read_text_file',
      'mcp_fs_write_file',
      'mcp_fs_list_directory',
      'mcp_fs_search_files',
    ]),
  )
  expect((await call(hub, 'mcp_fs_read_text_file', { path: join(given, 'a.txt') })).result.text).toBe('가나다\n')
  await call(hub, 'mcp_fs_write_file', { path: join(given, 'b.txt'), content: '라' })
  expect(readFileSync(join(given, 'b.txt'), 'utf8')).toBe('라')
  expect((await call(hub, 'mcp_fs_search_files', { path: given, pattern: '**/*.txt' })).result.text).toContain('a.txt')
  expect((await call(hub, 'mcp_fs_read_text_file', { path: '/etc/passwd' })).result.isError).toBe(true)
  for (const tool of await hub.tools()) {
    const { result } = await call(hub, tool.name, { ...plainArgs(tool.schema), path: given, pattern: 'x' })
    expect([tool.name, result.untrusted]).toEqual([tool.name, true])
  }
})

test('memory: a graph is made, searched and read again by a second process', { timeout: 60_000 }, async () => {
  const folder = scratch()
  const server = { ...official('memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } }
  const first = await world({ memory: server })
  expect(await names(first.hub)).toHaveLength(10)
  const entities = [{ name: '용걸', entityType: '사람', observations: ['커피를 좋아한다'] }]
  expect((await call(first.hub, 'mcp_memory_create_entities', { entities })).result.isError).toBeUndefined()
  const relations = [{ from: '용걸', to: '용걸', relationType: '자신' }]
  await call(first.hub, 'mcp_memory_create_relations', { relations })
  await call(first.hub, 'mcp_memory_add_observations', {
    observations: [{ entityName: '용걸', contents: ['서울에 산다'] }],
  })
  await first.hub.close()
  const second = await world({ memory: server })
  const found = (await call(second.hub, 'mcp_memory_search_nodes', { query: '서울' })).result
  expect(found.text).toContain('용걸')
  expect((await call(second.hub, 'mcp_memory_open_nodes', { names: ['용걸'] })).result.text).toContain('서울에 산다')
  await call(second.hub, 'mcp_memory_delete_observations', {
    deletions: [{ entityName: '용걸', observations: ['서울에 산다'] }],
  })
  await call(second.hub, 'mcp_memory_delete_relations', { relations })
  await call(second.hub, 'mcp_memory_delete_entities', { entityNames: ['용걸'] })
  expect((await call(second.hub, 'mcp_memory_read_graph')).result.text).not.toContain('용걸')
})
