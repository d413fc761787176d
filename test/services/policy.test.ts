import { expect, test } from 'vitest'
import { mayTransferMoney } from '../../src/app/services/service-registry.ts'
import { isMessenger, isRemote, messengerOf, type Origin, type Principal } from '../../src/protocol/index.ts'

const origins: Origin[] = ['tui', 'oneshot', 'voice', 'telegram', 'http', 'mcp', 'job']
const from = (grants: string[], embedded: boolean) =>
  origins.filter((origin) => mayTransferMoney({ origin }, new Set(grants), embedded))

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
