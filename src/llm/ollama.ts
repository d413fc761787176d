import { createConnection } from 'node:net'
import { parseJson } from './failure.ts'
import { asObject, asObjects, asString } from './json-values.ts'

/** A local server that answers at all does so within this time. */
const probeMs = 150
const defaultPort = '11434'

export interface Ollama {
  /** For the OpenAI-shaped adapter, with `/v1`. */
  baseUrl: string
  models: string[]
}

/**
 * The Ollama of this machine with its models, or undefined when none answers within 150 ms. `host` is OLLAMA_HOST as
 * Ollama itself reads it (docs.ollama.com/faq): a host, a port, both, or a URL; a server's `0.0.0.0` is reached as
 * 127.0.0.1.
 */
export async function findOllama(host: string | undefined, signal: AbortSignal): Promise<Ollama | undefined> {
  const root = ollamaUrl(host)
  const soon = AbortSignal.any([signal, AbortSignal.timeout(probeMs)])
  try {
    // Import the HTTP client only when something listens on the port.
    const { readText, request } = await import('../std/net/http.ts')
    const response = await request(`${root}/api/tags`, { signal: soon })
    const list = asObject(parseJson(await readText(response.body, 1 << 20)))
    if (response.status !== 200 || !list) return undefined
    return { baseUrl: `${root}/v1`, models: asObjects(list.models).map(({ name }) => asString(name)) }
  } catch {
    // Any error means that no Ollama is available.
    signal.throwIfAborted()
    return undefined
  }
}

/** Return true if a server listens at an address, within 100 ms: a look at the port, without an HTTP client. */
export function listensAt(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve) => {
    const socket = createConnection({
      host: hostname,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: 100,
    })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
}

/** OLLAMA_HOST as the root of a URL. */
export function ollamaUrl(host = ''): string {
  const value = host.trim().replace(/\/+$/, '')
  const [, scheme = 'http', rest = ''] = /^(?:(https?):\/\/)?(.*)$/.exec(value) ?? []
  const [, name, port] = /^(.*?)(?::(\d+))?$/.exec(rest) ?? []
  const reachable = !name || name === '0.0.0.0' ? '127.0.0.1' : name
  const known = port ?? (value.startsWith('http') ? '' : defaultPort)
  return `${scheme}://${reachable}${known && `:${known}`}`
}
