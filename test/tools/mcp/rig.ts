import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Tool, ToolResult } from '../../../src/protocol/index.ts'
import { Hub, type HubOptions } from '../../../src/tools/mcp/client/hub.ts'
import { readServers, type ServerSpec } from '../../../src/tools/mcp/config/spec.ts'
import { context } from '../context.ts'

/** The rude server of test/fakes, as an entry of `mcpServers`. */
export const fake = (mode = 'good', ...more: string[]) => ({
  command: process.execPath,
  args: [resolve('test/fakes/mcp-server.ts'), mode, ...more],
})

/** A folder for one test; in its file `pids` the fakes write their process ids. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  writeFileSync(join(folder, 'pids'), '')
  return folder
}

/** Ids of processes that the fakes in `pidFile` started and that are still there (zombies are gone). */
export function alive(pidFile: string): number[] {
  const pids = readFileSync(pidFile, 'utf8').split('\n').filter(Boolean).map(Number)
  return pids.filter((pid) => pid > 0 && stateOf(pid) !== undefined && stateOf(pid) !== 'Z')
}

function stateOf(pid: number): string | undefined {
  try {
    return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
  } catch {
    return undefined
  }
}

/** Asks again and again until something holds; fails after `ms`. */
export async function eventually(holds: () => boolean, ms = 5_000): Promise<number> {
  const began = performance.now()
  while (!holds()) {
    if (performance.now() - began > ms) throw new Error(`did not happen within ${ms} ms`)
    await new Promise((done) => setTimeout(done, 10))
  }
  return performance.now() - began
}

export interface World {
  hub: Hub
  folder: string
  pidFile: string
}

/**
 * A hub over servers described as in an `mcp.json`, all of them approved unless said otherwise; closed after the
 * test.
 */
export async function world(
  mcpServers: Record<string, object>,
  more: Partial<HubOptions> & { approve?: boolean; folder?: string } = {},
): Promise<World> {
  const { approve = true, folder = scratch(), ...options } = more
  const pidFile = join(folder, 'pids')
  const read = readServers(JSON.stringify({ mcpServers }), 'mcp.json', true, 'ko')
  if (read.problems.length > 0) throw new Error(read.problems.join('\n'))
  const servers = read.servers.map((spec) => withPids(spec, pidFile))
  const hub = new Hub(servers, {
    language: 'ko',
    env: { PATH: process.env.PATH },
    cwd: folder,
    version: '1',
    pinsPath: join(folder, 'state', 'approved.json'),
    loginsPath: join(folder, 'logins.json'),
    logFolder: join(folder, 'state', 'mcp'),
    ...options,
  })
  onTestFinished(() => hub.close())
  if (approve) for (const { name } of servers) await hub.approve(name)
  return { hub, folder, pidFile }
}

function withPids(spec: ServerSpec, pidFile: string): ServerSpec {
  const { reach } = spec
  return reach.kind === 'stdio' ? { ...spec, reach: { ...reach, env: { ...reach.env, MCP_PIDS: pidFile } } } : spec
}

/** Calls a tool of a hub as a turn would: progress lines and the result. */
export async function call(hub: Hub, name: string, args: object = {}, signal = new AbortController().signal) {
  const tool = (await hub.tools()).find((one) => one.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return run(tool, args, signal)
}

async function run(tool: Tool, args: object, signal: AbortSignal): Promise<{ lines: string[]; result: ToolResult }> {
  const running = tool.run(args as never, context({ signal }))
  const lines: string[] = []
  for (let step = await running.next(); ; step = await running.next()) {
    if (step.done) return { lines, result: step.value }
    lines.push(step.value)
  }
}

export const names = async (hub: Hub): Promise<string[]> => (await hub.tools()).map(({ name }) => name)
