import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of MCP servers. */
export const mcpRows: readonly CommandRow[] = [
  {
    path: 'mcp add <name> [command...]',
    options: ['--url <url>', '--header <pair...>', '--env <pair...>', '--cwd <folder>', '--safe', '--yes'],
    load: async () => (await import('./servers.ts')).add,
  },
  { path: 'mcp list', options: [json], load: async () => (await import('./servers.ts')).list },
  { path: 'mcp remove <name>', load: async () => (await import('./servers.ts')).remove },
  {
    path: 'mcp search <word...>',
    options: [json],
    load: async () => (await import('./search.ts')).search,
  },
  { path: 'mcp set <name> <field> [value]', load: async () => (await import('./servers.ts')).set },
  { path: 'mcp import', options: [json], load: async () => (await import('./servers.ts')).importAll },
  { path: 'mcp connect <name>', options: ['--yes'], load: async () => (await import('./mcp.ts')).connect },
  { path: 'mcp tools [name]', options: [json], load: async () => (await import('./mcp.ts')).tools },
  { path: 'mcp resources <name> [uri]', load: async () => (await import('./mcp.ts')).resources },
  {
    path: 'mcp call <name> <tool> [arguments]',
    options: [json, '--yes'],
    load: async () => (await import('./mcp.ts')).call,
  },
  { path: 'mcp serve', load: async () => (await import('./serve.ts')).serve },
]
