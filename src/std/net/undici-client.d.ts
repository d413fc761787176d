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
/** Its WebSocket, which takes a dispatcher. */
declare module 'undici/lib/web/websocket/websocket.js' {
  import type { WebSocket } from 'undici'

  const web: { WebSocket: typeof WebSocket }
  export default web
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
