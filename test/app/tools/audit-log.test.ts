import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppContext } from '../../../src/app/context/app-context.ts'
import { auditTo } from '../../../src/app/tools/audit-log.ts'
import { withoutSecretShapes } from '../../../src/std/text/secret-shapes.ts'

test('what many turns do at once is all on record when each is told so, in order, with secrets masked', async () => {
  const state = join(await mkdtemp(join(tmpdir(), 'audit-')), 'state')
  const parts = {
    loaded: { paths: { state } },
    secrets: { redact: (text: string) => text.replaceAll('sk-1234', '***') },
  } as unknown as Pick<AppContext, 'loaded' | 'secrets'>
  const lines = async () => (await readFile(join(state, 'audit.jsonl'), 'utf8')).trimEnd().split('\n')
  const write = async (n: number) => {
    const entry = {
      at: n,
      conversation: 'c',
      turn: 't',
      tool: 'calculator',
      args: { n, key: 'sk-1234' },
      outcome: 'ok' as const,
    }
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

test('what nobody told the program to be a secret is masked by its shape, in any place of the arguments', async () => {
  const state = join(await mkdtemp(join(tmpdir(), 'audit-')), 'state')
  const secrets = { redact: withoutSecretShapes }
  const parts = { loaded: { paths: { state } }, secrets } as unknown as Pick<AppContext, 'loaded' | 'secrets'>
  const args = {
    text: '카드 4111-1111-1111-1111, 주민번호 900101-1234568, 키 sk-abcdefghijklmnopqrstuv',
    list: [{ 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc': true }, 4_111_111_111_111_111, 1_763_870_000_000],
    url: 'https://kim:geheim@example.com/a?order=4111111111111112',
    phone: '010-1234-5678, 2026-11-23, 110-123-456789',
  }
  await auditTo(parts)({ at: 1, conversation: 'c', turn: 't', tool: 'save_memory', args, outcome: 'ok' })
  expect(JSON.parse(await readFile(join(state, 'audit.jsonl'), 'utf8')).args).toEqual({
    text: '카드 ••••, 주민번호 ••••, 키 ••••',
    list: [{ '••••': true }, '••••', 1_763_870_000_000],
    url: 'https://kim:••••@example.com/a?order=4111111111111112',
    phone: '010-1234-5678, 2026-11-23, 110-123-456789',
  })
})
