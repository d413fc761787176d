import { createHash } from 'node:crypto'
import type { Language } from '../../../messages/language.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { expandOAuth, isOAuth, type OAuthSettings, readOAuth } from './oauth-settings.ts'

/**
 * The way to a server: a program of this machine, or an address. `auto` = streamable HTTP, and SSE if that is not
 * known.
 */
export type ServerReach =
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd?: string }
  | { kind: 'auto' | 'http' | 'sse'; url: string; headers: Record<string, string>; oauth?: OAuthSettings }

/** A server as its file describes it, variables not yet replaced. */
export interface ServerSpec {
  name: string
  /** The file that it stands in. */
  from: string
  reach: ServerReach
  /** Tools that the person calls safe: all of them, or these. Only from the person's own file. */
  safe: boolean | string[]
  /**
   * Its tools keep nothing and send nothing on, says the person's own file: text from outside is no reason to ask
   * about them.
   */
  effects?: 'none'
  /** May ask our model. Only from the person's own file. */
  sampling: boolean
  disabled: boolean
  /** Milliseconds without progress after which a call ends. */
  timeoutMs: number
}

/** Milliseconds without progress for a server that states none. */
const defaultTimeoutMs = 60_000

/** The servers in the text of an `mcp.json`, and one sentence for each invalid entry. */
export interface ReadServers {
  servers: ServerSpec[]
  problems: string[]
}

type Check = [expected: keyof typeof mcpMessages.ko.expected, is: (value: unknown) => boolean]

const isText = (value: unknown) => typeof value === 'string' && value !== '' && !value.includes('\0')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && !one.includes('\0'))
const isTextMap = (value: unknown) =>
  isObject(value) &&
  Object.entries(value).every(([key, one]) => !/[=\0]/.test(key) && ['string', 'number'].includes(typeof one))
const isFlag = (value: unknown) => typeof value === 'boolean'

const fields: Record<string, Check> = {
  command: ['text', isText],
  args: ['texts', isTexts],
  env: ['map', isTextMap],
  cwd: ['text', isText],
  url: ['url', (value) => typeof value === 'string' && /^(https?:\/\/|\$\{)\S+$/.test(value)],
  headers: ['map', isTextMap],
  oauth: ['oauth', isOAuth],
  type: ['type', (value) => ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'].includes(String(value))],
  timeout: ['ms', (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 86_400_000],
  safe: ['safe', (value) => isFlag(value) || isTexts(value)],
  effects: ['effects', (value) => value === 'none'],
  sampling: ['flag', isFlag],
  disabled: ['flag', isFlag],
}

/**
 * Reads `{ "mcpServers": { name: { command, args, env, cwd } | { url, headers, type } } }`, the form that other
 * programs use as well. Keys that we do not know belong to them and are passed over. `own`: the person's file, which
 * alone may call tools safe.
 */
export function readServers(text: string, from: string, own: boolean, language: Language): ReadServers {
  const say = mcpMessages[language]
  const root = parseJson(text)
  const entries = isObject(root) && isObject(root.mcpServers) ? Object.entries(root.mcpServers) : undefined
  if (!entries) return { servers: [], problems: [say.badFile(from)] }
  const found = entries.map(([name, value]) => readServer(name, value, from, own, language))
  return {
    servers: found.filter((one) => typeof one !== 'string'),
    problems: found.filter((one) => typeof one === 'string'),
  }
}

/** Parses one server, or returns the sentence that says why it is invalid. */
export function readServer(
  name: string,
  value: unknown,
  from: string,
  own: boolean,
  language: Language,
): ServerSpec | string {
  const say = mcpMessages[language]
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(name)) return say.badName(from, name)
  if (!isObject(value)) return say.badServer(from, name)
  for (const [key, [expected, is]] of Object.entries(fields)) {
    if (value[key] !== undefined && !is(value[key])) return say.badField(from, `${name}.${key}`, say.expected[expected])
  }
  const reach = reachOf(value)
  if (!reach) return say.badServer(from, name)
  return {
    name,
    from,
    reach,
    safe: own ? ((value.safe as ServerSpec['safe'] | undefined) ?? false) : false,
    ...(own && value.effects === 'none' ? { effects: 'none' as const } : {}),
    sampling: own && value.sampling === true,
    disabled: value.disabled === true,
    timeoutMs: (value.timeout as number | undefined) ?? defaultTimeoutMs,
  }
}

function reachOf({
  command,
  args,
  env,
  cwd,
  url,
  headers,
  oauth,
  type,
}: Record<string, unknown>): ServerReach | undefined {
  const textValues = (map: unknown) =>
    Object.fromEntries(Object.entries(map ?? {}).map(([key, one]) => [key, String(one)]))
  if (command !== undefined && (type === undefined || type === 'stdio')) {
    const where = cwd === undefined ? {} : { cwd: String(cwd) }
    return {
      kind: 'stdio',
      command: String(command),
      args: (args as string[] | undefined) ?? [],
      env: textValues(env),
      ...where,
    }
  }
  if (url === undefined || type === 'stdio') return undefined
  const kind = type === undefined ? 'auto' : type === 'sse' ? 'sse' : 'http'
  const client = isObject(oauth) ? { oauth: readOAuth(oauth) } : {}
  return { kind, url: String(url), headers: textValues(headers), ...client }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Replaces `${NAME}` and `${NAME:-otherwise}` by variables of the environment, everywhere a server is reached by.
 * Returns the names that have no value and no otherwise.
 */
export function expandVariables(
  reach: ServerReach,
  env: Record<string, string | undefined>,
): { reach: ServerReach; missing: string[] } {
  const missing: string[] = []
  const text = (given: string) =>
    given.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
      const value = env[name] || otherwise
      if (value === undefined) missing.push(name)
      return value ?? ''
    })
  const map = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([key, one]) => [key, text(one)]))
  if (reach.kind !== 'stdio') {
    const oauth = reach.oauth ? { oauth: expandOAuth(reach.oauth, text) } : {}
    return { reach: { ...reach, url: text(reach.url), headers: map(reach.headers), ...oauth }, missing }
  }
  const { command, args, cwd } = reach
  const where = cwd === undefined ? {} : { cwd: text(cwd) }
  return {
    reach: { kind: 'stdio', command: text(command), args: args.map(text), env: map(reach.env), ...where },
    missing,
  }
}

