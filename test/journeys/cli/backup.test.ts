import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'

test('a home moves to another machine by one file: remembered there, backed up, and asked for here', async () => {
  const [from, to] = [freshHome(), freshHome()]
  await run(['memory', 'add', '나는 매운 음식을 못 먹는다'], bareEnv(from))
  const file = join(from, '..', `backup-${process.pid}.tar.gz`)
  const made = await run(['backup', file], bareEnv(from))
  expect([made.code, made.out]).toEqual([
    0,
    expect.stringMatching(/^백업했어요: .*\.tar\.gz \(파일 \d+개, 0\.\d MB\)\nAPI 키와 로그인은 넣지 않았어요/),
  ])
  expect((await run(['backup', file], bareEnv(from))).err).toContain('이미 있는 파일이에요')

  const asked = await run(['restore', file], bareEnv(to))
  expect([asked.code, asked.err]).toEqual([42, expect.stringContaining('묻지 않고 바꾸려면 --yes를 붙여 주세요.')])
  expect((await run(['restore', file, '--yes'], bareEnv(to))).out).toMatch(/^백업으로 되돌렸어요\./)
  expect((await run(['memory', 'search', '음식'], bareEnv(to))).out).toContain('매운 음식을 못 먹는다')

  // What was there the second time is put away, and said where.
  await run(['memory', 'add', '여기서만 아는 일'], bareEnv(to))
  const again = await run(['restore', file, '--yes', '--json'], bareEnv(to))
  const { before } = JSON.parse(again.out) as { before: string }
  expect(readFileSync(join(before, 'home', 'memory', 'me.md'), 'utf8')).toContain('여기서만 아는 일')
  expect((await run(['memory', 'list'], bareEnv(to))).out).not.toContain('여기서만')
}, 120_000)

test('with a passphrase keys come along; a wrong one, a cut file and no file are said, and change nothing', async () => {
  const [from, to] = [freshHome(), freshHome()]
  writeFileSync(join(from, 'secrets.json'), '{"OPENAI_API_KEY":"sk-planted"}', { mode: 0o600 })
  const folder = join(to, '..', `backups-${process.pid}`)
  mkdirSync(folder)
  const words = (text: string) => {
    const path = join(folder, `${text}.txt`)
    writeFileSync(path, `${text}\n`)
    return ['--password-file', path]
  }
  expect((await run(['backup', folder, '--encrypt', ...words('short')], bareEnv(from))).err).toContain('8자보다 짧아요')
  await run(['backup', folder, ...words('열려라 참깨야')], bareEnv(from))
  expect(readdirSync(folder).filter((name) => name.endsWith('.enc'))).toEqual([])
  expect((await run(['backup', folder, ...words('열려라 참깨야 어서')], bareEnv(from))).out).toContain(
    'API 키와 로그인도 들어 있어요',
  )
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.enc'))
  const file = join(folder, name)
  const restored = (...more: string[]) => run(['restore', ...more], bareEnv(to))
  expect((await restored(file, '--yes', ...words('다른 말이에요'))).err).toContain('이 비밀번호로는 열리지 않아요')
  expect((await restored(join(folder, 'none'))).err).toContain('파일이 없어요')
  writeFileSync(join(folder, 'cut'), readFileSync(file).subarray(0, -20))
  expect((await restored(join(folder, 'cut'), '--yes', ...words('열려라 참깨야 어서'))).code).toBe(42)
  const looked = await restored(file, '--dry-run', ...words('열려라 참깨야 어서'))
  expect(looked.err).toContain('백업이 온전해요')
  expect(existsSync(join(to, 'secrets.json'))).toBe(false)
  expect((await restored(file, '--yes', ...words('열려라 참깨야 어서'))).code).toBe(0)
  expect(readFileSync(join(to, 'secrets.json'), 'utf8')).toContain('sk-planted')
}, 120_000)
