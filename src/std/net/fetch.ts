import { currentNetwork, requireAllowed } from './network.ts'
import { proxyAgent } from './single-connection.ts'

/**
 * The `fetch` of libraries that bring their own requests: by the same proxies, certificates and allowed addresses as
 * everything else.
 */
export async function networkFetch(url: string | URL, given?: RequestInit): Promise<Response> {
  requireAllowed(url)
  // A redirect is a call of its own: where not every address is allowed, whoever asked has to ask again.
  const init: RequestInit | undefined = currentNetwork().allows ? { ...given, redirect: 'manual' } : given
  const dispatcher = await dispatcherFor(new URL(url).hostname)
  if (dispatcher === undefined) return fetch(url, init)
  // Of undici only what is used: its index is half a megabyte more.
  const { default: web } = await import('undici/lib/web/fetch/index.js')
  return (await web.fetch(url, { ...(init as object), dispatcher })) as unknown as Response
}

/**
 * Return the dispatcher that reaches a host through the proxies and certificates of this process; undefined if there
 * are none.
 */
export async function dispatcherFor(hostname: string) {
  const { httpProxy, httpsProxy, noProxy, certificates } = currentNetwork()
  if (httpProxy === undefined && httpsProxy === undefined && certificates === undefined) return undefined
  const trusted =
    certificates === undefined ? {} : { ca: [...(await import('node:tls')).getCACertificates('default'), certificates] }
  if (httpProxy === undefined && httpsProxy === undefined)
    return new (await import('undici/lib/dispatcher/agent.js')).default({ connect: trusted })
  return new (await proxyAgent())({
    connect: trusted,
    ...(certificates !== undefined && { requestTls: { ...trusted, servername: hostname }, proxyTls: trusted }),
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? httpProxy ?? '',
    noProxy: noProxy ?? '',
  })
}
