import { join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { turnMessages } from '../../messages/engine/turn.ts'
import { tuiMessages } from '../../messages/surfaces/tui.ts'
import { type Conversation, fail, type Id, type PermissionMode } from '../../protocol/index.ts'
import { readTextIfThere } from '../../std/fs/files.ts'
import { readThread } from '../../threads/thread-store.ts'
import { describeReach, readServer, type ServerSpec } from '../../tools/mcp/config/spec.ts'
import type { AcpHost, Desk, EditorDoor, GivenServer } from '../../ui/acp/host.ts'
import type { Assistant } from '../assistant.ts'
import { createAssistant } from '../create-assistant.ts'
import { documentReader, markOfFile } from '../docs/file-origins.ts'
import type { HostExtensions } from '../models/embedder-parts.ts'
import { readAttachment } from './tui/attachments.ts'
import { ownCommands } from './tui/own-commands.ts'

/** Serves an assistant to an editor on two streams, until the other side leaves or the signal aborts. */
export async function serveEditor(
  assistant: Assistant,
  version: string,
  streams: { input: Readable; output: Writable },
  signal: AbortSignal,
): Promise<void> {
  const { serveAcp } = await import('../../ui/acp/serve.ts')
  const leaving = new AbortController()
  const jobs = assistant.jobs('surface', leaving.signal)
  try {
    await serveAcp(hostOf(assistant, version), streams, signal)
  } finally {
    leaving.abort()
    await jobs.catch(() => {})
  }
}

function hostOf(assistant: Assistant, version: string): AcpHost {
  const { language, conversations } = assistant
  return {
    language,
    version,
    open: (folder, servers, editor, id) => openDesk(assistant, folder, servers, editor, id),
    async list() {
      const all = await conversations.list()
      return all.map(({ id, title, folder, updatedAt }) => ({
        id,
        title,
        folder: folder ?? assistant.parts.environment.cwd,
        updatedAt,
      }))
    },
    remove: (id) => conversations.remove(id),
    ready: () => assistant.ready(),
    failureText: (failure) => turnMessages[language].failure(failure),
  }
}

/**
 * An assistant of its own for the folder of a session: its rules, instructions and project settings are those of that
 * folder, and so are its servers and the editor over it.
 */
async function openDesk(
  base: Assistant,
  folder: string,
  given: readonly GivenServer[],
  editor: EditorDoor,
  id?: Id,
): Promise<Desk> {
  const servers = given.map((one) => specOf(one, base))
  const { planTool } = await import('../../ui/acp/plan.ts')
  const own: HostExtensions = {
    servers,
    tools: [planTool],
    ...(editor.read || editor.write ? { editor: filesOf(editor) } : {}),
  }
  const assistant = await createAssistant({ ...base.parts.environment, cwd: folder }, undefined, own)
  const { ask } = editor
  if (ask)
    assistant.mcpAsker = {
      elicit: ({ server, message, schema }, signal) => ask(`${server}: ${message}`, schema, signal),
      // A login wants a browser beside the terminal.
      widen: async () => undefined,
    }
  try {
    const which = id === undefined ? { kind: 'new' as const } : { kind: 'id' as const, id }
    const conversation = await assistant.open(which, { canAsk: true })
    return await deskOf(assistant, conversation, servers, folder, id !== undefined)
  } catch (error) {
    await assistant.close()
    throw error
  }
}

function specOf({ name, value }: GivenServer, { language }: Assistant): ServerSpec {
  const spec = readServer(name, value, 'ACP', false, language)
  return typeof spec === 'string' ? fail('bad-input', { data: { sentence: spec } }) : spec
}

const filesOf = ({ read, write }: EditorDoor): NonNullable<HostExtensions['editor']> => ({
  read: async (path) => read?.(path),
  write: async (path, text) => write?.(path, text),
})

async function deskOf(
  assistant: Assistant,
  conversation: Conversation,
  servers: readonly ServerSpec[],
  folder: string,
  isEarlier: boolean,
): Promise<Desk> {
  const { parts, language } = assistant
  const leaving = new AbortController()
  const commands = ownCommands(parts)
  const past = () => readThread(join(assistant.home, 'conversations'), conversation.id)
  const { mode, agent } = isEarlier
    ? await lastTuned(past(), assistant)
    : { mode: 'ask' as const, agent: assistant.initial.agent }
  return {
    conversation,
    mode,
    past,
    model: async () => (await assistant.model()).model,
    models: async () => (await assistant.models()).map(({ model }) => model),
    agent,
    agents: async () => {
      const { workspace } = assistant.initial
      return (await assistant.agents()).filter((one) => one.workspace === workspace).map(({ name }) => name)
    },
    commands: () => commands.list(),
    fill: (name, typed) => commands.fill(name, typed),
    attach: (path) =>
      readAttachment(resolve(folder, path), path, {
        mark: (file, bytes) => markOfFile(parts.loaded, { ...parts.environment, cwd: folder }, file, bytes),
        document: (file, bytes) => documentReader(parts.environment)(file, bytes, leaving.signal),
        say: tuiMessages[language],
        language,
      }),
    compact: () => assistant.compact(conversation.id, leaving.signal),
    textOf: (path) => readTextIfThere(path).catch(() => undefined),
    async undecided() {
      const names = await assistant.undecidedServers()
      return servers
        .filter(({ name }) => names.includes(name))
        .map(({ name, reach }) => ({ name, command: describeReach(reach) }))
    },
    async decide(server, yes) {
      const hub = await assistant.mcp()
      await (yes ? hub?.approve(server) : hub?.refuse(server))
    },
    async close() {
      leaving.abort()
      await conversation.close()
      await assistant.close()
    },
  }
}

/** Return the last choice of model and effort in a conversation. */
async function lastTuned(
  past: ReturnType<Desk['past']>,
  { initial }: Assistant,
): Promise<{ mode: PermissionMode; agent: string }> {
  const chosen: { mode: PermissionMode; agent: string } = { mode: 'ask', agent: initial.agent }
  for await (const { event } of past) {
    if (event.type === 'conversation.created') chosen.agent = event.agent
    if (event.type !== 'conversation.tuned') continue
    chosen.mode = event.mode ?? chosen.mode
    chosen.agent = event.agent ?? chosen.agent
  }
  return chosen
}
