import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { Replica } from '../../../src/sync/replica/replica.ts'
import { newDeviceId, renewIfCopied } from '../../../src/sync/round/identity.ts'

const id = 'abcdefghij012345'
const pathAt = (device: string, number: number, hash = 'a') =>
  `log/${device}/${String(number).padStart(9, '0')}-000000001-${hash.repeat(64)}`
let replica: Replica
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  replica = await Replica.open(join(folder, 'replica.db'))
  onTestFinished(() => replica.close())
  replica.addOwn(pathAt(id, 1), Buffer.from('1'))
  replica.addOwn(pathAt(id, 2), Buffer.from('2'))
  replica.setNumber('segment', 2)
  replica.forgetOwn(pathAt(id, 1))
})

test.each<[what: string, there: string[], isCopy: boolean]>([
  ['nothing', [], false],
  ['its own segments', [pathAt(id, 2)], false],
  ['one that it had removed and a copying program brings back', [pathAt(id, 1), pathAt(id, 2)], false],
  ['those of others', [pathAt('other00000000000', 9)], false],
  ['a later one under its id', [pathAt(id, 3)], true],
  ['another one of the same number', [pathAt(id, 2, 'b')], true],
])('the store holds %s', (_, there, isCopy) => {
  const device = { id, name: 'laptop' }
  const renewed = renewIfCopied({ replica, device, now: () => 7 }, new Map(there.map((path) => [path, 1])))
  expect(renewed !== undefined).toBe(isCopy)
  expect(device.id).toBe(renewed ?? id)
  if (isCopy)
    expect({
      devices: replica.devices(),
      own: replica.own(),
      segment: replica.number('segment'),
      again: replica.number('retell'),
    }).toEqual({
      devices: [{ id, name: 'laptop', number: 0, at: 7 }],
      ...{ own: [], segment: 0, again: 1 },
    })
})

test('ids are 16 letters and digits, and no two alike', () => {
  const ids = Array.from({ length: 100 }, newDeviceId)
  expect(ids.filter((one) => !/^[a-z0-9]{16}$/.test(one))).toEqual([])
  expect(new Set(ids).size).toBe(100)
})
