import { expect, test } from 'vitest'
import type { SandboxPlace } from '../../../../src/tools/shell/sandbox/sandbox-plan.ts'
import { seatbeltProfile } from '../../../../src/tools/shell/sandbox/seatbelt.ts'

const profileOf = (places: SandboxPlace[], address?: { port: number } | { socket: string }) =>
  seatbeltProfile({ places, cwd: '/w', writes: true }, address && { hosts: [], address, refused: () => [] }).split('\n')

test.each<[SandboxPlace, string[]]>([
  [{ path: '/a', access: 'write', folder: true }, ['(allow file-read* file-write* (subpath "/a"))']],
  [{ path: '/a', access: 'link', folder: false, target: 'b' }, ['(allow file-read* (literal "/a"))']],
  [{ path: '/a', access: 'scratch', folder: true }, ['(deny file-read* file-write* (subpath "/a"))']],
  [{ path: '/a', access: 'hidden', folder: false }, ['(deny file-read* file-write* (literal "/a"))']],
  [{ path: '/a', access: 'empty', folder: true }, ['(deny file-read* file-write* (subpath "/a"))']],
  [
    { path: '/b/a', access: 'read', folder: false },
    [
      '(allow file-read* (literal "/b/a"))',
      '(deny file-write* (literal "/b/a"))',
      '(deny file-write-unlink (literal "/b"))',
    ],
  ],
  [{ path: '/"a\\', access: 'write', folder: false }, ['(allow file-read* file-write* (literal "/\\"a\\\\"))']],
])('%o is one rule and its like', (place, rules) => {
  expect(profileOf([place]).slice(-rules.length)).toEqual(rules)
})

test('no network but the proxy on a port of this machine', () => {
  const rule = (lines: string[]) => lines.filter((line) => line.includes('network'))
  expect(rule(profileOf([]))).toEqual(['(deny network*)'])
  expect(rule(profileOf([], { socket: '/s' }))).toEqual(['(deny network*)'])
  expect(rule(profileOf([], { port: 8_080 }))).toEqual([
    '(deny network*)',
    '(allow network-outbound (remote ip "localhost:8080"))',
  ])
})
