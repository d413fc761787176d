import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freshHome } from '../../cli/assistant.ts'
import { device } from '../../cli/device.ts'
import { freePort } from '../../fakes/listen.ts'
import { testWith } from '../../parts.ts'

testWith('redis-server', 'openssl')(
  'over Redis with TLS and a user of its own; who is not let in is told why, and nothing here is touched',
  async () => {
    const root = freshHome()
    const at = (name: string) => join(root, name)
    const certificate = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ]
    const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', at('key.pem'), '-out', at('ca.pem')]
    await once(spawn('openssl', ['req', ...certificate, ...files], { stdio: 'ignore' }), 'close')
    const port = await freePort()
    const tls = [
      '--tls-cert-file',
      at('ca.pem'),
      '--tls-key-file',
      at('key.pem'),
      '--tls-ca-cert-file',
      at('ca.pem'),
      '--tls-auth-clients',
      'no',
    ]
    writeFileSync(
      at('users.acl'),
      [
        'user default off',
        'user device on >secret ~assistant:{sync:* &assistant:{sync:* -@all +@hash +@string +@sortedset +@keyspace +@pubsub +@scripting +@connection +time +info -@dangerous +info',
        'user reader on >secret ~assistant:{sync:* &assistant:{sync:* -@all +@read +@connection +info',
      ].join('\n'),
    )
    const server = spawn(
      'redis-server',
      ['--port', '0', '--tls-port', `${port}`, ...tls, '--aclfile', at('users.acl'), '--save', ''],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    onTestFinished(() => void server.kill('SIGKILL'))
    for await (const text of server.stdout ?? []) if (String(text).includes('Ready to accept')) break
    server.stdout?.resume()
    const [a, b] = [device(root, 'a', at('ca.pem')), device(root, 'b', at('ca.pem'))]
    const place = (user: string, password = 'secret') => `rediss://${user}:${password}@localhost:${port}`
    await a.does('memory', 'add', 'the cat is called Nabi')
    const refused = async (address: string, one = a) => (await one.does('sync', 'init', address)).err
    expect(await refused(place('device', 'wrong'))).toContain('refused')
    expect(await refused(place('reader'))).toContain('refused')
    expect(await refused(place('device').replace('rediss:', 'redis:'))).toMatch(/cannot be reached|not answer/)
    expect(await refused(place('device'), device(root, 'c'))).toMatch(/cannot be reached.*certificate/)
    expect((await a.does('sync', 'init', place('device'))).all).toContain('Made a store')
    expect((await b.does('sync', 'init', place('device'))).all).toContain('Connected to the store')
    expect(b.page('memory/me.md')).toContain('Nabi')
    expect((await a.does('sync', 'status')).out).not.toContain('secret')
  },
)
