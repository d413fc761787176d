import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of MCP servers. */
export const mcpRows: readonly CommandRow[] = [
  {
    path: 'mcp add <name> [command...]',
    options: ['--url <url>', '--header <pair...>', '--env <pair...>', '--cwd <folder>', '--safe', '--yes'],
    load: async () => (await import('./servers.ts')).addServer,
  },
  { path: 'mcp list', options: [json], load: async () => (await import('./servers.ts')).listServers },
  { path: 'mcp remove <name>', load: async () => (await import('./servers.ts')).removeServer },
  {
    path: 'mcp search <word...>',
    options: [json],
    load: async () => (await import('./search.ts')).searchRegistry,
  },
  { path: 'mcp set <name> <field> [value]', load: async () => (await import('./servers.ts')).changeServer },
  { path: 'mcp import', changes: true, options: [json], load: async () => (await import('./servers.ts')).importAll },
  { path: 'mcp connect <name>', options: ['--yes'], load: async () => (await import('./mcp.ts')).connectServer },
  { path: 'mcp tools [name]', options: [json], load: async () => (await import('./mcp.ts')).listServerTools },
  { path: 'mcp resources <name> [uri]', load: async () => (await import('./mcp.ts')).readResources },
  {
    path: 'mcp call <name> <tool> [arguments]',
    options: [json, '--yes'],
    load: async () => (await import('./mcp.ts')).callServerTool,
  },
  { path: 'mcp serve', load: async () => (await import('./serve.ts')).serveMcp },
]
