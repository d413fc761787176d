import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withNetwork } from '../../../../src/tools/shell/sandbox/network-bridge.ts'

const network = (address: { socket: string } | { port: number }) => ({ hosts: [], address, refused: () => [] })
const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
const variables = (port: number) => [
  ...names.map((name) => `${name}=http://127.0.0.1:${port}`),
  ...['NO_PROXY=localhost,127.0.0.1,::1', 'no_proxy=localhost,127.0.0.1,::1', 'NODE_USE_ENV_PROXY=1'],
]

test('where there is a port the command is told of it, and sees nothing more', () => {
  expect(withNetwork(network({ port: 81 }), '/node', ['ls', '-l'])).toEqual({
    command: ['env', ...variables(81), 'ls', '-l'],
    readable: [],
  })
})

test('where there is a socket a bridge stands before it, and both are seen', () => {
  const { command, readable } = withNetwork(network({ socket: '/s' }), '/node', ['ls', '-l'])
  expect([command[0], command[1], command.slice(3)]).toEqual([
    '/node',
    '-e',
    ['/s', 'env', ...variables(3_128), 'ls', '-l'],
  ])
  expect(readable).toEqual(['/s', '/node'])
})

test.each([
  ['exit 0', 0],
  ['exit 7', 7],
  ['kill -TERM $$', 143],
  ['kill -KILL $$', 137],
  ['exec no-such-program', 127],
])('a command that says %s ends the bridge with %i', (line, status) => {
  const [file = '', ...args] = withNetwork(network({ socket: '/none' }), process.execPath, ['sh', '-c', line]).command
  // The port is one of a world of its own; here one that is free will do.
  const free = args.map((one) => one.replaceAll('3128', '0'))
  expect(spawnSync(file, free, { encoding: 'utf8' }).status).toBe(status)
})

test('a program that is not there is 127, too, and what is said goes both ways', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const socket = join(folder, 's')
  const server = createServer((request, response) => response.end(`asked for ${request.url}`))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
  const code = withNetwork(network({ socket }), process.execPath, ['true']).command[2] ?? ''
  const own = code
    .replace('3128', '0')
    .replace("'127.0.0.1',()=>{", "'127.0.0.1',function(){process.env.PORT=this.address().port;")
  const { spawn } = await import('node:child_process')
  const ask =
    'exec "$0" -e "fetch(\'http://127.0.0.1:\'+process.env.PORT+\'/x\').then(r=>r.text()).then(t=>console.log(t))"'
  const child = spawn(process.execPath, ['-e', own, socket, 'sh', '-c', ask, process.execPath])
  const told = Buffer.concat(await Array.fromAsync(child.stdout)).toString()
  expect(told.trim()).toBe('asked for /x')
  expect(spawnSync(process.execPath, ['-e', own, socket, '/no/such/program']).status).toBe(127)
})
