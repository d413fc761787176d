import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'
import { longTest } from '../../parts.ts'

/** A person's folders: a repository that was cloned from a stranger, and a home of the program beside it. */
function place() {
  const user = freshHome()
  const [clone, home] = [join(user, 'theirs'), join(user, 'home')]
  mkdirSync(join(clone, '.git'), { recursive: true })
  writeFileSync(join(clone, '.git/config'), '[remote "origin"]\n\turl = https://example.com/stranger/theirs.git\n')
  const env = { ...bareEnv(user), ASSISTANT_HOME: home, LANG: 'en_US.UTF-8' }
  return { user, clone, home, command: (...args: string[]) => run(args, env) }
}

const why = 'a repository that was cloned: https://example.com/stranger/theirs.git'

test('memory import tells whose text a file is, and its lines carry it, also through an export and back', async () => {
  const { clone, home, command } = place()
  const [file, copy] = [join(clone, 'memory.md'), join(clone, '../mine.json')]
  writeFileSync(file, '- The boiler is a Vaillant\n')
  const done = await command('memory', 'import', file, '--yes')
  expect([done.code, done.err]).toEqual([0, expect.stringContaining(why)])
  const page = () => readFileSync(join(home, 'memory/me.md'), 'utf8')
  expect(page()).toContain('from: file memory.md')
  writeFileSync(copy, (await command('memory', 'export', '--format', 'json')).out)
  await command('memory', 'forget', 'The boiler is a Vaillant')
  expect(page()).not.toContain('Vaillant')
  expect((await command('memory', 'import', copy, '--yes')).code).toBe(0)
  expect(page()).toContain('from: file memory.md')
  await command('memory', 'forget', 'The boiler is a Vaillant')
  expect((await command('memory', 'import', file, '--yes', '--own')).err).not.toContain(why)
  expect(page()).toContain('Vaillant')
  expect(page()).not.toContain('from:')
}, 60_000)

longTest(
  'a skill of somebody else is added after a yes only, one’s own at once',
  async () => {
    const { user, clone, home, command } = place()
    const skill = (folder: string, name: string) => {
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'SKILL.md'), `---\nname: ${name}\ndescription: Does it.\n---\nDo it.\n`)
      return join(folder, name)
    }
    const refused = await command('skills', 'add', skill(clone, 'theirs'))
    expect([refused.code, refused.err]).toEqual([42, expect.stringContaining(why)])
    expect(existsSync(join(home, 'skills/theirs'))).toBe(false)
    expect((await command('skills', 'add', join(clone, 'theirs'), '--yes')).code).toBe(0)
    expect(existsSync(join(home, 'skills/theirs/SKILL.md'))).toBe(true)
    expect((await command('skills', 'add', skill(user, 'mine'))).code).toBe(0)
  },
  60_000,
)

longTest(
  'a backup of somebody else brings text that counts as theirs, no rights and no programs, until the person says otherwise',
  async () => {
    const { user, clone, home, command } = place()
    await command('memory', 'add', 'A cat')
    mkdirSync(join(home, 'services/pay'), { recursive: true })
    writeFileSync(join(home, 'services/pay/handler.ts'), 'evil()')
    const made = join(user, 'a.tar.gz')
    expect((await command('backup', made)).code).toBe(0)
    const own = await command('restore', made, '--yes')
    expect([own.code, own.err.includes(why), existsSync(join(home, 'services/pay'))]).toEqual([0, false, true])
    cpSync(made, join(clone, 'a.tar.gz'))
    const theirs = await command('restore', join(clone, 'a.tar.gz'), '--yes')
    expect([theirs.code, theirs.err]).toEqual([0, expect.stringContaining(why)])
    expect(existsSync(join(home, 'services/pay'))).toBe(false)
    expect((await command('permissions')).out).toContain('restored from somebody else’s backup: a.tar.gz')
    expect((await command('trust', home, '--own')).code).toBe(0)
    expect((await command('permissions')).out).not.toContain('a.tar.gz')
  },
  60_000,
)
