import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of agents, workspaces and profiles. */
export const peopleRows: readonly CommandRow[] = [
  { path: 'agent list', options: [json], load: async () => (await import('./agents.ts')).listAgents },
  {
    path: 'agent create <name>',
    options: ['--wake-word <word>', '--persona <text>'],
    load: async () => (await import('./agents.ts')).createAgent,
  },
  { path: 'agent use <name>', load: async () => (await import('./agents.ts')).useAgent },
  {
    path: 'agent edit <find> [replace]',
    options: ['--name <agent>', '--memory', '--yes'],
    load: async () => (await import('./agents.ts')).editAgent,
  },
  { path: 'workspace list', options: [json], load: async () => (await import('./agents.ts')).listWorkspaces },
  { path: 'workspace create <name>', load: async () => (await import('./agents.ts')).createWorkspace },
  { path: 'workspace use <name>', load: async () => (await import('./agents.ts')).useWorkspace },
  { path: 'profile list', options: [json], load: async () => (await import('./agents.ts')).listProfiles },
  { path: 'profile create <name>', load: async () => (await import('./agents.ts')).createProfile },
  { path: 'profile alias <name> <alias>', load: async () => (await import('./agents.ts')).aliasProfile },
  { path: 'profile rename <name> <new>', load: async () => (await import('./agents.ts')).renameProfile },
  { path: 'profile merge <name> <into>', load: async () => (await import('./agents.ts')).mergeProfiles },
]
