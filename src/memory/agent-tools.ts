import { agentMessages } from '../messages/engine/agents.ts'
import type { ToolName } from '../messages/tools/tool-words.ts'
import {
  AssistantError,
  deedText,
  type Failure,
  type Json,
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolGroup,
  type ToolResult,
  type UndoOutcome,
} from '../protocol/index.ts'
import { backupPath } from '../std/fs/state-file.ts'
import { createAgent, createWorkspace, editLines } from './agent-admin.ts'
import { listAgents, listWorkspaces, readAgentConfig } from './agents.ts'
import { pathsIn } from './home-layout.ts'
import { addAlias, createProfile, mergeProfiles, type Profile, readProfiles, renameProfile } from './profiles.ts'

/** Functions of other rooms that these tools call. */
export interface AgentAdminPorts {
  /** The file of settings. */
  settingsPath: string
  /** Selects an agent or workspace for new conversations and for the one that asks. */
  activate(choice: { agent?: string; workspace?: string }, context: ToolContext): Promise<void>
  /** Selects them again for the conversation that asks, and for nothing else. */
  tune(choice: { agent?: string; workspace?: string }, context: ToolContext): Promise<void>
  /** Moves the conversations of one profile to another. */
  moveConversations(from: Profile, into: Profile): Promise<void>
}

/** A file of the program's own, and the copy that is kept of it. */
const withBackup = (path: string) => [path, backupPath(path)]

type Args = Record<string, string> & { confirm?: boolean }
/** The files that an action changes. */
type FilesOfAction = (action: string, args: Args, context: ToolContext) => readonly string[]
type Action = { needs: string[]; run(args: Args, context: ToolContext): Promise<ToolResult | string> }

/** Agents, workspaces and profiles as three families of actions; all of them ask first (SPEC §3). */
export function agentTools(home: string, ports: AgentAdminPorts): Tool[] {
  return [agentTool(home, ports), workspaceTool(home, ports), profileTool(home, ports)]
}

function agentTool(home: string, ports: AgentAdminPorts): Tool {
  const editPage = async (args: Args, context: ToolContext, page: 'persona' | 'memory') => {
    const say = agentMessages[context.language].agents
    const { name = context.agent, find = '', replace = '', confirm } = args
    const path = pathsIn(home).agent(context.workspace, name)[page]
    const { matches, done } = await editLines(path, { find, replace, confirmed: confirm === true }, context.now(), home)
    if (done) return say.edited(matches)
    return { text: matches > 0 ? say.tooMany(matches) : say.noMatch, isError: true }
  }
  return agentFamily(
    ports,
    (action, { name = '' }, context) => {
      if (action === 'set_active') return withBackup(ports.settingsPath)
      // An edit leaves a snapshot beside its page, whose name nobody knows before.
      return [pathsIn(home).agent(context.workspace, name || context.agent).folder]
    },
    'agent',
    'setup',
    'Agents of this workspace. edit_*: lines holding find get replace.',
    {
      list: {
        needs: [],
        run: async (_, { workspace, agent, language }) => {
          const names = await listAgents(home, workspace)
          const configs = names.map((name) => readAgentConfig(home, workspace, name))
          const lines = (await Promise.all(configs)).map(({ wakeWord = '' }, i) =>
            agentMessages[language].agents.line(names[i] ?? '', wakeWord, names[i] === agent),
          )
          return { text: lines.join('\n'), data: names }
        },
      },
      create: {
        needs: ['name'],
        run: async ({ name = '', wakeWord, persona }, { workspace, language, now }) => {
          const request = { name, ...(wakeWord ? { wakeWord } : {}), ...(persona ? { persona } : {}) }
          return agentMessages[language].agents.created(await createAgent(home, workspace, request, now(), language))
        },
      },
      set_active: {
        needs: ['name'],
        run: async ({ name = '' }, context) => {
          if (!(await listAgents(home, context.workspace)).includes(name)) return unknownAgent(name, context)
          await ports.activate({ agent: name }, context)
          const text = agentMessages[context.language].agents.active(name)
          return { text, deed: { object: name, undo: { agent: context.agent } } }
        },
      },
      edit_persona: { needs: ['find'], run: (args, context) => editPage(args, context, 'persona') },
      edit_memory: { needs: ['find'], run: (args, context) => editPage(args, context, 'memory') },
    },
    ['name', 'wakeWord', 'persona', 'find', 'replace'],
    { confirm: { type: 'boolean' } },
  )
}

function workspaceTool(home: string, ports: AgentAdminPorts): Tool {
  return agentFamily(
    ports,
    (action, { name = '' }) =>
      action === 'switch' ? withBackup(ports.settingsPath) : [pathsIn(home).workspace(name).folder],
    'workspace',
    'setup',
    'Workspaces: groups of agents with a memory of their own.',
    {
      list: {
        needs: [],
        run: async (_, { workspace, language }) => {
          const names = await listWorkspaces(home)
          return {
            text: names.map((name) => agentMessages[language].workspaces.line(name, name === workspace)).join('\n'),
            data: names,
          }
        },
      },
      create: {
        needs: ['name'],
        run: async ({ name = '' }, { language, now }) =>
          agentMessages[language].workspaces.created(await createWorkspace(home, name, now(), language)),
      },
      switch: {
        needs: ['name'],
        run: async ({ name = '' }, context) => {
          const [first] = await listAgents(home, name)
          if (!first) return unknownAgent(name, context)
          const agents = await listAgents(home, name)
          await ports.activate(
            { workspace: name, agent: agents.includes(context.agent) ? context.agent : first },
            context,
          )
          const { workspace, agent } = context
          const text = agentMessages[context.language].workspaces.active(name)
          return { text, deed: { object: name, undo: { workspace, agent } } }
        },
      },
    },
    ['name'],
  )
}

