import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error a plain script of the house
import { files, withCommands } from '../../scripts/chat-commands.js'
// @ts-expect-error a plain script of the house
import { transcripts, withTranscript } from '../../scripts/transcript.js'
import { rows } from '../../src/cli/command-table.ts'
import { rootFlags } from '../../src/cli/flags.ts'
import { envOf, keys } from '../../src/config/schema.ts'
import { requires } from '../parts.ts'

requires(
  'bash',
  'curl',
  'jq',
)('READMEs', () => {
  test.each(transcripts as string[])('%s shows what the program says', (file) => {
    expect(withTranscript(file)).toBe(readFileSync(file, 'utf8'))
  })
})

test.each(files as string[])('%s names every command of the chat', (file) => {
  expect(withCommands(file)).toBe(readFileSync(file, 'utf8'))
})

test('man assistant names every flag and every command', () => {
  const page = readFileSync('man/assistant.1', 'utf8').replaceAll('\\', '')
  const flags = [
    ...rootFlags.map(({ long }) => long),
    ...rows.flatMap(({ options = [] }) => options.map((o) => /--([a-z-]+)/.exec(o)?.[1])),
  ]
  expect(flags.filter((long) => !page.includes(`Fl Fl ${long}`))).toEqual([])
  const words = rows.flatMap(({ path }) => path.split(' ').filter((word) => /^[a-z]+$/.test(word)))
  const listed = (page.match(/^\.It Cm .*$/gm) ?? []).join(' ').split(/[ |]+/)
  expect(words.filter((word) => !listed.includes(word))).toEqual([])
})

test('man assistant-config names every setting and its variable', () => {
  const page = readFileSync('man/assistant-config.5', 'utf8')
  expect(keys.filter((key) => !page.includes(`.It Va ${key}\n`) || !page.includes(`.Ev ${envOf(key)}\n`))).toEqual([])
})

test('ARCHITECTURE.md knows every room, and names nothing that is not there', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  const folders = globSync('src/{*,ui/*,services/*}/*.{ts,tsx}').map(
    (file) => file.split('/').slice(1, -1).at(-1) ?? '',
  )
  expect([...new Set(folders)].filter((room) => !page.includes(`\`${room}/`))).toEqual([])
  const names = globSync('{src,test}/**/*.{ts,tsx}', { exclude: (path) => path.includes('node_modules') }).map((file) =>
    file.slice(file.lastIndexOf('/') + 1),
  )
  expect(page.match(/[\w-]+\.tsx?\b/g)?.filter((name) => !names.includes(name))).toEqual([])
  const paths = page.match(/`[\w-]+\/[\w./-]+`/g)?.map((path) => path.slice(1, -1)) ?? []
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !existsSync(path) && !existsSync(`src/${path}`))).toEqual([])
})

test('what a newcomer may want to add takes at most five files, each named where it is', () => {
  const [, section = ''] = /## To add …\n(.*?)\n## /s.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
  const tasks = section.split('\n- **').slice(1)
  const wanted =
    'provider|tool|slash command|subcommand|setting|sentence|service|surface|channel|document format|failure code'
  expect(tasks.map((task) => /^an? ([a-z ]+)\*\*/.exec(task)?.[1])).toEqual(expect.arrayContaining(wanted.split('|')))
  for (const task of tasks)
    expect(
      [...new Set(task.replace(/ Optional: .*/s, '').match(/`(?:\w[\w-]*\/)+[\w.-]+\.(?:tsx?|1|5)`/g))].length,
      task,
    ).toBeLessThanOrEqual(5)
})

test('the pages for newcomers link to what is there', () => {
  for (const page of [
    'ARCHITECTURE.md',
    'AGENTS.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/api.md',
    'README.md',
    'README.ko.md',
  ]) {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    const folder = page.slice(0, page.lastIndexOf('/') + 1)
    expect({ page, gone: links.filter((link) => !existsSync(folder + link)) }).toEqual({ page, gone: [] })
  }
})

requires('man')('the manual page', () => {
  test('is formatted without a warning', () => {
    const shell = (line: string) =>
      execFileSync('bash', ['--norc', '-c', line], {
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
        encoding: 'utf8',
      })
    for (const page of globSync('man/**/*.[0-9]'))
      expect({ page, warnings: shell(`man --warnings -l ${page} 2>&1 >/dev/null`) }).toEqual({ page, warnings: '' })
    expect(shell('man -l man/assistant.1 | cat')).toContain('personal assistant for the terminal')
  })
})
