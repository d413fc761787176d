import { expect, test } from 'vitest'
import { awsScopeOf, signAwsRequest } from '../../../src/retrieval/opensearch/aws-signature.ts'

const key = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const at = new Date('2015-08-30T12:36:00Z')

// The signatures are those of Amazon's own suite for Signature Version 4.
test.each([
  ['GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['GET', '/?Param2=value2&Param1=value1', 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500'],
  ['POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
])('%s %s is signed as in the suite', (method, path, signature) => {
  const url = new URL(`https://example.amazonaws.com${path}`)
  const scope = { region: 'us-east-1', service: 'service' }
  const { authorization } = signAwsRequest({ method, url, headers: {}, body: '' }, key, scope, at)
  expect(authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  )
})

test('only hosts of the service are signed for, each in its region', () => {
  expect(awsScopeOf('search-docs-abc.ap-northeast-2.es.amazonaws.com')).toEqual({
    region: 'ap-northeast-2',
    service: 'es',
  })
  expect(awsScopeOf('abc.us-east-1.aoss.amazonaws.com')).toEqual({ region: 'us-east-1', service: 'aoss' })
  for (const host of [
    'localhost',
    'es.amazonaws.com',
    'x.us-east-1.es.amazonaws.com.evil.org',
    'x.us-east-1.s3.amazonaws.com',
  ])
    expect(awsScopeOf(host)).toBe(undefined)
})

test('a session is part of what is signed', () => {
  const url = new URL('https://d.us-east-1.es.amazonaws.com/docs/_search?size=1')
  const scope = { region: 'us-east-1', service: 'es' }
  const headers = signAwsRequest(
    { method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body: '{}' },
    { ...key, session: 'S' },
    scope,
    at,
  )
  expect(headers.authorization).toContain(
    'SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token',
  )
  expect(headers['x-amz-security-token']).toBe('S')
})
