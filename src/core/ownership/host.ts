import { chmod, lstat, stat, unlink } from 'node:fs/promises'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type Choice, fail, failureOf, isOrigin, type Json, type MetadataEvent } from '../../protocol/index.ts'
import { ensureDir, fileMode, folderMode } from '../../std/fs/files.ts'
import type { LocalConversation } from '../conversation/local-conversation.ts'
import { listenLines, type SocketRequest, type SocketResponse, sendLine } from './socket-protocol.ts'

const choices: Record<Choice, true> = { once: true, session: true, always: true, deny: true }
const tunes: Record<MetadataEvent['type'], true> = {
  'conversation.titled': true,
  'conversation.tuned': true,
  'flow.kept': true,
  'notice.given': true,
  'window.slid': true,
  'window.restored': true,
  'context.compacted': true,
  'model.asked': true,
  'model.answered': true,
  'model.failed': true,
}

type RequestFields = Record<string, unknown>
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown) => Number.isSafeInteger(value)
const isFields = (value: unknown): value is RequestFields => typeof value === 'object' && value !== null
const oneOf = (table: RequestFields, value: unknown) => isText(value) && Object.hasOwn(table, value)
const lists = (value: unknown, ...keys: string[]) =>
  value === undefined ||
  (Array.isArray(value) && value.every((one) => isFields(one) && keys.every((key) => isText(one[key]))))

const shapes: { [K in SocketRequest['do']]: (request: RequestFields) => boolean } = {
  submit: ({ input, how }) => isInput(input) && oneOf({ queue: 1, steer: 1, interrupt: 1 }, how),
  withdraw: ({ input }) => isText(input),
  answer: ({ ask, decision, by }) => isText(ask) && isText(by) && isFields(decision) && oneOf(choices, decision.choice),
  cancel: ({ turn, by, heard }) =>
    isText(turn) && oneOf({ person: 1, 'barge-in': 1, shutdown: 1 }, by) && (heard === undefined || isCount(heard)),
  tune: ({ event }) => isFields(event) && oneOf(tunes, event.type),
  follow: ({ from }) => isCount(from),
  leave: ({ follow }) => isCount(follow),
  release: ({ isUrgent }) => typeof isUrgent === 'boolean',
}

function isInput(value: unknown): boolean {
  if (!isFields(value) || !isText(value.id) || value.id === '' || !isText(value.text) || !isText(value.by)) return false
  const { heard, pasted, folder, speaker, request } = value
  if (![speaker, request].every((one) => one === undefined || isText(one))) return false
  if (folder !== undefined && !isText(folder)) return false
  const isRange = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(isCount)
  if (pasted !== undefined && !(Array.isArray(pasted) && pasted.every(isRange))) return false
  if (heard !== undefined && !(isFields(heard) && isText(heard.turn) && isCount(heard.chars))) return false
  return isOrigin(value.origin) && lists(value.images, 'mediaType', 'data') && lists(value.attachments, 'name', 'text')
}

/** Parses a value from the socket as a request. Undefined when it is none. */
function readRequest(value: unknown): SocketRequest | undefined {
  if (!isFields(value) || !isCount(value.id) || !isText(value.do)) return undefined
  const fits = Object.hasOwn(shapes, value.do) && shapes[value.do as SocketRequest['do']](value)
  return fits ? (value as SocketRequest) : undefined
}

/** The owner's socket server. It listens before the lock is taken, so that a lock holder can always be reached. */
export interface SocketServer {
  path: string
  open(conversation: LocalConversation): void
  close(): Promise<void>
}

/**
 * Opens a socket in `folder` (0700; the path must stay under the system's 104 bytes). Throws `storage` where the
 * folder is somebody else's, or a link that somebody else made: whoever owns the folder could stand in for us.
 */
export async function listenForGuests(folder: string, name: string): Promise<SocketServer> {
  const { createServer } = await import('node:net')
  await ensureDir(folder)
  const path = join(folder, `${name}.sock`)
  const guests = new Set<Socket>()
  const opened = Promise.withResolvers<LocalConversation>()
  const server = createServer((socket) => {
    guests.add(socket)
    socket.on('close', () => guests.delete(socket)).on('error', () => socket.destroy())
    socket.unref()
    opened.promise.then((conversation) => receiveGuest(conversation, socket))
  })
  const close = async () => {
    for (const guest of guests) guest.destroySoon()
    server.close()
    await unlink(path).catch(() => {}) // node removes it too; whoever is first.
  }
  await bindServer(server, path)
  server.unref()
  try {
    await keepPrivate(folder, path)
  } catch (error) {
    await close()
    throw error
  }
  return { path, open: (conversation) => opened.resolve(conversation), close }
}