/**
 * Return the fingerprint that a person approves: every part that decides which program runs or is called. Another
 * command is another server.
 */
export function fingerprintOf({ name, reach }: Pick<ServerSpec, 'name' | 'reach'>): string {
  return hashOf([name, reach])
}

/** SHA-256 of a JSON value, keys in order, so that equal values have equal hashes. */
export function hashOf(value: unknown): string {
  const sorted = JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
  return createHash('sha256').update(sorted).digest('hex')
}

/** Names of variables whose values are secret. */
const secretName = /key|token|secret|pass|auth|credential/i

/** Shorter values are not redacted: they would match unrelated text by chance. */
const leastSecret = 6

/** The values of a resolved server to redact: variables with secret names, and header values. */
export function secretsOf(reach: ServerReach): string[] {
  const values =
    reach.kind === 'stdio'
      ? Object.entries(reach.env).flatMap(([name, value]) => (secretName.test(name) ? [value] : []))
      : [
          ...Object.values(reach.headers).map((value) => value.replace(/^\w+ +(?=\S)/, '')),
          ...[reach.oauth?.clientSecret ?? '', reach.oauth?.privateKey ?? ''],
        ]
  return values.filter((value) => value.length >= leastSecret)
}

/**
 * The whole command line, or the address, as a person is shown it. A variable is part of what runs, so its value is
 * shown as well, unless it is a secret by its name; of headers only the names are.
 */
export function describeReach(reach: ServerReach): string {
  if (reach.kind !== 'stdio') {
    const { clientId, clientMetadataUrl, scopes } = reach.oauth ?? {}
    const client = [clientId, clientMetadataUrl, scopes].filter(Boolean).join(' ')
    const along = [...Object.keys(reach.headers), ...(client ? [`OAuth: ${client}`] : [])]
    return `${reach.url}${along.length > 0 ? ` (${along.join(', ')})` : ''}`
  }
  const variables = Object.entries(reach.env).map(([name, value]) => {
    const isHidden = secretName.test(name) && !/^\$\{\w+\}$/.test(value)
    return `${name}=${isHidden ? '…' : quoteWord(value)}`
  })
  return (
    [...variables, ...[reach.command, ...reach.args].map(quoteWord)].join(' ') + (reach.cwd ? `  (${reach.cwd})` : '')
  )
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
