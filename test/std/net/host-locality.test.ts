import { describe, expect, test } from 'vitest'
import { type HostLocality, hostLocality, isAddress, isPublicAddress } from '../../../src/std/net/host-locality.ts'

const hosts: Readonly<Record<HostLocality, string>> = {
  loopback:
    'localhost LOCALHOST localhost. app.localhost 127.0.0.1 127.9.8.7 [::1] ::1 [::ffff:127.0.0.1] ::ffff:7f00:1',
  private:
    '10.0.0.1 10.255.1.2 172.16.0.1 172.31.9.9 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 fe80::1 [fe80::1] fd00::1 [::] 192.0.2.1 [2001:db8::1] 224.0.0.1 255.255.255.255 [::ffff:10.0.0.1]',
  'named-local':
    'nas NAS printer.local printer.local. server.lan box.home.arpa db.internal wiki.corp router.home x.intranet y.private',
  public:
    '10.example.com 127.evil.org 192.168.1.1.example.com 172.16.evil.org localhost.evil.org local.example.com example.local.org 172.32.0.1 8.8.8.8 11.0.0.1 [2606:2800:220:1:248:1893:25c8:1946] [64:ff9b::7f00:1] [2002:7f00:1::] example.com home.kr xn--9n2bp8q.kr',
}

describe('a host', () => {
  for (const [locality, names] of Object.entries(hosts))
    test.each(names.split(' '))(`%s is ${locality}`, (host) => expect(hostLocality(host)).toBe(locality))
})

test('only addresses that nobody could have resolved otherwise are addresses', () => {
  expect(['127.0.0.1', '[::1]', '8.8.8.8'].map(isAddress)).toEqual([true, true, true])
  expect(['localhost', '127.evil.org', '10.example.com', ''].map(isAddress)).toEqual([false, false, false, false])
})

test('an address may be called when it is public, and nothing inside a tunnel is', () => {
  const open = ['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8']
  const shut = ['64:ff9b::808:808', '2002:808:808::', '2001:0:808:808::', '::7f00:1', '100::1', 'example.com', '']
  expect(open.filter((one) => !isPublicAddress(one))).toEqual([])
  expect(shut.filter(isPublicAddress)).toEqual([])
  const near = `${hosts.loopback} ${hosts.private} ${hosts['named-local']}`.split(' ')
  expect(near.filter(isPublicAddress)).toEqual([])
})
