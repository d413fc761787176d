// A server on a port of its own over the transfer service, with tokens on disk, and a client that reads frames.
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Flow } from '../../../src/core/flow.ts'
import { type OpenOptions, openEphemeral, openShared } from '../../../src/core/ownership/shared-conversation.ts'
import { createRouter } from '../../../src/core/service/router.ts'
import type { ServiceDeps } from '../../../src/core/service/service.ts'
import { openLedger } from '../../../src/services/transfer/ledger.ts'
import { journalPath, readEnvelopes } from '../../../src/threads/journal.ts'
import { headsInMemory, headsOnDisk } from '../../../src/ui/http/openai/heads.ts'
import { AgentServer } from '../../../src/ui/http/server.ts'
import { openSessions, type Sessions } from '../../../src/ui/http/sessions.ts'
import { TokenFile } from '../../../src/ui/http/tokens.ts'
import { rig } from '../../core/rig.ts'
import { now, zone } from '../../services/rig.ts'
import { transferService } from '../../services/transfer-service.ts'

export interface RigOptions {
  chat?: Flow
  home?: string
  sessions?: (options: OpenOptions) => Sessions
  memory?: boolean
  origins?: string[]
  /** The clock of conversations. */
  now?: () => Date
}

const echo: Flow = async function* (input, context) {
  return { message: context.newId(), text: `chat: ${input.text}` }
}

export async function serving(given: RigOptions = {}) {
  const home = given.home ?? (await mkdtemp(join(tmpdir(), 'http-')))
  const tokens = new TokenFile(join(home, 'http-tokens.json'), () => now)
  const ledger = openLedger(join(home, 'ledger.jsonl'), () => now)
  const parts: ServiceDeps = {
    language: 'ko',
    zone,
    model: async () => undefined,
    limits: { softMs: 60_000, hardMs: 600_000 },
    log: async () => {},
  }
  const granted = new Set(
    (await tokens.all()).filter(({ grants }) => grants.includes('transfer')).map(({ name }) => `token:${name}`),
  )
  const transfer = transferService(ledger, parts, ({ by }) => granted.has(by))
  const flow = createRouter({ ...parts, services: [transfer], chat: given.chat ?? echo })
  const { options: usual } = await rig(flow, home)
  const options = given.now ? { ...usual, now: given.now } : usual
  const sessions =
    given.sessions?.(options) ??
    (given.memory
      ? openSessions((id) => openEphemeral(id, options), undefined, 2_000)
      : openSessions(
          (id) => openShared(id, options),
          (id) => readEnvelopes(journalPath(options.folder, id)),
        ))
  const log: object[] = []
  const agent = new AgentServer({
    sessions,
    passing: openSessions((id) => openEphemeral(id, options), undefined, 0),
    heads: given.memory ? headsInMemory() : headsOnDisk(join(home, 'http-places'), () => +now),
    models: async () => [{ id: 'assistant' }, { id: 'assistant/service/transfer', service: 'transfer' }],
    now: () => +now,
    token: (text) => tokens.find(text),
    calendar: async (profile) => `BEGIN:VCALENDAR of ${profile}`,
    language: 'ko',
    origins: given.origins ?? [],
    clock: () => performance.now(),
    log: (line) => void log.push(line),
  })
  await new Promise<void>((resolve) => agent.server.listen(0, '127.0.0.1', resolve))
  const { port } = agent.server.address() as AddressInfo
  const token = async (name: string, grants: string[] = ['transfer']) => {
    granted.add(`token:${name}`)
    if (!grants.includes('transfer')) granted.delete(`token:${name}`)
    return (await tokens.add(name, grants)) ?? ''
  }
  return { home, port, agent, ledger, tokens, token, log, options, close: () => agent.close(2_000) }
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared whole, not typed again
  json(): any
}

/** One request; `body` may be anything. */
export function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text,
          json: () => JSON.parse(text),
        })
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

export const chat = (port: number, token: string, session_id: string, message: string, more: object = {}) =>
  ask(port, 'POST', '/v1/agent/chat', bearer(token), JSON.stringify({ session_id, message, ...more }))

/** The frames of a stream; throws where one is not well formed. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function framesOf(body: string): { event: string; data: any }[] {
  if (!body.endsWith('\n\n')) throw new Error(`cut: ${body.slice(-80)}`)
  return body
    .split('\n\n')
    .filter((block) => block && !block.startsWith(':'))
    .map((block) => {
      const [, event = '', data = ''] = /^event: ([A-Z_]+)\ndata: (.+)$/.exec(block) ?? []
      if (!event) throw new Error(`not a frame: ${block}`)
      return { event, data: JSON.parse(data) }
    })
}

export const stream = async (port: number, token: string, session_id: string, message: string, more: object = {}) =>
  framesOf(
    (await ask(port, 'POST', '/v1/agent/chat/stream', bearer(token), JSON.stringify({ session_id, message, ...more })))
      .body,
  )
