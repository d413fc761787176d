import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Validator } from '@cfworker/json-schema'
import { beforeEach, expect, test } from 'vitest'
import { schemaJson } from '../../src/config/check.ts'
import { listSecrets } from '../../src/config/list.ts'
import { pathsOf } from '../../src/config/paths.ts'
import { loadSecrets, maskValue, setSecret } from '../../src/config/secrets.ts'
import { setSetting } from '../../src/config/write.ts'
import { configMessages } from '../../src/messages/commands/config.ts'

const now = new Date('2026-11-21T01:35:00Z')
let home: string
let file: string
const text = (path = file) => JSON.parse(readFileSync(path, 'utf8'))
const mode = (path: string) => statSync(path).mode & 0o777
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'assistant-config-')))
  file = join(home, 'new/config.json')
})
const secretsOf = (env: Record<string, string | undefined> = {}) =>
  loadSecrets(env, pathsOf({ ASSISTANT_HOME: home }, '/u', '/'), { cwd: home, now, warn: () => {} })

test('a setting is written as its type, beside what was there, for the owner alone', async () => {
  await setSetting(file, 'limits.toolMs', '5000', now)
  chmodSync(file, 0o644)
  writeFileSync(file, JSON.stringify({ ...text(), mine: { unknown: 1 } }))
  await setSetting(file, 'trusted', '/a, /b', now)
  await setSetting(file, 'routing', 'false', now)
  await setSetting(file, 'model', 'x', now)
  await setSetting(file, 'model', undefined, now)
  expect([text(), mode(file), mode(join(home, 'new'))]).toEqual([
    { limits: { toolMs: 5000 }, mine: { unknown: 1 }, trusted: ['/a', '/b'], routing: false },
    0o600,
    0o700,
  ])
})

test('what cannot be set is refused before the disk is touched', async () => {
  const refused = (key: string, value: unknown) =>
    setSetting(file, key, value, now).then(
      () => 'set',
      (error) => error.failure,
    )
  const near = async (key: string) =>
    ((await refused(key, 'x')) as { data: { suggestion: string | null } }).data.suggestion
  expect(await Promise.all(['lang', 'embedder', 'voice', 'e'].map(near))).toEqual([
    'language',
    'docs.embedder',
    null,
    null,
  ])
  expect([await refused('modle', 'x'), await refused('language', 'jp')]).toEqual([
    { code: 'config', detail: 'unknown setting modle', data: { key: 'modle', suggestion: 'model' } },
    {
      code: 'config',
      detail: 'bad value for language',
      data: { key: 'language', expected: { kind: 'one', values: ['ko', 'en'] } },
    },
  ])
  expect(() => statSync(file)).toThrow('ENOENT')
})

test('a damaged file is set aside and a new one begun', async () => {
  await setSetting(file, 'model', 'x', now)
  writeFileSync(file, '{"model":')
  expect(await setSetting(file, 'agent', '도치', now)).toEqual([
    { code: 'damaged', path: file, kept: `${file}.damaged-20261121T013500Z` },
  ])
  expect([text(), readFileSync(`${file}.damaged-20261121T013500Z`, 'utf8')]).toEqual([{ agent: '도치' }, '{"model":'])
})

test('a disk that refuses is a failure with its cause', async () => {
  writeFileSync(join(home, 'new'), 'a file where the folder should be')
  const failure = await setSetting(file, 'model', 'x', now).then(undefined, (error) => error.failure)
  expect(failure).toMatchObject({ code: 'storage', data: { path: file } })
})

test('several processes that write at once lose nothing', async () => {
  const run = promisify(execFile)
  await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      run(process.execPath, [join(import.meta.dirname, 'add-setting.ts'), file, String(i)]),
    ),
  )
  expect(text()).toEqual({
    limits: {
      askMs: 1000,
      toolMs: 1001,
      firstByteMs: 1002,
      firstByteLocalMs: 1003,
      exchangeSoftMs: 1004,
      exchangeHardMs: 1005,
    },
  })
})

test('a secret comes from its variable, the file that <NAME>_FILE names, or secrets.json', async () => {
  await setSecret(pathsOf({ ASSISTANT_HOME: home }, '/u', '/'), 'OPENAI_API_KEY', 'sk-from-secrets-json', now)
  expect(mode(join(home, 'secrets.json'))).toBe(0o600)
  writeFileSync(join(home, 'key'), '\uFEFFsk-from-a-file-here\n')
  const found = async (env: Record<string, string>) => (await secretsOf(env)).get('OPENAI_API_KEY')
  expect([
    await found({ OPENAI_API_KEY: ' sk-from-variable ', OPENAI_API_KEY_FILE: 'key' }),
    await found({ OPENAI_API_KEY_FILE: 'key' }),
    await found({}),
  ]).toEqual([
    { value: 'sk-from-variable', where: 'OPENAI_API_KEY' },
    { value: 'sk-from-a-file-here', where: 'OPENAI_API_KEY_FILE' },
    { value: 'sk-from-secrets-json', where: join(home, 'secrets.json') },
  ])
  expect(await found({ OPENAI_API_KEY_FILE: 'nothing' }).catch((error) => error.failure.data)).toEqual({
    key: 'OPENAI_API_KEY_FILE',
    path: join(home, 'nothing'),
  })
  await setSecret(pathsOf({ ASSISTANT_HOME: home }, '/u', '/'), 'OPENAI_API_KEY', undefined, now)
  expect(await found({})).toBeUndefined()
})

test('secrets are shown by their ends and taken out of every text', async () => {
  const secrets = await secretsOf({
    OPENAI_API_KEY: 'sk-abcdefghijklmnop1234',
    ZAI_API_KEY: 'short-key',
    FAL_KEY: 'abc',
  })
  expect(listSecrets(secrets)).toEqual([
    { name: 'OPENAI_API_KEY', shown: 'sk-…1234', where: 'OPENAI_API_KEY' },
    { name: 'ZAI_API_KEY', shown: '••••', where: 'ZAI_API_KEY' },
    { name: 'FAL_KEY', shown: '••••', where: 'FAL_KEY' },
  ])
  expect(secrets.redact('Bearer sk-abcdefghijklmnop1234, short-key; abc')).toBe('Bearer sk-…1234, ••••; abc')
  expect(maskValue('0123456789abcdef')).toBe('012…cdef')
})

test('the schema accepts a right file and refuses a wrong one', async () => {
  const json = await schemaJson(configMessages.ko.meanings)
  const schema = new Validator(json, '2020-12', false)
  expect(
    schema.validate({
      language: 'ko',
      limits: { toolMs: 5 },
      providers: { openai: { baseUrl: 'http://127.0.0.1/v1' } },
    }).valid,
  ).toBe(true)
  expect(schema.validate({ limits: { toolMs: 'x' } }).valid).toBe(false)
  expect(JSON.stringify(json)).toContain('도구 하나의 제한 시간(ms)')
})
