/** The client alone: a fifth of what undici's index loads (bundled and cached, 15 ms against 72). */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici'
  export default Client
}
/** Undici's own reader of proxies and of the rules that leave hosts out; loaded only where there is a proxy. */
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  import { EnvHttpProxyAgent } from 'undici'
  export default EnvHttpProxyAgent
}
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export default Agent
}
/** Its `fetch`, which takes a dispatcher. */
declare module 'undici/lib/web/fetch/index.js' {
  import type { fetch } from 'undici'

  const web: { fetch: typeof fetch }
  export default web
}
/** How undici's clients open their connections. */
declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net'
  import type { buildConnector } from 'undici'
  export type ConnectorResult = [null, Socket] | [Error, null]
  export default function connector(
    options: object,
  ): (options: buildConnector.Options, done: (...made: ConnectorResult) => void) => void
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  import { Dispatcher } from 'undici'
  export default Dispatcher
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici'

  const connect: Dispatcher['connect']
  export default connect
}
