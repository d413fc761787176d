import { join } from 'node:path'
import type { Language } from '../../../messages/language.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { codeOf, ensureDir, writeAtomic } from '../../../std/fs/files.ts'
import { slugOf } from '../config/names.ts'
import { describeReach, fingerprintOf, type ServerSpec } from '../config/spec.ts'
import type { DescribedTool } from '../convert/catalogue.ts'
import type { McpConnectionError } from './connection-errors.ts'
import type { Server } from './server.ts'
import type { Pins } from './tool-fingerprints.ts'

/** A server with what is known of its tools. */
export interface KnownServer {
  server: Server
  described: Map<string, DescribedTool>
  withheld: Set<string>
  /** It has resources to read. */
  resources?: boolean
  trouble?: McpConnectionError
}

/** One server as `mcp list` shows it. */
export interface ServerState {
  spec: ServerSpec
  command: string
  state: 'disabled' | 'new' | 'ready' | 'failed'
  /** The reason of its failure, as a sentence. */
  trouble?: string
  tools: { name: string; original: string; description: string; withheld: boolean }[]
}

/** One server in a list of all. */
export interface Overview {
  name: string
  state: 'disabled' | 'new' | 'refused' | 'ready' | 'failed'
  /** The whole command or address. */
  command: string
  /** It is somewhere else, and may want a login. */
  remote: boolean
  tools: number
  trouble?: string
  /** Some of its tools are not what they were when they were agreed to. */
  withheld: boolean
}

/** The known state of a server. Starts nothing. */
export async function overviewOf(keeping: KnownServer, pins: Pins, language: Language): Promise<Overview> {
  const { server, described, withheld, trouble } = keeping
  const { spec } = server
  const decided = await decisionOf(spec, pins)
  const state = spec.disabled ? 'disabled' : decided === 'ready' && trouble ? 'failed' : decided
  return {
    name: spec.name,
    state,
    command: describeReach(spec.reach),
    remote: spec.reach.kind !== 'stdio',
    tools: described.size,
    withheld: withheld.size > 0,
    ...(trouble
      ? { trouble: mcpMessages[language].troubles[trouble.kind]({ server: spec.name, ...trouble.data }) }
      : {}),
  }
}

/** Return the decision about this server's command: approved, refused, or none. */
export async function decisionOf(spec: ServerSpec, pins: Pins): Promise<'ready' | 'refused' | 'new'> {
  const command = fingerprintOf(spec)
  if (await pins.approved(spec.name, command)) return 'ready'
  return (await pins.refused(spec.name, command)) ? 'refused' : 'new'
}

/** Writes the log of a failed server to a file. */
export async function keepLog(folder: string, { spec, log }: Server): Promise<void> {
  if (!log.text) return
  try {
    await ensureDir(folder)
    await writeAtomic(join(folder, `${slugOf(spec.name)}.log`), log.text)
  } catch (error) {
    // If the disk is full, only this log is lost.
    if (codeOf(error) === undefined) throw error
  }
}
