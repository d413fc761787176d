import type { IncomingMessage } from 'node:http'
import { Refused } from './responses.ts'
import type { HttpRoute } from './route.ts'
import { type Token, tokenOfPerson } from './tokens.ts'

/** The tokens and the people who may call. */
export interface Callers {
  token(text: string): Promise<Token | undefined>
  /** Reads the signed name of a person; undefined where front ends are believed. Throws `Refused`. */
  endUser?(header: string): Promise<string | undefined>
}

const nobody: Token = { name: '', sha256: '', grants: [], at: '' }

/** Return the token of a request to an address, the one in the address where that carries it. Throws `Refused`. */
export async function tokenOf(
  { open, inAddress }: HttpRoute,
  { headers }: IncomingMessage,
  { token: find }: Callers,
): Promise<Token> {
  if (open) return nobody
  const [, bearer = ''] = /^Bearer +([\w.~+/=-]{1,200})$/i.exec(headers.authorization ?? '') ?? []
  const text = inAddress ?? bearer
  const token = text ? await find(text) : undefined
  if (token && (token.calendar ?? false) === (inAddress !== undefined)) return token
  // A program that reads calendars and was refused would ask its person for a password.
  if (inAddress !== undefined) throw new Refused('not-found')
  throw new Refused('unauthorized', { 'www-authenticate': 'Bearer' })
}

/** Return the person of a request, whom the front end of a token for people names. Throws `Refused`. */
export async function personOf(token: Token, { headers }: IncomingMessage, signed: Callers['endUser']): Promise<Token> {
  const user = headers['x-end-user']
  if (!token.people) {
    if (user !== undefined) throw new Refused('end-user')
    return token
  }
  const name = typeof user === 'string' ? await signed?.(user) : undefined
  if (name !== undefined) return tokenOfPerson(token, name)
  if (typeof user !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(user)) throw new Refused('no-end-user')
  return tokenOfPerson(token, user)
}
