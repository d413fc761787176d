import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draftOf, writeInstructions } from '../../../../src/app/surfaces/tui/first-instructions.ts'
import type { AskForm } from '../../../../src/ui/tui/tui-host.ts'
import { freshHome } from '../../../cli/assistant.ts'

function project() {
  const folder = join(freshHome(), 'proj')
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'README.md'), '# Proj\n\n![x](y)\n\nCounts things, and says how many.\n')
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { test: 'vitest', 'build:all': 'x', postinstall: 'x' } }),
  )
  writeFileSync(join(folder, 'Makefile'), 'all: x\n\ttrue\nVAR := 1\nclean:\n')
  writeFileSync(join(folder, 'Cargo.toml'), '')
  return folder
}

test('a draft says what the folder says of itself', async () => {
  expect(await draftOf(project())).toBe(
    [
      '# proj',
      '',
      'Counts things, and says how many.',
      '',
      '## Commands',
      '',
      ...['npm run test', 'npm run build:all', 'make all', 'make clean', 'cargo build', 'cargo test'].map(
        (line) => `- \`${line}\``,
      ),
      '',
      '## Layout',
      '',
      ...['Cargo.toml', 'Makefile', 'package.json', 'README.md', 'src/'].map((name) => `- \`${name}\``),
      '',
      '## Conventions',
      '',
      '- ',
      '',
    ].join('\n'),
  )
})

test('it is shown and written only after a yes, and never over one that is there', async () => {
  const cwd = project()
  const assistant = { parts: { environment: { cwd } }, language: 'en' } as unknown as Parameters<
    typeof writeInstructions
  >[0]
  const say =
    (write: boolean): AskForm =>
    async ({ message }) => {
      expect(message).toContain('Counts things')
      return { action: 'accept', content: { write } }
    }
  const { signal } = new AbortController()
  expect(await writeInstructions(assistant, say(false), signal)).toBe('Nothing was written.')
  expect(await writeInstructions(assistant, say(true), signal)).toContain('Written')
  expect(readFileSync(join(cwd, 'AGENTS.md'), 'utf8')).toContain('Counts things')
  await expect(writeInstructions(assistant, say(true), signal)).rejects.toMatchObject({
    failure: { code: 'bad-input' },
  })
})
