import { createHash, createHmac } from 'node:crypto'

/** A key of AWS, with the token of a session where it is one's. */
export interface AwsKey {
  id: string
  secret: string
  session?: string
}

/** A request before it is signed. */
export interface UnsignedRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | Uint8Array
}

/** Region and service of Amazon's OpenSearch behind a host: `es`, or `aoss` for the serverless one. */
export interface AwsScope {
  region: string
  service: string
}

/** Return the scope of a host of Amazon's OpenSearch service; undefined for any other host. */
export function awsScopeOf(host: string): AwsScope | undefined {
  const { region, service } =
    /\.(?<region>[a-z]{2}[a-z0-9-]+)\.(?<service>es|aoss)\.amazonaws\.com$/.exec(host)?.groups ?? {}
  return region && service ? { region, service } : undefined
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Return a request's headers with its signature (AWS Signature Version 4). */
export function signAwsRequest(
  { method, url, headers, body }: UnsignedRequest,
  { id, secret, session }: AwsKey,
  { region, service }: AwsScope,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const digest = sha256(body)
  const added = {
    'x-amz-date': time,
    ...(service === 'service' ? {} : { 'x-amz-content-sha256': digest }),
    ...(session !== undefined && { 'x-amz-security-token': session }),
  }
  const signed = Object.entries({ host: url.host, ...lowerCase(headers, 'content-type'), ...added }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const names = signed.map(([name]) => name).join(';')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  // A path is encoded once more, as all services but S3 want it.
  const path = url.pathname.split('/').map(encode).join('/')
  const lines = signed.map(([name, value]) => `${name}:${value.trim().replace(/\s+/g, ' ')}\n`).join('')
  const scope = `${day}/${region}/${service}/aws4_request`
  const request = [method, path, query, lines, names, digest].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  const signature = hmac(key, toSign).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...headers, ...added, authorization }
}

/** Return the header of that name, in any case, under its small letters. */
function lowerCase(headers: Record<string, string>, wanted: string): Record<string, string> {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)
  return found ? { [wanted]: found[1] } : {}
}
