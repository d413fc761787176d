// A real IMAP server (Debian's dovecot) over a folder of its own, as whoever runs the tests; one for a test file.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './radicale.ts'

export interface Dovecot {
  host: string
  port: number
  user: string
  password: string
  /** Adds messages to a folder (INBOX by default), each as its headers and text stand on the wire; `at`: when they came. */
  put(messages: readonly string[], folder?: string, at?: Date): void
  /** A folder as it stands on the disk. */
  raw(folder?: string): string
  stop(): Promise<void>
  /** Dies with all of its connections, and begins again. */
  restart(): Promise<void>
}

export async function dovecot(): Promise<Dovecot> {
  const base = mkdtempSync(join(tmpdir(), 'dovecot-'))
  const [user, password] = ['jiwoo', 'geheim-77-lang']
  const port = await freePort()
  // As root it wants other people for its parts; Debian makes them.
  const { username: me, uid } = userInfo()
  const [inner, login, group, mail] =
    uid === 0
      ? ['dovecot', 'dovenull', 'dovecot', '65534']
      : [me, me, execFileSync('id', ['-gn']).toString().trim(), String(uid)]
  const home = join(base, 'home')
  mkdirSync(join(home, 'mail'), { recursive: true })
  for (const folder of [base, home, join(home, 'mail')]) chmodSync(folder, 0o777)
  writeFileSync(join(base, 'users'), `${user}:{PLAIN}${password}\n`)
  const quiet = ['anvil', 'log', 'stats'].map((name) => `service ${name} {\n  chroot =\n}`)
  const settings = [
    ...[`base_dir = ${join(base, 'run')}`, `state_dir = ${join(base, 'state')}`, `log_path = ${join(base, 'log')}`],
    ...[
      'protocols = imap',
      'listen = 127.0.0.1',
      'ssl = no',
      'disable_plaintext_auth = no',
      'auth_mechanisms = plain login',
    ],
    ...[`default_internal_user = ${inner}`, `default_login_user = ${login}`, `default_internal_group = ${group}`],
    ...['first_valid_uid = 1', 'first_valid_gid = 1', 'auth_failure_delay = 0'],
    ...[
      `mail_location = mbox:${join(home, 'mail')}:INBOX=${join(home, 'inbox')}`,
      'mbox_write_locks = fcntl',
      'mail_fsync = never',
    ],
    ...['passdb {', '  driver = passwd-file', `  args = ${join(base, 'users')}`, '}'],
    ...['userdb {', '  driver = static', `  args = uid=${mail} gid=${mail} home=${home}`, '}'],
    ...[
      'namespace inbox {',
      '  inbox = yes',
      '  mailbox Drafts {',
      '    special_use = \\Drafts',
      '    auto = create',
      '  }',
      '}',
    ],
    ...['service imap-login {', '  chroot =', '  inet_listener imap {', `    port = ${port}`, '  }', '}', ...quiet],
    '',
  ]
  writeFileSync(join(base, 'conf'), settings.join('\n'))
  let child: ChildProcess | undefined
  const start = async () => {
    const begun = spawn('/usr/sbin/dovecot', ['-F', '-c', join(base, 'conf')], {
      env: { ...process.env, TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = begun
    let said = ''
    for (const stream of [begun.stdout, begun.stderr]) stream.on('data', (text) => (said += text))
    const log = () => {
      try {
        return said + readFileSync(join(base, 'log'), 'utf8')
      } catch {
        return said
      }
    }
    const died = once(begun, 'exit').then(([code]) => Promise.reject(new Error(`dovecot ended with ${code}: ${log()}`)))
    died.catch(() => {})
    const answers = async () => {
      while (!(await greeting(port))) await setTimeout(50)
    }
    await Promise.race([answers(), died])
  }
  const stop = async () => {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await start()
  const pathOf = (folder: string) => (folder === 'INBOX' ? join(home, 'inbox') : join(home, 'mail', folder))
  process.once('exit', () => rmSync(base, { recursive: true, force: true }))
  return {
    ...{ host: '127.0.0.1', port, user, password },
    put(messages, folder = 'INBOX', at = new Date('2026-11-22T00:00:00Z')) {
      // As ctime writes it, on the server's clock.
      const [day, date, month, year, clock] = at.toUTCString().replace(',', '').split(' ')
      const text = messages.map(
        (one) => `From test@example.com ${day} ${month} ${date} ${clock} ${year}\n${one.replace(/\n*$/, '\n')}\n`,
      )
      appendFileSync(pathOf(folder), text.join(''))
      chmodSync(pathOf(folder), 0o666)
    },
    raw: (folder = 'INBOX') => readFileSync(pathOf(folder), 'latin1'),
    stop,
    async restart() {
      await stop()
      await start()
    },
  }
}

async function greeting(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
    return String(bytes).startsWith('* OK')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