function profileTool(home: string, ports: AgentAdminPorts): Tool {
  return agentFamily(
    ports,
    // A merge moves conversations, too: it is not taken back by files.
    (action) => (action === 'merge' ? [] : withBackup(pathsIn(home).profiles)),
    'profile',
    'people',
    'People who share this machine.',
    {
      list: {
        needs: [],
        run: (_, context) => listProfiles(home, context),
      },
      create: {
        needs: ['name'],
        run: async ({ name = '' }, { language, now }) =>
          agentMessages[language].profiles.created((await createProfile(home, name, [], now())).name),
      },
      add_alias: {
        needs: ['name', 'new'],
        run: async ({ name = '', new: alias = '' }, { language, now }) =>
          agentMessages[language].profiles.alias((await addAlias(home, name, alias, now())).name, alias),
      },
      rename: {
        needs: ['name', 'new'],
        run: async ({ name = '', new: next = '' }, { language, now }) =>
          agentMessages[language].profiles.renamed((await renameProfile(home, name, next, now())).name),
      },
      merge: {
        needs: ['name', 'into'],
        run: async ({ name = '', into = '' }, { language, now }) => {
          const done = await mergeProfiles(home, name, into, now(), ports.moveConversations)
          return agentMessages[language].profiles.merged(done.from.name, done.into.name, done.facts)
        },
      },
    },
    ['name', 'new', 'into'],
  )
}

async function listProfiles(home: string, { language }: ToolContext): Promise<ToolResult> {
  const profiles = await readProfiles(home)
  const lines = profiles.map(({ name, id, aliases }) => agentMessages[language].profiles.line(name, id, aliases))
  return { text: lines.join('\n'), data: profiles.map(({ id, name, aliases }) => ({ id, name, aliases })) }
}

/** Selects for the conversation what it had before; its files are put back by whoever kept them. */
async function undoChoice(ports: AgentAdminPorts, kept: Json, context: ToolContext): Promise<UndoOutcome> {
  const { agent, workspace } = (kept ?? {}) as { agent?: string; workspace?: string }
  const choice = { ...(agent ? { agent } : {}), ...(workspace ? { workspace } : {}) }
  if (Object.keys(choice).length > 0) await ports.tune(choice, context)
  return 'undone'
}

/** Builds one tool for several actions, so that a model sees one name instead of five. */
function agentFamily(
  ports: AgentAdminPorts,
  filesOf: FilesOfAction,
  name: ToolName,
  group: ToolGroup,
  description: string,
  actions: Record<string, Action>,
  texts: readonly string[],
  more: JsonObject = {},
): Tool {
  const missingOf = (args: JsonObject) =>
    actions[String(args.action)]?.needs.filter(
      (field) => typeof args[field] !== 'string' || args[field].trim() === '',
    ) ?? ['action']
  const objectOf = ({ action, name, new: next, into }: JsonObject) =>
    action === 'list' ? undefined : [name, next ?? into].map(deedText).filter(Boolean).join(' → ')
  const fields = Object.fromEntries(texts.map((text) => [text, { type: 'string' }]))
  return {
    name,
    facts: { group, kind: 'other', subject: 'arguments', reads: 'memory', leavesNothing: false },
    deeds: {
      object: objectOf,
      files: async (args, context) => filesOf(String(args.action), args as Args, context),
      undo: (kept, context) => undoChoice(ports, kept, context),
    },
    category: 'sensitive',
    idempotent: true,
    timeoutMs: 0,
    description,
    schema: {
      type: 'object',
      properties: { action: { type: 'string', enum: Object.keys(actions) }, ...fields, ...more },
      required: ['action'],
    },
    async explain(args, { language }) {
      const { action, ...rest } = args
      const missing = missingOf(args)
      if (missing.length > 0) return { refused: agentMessages[language].missing(missing.join(', ')) }
      return {
        effect: agentMessages[language].effect(`${name}.${action}`, JSON.stringify(rest)),
        risk: action === 'list' ? 'low' : 'medium',
      }
    },
    async *run(args, context) {
      const action = actions[String(args.action)]
      const missing = missingOf(args)
      if (!action || missing.length > 0)
        return { text: agentMessages[context.language].missing(missing.join(', ')), isError: true }
      try {
        const answer = await action.run(args as Args, context)
        const result = typeof answer === 'string' ? { text: answer } : answer
        const named = objectOf(args)
        return result.isError || named === undefined ? result : { ...result, deed: { object: named, ...result.deed } }
      } catch (error) {
        if (!(error instanceof AssistantError) || error.failure.code !== 'bad-input') throw error
        return { text: failureReason(error.failure, context), isError: true }
      }
    },
  }
}

/** The sentence for a refused name. */
function failureReason({ data = {}, detail = '' }: Failure, { language }: Pick<ToolContext, 'language'>): string {
  const say = agentMessages[language]
  if (data.taken) return say.taken(String(data.taken), String(data.by ?? ''))
  if (data.same) return say.same(String(data.same))
  const missing = data.profile ?? data.workspace ?? data.agent
  return missing ? say.unknown(String(missing)) : say.unusable(String(data.name ?? detail))
}

const unknownAgent = (name: string, { language }: ToolContext): ToolResult => ({
  text: agentMessages[language].unknown(name),
  isError: true,
})
