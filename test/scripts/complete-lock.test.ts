import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error A script of the build is plain JavaScript.
import { missingFrom } from '../../scripts/complete-lock.js'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test('the lock holds the packages of every platform, or `npm ci` refuses it (scripts/complete-lock.js adds them)', () => {
  expect(missingFrom(lock)).toEqual([])
})

test('the lock names no address that packages came from: any registry will do', () => {
  const addresses = Object.entries<{ resolved?: string }>(lock.packages).filter(([, { resolved }]) =>
    resolved?.startsWith('http'),
  )
  expect(addresses).toEqual([])
})

test('a package that is missing is found, one that lies beside or above its wanter is not', () => {
  const packages = {
    '': {},
    'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } },
    'node_modules/a-linux': {},
    'node_modules/b/node_modules/a': { optionalDependencies: { 'a-linux': '2.0.0', '@a/win32-x64': '2.0.0' } },
  }
  expect(missingFrom({ packages })).toEqual([
    ['node_modules/a', 'a-darwin', '1.0.0'],
    ['node_modules/b/node_modules/a', '@a/win32-x64', '2.0.0'],
  ])
})
