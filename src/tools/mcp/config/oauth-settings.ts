/** The identity of this program at the authorization server of one MCP server, if it cannot register itself. */
export interface OAuthSettings {
  /** Issued by the authorization server in advance, as the secret is. */
  clientId?: string
  clientSecret?: string
  /** Scopes to request, separated by spaces. They override those that a server names. */
  scopes?: string
  /** The port of `http://localhost:<port>/callback`, where that address was registered. */
  callbackPort?: number
  /** An https address at which the person keeps a client id metadata document (SEP-991). */
  clientMetadataUrl?: string
  /** `client_credentials`: the program logs in with the secret or the key, without a browser. */
  grantType?: 'authorization_code' | 'client_credentials'
  /** A PKCS #8 key in PEM that signs assertions in place of a secret (RFC 7523). */
  privateKey?: string
}

const isText = (value: unknown) => typeof value === 'string' && value !== '' && !value.includes('\0')
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

const fields: Record<keyof OAuthSettings, (value: unknown) => boolean> = {
  clientId: isText,
  clientSecret: isText,
  scopes: (value) => isText(value) || isTexts(value),
  callbackPort: (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536,
  clientMetadataUrl: (value) => typeof value === 'string' && /^(https:\/\/[^/]+\/.|\$\{)/.test(value),
  grantType: (value) => value === 'authorization_code' || value === 'client_credentials',
  privateKey: isText,
}

/** Return true if an `oauth` entry is valid. `client_credentials` needs an id, and a secret or a key. */
export function isOAuth(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const given = value as Record<string, unknown>
  const areRight = Object.entries(fields).every(([key, is]) => given[key] === undefined || is(given[key]))
  const isByItself = given.grantType === 'client_credentials' || given.privateKey !== undefined
  return (
    areRight && (!isByItself || (isText(given.clientId) && (isText(given.clientSecret) || isText(given.privateKey))))
  )
}

/** Reads an entry that `isOAuth`; keys of other programs are passed over. */
export function readOAuth(value: Record<string, unknown>): OAuthSettings {
  const known = Object.keys(fields).flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]] as const]))
  const { scopes, ...rest } = Object.fromEntries(known)
  return { ...rest, ...(scopes === undefined ? {} : { scopes: [scopes].flat().join(' ') }) }
}

/** Every text of it by `text`, which fills in variables. */
export function expandOAuth(oauth: OAuthSettings, text: (given: string) => string): OAuthSettings {
  return Object.fromEntries(Object.entries(oauth).map(([key, one]) => [key, typeof one === 'string' ? text(one) : one]))
}
