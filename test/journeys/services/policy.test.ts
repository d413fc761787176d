import { expect, test } from 'vitest'
import { mayAct } from '../../../src/app/services/grants.ts'
import { isMessenger, isRemote, messengerOf, type Origin, type Principal } from '../../../src/protocol/index.ts'

const origins: Origin[] = ['tui', 'oneshot', 'voice', 'telegram', 'http', 'mcp', 'job']
const from = (grants: string[], byVoice: boolean, name = 'transfer') =>
  origins.filter((origin) => mayAct({ origin }, new Set(grants), { name, byVoice }))

test('money moves at this machine after its confirmation, remotely only with the grant, by voice only in the embedded ledger', () => {
  expect(from([], true)).toEqual(['tui', 'oneshot', 'voice'])
  expect(from([], false)).toEqual(['tui', 'oneshot'])
  expect(from(['transfer'], true)).toEqual(['tui', 'oneshot', 'voice', 'telegram', 'http'])
  expect(from(['shell'], true)).toEqual(['tui', 'oneshot', 'voice'])
})

test('where somebody is follows from the origin, and their messenger from who they are', () => {
  expect(origins.filter(isRemote)).toEqual(['telegram', 'http', 'mcp'])
  expect(origins.filter(isMessenger)).toEqual(['telegram'])
  const people: Principal[] = ['owner', 'telegram:7', 'token:telegram']
  expect(people.map(messengerOf)).toEqual([undefined, 'telegram', undefined])
})

test('every service wants a grant of its own', () => {
  expect(from(['transfer'], true, 'restaurant')).toEqual(['tui', 'oneshot', 'voice'])
  expect(from(['restaurant'], true, 'restaurant')).toEqual(['tui', 'oneshot', 'voice', 'telegram', 'http'])
  expect(from(['restaurant'], true)).toEqual(['tui', 'oneshot', 'voice'])
})
