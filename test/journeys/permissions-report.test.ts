import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { permissionsReport } from '../../src/app/surfaces/tui/reports.ts'
import { callTool, modelServer, say } from '../fakes/model-server.ts'
import { assistantAt, freshHome, of, said } from './home.ts'

test('/permissions shows, explains and changes what the command line does, and a rule holds in the very conversation', async () => {
  const write = (path: string) => callTool('write_file', { path, content: 'x' })
  await using server = await modelServer(write('a'), say('하나'), write('b'), say('둘'), write('c'), say('셋'))
  const [home, work] = [freshHome(), freshHome()]
  writeFileSync(join(home, 'config.json'), JSON.stringify({ limits: { askMs: 60 } }))
  const assistant = await assistantAt(home, { model: server.openai, cwd: work })
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true })
  const permissions = async (words: string) =>
    (await permissionsReport(assistant, words, AbortSignal.timeout(30_000))).rows.map(({ value }) => value)
  const asks = async () => of(await said(conversation, '써줘', 'oneshot'), 'tool.asked').length

  expect([await asks(), existsSync(join(work, 'a'))]).toEqual([1, false])
  expect(await permissions('allow write_file(*)')).toEqual(['묻지 않음: write_file(*). 바로 적용돼요.'])
  expect(await permissions('why write_file b')).toContain('정하는 규칙: 묻지 않음 — write_file(*)')
  expect([await asks(), existsSync(join(work, 'b'))]).toEqual([0, true])
  expect(await permissions('')).toContain('  묻지 않음: write_file(*)')
  expect(await permissions('remove write_file(*)')).toEqual(['규칙을 지웠어요: write_file(*)'])
  expect([await asks(), existsSync(join(work, 'c'))]).toEqual([1, false])
  await expect(permissions('remove write_file(*)')).rejects.toMatchObject({ failure: { code: 'bad-input' } })
  await expect(permissions('deny shell(')).rejects.toMatchObject({ failure: { code: 'bad-input' } })
  await conversation.close()
  await assistant.close()
  expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).permissions).toEqual({ allow: [] })
})
