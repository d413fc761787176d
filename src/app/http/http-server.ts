import { dirname, join } from 'node:path'
import { listAgents } from '../../memory/agents.ts'
import { warningText } from '../../messages/commands/config.ts'
import type { ConfigWarning } from '../../messages/commands/config-warning.ts'
import { serveMessages } from '../../messages/commands/serve.ts'
import { type Conversation, fail, type Id, type Principal } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { RotatingLog } from '../../std/fs/rotating-log.ts'
import { journalPath, readEnvelopes } from '../../threads/journal.ts'
import type { DoorModel } from '../../ui/http/openai/doors.ts'
import { type Heads, headsInMemory, headsOnDisk } from '../../ui/http/openai/heads.ts'
import { AgentServer } from '../../ui/http/server.ts'
import { openSessions, type Sessions, type TurnWishes } from '../../ui/http/sessions.ts'
import { madeName, TokenFile } from '../../ui/http/tokens.ts'
import type { AppContext } from '../context/app-context.ts'
import type { createConversationFactory, SurfaceOptions } from '../conversations/conversation-factory.ts'
import { followConfig } from '../environment/follow-config.ts'
import { isOfOwner } from '../services/built-in.ts'
import { servicesFolder } from '../services/grants.ts'
import { runScheduledTransfers } from '../services/scheduled-transfers.ts'

export type SessionStore = 'memory' | 'disk' | 'redis'

export interface ServeOptions {
  host: string
  port: number
  sessions: SessionStore
  origins: string[]
  /** Hears that settings were read anew; with faults, as sentences, they were left as they are. */
  reloaded?(faults: string[]): void
}

/** A server that listens. */
export interface Serving {
  url: string
  /** The text of the first token, when it was made just now. */
  firstToken?: string
  tokensPath: string
  /** The store of the sessions does not answer yet; until it does every turn fails. */
  storeAway: boolean
  close(): Promise<void>
}

/** One for all questions about the same home, so that the file is read once. */
const tokenFiles = new WeakMap<AppContext['loaded'], TokenFile>()

/** The tokens of HTTP clients. */
export function tokensOf({ loaded, now }: Pick<AppContext, 'loaded' | 'now'>): TokenFile {
  const file = tokenFiles.get(loaded) ?? new TokenFile(join(dirname(loaded.paths.config), 'http-tokens.json'), now)
  tokenFiles.set(loaded, file)
  return file
}

/** The owner's grants to the bearer of a token. */
export async function grantsOfToken(
  parts: Pick<AppContext, 'loaded' | 'now'>,
  by: Principal,
): Promise<ReadonlySet<string>> {
  const name = madeName(by.replace(/^token:/, ''))
  const { grants = [], people } = (await tokensOf(parts).all()).find((one) => one.name === name) ?? {}
  return new Set(people ? grants.filter((grant) => !isOfOwner(grant)) : grants)
}

/** Opens the HTTP surface over this home. Makes the first token when there is none. */
export async function startServing(
  parts: AppContext,
  engine: ReturnType<typeof createConversationFactory>,
  { host, port, sessions: kind, origins, reloaded }: ServeOptions,
): Promise<Serving> {
  const tokens = tokensOf(parts)
  const firstToken = (await tokens.all()).length === 0 ? await tokens.add('default') : undefined
  const { sessions, heads } = await sessionsOf(parts, engine, parts.initial, kind)
  const passing = openSessions(
    (id, whose) => engine.open(id, passingOptions(scopeOf(parts.initial, whose))),
    undefined,
    0,
  )
  const { telemetry: receiver } = parts.loaded.settings.serve
  const telemetry = receiver === undefined ? undefined : (await import('./telemetry.ts')).openTelemetry(receiver)
  const log = logOf(parts)
  let endUser = await endUsersOf(parts)
  const server = new AgentServer({
    sessions: telemetry?.traceTurns(sessions) ?? sessions,
    passing,
    heads,
    models: () => doorModels(parts),
    now: () => +parts.now(),
    token: (text) => tokens.find(text),
    endUser: async (header) => endUser?.(header),
    calendar: async (profile = parts.loaded.settings.profile) =>
      (await import('./calendar-feed.ts')).calendarFeedOf(parts, profile),
    language: parts.language,
    origins,
    clock: () => +parts.now(),
    log,
  })
  const bound = await listenAt(server, host, port, parts.language)
  const stop = new AbortController()
  const told = async (found: ConfigWarning[]) => {
    const faults = found.map((fault) => warningText(fault, parts.language))
    if (found.length === 0) endUser = await endUsersOf(parts)
    log({ settings: found.length === 0 ? 'read' : 'kept', faults })
    reloaded?.(faults)
  }
  followConfig(parts, told, stop.signal)
  const bookings = runScheduledTransfers(parts, stop.signal)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    ...(firstToken ? { firstToken } : {}),
    tokensPath: tokens.path,
    storeAway: (await sessions.answers?.()) === false,
    async close() {
      stop.abort()
      await server.close()
      await bookings
      await telemetry?.close()
    },
  }
}

