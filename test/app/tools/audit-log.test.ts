import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppContext } from '../../../src/app/context/app-context.ts'
import { auditTo } from '../../../src/app/tools/audit-log.ts'

test('what many turns do at once is all on record when each is told so, in order, with secrets masked', async () => {
  const state = join(await mkdtemp(join(tmpdir(), 'audit-')), 'state')
  const parts = {
    loaded: { paths: { state } },
    secrets: { redact: (text: string) => text.replaceAll('sk-1234', '***') },
  } as unknown as Pick<AppContext, 'loaded' | 'secrets'>
  const lines = async () => (await readFile(join(state, 'audit.jsonl'), 'utf8')).trimEnd().split('\n')
  const write = async (n: number) => {
    const entry = { at: n, conversation: 'c', turn: 't', tool: 'calculator', args: { n, key: 'sk-1234' }, outcome: 'ok' as const }
    await auditTo(parts)(entry)
    expect((await lines()).map((line) => JSON.parse(line))).toContainEqual({
      ...entry,
      args: { n, key: '***' },
      seal: expect.any(String),
    })
  }
  await Promise.all(Array.from({ length: 50 }, (_, n) => write(n)))
  await write(50)
  expect((await lines()).map((line) => JSON.parse(line).at)).toEqual(Array.from({ length: 51 }, (_, n) => n))
})
