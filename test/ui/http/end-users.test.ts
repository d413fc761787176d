import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { signedEndUsers } from '../../../src/ui/http/end-users.ts'
import { listening } from '../../fakes/listen.ts'

const soon = () => Math.floor(Date.now() / 1_000) + 600

const signed = (key: Parameters<SignJWT['sign']>[0], alg: string, claims: Record<string, unknown> = {}) =>
  new SignJWT({ iss: 'http://issuer', aud: 'assistant', sub: 'ann', exp: soon(), ...claims })
    .setProtectedHeader({ alg, kid: 'one' })
    .sign(key)

/** An issuer of JWTs with its discovery document and its public key. */
async function issuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  let url = ''
  const server = createServer(async ({ url: path }, response) => {
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }
    response.end(JSON.stringify(path === '/keys' ? { keys: [jwk] } : { issuer: url, jwks_uri: `${url}/keys` }))
  })
  const held = await listening(server)
  url = `http://127.0.0.1:${held.port}`
  return { url, privateKey, [Symbol.asyncDispose]: () => held[Symbol.asyncDispose]() }
}

const outcome = (read: Promise<string>) => read.catch(({ code }) => code)

test('a name counts when its issuer signed it, for us, and its time is not over', async () => {
  await using house = await issuer()
  const read = signedEndUsers({ issuer: house.url, audience: 'assistant' }) as (header: string) => Promise<string>
  const mine = { iss: house.url }
  const other = (await generateKeyPair('ES256')).privateKey
  const none = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...mine, sub: 'ann', exp: soon() }))}.`
  const cases: [string, Promise<string> | string, string][] = [
    ['ours', signed(house.privateKey, 'ES256', mine), 'ann'],
    ['a foreign key', signed(other, 'ES256', mine), 'bad-end-user'],
    ['another issuer', signed(house.privateKey, 'ES256', { iss: 'http://else' }), 'bad-end-user'],
    ['for somebody else', signed(house.privateKey, 'ES256', { ...mine, aud: 'bank' }), 'bad-end-user'],
    ['over', signed(house.privateKey, 'ES256', { ...mine, exp: soon() - 3_600 }), 'bad-end-user'],
    ['without an end', signed(house.privateKey, 'ES256', { ...mine, exp: undefined }), 'bad-end-user'],
    ['of nobody', signed(house.privateKey, 'ES256', { ...mine, sub: undefined }), 'bad-end-user'],
    ['signed by a secret', signed(new TextEncoder().encode('x'.repeat(32)), 'HS256', mine), 'bad-end-user'],
    ['unsigned', none, 'bad-end-user'],
    ['no JWT', 'ann', 'bad-end-user'],
  ]
  for (const [what, header, who] of cases) expect([what, await outcome(read(await header))]).toEqual([what, who])
})

test('a front end that shares a secret signs by it, and nobody else does', async () => {
  const secret = 'a secret of more than thirty-two letters'
  const read = signedEndUsers({ audience: 'assistant', secret }) as (header: string) => Promise<string>
  const key = new TextEncoder().encode(secret)
  expect(await outcome(read(await signed(key, 'HS256')))).toBe('ann')
  expect(await outcome(read(await signed(new TextEncoder().encode(`${secret}!`), 'HS256')))).toBe('bad-end-user')
})

test('without an issuer or a secret names are taken as the front end says them', () => {
  expect(signedEndUsers({ audience: 'assistant' })).toBeUndefined()
})
