import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AccountAnswer } from '../../src/tools/accounts/fault.ts'
import type { MailFound } from '../../src/tools/mail/mailbox.ts'
import { Mailboxes, mailId, readMailId } from '../../src/tools/mail/mailboxes.ts'

/** A server that greets, lets anybody in, and answers the first command behind that in its own way. */
async function hostile(answer: (socket: Socket, tag: string, command: string) => void): Promise<Mailboxes> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('* OK ready\r\n')
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        const [tag = '', command = ''] = line.split(' ')
        if (/^(CAPABILITY|ID|LOGIN|AUTHENTICATE|NAMESPACE|ENABLE|COMPRESS)$/i.test(command)) {
          if (/^CAPABILITY$/i.test(command)) socket.write('* CAPABILITY IMAP4rev1\r\n')
          socket.write(`${tag} OK done\r\n`)
        } else answer(socket, tag, command.toUpperCase())
      }
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const accounts = { bad: { host: '127.0.0.1', port, user: 'u', address: 'u@example.com' } }
  return new Mailboxes({ accounts: () => accounts, profile: 'me', secret: () => 'long-password', limitMs: 8_000 })
}

const look = (mailboxes: Mailboxes, signal = new AbortController().signal): Promise<AccountAnswer<MailFound>> =>
  mailboxes.ask('bad', { do: 'look', folder: 'INBOX', query: { limit: 5 } }, signal)

/** Writes until the other side has gone. */
async function flood(socket: Socket, piece: string): Promise<void> {
  // Whoever has enough breaks the connection.
  const left = once(socket, 'close').catch(() => {})
  while (!socket.destroyed) if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), left])
}

test.each<[string, (socket: Socket, tag: string, command: string) => unknown, RegExp]>([
  ['a line without end', (socket) => flood(socket, 'x'.repeat(1 << 20)), /large|costly/],
  ['a literal of a terabyte', (socket) => socket.write('* 1 FETCH (BODY[] {1099511627776}\r\n'), /large/],
  ['answers without end', (socket) => flood(socket, '* 1 EXISTS\r\n'.repeat(50_000)), /timeout|costly|large|network/],
  ['an end in the middle', (socket) => socket.end('* 1 EX'), /network|timeout/],
  [
    'what is no IMAP',
    (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n<html>'),
    /network|missing|unreadable|server/,
  ],
  ['a refusal of everything', (socket, tag) => socket.write(`${tag} NO go away\r\n`), /missing/],
])(
  'a mail server that sends %s costs a sentence',
  async (_, answer, faults) => {
    const found = await look(await hostile(answer))
    expect('fault' in found ? found.fault : 'worked').toMatch(faults)
  },
  60_000,
)

test('one that says nothing is left at once by Ctrl+C', async () => {
  const stop = new AbortController()
  const asked = Promise.withResolvers<void>()
  const waiting = look(await hostile(() => asked.resolve()), stop.signal)
  await asked.promise
  stop.abort(new Error('Ctrl+C'))
  await expect(waiting).rejects.toThrow('Ctrl+C')
})

test('the number of a mail is read back as it was written', () => {
  for (const place of [
    { account: 'naver', folder: 'INBOX', uid: 1 },
    { account: '회사', folder: '보관함: 2026/11', uid: 4_294_967_295 },
  ])
    expect(readMailId(mailId(place))).toEqual(place)
  for (const text of ['', 'x', 'naver:', ':1', 'naver:-1', 'naver:99999999999'])
    expect(readMailId(text)).toBeUndefined()
})
