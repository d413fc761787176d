import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { lstat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writerTag } from '../../src/std/fs/writer-tag.ts'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { requires } from '../parts.ts'
import { faultEnv } from './faults.ts'

const clean = () => {
  const home = mkdtempSync(join(tmpdir(), 'assistant-fs-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

requires('cc')('a file system', () => {
  test('without hard links is as good as another: everything works, and no line of several writers is lost', async () => {
    const home = clean()
    const env = { ...bareEnv(home), ...faultEnv('/nowhere', 0, 'kill'), FAULT_NO_LINKS: '1' }
    expect((await run(['1+1'], env)).out).toContain('2')
    const facts = Array.from({ length: 6 }, (_, n) => `${n + 1}번째 사물함은 ${n + 100}호`)
    const added = await Promise.all(facts.map((fact) => run(['memory', 'add', fact], env)))
    expect(added.map(({ code }) => code)).toEqual(facts.map(() => 0))
    const page = readFileSync(join(home, 'memory/me.md'), 'utf8')
    expect(facts.filter((fact) => !page.includes(fact))).toEqual([])
  })

  test.each(['EROFS+', 'ENOSPC+'] as const)(
    'that takes nothing (%s) still answers, says that nothing is kept, and shows no stack',
    async (fault) => {
      const fresh = clean()
      const used = clean()
      await run(['1+1'], bareEnv(used))
      for (const home of [fresh, used]) {
        const env = { ...bareEnv(home), ...faultEnv(home, 1, fault) }
        for (const args of [['2+2', '--no-session'], ['2+2']]) {
          const { code, out, err } = await run(args, env)
          expect({ code, answers: out.includes('4'), stack: /\n\s+at /.test(err) }).toEqual({
            code: 0,
            answers: true,
            stack: false,
          })
        }
        expect((await run(['2+2'], env)).err).toContain('저장되지 않아요')
        const { code, err } = await run(['memory', 'add', '아무거나'], env)
        expect({ code, stack: /\n\s+at /.test(err) }).toEqual({ code: 1, stack: false })
      }
    },
  )
})

test('a page that is a link stays one', async () => {
  const home = freshHome()
  const dotfiles = join(home, 'dotfiles')
  mkdirSync(join(home, 'memory'))
  mkdirSync(dotfiles)
  writeFileSync(join(dotfiles, 'me.md'), '- 혈액형은 AB형\n')
  symlinkSync(join(dotfiles, 'me.md'), join(home, 'memory/me.md'))
  await run(['memory', 'add', '차는 지하 2층'], bareEnv(home))
  expect((await lstat(join(home, 'memory/me.md'))).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(dotfiles, 'me.md'), 'utf8')).toContain('차는 지하 2층')
})

test('a workspace that was half made is not listed and can be made again', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'workspaces/lab'), { recursive: true })
  writeFileSync(join(home, 'workspaces/lab/config.json'), '{"name":"lab"}')
  const { listWorkspaces } = await import('../../src/memory/agents.ts')
  const { createWorkspace } = await import('../../src/memory/agent-admin.ts')
  expect(await listWorkspaces(home)).toEqual([])
  await createWorkspace(home, 'lab', new Date('2026-11-21T01:35:00Z'))
  expect(await listWorkspaces(home)).toEqual(['lab'])
})

test('temporary files of killed writers are gone after the next start', async () => {
  const home = freshHome()
  await run(['1+1'], bareEnv(home))
  const dead = spawnSync(process.execPath, ['-p', 'process.pid.toString(36)'], { encoding: 'utf8' }).stdout.trim()
  const machine = writerTag().slice(-4)
  const [old, young] = ['.me.md.abc123def456.tmp', `.me.md.abc123-${dead}${machine}.tmp`]
  // Whoever still runs, or runs where nobody here can look, may need its file yet.
  const used = [`.me.md.abc123-${writerTag()}.tmp`, `.me.md.abc123-${dead}${machine === 'zzzz' ? 'yyyy' : 'zzzz'}.tmp`]
  for (const folder of ['memory', 'conversations', 'workspaces/default/agents/비서']) {
    const at = (name: string) => join(home, folder, name)
    mkdirSync(join(home, folder), { recursive: true })
    for (const name of [old, young, 'config.json.tmp-54227975898298b0', ...used]) writeFileSync(at(name), 'half')
    utimesSync(at(old), new Date('2026-11-01'), new Date('2026-11-01'))
  }
  await run(['1+1'], bareEnv(home))
  for (const folder of ['memory', 'conversations', 'workspaces/default/agents/비서'])
    expect(readdirSync(join(home, folder)).filter((name) => name.includes('.tmp'))).toEqual(used.sort())
})
