import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NetworkError, readText, request } from '../../../src/std/net/http.ts'

const never = new AbortController().signal

/** A server on loopback, closed at the end of the test; `sockets` counts connections. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  let sockets = 0
  server.on('connection', () => sockets++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, sockets: () => sockets, [Symbol.asyncDispose]: close }
}

test('a request is sent as it is, the answer is read as it comes', async () => {
  await using server = await serve(async (asked, answer) => {
    let body = ''
    for await (const chunk of asked) body += chunk
    answer.writeHead(201, { 'X-Kind': 'test', 'set-cookie': ['a=1', 'b=2'] })
    answer.end(`${asked.method} ${asked.url} ${asked.headers['x-key']} ${body} ${asked.headers['user-agent']}`)
  })
  const { status, headers, body } = await request(`${server.url}/a/b?c=d#e`, {
    method: 'POST',
    headers: { 'x-key': 'k', 'User-Agent': 'mine' },
    body: '안녕',
    signal: never,
  })
  expect({ status, kind: headers['x-kind'], cookie: headers['set-cookie'] }).toEqual({
    status: 201,
    kind: 'test',
    cookie: 'b=2',
  })
  expect(await readText(body, 1_000)).toBe('POST /a/b?c=d k 안녕 mine')
  const nameless = await request(server.url, { signal: never })
  expect(await readText(nameless.body, 1_000)).toMatch(/assistant/)
})

test('redirects are answers, never followed', async () => {
  await using elsewhere = await serve((_, answer) => answer.end('no'))
  await using server = await serve((_, answer) => answer.writeHead(307, { location: elsewhere.url }).end())
  const { status, headers, body } = await request(server.url, { headers: { 'x-api-key': 'k' }, signal: never })
  expect([status, headers.location, await readText(body, 10)]).toEqual([307, elsewhere.url, ''])
  expect(elsewhere.sockets()).toBe(0)
})

test('one connection serves requests one after the other, several serve them at once', async () => {
  await using server = await serve(async (_, answer) => {
    await sleep(20)
    answer.end('ok')
  })
  const once = async () => readText((await request(server.url, { signal: never })).body, 10)
  for (let n = 0; n < 3; n++) await once()
  expect(server.sockets()).toBe(1)
  expect(await Promise.all([once(), once(), once()])).toEqual(['ok', 'ok', 'ok'])
  expect(server.sockets()).toBe(3)
})

test('a connection that the server closed meanwhile is made anew', async () => {
  const lines: Socket[] = []
  await using server = await serve((asked, answer) => {
    lines.push(asked.socket)
    answer.end('ok')
  })
  const once = async () => readText((await request(server.url, { signal: never })).body, 10)
  await once()
  const closed = new Promise((resolve) => lines[0]?.once('close', resolve))
  lines[0]?.destroy()
  await closed
  await sleep(20)
  expect([await once(), lines.length]).toEqual(['ok', 2])
})

test('a certificate that nobody vouches for is a network error, and nothing is sent', async () => {
  const file = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url))
  let asked = 0
  const server = createSecureServer({ key: file('self-signed.key'), cert: file('self-signed.crt') }, (_, answer) => {
    asked++
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `https://localhost:${port}`
  const pinned: LookupFunction = (_name, options, done) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  await expect(request(url, { signal: never, lookup: pinned })).rejects.toThrow(
    expect.objectContaining({ message: 'DEPTH_ZERO_SELF_SIGNED_CERT', kind: 'certificate' }),
  )
  expect(asked).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})

test('a reader that leaves early closes an answer that goes on, and keeps a connection whose answer has ended', async () => {
  let closed = false
  await using server = await serve((asked, answer) => {
    answer.on('close', () => (closed ||= !answer.writableFinished))
    answer.write('first')
    if (asked.url === '/short') setTimeout(() => answer.end('rest'), 5)
  })
  const short = await request(`${server.url}/short`, { signal: never })
  for await (const _ of short.body) break
  await sleep(30)
  const long = await request(`${server.url}/long`, { signal: never })
  expect(server.sockets()).toBe(1)
  for await (const _ of long.body) break
  await expect.poll(() => closed).toBe(true)
})

test('what comes while nobody reads is gathered: one read takes it all, and not a byte is lost, also where the answer breaks', async () => {
  const words = Array.from({ length: 400 }, (_, at) => `<${at}>`)
  await using server = await serve(async (asked, answer) => {
    for (const word of words) {
      answer.write(word)
      await sleep(1)
    }
    if (asked.url === '/whole') answer.end()
    else answer.destroy()
  })
  const read = async (path: string) => {
    const { body } = await request(`${server.url}${path}`, { signal: never })
    const reads: string[] = []
    try {
      for await (const bytes of body) {
        reads.push(Buffer.from(bytes).toString())
        await sleep(20)
      }
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
    }
    return reads
  }
  for (const path of ['/whole', '/broken']) {
    const reads = await read(path)
    expect(reads.join('')).toBe(words.join(''))
    expect(reads.length).toBeLessThan(words.length / 4)
  }
})

test('what had come before an answer broke is read, also where nobody was reading at that moment', async () => {
  await using server = await serve(async (_, answer) => {
    for (let at = 0; at < 40; at++) {
      answer.write(`<${at}>`)
      await sleep(1)
    }
    answer.write('!', () => answer.destroy())
  })
  const words = `${Array.from({ length: 40 }, (_, at) => `<${at}>`).join('')}!`
  const read = async () => {
    const { body } = await request(server.url, { signal: never })
    let text = ''
    await expect(
      (async () => {
        for await (const bytes of body) {
          text += Buffer.from(bytes).toString()
          await sleep(20)
        }
      })(),
    ).rejects.toThrow(NetworkError)
    return text
  }
  const texts = await Promise.all(Array.from({ length: 60 }, read))
  expect(texts.filter((text) => text !== words)).toEqual([])
})

test('text is read up to its limit', async () => {
  await using server = await serve((_, answer) => answer.end('0123456789'.repeat(100)))
  const { body } = await request(server.url, { signal: never })
  expect(await readText(body, 15)).toBe('012345678901234')
})

test('an answer that nobody reads waits, in bounded memory', async () => {
  let sent = 0
  await using server = await serve((_, answer) => {
    const more = () => {
      while (sent < 64 << 20 && answer.write(Buffer.alloc(1 << 16))) sent += 1 << 16
    }
    answer.on('drain', more)
    more()
  })
  const stop = new AbortController()
  const { body } = await request(server.url, { signal: stop.signal })
  await sleep(200)
  expect(sent).toBeLessThan(16 << 20)
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > 32 << 20) break
  }
  expect(read).toBeGreaterThan(32 << 20)
  stop.abort()
})

test.each([
  ['before the connection', 'connect'],
  ['before the headers', 'headers'],
  ['in the middle of the body', 'body'],
])('an abort %s rejects with its reason', async (_, phase) => {
  await using server = await serve((_, answer) => {
    if (phase === 'body') answer.write('first')
  })
  const stop = new AbortController()
  // Nobody answers at an address of a test network (RFC 5737).
  const url = phase === 'connect' ? 'http://192.0.2.1:9' : server.url
  const reading = (async () => {
    const { body } = await request(url, { signal: stop.signal })
    for await (const _ of body);
  })()
  setTimeout(() => stop.abort(new Error('enough')), 50)
  const error = await reading.catch((reason: unknown) => reason)
  // Without a network there is no route to that address, which is an answer as well.
  if (phase === 'connect' && error instanceof NetworkError) return
  expect(error).toEqual(new Error('enough'))
})

test('what is aborted before it begins is never sent', async () => {
  await using server = await serve((_, answer) => answer.end())
  await expect(request(server.url, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  expect(server.sockets()).toBe(0)
})

test('a connection that is refused, dropped or no HTTP is a network error', async () => {
  const tcp = createTcpServer((socket) => socket.resume().end('SSH-2.0\r\n')).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  await expect(request(`http://127.0.0.1:${port}`, { signal: never })).rejects.toThrow(NetworkError)
  await new Promise((resolve) => tcp.close(resolve))
  await expect(request(`http://127.0.0.1:${port}`, { signal: never })).rejects.toThrow(
    expect.objectContaining({ message: 'ECONNREFUSED', kind: 'refused' }),
  )
  await using server = await serve((_, answer) => {
    answer.write('half')
    setTimeout(() => answer.destroy(), 20)
  })
  const { body } = await request(server.url, { signal: never })
  await expect(readText(body, 100)).rejects.toThrow(new NetworkError('the connection was closed'))
})

test('what came before a connection broke is read before the error is told', async () => {
  await using server = await serve((_, answer) => {
    answer.write('half')
    setTimeout(() => answer.destroy(), 20)
  })
  const { body } = await request(server.url, { signal: never })
  await sleep(80)
  expect(Buffer.from((await body.next()).value ?? []).toString()).toBe('half')
  await expect(body.next()).rejects.toThrow(new NetworkError('the connection was closed'))
})

test('a name can be resolved by the caller, and the address that was checked is the one that is used', async () => {
  await using server = await serve((asked, answer) => answer.end(asked.headers.host))
  const { port } = new URL(server.url)
  const { body } = await request(`http://somewhere.invalid:${port}/`, {
    signal: never,
    lookup: (_name, options, done) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  })
  expect(await readText(body, 100)).toBe(`somewhere.invalid:${port}`)
})

test('a connection that nobody takes is given up in seconds where an answer is awaited', async () => {
  // Stopped after it listens: once its queue is full, the system passes over whoever knocks.
  const program = `require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
    require('fs').writeSync(1, this.address().port + '\\n'); process.kill(process.pid, 'SIGSTOP') })`
  const stopped = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(stopped.stdout, 'data')
  const port = Number(String(line))
  const before = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await expect(request(`http://127.0.0.1:${port}`, { signal: never, awaited: true })).rejects.toMatchObject({
    kind: 'unreachable',
  })
  for (const socket of before) socket.destroy()
  stopped.kill('SIGKILL')
}, 60_000)
