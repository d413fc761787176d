/** The reason that a server could not be reached, as far as the system says it. */
export type NetworkCause =
  | 'name'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'proxy'
  | 'proxyAway'
  | 'policy'
  | 'broken'

/**
 * No connection, or one that broke: name not resolved, refused, reset, bad certificate, closed in the middle of an
 * answer.
 */
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

/** A system call that failed. */
interface Attempt {
  code?: string
  syscall?: string
  hostname?: string
  address?: string
  port?: number
}

/**
 * The clients' and the system's errors by their code alone: their messages may hold addresses with secrets.
 * `proxies`: the addresses of those that may stand between.
 */
export function networkError(
  error: Error & Attempt & { errors?: Attempt[]; statusCode?: number },
  target: string,
  proxies: readonly string[] = [],
): NetworkError {
  const code = error.code ?? error.errors?.[0]?.code ?? error.name
  const proxy = proxies.map((address) => new URL(address)).find((one) => failedAt(one, error.errors?.[0] ?? error))
  const kind = proxy ? 'proxyAway' : kindOf(code, error.message)
  const host = proxy?.host ?? target
  const status = /^Proxy .*\((\d{3})\)/.exec(error.message)?.[1]
  // Closed in the middle, by the client's own word for it; a reset that the system tells has the call that met it.
  const closed = code === 'UND_ERR_SOCKET' || (code === 'ECONNRESET' && error.syscall === undefined)
  const message = closed ? 'the connection was closed' : status ? `proxy ${status}` : code
  return new NetworkError(message, { cause: error, kind, ...(kind === 'broken' ? {} : { host }) })
}

/** Tell whether it was the way to this proxy that failed, not the way behind it. */
function failedAt({ hostname, port, protocol }: URL, { syscall, hostname: name, address, port: at }: Attempt): boolean {
  if (syscall === 'getaddrinfo') return name === hostname
  const isSame = String(at) === (port || (protocol === 'https:' ? '443' : '80'))
  return syscall === 'connect' && isSame && (!/^[\d.]+$/.test(hostname) || address === hostname)
}

function kindOf(code: string, message: string): NetworkCause {
  if (/^Proxy (response|connection|authentication)|SOCKS/i.test(message)) return 'proxy'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name'
  if (code === 'ECONNREFUSED') return 'refused'
  if (/^E(HOST|NET)(UNREACH|DOWN)$|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EADDRNOTAVAIL/.test(code)) return 'unreachable'
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER|^ERR_(TLS|SSL)|EPROTO|HOSTNAME_MISMATCH|UNABLE_TO_/.test(code))
    return 'certificate'
  return 'broken'
}