/** The check of signed names of people, where settings or the secret `END_USER_SECRET` ask for it. */
async function endUsersOf({ loaded, secrets }: AppContext) {
  const { issuer, audience = 'assistant', keys } = loaded.settings.serve
  const secret = secrets.get('END_USER_SECRET')?.value
  if (issuer === undefined && secret === undefined) return undefined
  const { signedEndUsers } = await import('../../ui/http/end-users.ts')
  return signedEndUsers({ issuer, audience, keys, secret })
}

async function sessionsOf(
  parts: AppContext,
  engine: ReturnType<typeof createConversationFactory>,
  initial: SurfaceOptions['initial'],
  kind: SessionStore,
): Promise<{ sessions: Sessions; heads: Heads }> {
  const open =
    (ephemeral: boolean) =>
    (id: Id, whose: TurnWishes): Promise<Conversation> =>
      engine.open(id, { canAsk: false, initial: scopeOf(initial, whose), ...(ephemeral ? { ephemeral } : {}) })
  if (kind === 'memory') return { sessions: openSessions(open(true), undefined, mostInMemory), heads: headsInMemory() }
  if (kind === 'disk') {
    const sessions = openSessions(open(false), (id) => readEnvelopes(journalPath(engine.folder, id)))
    return { sessions, heads: headsOnDisk(join(parts.loaded.paths.state, 'http-places'), () => +parts.now()) }
  }
  const url = parts.secrets.get('REDIS_URL')?.value
  if (!url) return fail('config', { data: { sentence: serveMessages[parts.language].noRedis } })
  const [{ redisSessions }, { readRedisAddress }] = await Promise.all([
    import('../../ui/http/redis-sessions.ts'),
    import('../../sync/stores/redis-place.ts'),
  ])
  const place = readRedisAddress(url) ?? fail('config', { data: { sentence: serveMessages[parts.language].badRedis } })
  const sessions = redisSessions(place, engine.options({ canAsk: false, initial }), {
    idle: parts.loaded.settings.serve.idleDays * dayMs,
  })
  return { sessions, heads: sessions.heads }
}

const scopeOf = (initial: SurfaceOptions['initial'], { agent, profile }: TurnWishes) => ({
  ...initial,
  ...(agent ? { agent } : {}),
  ...(profile ? { profile } : {}),
})

/** Conversations that are kept where nothing is written: some hundred megabytes when each is as long as its window. */
const mostInMemory = 10_000

const dayMs = 86_400_000

/** Nothing of what is asked so is kept or remembered. */
const passingOptions = (initial: SurfaceOptions['initial']) => ({
  canAsk: false,
  initial,
  ephemeral: true,
  private: true,
})

function listenAt({ server }: AgentServer, host: string, port: number, language: 'ko' | 'en'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      try {
        const { portTaken, hostUnknown } = serveMessages[language]
        const isHost = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(codeOf(error) ?? '')
        const sentence = isHost ? hostUnknown(host) : portTaken(String(port))
        fail('config', { data: { sentence }, detail: String(error) }, error)
      } catch (failure) {
        reject(failure)
      }
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** Logs the cause behind an answer that only said so; nobody waits for it, and a disk that refuses it ends nothing. */
function logOf({ loaded, secrets, now }: AppContext): (line: object) => void {
  const file = new RotatingLog(join(loaded.paths.state, 'serve.log'))
  return (line) => void file.add(secrets.redact(JSON.stringify({ at: now().toISOString(), ...line }))).catch(() => {})
}

/** The assistant, its agents and its services, as other programs choose a model. */
async function doorModels({ loaded, initial, language }: AppContext): Promise<DoorModel[]> {
  const { home } = loaded.paths
  const [{ builtIns }, { findServices, disabledServices }] = await Promise.all([
    import('../services/built-in.ts'),
    import('../../services/declared/folder.ts'),
  ])
  const folder = servicesFolder(home)
  const [agents, own, off] = await Promise.all([
    listAgents(home, initial.workspace),
    findServices(folder, language),
    disabledServices(folder),
  ])
  const whole = own.filter(({ problems }) => problems.length === 0)
  const services = [...builtIns.map(({ file }) => file.name), ...whole.map(({ name }) => name)]
  return [
    { id: 'assistant' },
    ...agents.filter((agent) => agent !== initial.agent).map((agent) => ({ id: `assistant/${agent}`, agent })),
    ...services
      .filter((service) => !off.includes(service))
      .map((service) => ({ id: `assistant/service/${service}`, service })),
  ]
}
