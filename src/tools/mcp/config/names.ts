import { hashOf } from './spec.ts'

/** The tool names that every wire accepts (OpenAI and Anthropic: `^[a-zA-Z0-9_-]{1,64}$`). */
const longest = 64

/**
 * The server's part of a tool's name. It never holds `_`, so that the part ends at the next one: two servers can
 * never give one name. What a name loses by that is made up for by a hash.
 */
export function slugOf(server: string): string {
  const plain = server.replace(/[ _.]/g, '-').replace(/[^A-Za-z0-9-]/g, '')
  const lost = server.replace(/[ _.]/g, '-') !== plain || plain.length > 20 || plain === ''
  return lost ? `${plain.slice(0, 12)}${plain ? '-' : ''}${hashOf(server).slice(0, 6)}` : plain
}

/** `mcp_<server>_<tool>`, the same in every process; what had to be changed or cut carries a hash of the whole. */
export function toolName(server: string, tool: string): `mcp_${string}` {
  const head = `mcp_${slugOf(server)}_` as const
  const plain = tool.replace(/[^A-Za-z0-9_-]/g, '_')
  if (plain === tool && head.length + plain.length <= longest) return `${head}${plain}`
  return `${head}${plain.slice(0, longest - head.length - 9)}_${hashOf([server, tool]).slice(0, 8)}`
}
