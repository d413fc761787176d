// A real CalDAV server (Debian's radicale) over a folder of its own, one for a test file.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ics } from './ics.ts'

export interface Radicale {
  url: string
  user: string
  password: string
  /** Puts an event into a calendar, which is made when it is not there; its lines besides UID and DTSTAMP. */
  put(calendar: string, uid: string, lines: string[]): Promise<void>
  /** What the server holds of a calendar, as text. */
  all(calendar: string): Promise<string>
  stop(): Promise<void>
  start(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export async function radicale(): Promise<Radicale> {
  const folder = mkdtempSync(join(tmpdir(), 'radicale-'))
  const [user, password] = ['jiwoo', 'geheim-42-lang']
  const port = await freePort()
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'users'), `${user}:${password}\n`)
  const settings = [
    ...[
      '[server]',
      `hosts = 127.0.0.1:${port}`,
      '[auth]',
      'type = htpasswd',
      `htpasswd_filename = ${join(folder, 'users')}`,
    ],
    ...['htpasswd_encryption = plain', 'delay = 0', '[storage]', `filesystem_folder = ${join(folder, 'data')}`],
    ...['[logging]', 'level = warning'],
  ]
  writeFileSync(join(folder, 'config'), settings.join('\n'))
  const url = `http://127.0.0.1:${port}`
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const ask = (path: string, init: RequestInit) =>
    fetch(url + path, { ...init, headers: { authorization, ...init.headers } })
  let child: ChildProcess | undefined
  const made = new Set<string>()

  const server: Radicale = {
    ...{ url, user, password },
    async start() {
      child = spawn('radicale', ['--config', join(folder, 'config')], { stdio: 'ignore' })
      const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`radicale ended with ${code}`)))
      died.catch(() => {})
      const answers = async () => {
        while (!(await fetch(url, { redirect: 'manual' }).catch(() => undefined))) await setTimeout(50)
      }
      await Promise.race([answers(), died])
    },
    async stop() {
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = undefined
    },
    async put(calendar, uid, lines) {
      const home = `/${user}/${calendar}/`
      if (!made.has(calendar)) {
        const names = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'
        const body = `<c:mkcalendar ${names}><d:set><d:prop><d:displayname>${calendar}</d:displayname></d:prop></d:set></c:mkcalendar>`
        await ask(encodeURI(home), { method: 'MKCALENDAR', body })
        made.add(calendar)
      }
      const response = await ask(`${encodeURI(home)}${uid}.ics`, { method: 'PUT', body: ics(uid, lines) })
      if (!response.ok) throw new Error(`radicale refused ${uid}: ${response.status}`)
    },
    all: async (calendar) => (await ask(encodeURI(`/${user}/${calendar}/`), {})).text(),
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await server.start()
  return server
}
