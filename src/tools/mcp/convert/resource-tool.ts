import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { type Tool, unknownFacts } from '../../../protocol/index.ts'
import { tool } from '../../tool.ts'
import { slugOf } from '../config/names.ts'
import type { ServerSpec } from '../config/spec.ts'
import type { Offers } from './resources-and-prompts.ts'

/** The server's name for it, as `safe` in mcp.json spells it. */
export const resourceToolName = 'resources'

/** Lets a model see and read what a server has besides its tools. */
export function resourceTool(offers: Offers, spec: ServerSpec, name: `mcp_${string}`): Tool {
  return tool({
    name,
    facts: { ...unknownFacts, group: { server: slugOf(spec.name) }, kind: 'read' },
    deeds: 'none',
    category:
      spec.safe === true || (Array.isArray(spec.safe) && spec.safe.includes(resourceToolName)) ? 'safe' : 'sensitive',
    effect: () => (spec.effects === 'none' ? undefined : 'sends'),
    timeoutMs: 60_000,
    description: `Resources of the server ${spec.name}: the list, or with uri one of them. A uri with {names} tells what to put for them.`,
    schema: { type: 'object', properties: { uri: { type: 'string' } } },
    explain: async ({ uri }, { language }) => ({
      effect: mcpMessages[language].effect(spec.name, ['resources', uri].filter(Boolean).join(' ')),
      risk: 'low',
    }),
    run: async ({ uri }, { signal }) => ({
      ...(await offers.show(spec.name, uri, signal)),
      source: `mcp ${spec.name}`,
    }),
  })
}
