import { network, requireAllowed } from './network.ts'
import { proxyAgent } from './single-connection.ts'

/** The `fetch` of libraries that bring their own requests: by the same proxies, certificates and allowed addresses as everything else. */
export async function networkFetch(url: string | URL, given?: RequestInit): Promise<Response> {
  requireAllowed(url)
  const { httpProxy, httpsProxy, noProxy, certificates, allows } = network()
  // A redirect is a call of its own: where not every address is allowed, whoever asked has to ask again.
  const init: RequestInit | undefined = allows ? { ...given, redirect: 'manual' } : given
  if (httpProxy === undefined && httpsProxy === undefined && certificates === undefined) return fetch(url, init)
  // Of undici only what is used: its index is half a megabyte more.
  const [{ default: web }, { default: Agent }] = await Promise.all([
    import('undici/lib/web/fetch/index.js'),
    import('undici/lib/dispatcher/agent.js'),
  ])
  const trusted =
    certificates === undefined ? {} : { ca: [...(await import('node:tls')).getCACertificates('default'), certificates] }
  const dispatcher =
    httpProxy === undefined && httpsProxy === undefined
      ? new Agent({ connect: trusted })
      : new (await proxyAgent())({
          connect: trusted,
          ...(certificates !== undefined && { requestTls: { ...trusted, servername: new URL(url).hostname }, proxyTls: trusted }),
          httpProxy: httpProxy ?? '',
          httpsProxy: httpsProxy ?? httpProxy ?? '',
          noProxy: noProxy ?? '',
        })
  return (await web.fetch(url, { ...(init as object), dispatcher })) as unknown as Response
}
