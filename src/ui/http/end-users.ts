import { createSecretKey } from 'node:crypto'
import type { JWTVerifyGetKey } from 'jose'
import { networkFetch } from '../../std/net/fetch.ts'
import { once } from '../../std/once.ts'
import { Refused } from './responses.ts'

/** The signer of people's names: an OIDC issuer, or a front end that shares a secret. */
export interface EndUserRules {
  issuer?: string | undefined
  audience: string
  /** Address of the issuer's public keys; absent: as its discovery document says. */
  keys?: string | undefined
  secret?: string | undefined
}

/** Signatures by a key of which the public half is known; and by a shared secret. */
const publicAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const secretAlgorithms = ['HS256', 'HS384', 'HS512']

/**
 * Reads the person that a request names in X-End-User: the `sub` of a JWT that is signed, meant for us and not over.
 * Throws `Refused`. Absent where names are taken as the front end says them.
 */
export function signedEndUsers(rules: EndUserRules): ((header: string) => Promise<string>) | undefined {
  const { issuer, audience, secret } = rules
  if (issuer === undefined && secret === undefined) return undefined
  const key = once(() => keyOf(rules))
  const algorithms = secret === undefined ? publicAlgorithms : secretAlgorithms
  return async (header) => {
    const { jwtVerify, errors } = await import('jose')
    const found = await key()
    try {
      const { payload } = await jwtVerify(header.replace(/^Bearer /i, ''), found, {
        ...{ audience, algorithms, clockTolerance: 30, requiredClaims: ['sub', 'exp'] },
        ...(issuer === undefined ? {} : { issuer }),
      })
      const { sub = '' } = payload
      if (sub === '' || sub.length > 200) throw new Refused('bad-end-user')
      return sub
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new Refused('bad-end-user')
      throw error
    }
  }
}

async function keyOf({ issuer = '', keys, secret }: EndUserRules): Promise<JWTVerifyGetKey> {
  if (secret !== undefined) {
    const own = createSecretKey(Buffer.from(secret))
    return async () => own
  }
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const address = keys ?? (await discoveredKeys(issuer))
  return createRemoteJWKSet(new URL(address), { [customFetch]: networkFetch })
}

async function discoveredKeys(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await networkFetch(address, { signal: AbortSignal.timeout(10_000) })
  const { jwks_uri: keys } = (await answer.json()) as { jwks_uri?: unknown }
  if (typeof keys !== 'string') throw new Error(`${address} names no jwks_uri`)
  return keys
}
