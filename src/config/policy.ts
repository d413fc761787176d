import { readFileSync } from 'node:fs'
import { codeOf, isMissing } from '../std/fs/files.ts'
import { hostMatches, hostOf, hostPattern } from '../std/net/host-pattern.ts'

/**
 * Decisions of an organisation for everybody on a machine. No setting, flag, rule, hook or answer of a person widens
 * it.
 */
export interface Policy {
  path: string
  /** Rules that stand before the person's own. */
  deny: readonly string[]
  ask: readonly string[]
  /** Rules and hooks of the person's may lift a question. */
  personalAllow: boolean
  /** Commands and code run in a sandbox or not at all. */
  sandboxRequired: boolean
  /** Providers that may be asked, by name (`@name` for a server of the person's own); undefined: all. */
  providers: readonly string[] | undefined
  /** Hosts that this program may call over HTTP at all; undefined: all. */
  hosts: readonly string[] | undefined
  /** The fault that makes the file unreadable; then nothing is allowed. */
  damage?: string
}

/**
 * The policy of this machine; undefined where there is none. One that cannot be read, or not to its last word, allows
 * nothing.
 */
export async function readPolicy(path: string): Promise<Policy | undefined> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    return closedPolicy(path, codeOf(error) ?? String(error))
  }
  const z = await import('./zod.ts')
  const rules = z.array(z.string().check(z.regex(/^[\w.*-]+(\(.*\))?$/s)))
  const schema = z.strictObject({
    deny: z.optional(rules),
    ask: z.optional(rules),
    personalAllow: z.optional(z.boolean()),
    sandbox: z.optional(z.enum(['required', 'optional'])),
    providers: z.optional(z.array(z.string().check(z.regex(/^@?[\w.-]+$/)))),
    hosts: z.optional(z.array(z.string().check(z.regex(hostPattern)))),
  })
  const { data, error } = schema.safeParse(parseJson(text))
  if (error) {
    // The first thing that is not understood.
    const [first] = error.issues
    return closedPolicy(
      path,
      [...(first?.path ?? []), ...(first && 'keys' in first ? first.keys : [])].join('.') || 'JSON',
    )
  }
  const { deny = [], ask = [], personalAllow = true, sandbox, providers, hosts } = data
  return { path, deny, ask, personalAllow, sandboxRequired: sandbox === 'required', providers, hosts }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function closedPolicy(path: string, damage: string): Policy {
  return { path, damage, deny: ['*'], ask: [], personalAllow: false, sandboxRequired: true, providers: [], hosts: [] }
}

/** Return true if a provider may be asked. The rule engine is no provider: it sends nothing. */
export function allowsProvider({ providers }: Policy, name: string): boolean {
  return name === 'offline' || providers === undefined || providers.includes(name)
}

/** Return true if an address may be called. */
export function allowsAddress({ hosts }: Policy, url: string | URL): boolean {
  const { host, port } = hostOf(url)
  return hosts === undefined || hosts.some((pattern) => hostMatches(pattern, host, port))
}
