import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frontMatter } from '../../../src/memory/skills/front-matter.ts'
import { filledCommand, readCommands } from '../../../src/memory/skills/own-commands.ts'
import { skillTool } from '../../../src/memory/skills/skill-tool.ts'
import { isUsableSkill, readSkills, skillsPage } from '../../../src/memory/skills/skills.ts'
import type { ToolContext } from '../../../src/protocol/index.ts'
import { freshHome } from '../../cli/assistant.ts'

function write(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: >\n  Writes minutes\n  of a meeting.\n${more}---\n# How\n`

test('skills are found by the open format; what it does not allow is told', async () => {
  const path = write(freshHome(), {
    'minutes/SKILL.md': skill('minutes', 'license: MIT\nmetadata:\n  author: me\n'),
    'other/SKILL.md': skill('not-other'),
    'Bad/SKILL.md': skill('Bad Name'),
    'empty/SKILL.md': '---\nname: empty\n---\n',
    'broken/SKILL.md': '---\nname: [\n---\n',
    'bomb/SKILL.md': '---\na: &a [x]\nname: bomb\ndescription: *a\n---\n',
    'no-skill/README.md': 'x',
  })
  const skills = await readSkills([
    { path, own: true },
    { path: join(path, 'nowhere'), own: false },
  ])
  const problems = Object.fromEntries(
    skills.map(({ folder, problems: found }) => [folder.slice(path.length + 1), found]),
  )
  expect(problems).toEqual({
    minutes: [],
    other: ['other-name'],
    Bad: ['bad-name', 'other-name'],
    empty: ['no-description'],
    broken: ['front-matter', 'no-name', 'no-description'],
    bomb: ['front-matter', 'no-name', 'no-description'],
  })
  expect(skills.filter(isUsableSkill).map(({ name }) => name)).toEqual(['Bad', 'minutes', 'not-other'])
  expect(skillsPage(skills)).toContain('- minutes: Writes minutes of a meeting.')
  expect(skillsPage(skills)).not.toContain('# How')
  expect(skillsPage([])).toBe('')
})

test('a skill of the person comes before one of a project with the same name', async () => {
  const [own, project] = [
    write(freshHome(), { 'a/SKILL.md': skill('a') }),
    write(freshHome(), { 'a/SKILL.md': skill('a') }),
  ]
  const skills = await readSkills([
    { path: own, own: true },
    { path: project, own: false },
  ])
  expect(skills.map((one) => [one.own, isUsableSkill(one)])).toEqual([
    [true, true],
    [false, false],
  ])
})

test('a skill is read when it is wanted, with its files; nothing outside of its folder is', async () => {
  const path = write(freshHome(), {
    'minutes/SKILL.md': skill('minutes'),
    'minutes/references/form.md': '양식',
    'minutes/scripts/run.sh': 'echo hi',
    'secret.txt': 'no',
  })
  symlinkSync(join(path, 'secret.txt'), join(path, 'minutes/link.txt'))
  const tool = skillTool(await readSkills([{ path, own: true }]))
  const call = async (args: Record<string, string>) => {
    const run = tool.run(args, {} as ToolContext)
    for (;;) {
      const { done, value } = await run.next()
      if (done) return value
    }
  }
  const whole = await call({ name: 'minutes' })
  expect(whole.text).toContain('# How')
  expect(whole.text).toContain('references/form.md, scripts/run.sh')
  expect((await call({ name: 'minutes', file: 'references/form.md' })).text).toBe('양식')
  for (const file of ['../secret.txt', 'link.txt', '/etc/passwd', '.', 'none'])
    expect(await call({ name: 'minutes', file }), file).toMatchObject({ isError: true })
  expect(await call({ name: 'nobody' })).toMatchObject({ isError: true })
})

test('own commands have names, descriptions, a model and tools; the first of a name counts', async () => {
  const own = write(freshHome(), {
    'fix.md':
      '---\ndescription: Fix an issue\nargument-hint: "[number]"\nmodel: opus\ntools: [read_file, edit_file]\n---\nFix $1 of $ARGUMENTS.',
    'git/review.md': 'Review the changes.\nAll of them.',
    '번역.md': '번역해 줘: $ARGUMENTS',
    'empty.md': '---\ndescription: x\n---\n',
    'bad name!.md': 'x',
  })
  const project = write(freshHome(), {
    'fix.md': 'other',
    'more.md': '---\nallowed-tools: Bash(git:*), Read\n---\nmore',
  })
  const commands = await readCommands([
    { path: own, own: true },
    { path: project, own: false },
  ])
  expect(commands.map(({ name, description, own: isOwn }) => [name, description, isOwn])).toEqual([
    ['fix', 'Fix an issue', true],
    ['git-review', 'Review the changes.', true],
    ['번역', '번역해 줘: $ARGUMENTS', true],
    ['more', 'more', false],
  ])
  expect(commands[0]).toMatchObject({ model: 'opus', tools: ['read_file', 'edit_file'], argumentHint: '[number]' })
  expect(filledCommand({ body: 'Fix $1 of $ARGUMENTS.' }, '"a b" c')).toBe('Fix a b of "a b" c.')
  expect(filledCommand({ body: 'Review' }, 'now')).toBe('Review\n\nnow')
})

test('what was typed is never read as a place to fill, and stands in the text', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(filledCommand({ body: 'a $ARGUMENTS b' }, typed)).toBe(`a ${typed} b`)
    }),
  )
})

test('whatever a file begins with, reading its fields never throws and keeps the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (yaml, body) => {
      const { fields, body: text } = await frontMatter(`---\n${yaml}\n---\n${body}`)
      expect(typeof fields).toBe('object')
      expect(typeof text).toBe('string')
    }),
  )
  expect(await frontMatter('\uFEFF---\r\na: 1\r\n---\r\nb\r\n')).toEqual({ fields: { a: 1 }, body: 'b' })
  expect(await frontMatter('no fields')).toEqual({ fields: {}, body: 'no fields' })
})
