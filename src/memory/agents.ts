import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { promptMessages } from '../messages/engine/prompt.ts'
import type { Language } from '../messages/language.ts'
import { type Category, type ConversationScope, fail } from '../protocol/index.ts'
import { FileCache } from '../std/fs/file-cache.ts'
import { isMissing } from '../std/fs/files.ts'
import { readState } from '../std/fs/state-file.ts'
import { firstAgentShown, firstNames, firstPersona, nameOf, pathsIn } from './home-layout.ts'
import { onDisk } from './storage-failure.ts'
import { readPlain } from './store.ts'

/** The fields of an agent's config.json; all are optional. */
export interface AgentConfig {
  name: string
  wakeWord?: string
  description?: string
  model?: string
  /** Categories of tools that it may use. Default: safe tools only (SPEC §3). */
  permissions: Category[]
  /** If present, the agent has only these tools. */
  tools?: string[]
}

/** An agent as its files define it now, with every page that its requests carry. */
export interface Agent {
  config: AgentConfig
  base: string
  persona: string
  /** Memory pages as a model reads them, without provenance. */
  memory: { workspace: string; agent: string; personal: string }
}

const configs = new FileCache<Record<string, unknown> | undefined>()

/**
 * Reads an agent and its pages; where no home could be made, it speaks `language`. Throws `bad-input` {agent,
 * workspace} when there is no such agent, `storage` when the disk refuses.
 */
export async function readAgent(home: string, who: ConversationScope, language: Language = 'ko'): Promise<Agent> {
  const paths = pathsIn(home)
  const [own, workspace] = [paths.agent(who.workspace, who.agent), paths.workspace(who.workspace)]
  const [config, base, persona, ...pages] = await Promise.all([
    configs.get(own.config, () => readObject(own.config)),
    readPlain(paths.base),
    readPlain(own.persona),
    ...[workspace.memory, own.memory, paths.personal(who.profile)].map(readPlain),
  ])
  const isThere = config !== undefined || existsSync(own.folder)
  if (!isThere && isFirst(who) && !existsSync(paths.base)) return agentWithoutFiles(who.agent, language)
  if (!isThere)
    fail('bad-input', { detail: `no agent ${who.agent}`, data: { agent: who.agent, workspace: who.workspace } })
  const [ofWorkspace = '', ofAgent = '', personal = ''] = pages
  return {
    config: agentConfig(who.agent, config ?? {}),
    base,
    persona,
    memory: { workspace: ofWorkspace, agent: ofAgent, personal },
  }
}

const isFirst = ({ workspace, agent }: ConversationScope) =>
  workspace === firstNames.workspace && agent === firstNames.agent

/** The agent that answers when no home can be created. */
const agentWithoutFiles = (name: string, language: Language): Agent => ({
  config: agentConfig(name, {}),
  base: promptMessages[language].base,
  persona: firstPersona(firstAgentShown[language], language),
  memory: { workspace: '', agent: '', personal: '' },
})

/** The agents of a workspace by name. */
export async function listAgents(home: string, workspace: string): Promise<string[]> {
  return await foldersIn(pathsIn(home).agents(workspace))
}

/** The workspaces of a home by name. One without an agent was never finished: it can be made again. */
export async function listWorkspaces(home: string): Promise<string[]> {
  const folders = await foldersIn(pathsIn(home).workspaces)
  const agents = await Promise.all(folders.map((name) => listAgents(home, name)))
  return folders.filter((_, i) => agents[i]?.length)
}

async function foldersIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    const folders = entries.filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !entry.name.endsWith('.lock'),
    )
    return folders.map((entry) => entry.name.normalize('NFC')).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Reads a JSON file of one object. A file without one counts as empty, and its damage is reported. */
const readObject = (path: string) => onDisk(path, () => readState(path, objectOf))

/** Parses a JSON object; undefined when the text is none. */
export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The config of one agent as its file says now. */
export async function readAgentConfig(home: string, workspace: string, agent: string): Promise<AgentConfig> {
  return agentConfig(agent, (await readObject(pathsIn(home).agent(workspace, agent).config)) ?? {})
}

const categories: readonly Category[] = ['safe', 'sensitive', 'restricted']

/** The valid fields of a config. An invalid field grants nothing. */
function agentConfig(
  name: string,
  { name: shown, wakeWord, description, model, defaultModel, permissions, tools }: Record<string, unknown>,
): AgentConfig {
  const textField = (key: string, value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? { [key]: value.trim().normalize('NFC') } : {}
  const words = Array.isArray(permissions) ? permissions : ['safe']
  return {
    name: nameOf(name),
    ...textField('name', shown),
    ...textField('wakeWord', wakeWord),
    ...textField('description', description),
    ...textField('model', defaultModel),
    ...textField('model', model),
    permissions: categories.filter((category) => words.includes(category)),
    ...(Array.isArray(tools) ? { tools: tools.filter((tool) => typeof tool === 'string') } : {}),
  }
}
