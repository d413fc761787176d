import { chmod, unlink } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { AssistantError, type Failure, failureOf, type Json, type JsonObject } from '../../protocol/index.ts'
import { ensureDir } from '../../std/fs/files.ts'

type Answer = { result: Json } | { failure: Failure }

/** The largest request, in bytes; our own are far smaller. */
const mostBytes = 64 << 10

/**
 * Answers requests of this user's own processes over a unix socket (0600): one JSON line each way. Returns how to
 * close it.
 */
export async function serveControl(
  path: string,
  handle: (request: JsonObject) => Promise<Json>,
): Promise<() => Promise<void>> {
  const { createServer } = await import('node:net')
  await ensureDir(dirname(path))
  await chmod(dirname(path), 0o700)
  // A leftover socket has no owner: only the holder of the daemon's lock gets here.
  await unlink(path).catch(() => {})
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    firstLine(socket).then(
      async (line) => {
        const answer: Answer = await answerOf(line, handle).then(
          (result) => ({ result }),
          (error) => ({ failure: failureOf(error) }),
        )
        socket.end(`${JSON.stringify(answer)}\n`)
      },
      () => socket.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  await chmod(path, 0o600)
  return async () => {
    for (const socket of open) socket.destroySoon()
    server.close()
    await unlink(path).catch(() => {})
  }
}

/** Reads the first line. Rejects when it is too long or never ends. */
async function firstLine(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.length > mostBytes) break
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error('The connection closed before a complete line was received')
}

async function answerOf(line: string, handle: (request: JsonObject) => Promise<Json>): Promise<Json> {
  try {
    return await handle(JSON.parse(line))
  } catch (error) {
    if (error instanceof SyntaxError) throw new AssistantError({ code: 'bad-input' }, { cause: error })
    throw error
  }
}

/** Asks the process behind a control socket. Undefined when nobody listens there. */
export async function askControl(path: string, request: JsonObject, ms = 10_000): Promise<Json | undefined> {
  const { createConnection } = await import('node:net')
  const socket = createConnection(path)
  const late = setTimeout(() => socket.destroy(), ms)
  try {
    socket.write(`${JSON.stringify(request)}\n`)
    const answer: Answer = JSON.parse(await firstLine(socket))
    if ('failure' in answer) throw new AssistantError(answer.failure)
    return answer.result
  } catch (error) {
    if (error instanceof AssistantError) throw error
    return undefined
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}
