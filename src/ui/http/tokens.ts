import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { dirname } from 'node:path'
import { guestProfile } from '../../memory/profiles.ts'
import { FileCache } from '../../std/fs/file-cache.ts'
import { ensureDir } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { isOnly, readState, stateText, writeState } from '../../std/fs/state-file.ts'

/** A token as it is kept: never in clear. */
export interface Token {
  name: string
  sha256: string
  /** Names of the tools and services that its bearer may use without the owner at the machine. */
  grants: string[]
  at: string
  /** The profile whose memory its conversations read and write; the home's own person where it is absent. */
  profile?: string
  /** Requests a minute; no limit where it is absent. */
  perMinute?: number
  /** Its bearer is a front end that names the person of each request (`X-End-User`). */
  people?: true
  /** It stands in the address of a calendar that other programs read, and opens nothing else. */
  calendar?: true
}

/**
 * The token of one person of a front end: sessions, memory and everything else that is kept by the name of a token is
 * that person's alone. No name of a token has a slash in it.
 */
export function tokenOfPerson(token: Token, user: string): Token {
  const id = hashOf(JSON.stringify([token.name, user]))
    .toString('hex')
    .slice(0, 24)
  return { ...token, name: `${token.name}/${id}`, profile: guestProfile(`${token.name}-${id}`) }
}

/** The name of the token that was made by the owner, of one that may be a person's. */
export const madeName = (name: string): string => name.split('/')[0] ?? name

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The tokens of a home, in one file (0600) that any process may change and every request may look at. */
export class TokenFile {
  readonly path: string
  readonly #now: () => Date
  readonly #known = new FileCache<Token[]>(1)

  constructor(path: string, now: () => Date) {
    this.path = path
    this.#now = now
  }

  /** Every token. The file is read again only when it is another one. */
  all(): Promise<Token[]> {
    return this.#known.get(this.path, () => this.#read())
  }

  async #read(): Promise<Token[]> {
    return (await readState(this.path, tokensOf, someTokens)) ?? []
  }

  /** The token whose text this is; every one is compared, in the same time. */
  async find(text: string): Promise<Token | undefined> {
    const given = hashOf(text)
    let found: Token | undefined
    for (const token of await this.all()) if (timingSafeEqual(given, Buffer.from(token.sha256, 'hex'))) found = token
    return found
  }

  /** Makes a token and returns its text, which is nowhere else; undefined when the name is taken or cannot be used. */
  async add(
    name: string,
    grants: string[] = [],
    { profile, people, calendar }: Pick<Token, 'profile' | 'people' | 'calendar'> = {},
  ): Promise<string | undefined> {
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) return undefined
    const text = `ast_${randomBytes(32).toString('base64url')}`
    const token = {
      name,
      sha256: hashOf(text).toString('hex'),
      grants,
      at: this.#now().toISOString(),
      ...(profile ? { profile } : {}),
      ...(people ? { people } : {}),
      ...(calendar ? { calendar } : {}),
    }
    let added = false
    await this.#change((tokens) => {
      added = !tokens.some((one) => one.name === name)
      return added ? [...tokens, token] : tokens
    })
    return added ? text : undefined
  }

  async remove(name: string): Promise<boolean> {
    let found = false
    await this.#change((tokens) => {
      found = tokens.some((one) => one.name === name)
      return tokens.filter((one) => one.name !== name)
    })
    return found
  }

  /** Grants a tool or service to a token, or takes it back. False when there is no such token. */
  async grant(name: string, what: string, on: boolean): Promise<boolean> {
    let found = false
    await this.#change((tokens) =>
      tokens.map((one) => {
        if (one.name !== name) return one
        found = true
        const others = one.grants.filter((grant) => grant !== what)
        return { ...one, grants: on ? [...others, what] : others }
      }),
    )
    return found
  }

  async #change(edit: (tokens: Token[]) => Token[]): Promise<void> {
    await ensureDir(dirname(this.path))
    await withLock(this.path, async () => {
      const before = await this.all()
      const after = edit(before)
      if (after !== before) await writeState(this.path, stateText({ tokens: after }))
    })
  }
}

/** The tokens that a file holds; undefined when something in it is none of ours. */
export function tokensOf(value: unknown): Token[] | undefined {
  return isOnly(value, ['v', 'tokens']) && Array.isArray(value.tokens) && value.tokens.every(isWhole)
    ? value.tokens
    : undefined
}

function someTokens(value: unknown): Token[] | undefined {
  const { tokens } = (value ?? {}) as { tokens?: unknown }
  return Array.isArray(tokens) ? tokens.filter(isToken) : undefined
}

/** A misspelt name of a field would take a right away in silence. */
const isWhole = (value: unknown): value is Token =>
  isOnly(value, ['name', 'sha256', 'grants', 'at', 'profile', 'perMinute', 'people', 'calendar']) && isToken(value)

function isToken(value: unknown): value is Token {
  const { name, sha256, grants, profile, people, calendar } = (value ?? {}) as Partial<Token>
  if ([people, calendar].some((flag) => flag !== undefined && flag !== true)) return false
  if (profile !== undefined && typeof profile !== 'string') return false
  return typeof name === 'string' && /^[0-9a-f]{64}$/.test(String(sha256)) && Array.isArray(grants)
}
