import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Mode = 'good' | 'large' | 'hang' | 'drop' | 'redirect' | 'html' | 'endless' | 'locked'

export interface McpHttp extends AsyncDisposable {
  url: string
  /** Headers of every request, in order. */
  seen: IncomingMessage['headers'][]
  calls: number
}

/**
 * An MCP server at an address (2025-11-25/basic/transports#streamable-http), answering POSTs with plain JSON. All but
 * `good` misbehave when a tool is called; `redirect`, `html` and `locked` from the first request on.
 */
export async function mcpHttp(mode: Mode, elsewhere = ''): Promise<McpHttp> {
  const made = { seen: [] as IncomingMessage['headers'][], calls: 0 }
  const server = createServer(async (request, response) => {
    made.seen.push(request.headers)
    if (mode === 'locked') return response.writeHead(401).end()
    if (request.method !== 'POST') return response.writeHead(405).end()
    if (mode === 'redirect') return response.writeHead(307, { location: elsewhere }).end()
    if (mode === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>')
    const message = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString())
    if (message.id === undefined) return response.writeHead(202).end()
    if (message.method === 'tools/call') {
      made.calls++
      if (misbehave(mode, response)) return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return Object.assign(made, {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

function answer({ method, params = {} }: { method: string; params?: Record<string, unknown> }): object {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'http', version: '1' },
    }
  if (method === 'tools/list') return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
  return { content: [{ type: 'text', text: 'here' }] }
}

/** True when the answer was taken care of. */
function misbehave(mode: Mode, response: ServerResponse): boolean {
  if (mode === 'hang') return true
  if (mode === 'drop') response.destroy()
  if (mode === 'large')
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"x":"${'x'.repeat(20 << 20)}"}`)
  if (mode === 'endless') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const more = () => {
      while (!response.destroyed && response.write('data: x'.repeat(1_000)));
      response.once('drain', more)
    }
    more()
  }
  return mode !== 'good'
}
