import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface McpLocked extends AsyncDisposable {
  url: string
  /** What was asked for, in order: pages of a login with their scopes, tokens given out, tools run. */
  story: string[]
}

/** How such a server is locked. */
export interface Lock {
  /** Never content with the rights that it is given. */
  greedy?: boolean
  /** Methods that are answered without a login. */
  open?: string[]
  /** Whether a program may register itself; otherwise only the client `given` with the secret `known` is let in. */
  registers?: boolean
  /** What the person is told in the browser instead of being logged in. */
  refuses?: string
  /** Another authorization server to which people are sent. */
  login?(): string
}

/**
 * An MCP server behind a login, and the authorization server of that login
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization, RFC 9728, 8414, 7591, 6749, 7636).
 * The tool `read` wants the right `read`, `write` wants `write` too; a server that is `greedy` is never content with
 * what it is given. Tokens can be renewed, which widens nothing.
 */
export async function mcpLocked({
  greedy = false,
  open = [],
  registers = true,
  refuses,
  login,
}: Lock = {}): Promise<McpLocked> {
  const story: string[] = []
  const codes = new Map<string, { scope: string; challenge: string }>()
  const tokens = new Map<string, string>()
  let made = 0
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', origin)
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const json = (value: object, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json({
        resource: `${origin}/mcp`,
        authorization_servers: [login?.() ?? origin],
        scopes_supported: ['read'],
      })
    if (pathname === '/.well-known/oauth-authorization-server')
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        ...(registers ? { registration_endpoint: `${origin}/register` } : {}),
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: [registers ? 'none' : 'client_secret_post'],
      })
    if (pathname === '/register') return json({ ...JSON.parse(body), client_id: 'client' }, 201)
    if (pathname === '/authorize') {
      const [code, scope] = [`code${++made}`, query.get('scope') ?? '']
      story.push(`login ${scope}`)
      codes.set(code, { scope, challenge: query.get('code_challenge') ?? '' })
      const back = new URL(query.get('redirect_uri') ?? '')
      const said = refuses === undefined ? { code } : { error: 'access_denied', error_description: refuses }
      back.search = new URLSearchParams({ ...said, state: query.get('state') ?? '' }).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/token') {
      const form = new URLSearchParams(body)
      if (!registers) story.push(`client ${form.get('client_id')} ${form.get('client_secret')}`)
      if (!registers && form.get('client_secret') !== 'known') return json({ error: 'invalid_client' }, 401)
      const renewed = tokens.get(form.get('refresh_token') ?? '')
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const scope = renewed ?? (code?.challenge === proof ? code.scope : undefined)
      if (scope === undefined) return json({ error: 'invalid_grant' }, 400)
      const [access, refresh] = [`token${++made}`, `refresh${made}`]
      story.push(`token ${scope}`)
      tokens.set(access, scope).set(refresh, scope)
      return json({ access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600, scope })
    }
    if (request.method !== 'POST') return response.writeHead(405).end()
    const scope = tokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '')
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
    const message = JSON.parse(body)
    if (scope === undefined && !open.includes(message.method))
      return json({}, 401, { 'www-authenticate': `Bearer ${metadata}, scope="read"` })
    const { id, method, params = {} } = message
    if (id === undefined) return response.writeHead(202).end()
    const wanted = params.name === 'write' ? 'read write' : 'read'
    if (method === 'tools/call' && (greedy || wanted.split(' ').some((one) => !scope?.split(' ').includes(one))))
      return json({}, 403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${wanted}", ${metadata}` })
    if (method === 'tools/call') story.push(`run ${params.name}`)
    return json({ jsonrpc: '2.0', id, result: answer(method, params) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/mcp`,
    story,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(method: string, { protocolVersion, name }: Record<string, unknown>): object {
  if (method === 'initialize')
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'locked', version: '1' } }
  const tool = (of: string) => ({ name: of, inputSchema: { type: 'object' } })
  return method === 'tools/list'
    ? { tools: [tool('read'), tool('write')] }
    : { content: [{ type: 'text', text: `did ${name}` }] }
}
