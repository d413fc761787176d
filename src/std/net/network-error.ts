/** Why a server could not be reached, as far as the system says it. */
export type NetworkCause = 'name' | 'refused' | 'unreachable' | 'certificate' | 'proxy' | 'policy' | 'broken'

/** No connection, or one that broke: name not resolved, refused, reset, bad certificate, closed in the middle of an answer. */
export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly kind: NetworkCause
  /** Host and port that were to be reached. */
  readonly host: string | undefined
  constructor(message: string, options?: ErrorOptions & { kind?: NetworkCause; host?: string }) {
    super(message, options)
    this.kind = options?.kind ?? 'broken'
    this.host = options?.host
  }
}

/** undici's and the system's errors by their code alone: their messages may hold addresses with secrets. */
export function networkError(
  error: Error & { code?: string; errors?: { code?: string }[]; statusCode?: number },
  host: string,
): NetworkError {
  const code = error.code ?? error.errors?.[0]?.code ?? error.name
  const kind = kindOf(code, error.message)
  const status = /^Proxy .*\((\d{3})\)/.exec(error.message)?.[1]
  const message = code === 'UND_ERR_SOCKET' ? 'the connection was closed' : status ? `proxy ${status}` : code
  return new NetworkError(message, { cause: error, kind, ...(kind === 'broken' ? {} : { host }) })
}

function kindOf(code: string, message: string): NetworkCause {
  if (/^Proxy (response|connection|authentication)|SOCKS/i.test(message)) return 'proxy'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name'
  if (code === 'ECONNREFUSED') return 'refused'
  if (/^E(HOST|NET)(UNREACH|DOWN)$|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EADDRNOTAVAIL/.test(code)) return 'unreachable'
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER|^ERR_(TLS|SSL)|EPROTO|HOSTNAME_MISMATCH|UNABLE_TO_/.test(code)) return 'certificate'
  return 'broken'
}
