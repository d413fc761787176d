import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleOf } from '../parts.ts'
import { bareEnv, freshHome, run } from './assistant.ts'

const folder = mkdtempSync(join(tmpdir(), 'assistant-given-'))
afterAll(() => rmSync(folder, { recursive: true }))
const skill = join(folder, 'tidy')
mkdirSync(skill)
writeFileSync(join(skill, 'SKILL.md'), '---\nname: tidy\ndescription: Tidies a desk.\n---\nPut papers away.\n')
writeFileSync(join(folder, 'lease.md'), '# Lease\nThe rent of 5B is 500.\n')

const commands = [
  ['docs', 'add', join(folder, 'lease.md')],
  ['skills', 'add', skill, '--yes'],
  ['serve', 'token', 'add', 'phone'],
  ['transfer', 'ledger', 'deposit', '만원'],
  ['trust', folder, '--own'],
]

test.each(sampleOf(commands))(
  'what a command changed for good is told, and the deed before it stays: %s %s',
  async (...words) => {
    const env = bareEnv(freshHome())
    await run(['lists', 'add', '장보기', '우유'], env)
    expect(await run(words, env)).toMatchObject({ code: 0 })
    const undone = await run(['-p', '방금 그거 취소해'], env)
    expect(undone.out + undone.err).toMatch(/되돌릴 수 없어요/)
    expect((await run(['lists', 'show', '장보기'], env)).out).toContain('우유')
    expect((await run(['-p', '방금 그거 취소해'], env)).out).toContain('되돌렸어요')
  },
)
