import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { placesOf } from '../../src/cli/commands/completion.ts'
import { rootFlags } from '../../src/cli/flags.ts'
import { commandNames } from '../../src/cli/table.ts'
import { requires } from '../parts.ts'
import { bareEnv, freshHome, run } from './assistant.ts'

const script = async (shell: string) => (await run(['completion', shell], bareEnv(freshHome()))).out

requires('bash')('bash', () => {
  /** What Tab offers after these words, the last of them begun. */
  async function offered(...words: string[]): Promise<string[]> {
    const line = `${await script('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _assistant; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['--norc', '-uc', line, 'bash', 'assistant', ...words], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .filter(Boolean)
  }

  test.each([
    [['d'], ['doctor']],
    [['co'], ['config', 'conversations', 'context', 'completion']],
    [
      ['config', ''],
      ['get', 'set', 'list', 'path', 'validate'],
    ],
    [
      ['config', 'get', '--'],
      ['--json', '--help'],
    ],
    [
      ['-q', 'conversations', 's'],
      ['show', 'search'],
    ],
    [
      ['--output-format', ''],
      ['text', 'json', 'stream-json'],
    ],
    [['conversations', 'export', 'id', '--format', 'm'], ['markdown']],
    [
      ['completion', ''],
      ['--help', 'bash', 'zsh', 'fish'],
    ],
    [['-'], rootFlags.map(({ long }) => `--${long}`)],
    [['nothing-like-it'], []],
  ])('%j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected)
  })
})

describe.each(['zsh', 'fish'])('%s', (shell) => {
  requires(shell)('where it is installed', () => {
    test('takes the script', async () => {
      const input =
        shell === 'zsh'
          ? `autoload -U compinit; compinit -u -D; ${await script('zsh')}; whence -w _assistant`
          : await script('fish')
      const out = execFileSync(shell, ['-c', input], { encoding: 'utf8', env: bareEnv(freshHome()) })
      if (shell === 'zsh') expect(out).toBe('_assistant: function\n')
    })
  })
})

test('every command is offered, in every shell', async () => {
  const [top] = placesOf('ko')
  expect(top?.words.map(({ word }) => word)).toEqual(expect.arrayContaining(commandNames.filter((name) => name !== 'help')))
  for (const shell of ['bash', 'zsh', 'fish'])
    for (const name of ['setup', 'conversations', 'doctor']) expect(await script(shell)).toContain(name)
})
