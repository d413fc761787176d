import { chmod, unlink } from 'node:fs/promises'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { failureOf, type Json } from '../protocol/index.ts'
import { ensureDir } from '../std/files.ts'
import type { LocalConversation } from './conversation.ts'
import { listen, type Request, send } from './wire.ts'

/** The owner's door for other processes. It listens before the conversation is claimed, so that a holder can always be reached. */
export interface Door {
  path: string
  open(conversation: LocalConversation): void
  close(): Promise<void>
}

/** Opens a socket in `folder` (0700; the path must stay under the system's 104 bytes). */
export async function openDoor(folder: string, name: string): Promise<Door> {
  const { createServer } = await import('node:net')
  await ensureDir(folder)
  await chmod(folder, 0o700)
  const path = join(folder, `${name}.sock`)
  const guests = new Set<Socket>()
  const opened = Promise.withResolvers<LocalConversation>()
  const server = createServer((socket) => {
    guests.add(socket)
    socket.on('close', () => guests.delete(socket)).on('error', () => socket.destroy())
    socket.unref()
    opened.promise.then((conversation) => receive(conversation, socket))
  })
  await bind(server, path)
  server.unref()
  return {
    path,
    open: (conversation) => opened.resolve(conversation),
    async close() {
      for (const guest of guests) guest.destroySoon()
      server.close()
      await unlink(path).catch(() => {}) // node removes it too; whoever is first.
    },
  }
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** One guest's requests. Leaving ends its follows; it cancels nothing. */
function receive(conversation: LocalConversation, socket: Socket): void {
  const follows = new Map<number, AbortController>()
  socket.on('close', () => {
    for (const follow of follows.values()) follow.abort()
  })
  const follow = async (id: number, from: number) => {
    const abort = new AbortController()
    follows.set(id, abort)
    for await (const envelope of conversation.follow(from, abort.signal)) await send(socket, { follow: id, envelope })
  }
  listen<Request>(socket, (request) => {
    if (request.do === 'follow') return void follow(request.id, request.from)
    if (request.do === 'leave') return follows.get(request.follow)?.abort()
    perform(conversation, request).then(
      (result) => send(socket, { id: request.id, result: result ?? null }),
      (error) => send(socket, { id: request.id, failure: failureOf(error) }),
    )
  })
}

async function perform(
  conversation: LocalConversation,
  request: Exclude<Request, { do: 'follow' | 'leave' }>,
): Promise<Json | undefined> {
  switch (request.do) {
    case 'submit':
      return { ...(await conversation.submit(request.input, request.how)) }
    case 'withdraw':
      return conversation.withdraw(request.input)
    case 'answer':
      return conversation.answer(request.ask, request.decision, request.by)
    case 'cancel':
      await conversation.cancel(request.turn, request.by, request.heard)
      return undefined
    case 'tune':
      await conversation.tune(request.event)
      return undefined
    default:
      return request satisfies never
  }
}