/** The owner of a file that we just made is our user id; the folder, and a link to it, must have the same owner. */
async function keepPrivate(folder: string, path: string): Promise<void> {
  const [link, there, socket] = await Promise.all([lstat(folder), stat(folder), stat(path)])
  if (link.uid !== socket.uid || there.uid !== socket.uid)
    fail('storage', { detail: `${folder} belongs to somebody else`, data: { path: folder } })
  await chmod(path, fileMode)
  if ((there.mode & 0o777) !== folderMode) await chmod(folder, folderMode)
}

function bindServer(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Rights of a guest on another device, and its way to the conversation. */
export interface DeviceRights {
  /** True if it is known to be the person's own: who keeps the store could be anybody. */
  mayAct: boolean
  release(): void
}

/** Serves one guest. A disconnect ends its follows and cancels nothing. */
export function receiveGuest(conversation: LocalConversation, socket: Duplex, device?: DeviceRights): void {
  const follows = new Map<number, AbortController>()
  socket.on('close', () => {
    for (const follow of follows.values()) follow.abort()
  })
  const follow = async (id: number, from: number) => {
    const abort = new AbortController()
    follows.set(id, abort)
    try {
      for await (const envelope of conversation.follow(from, abort.signal))
        await sendLine(socket, { follow: id, envelope })
    } catch (error) {
      void sendLine(socket, { follow: id, failure: failureOf(error) })
    } finally {
      follows.delete(id)
    }
  }
  const serve = (request: SocketRequest) => {
    if (request.do === 'follow') return void follow(request.id, request.from)
    if (request.do === 'leave') return follows.get(request.follow)?.abort()
    // A closing owner does not answer: the guest asks the next owner.
    const say = (response: SocketResponse) => (conversation.sealed ? undefined : sendLine(socket, response))
    if (conversation.sealed) return
    performRequest(conversation, request, device).then(
      (result = null) => say({ id: request.id, result }),
      (error) => say({ id: request.id, failure: failureOf(error) }),
    )
  }
  listenLines(socket, (value) => {
    const request = readRequest(value)
    if (request) return serve(request)
    const { id } = value as { id?: unknown }
    if (typeof id !== 'number') throw new Error('The request has no numeric id')
    void sendLine(socket, { id, failure: { code: 'bad-request', detail: 'not a request of this version' } })
  })
  // A guest that does not read its answers gets no more of them.
  socket.on('data', () => {
    if (socket.writableNeedDrain && !socket.isPaused()) socket.pause().once('drain', () => socket.resume())
  })
  void sendLine(socket, { hello: 1 })
}

async function performRequest(
  conversation: LocalConversation,
  request: Exclude<SocketRequest, { do: 'follow' | 'leave' }>,
  device: DeviceRights | undefined,
): Promise<Json | undefined> {
  if (device && !isAllowed(request, device))
    fail('bad-input', { detail: 'only to be done on the device that has this conversation' })
  switch (request.do) {
    case 'submit':
      return { ...(await conversation.submit(request.input, request.how, 'guest')) }
    case 'withdraw':
      return conversation.withdraw(request.input)
    case 'answer':
      return conversation.answer(request.ask, request.decision, request.by)
    case 'cancel':
      await conversation.cancel(request.turn, request.by, request.heard)
      return undefined
    case 'tune':
      await conversation.append(request.event)
      return undefined
    case 'release':
      await letGo(conversation, request.isUrgent, device)
      // The connection ends when it is done.
      return new Promise(() => {})
    default:
      return request satisfies never
  }
}

/** From a store that anybody might write to, a conversation can be stopped and refused, and nothing else. */
function isAllowed(request: Exclude<SocketRequest, { do: 'follow' | 'leave' }>, { mayAct }: DeviceRights): boolean {
  if (request.do === 'cancel' || request.do === 'release') return true
  return mayAct ? request.do !== 'submit' : request.do === 'answer' && request.decision.choice === 'deny'
}

async function letGo(
  conversation: LocalConversation,
  isUrgent: boolean,
  device: DeviceRights | undefined,
): Promise<void> {
  const { running } = conversation.thread
  if (running && isUrgent) await conversation.cancel(running.turn, 'person')
  device?.release()
}
