import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DeliveryLog } from '../../../src/ui/telegram/outbox.ts'

test('lines that are none are passed over: what was written before and after them is there', async () => {
  const home = await mkdtemp(join(tmpdir(), 'ledger-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const path = join(home, 'telegram.jsonl')
  const update = { id: 1, chat: 7, kind: 'message' as const, message: 1, at: 1, text: '하나' }
  const first = await DeliveryLog.open(path)
  await first.write({ type: 'in', update })
  await first.close()
  const lines = [
    'null',
    '[]',
    '"x"',
    '{"type":"in"}',
    '{"type":"in","update":{}}',
    '{"type":"out"}',
    '{"type":"skipped"}',
  ]
  const more = [
    '{"type":"out","out":{"key":"k"},"updates":[1]}',
    '{"type":"kept"}',
    '{"type":"toString"}',
    '{"type":"in","upd',
  ]
  await appendFile(path, [...lines, ...more].map((line) => `${line}\n`).join(''))
  const second = await DeliveryLog.open(path)
  await second.write({ type: 'in', update: { ...update, id: 2 } })
  await second.close()
  const third = await DeliveryLog.open(path)
  expect([[...third.pending.keys()], [...third.outs.keys()]]).toEqual([[1, 2], []])
  await third.close()
})
