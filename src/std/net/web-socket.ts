import { dispatcherFor } from './fetch.ts'
import { requireAllowed } from './network.ts'
import { NetworkError } from './network-error.ts'

/** An open WebSocket connection. */
export interface Socket {
  send(message: string): void
  close(): void
}

export interface SocketOptions {
  headers: Record<string, string>
  /** Gives up while the connection is being made, in milliseconds. */
  within: number
  message(text: string): void
  /** Told once when an open connection has ended, whoever ended it. */
  closed(): void
}

/**
 * Connects to `wss://…` (or `ws://…`): by the same proxies, certificates and allowed addresses as everything else.
 * Throws `NetworkError`; why a server refused is not told by WebSocket.
 */
export async function openSocket(url: string, { headers, within, message, closed }: SocketOptions): Promise<Socket> {
  // Addresses that are allowed are named by HTTP.
  const address = new URL(url.replace(/^ws/, 'http'))
  requireAllowed(address)
  const dispatcher = await dispatcherFor(address.hostname)
  const Socket =
    dispatcher === undefined
      ? (WebSocket as unknown as SocketMaker)
      : ((await import('undici/lib/web/websocket/websocket.js')).default.WebSocket as unknown as SocketMaker)
  const socket = new Socket(url, { headers, ...(dispatcher && { dispatcher }) })
  const opened = Promise.withResolvers<void>()
  const lost = () => opened.reject(new NetworkError('refused', { kind: 'refused', host: address.host }))
  const timer = setTimeout(lost, within)
  let isOpen = false
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('message', ({ data }) => typeof data === 'string' && message(data))
  socket.addEventListener('error', lost)
  socket.addEventListener('close', () => {
    lost()
    if (isOpen) closed()
    isOpen = false
  })
  try {
    await opened.promise
    isOpen = true
    return { send: (text) => socket.send(text), close: () => socket.close() }
  } catch (error) {
    socket.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Node's own WebSocket and undici's, which take headers, too. */
type SocketMaker = new (url: string, options: { headers: Record<string, string>; dispatcher?: unknown }) => WebSocket
