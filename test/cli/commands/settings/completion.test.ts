import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commandNames, rows } from '../../../../src/cli/command-table.ts'
import { placesOf } from '../../../../src/cli/commands/settings/completion.ts'
import { rootFlags } from '../../../../src/cli/flags.ts'
import { requires } from '../../../parts.ts'
import { bareEnv, freshHome, run } from '../../assistant.ts'

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
    [['do'], ['docs', 'doctor']],
    [['co'], ['config', 'conversations', 'context', 'completion']],
    [
      ['config', ''],
      ['get', 'set', 'list', 'path', 'validate'],
    ],
    [
      ['config', 'get', '--'],
      ['--json', '--help'],
    ],
    [['config', 'get', 'tui.t'], ['tui.theme']],
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
    [
      ['config', 'set', 'language', ''],
      ['ko', 'en'],
    ],
    [['config', 'set', 'tui.b'], ['tui.bell']],
    [['config', 'set', 'tui.bell', 't'], ['true']],
  ])('%j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected)
  })
})

requires('bash')('what a home holds', () => {
  test('is asked of the program: agents behind -a, skills behind skills remove, conversations behind -r', async () => {
    const home = freshHome()
    const bin = join(home, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'assistant'), `#!/bin/sh\nexec ${process.execPath} ${resolve('bin/assistant.js')} "$@"\n`, {
      mode: 0o755,
    })
    mkdirSync(join(home, 'skills/minutes'), { recursive: true })
    writeFileSync(join(home, 'skills/minutes/SKILL.md'), '---\nname: minutes\ndescription: d\n---\nx\n')
    const env = bareEnv(home, { PATH: `${bin}:${process.env.PATH}` })
    await run(['-q', '3*4는?'], env)
    const complete = async (...words: string[]) => {
      const line = `${await script('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _assistant; printf '%s\\n' "\${COMPREPLY[@]}"`
      return execFileSync('bash', ['--norc', '-uc', line, 'bash', 'assistant', ...words], { encoding: 'utf8', env })
        .trim()
        .split('\n')
    }
    expect(await complete('-a', '')).toEqual(['비서'])
    expect(await complete('skills', 'remove', 'm')).toEqual(['minutes'])
    const [id = ''] = (await run(['completion', 'list', 'conversations'], env)).out.split('\t')
    expect(await complete('-r', '')).toEqual([id])
    expect(await complete('conversations', 'show', id.slice(0, 4))).toEqual([id])
    expect(await run(['completion', 'list', 'nothing'], env)).toMatchObject({ code: 2, out: '' })
  })
})

requires('zsh')('zsh', () => {
  test('offers words with their meanings', async () => {
    const line = `autoload -U compinit; compinit -u -D; ${await script('zsh')}
      _describe() { print -l -- "\${(@)found}" }; words=(assistant -q config ''); CURRENT=4; _assistant`
    const out = execFileSync('zsh', ['-fc', line], { encoding: 'utf8', env: bareEnv(freshHome()) })
    const { words = [] } = placesOf(rows, 'ko').find(({ at }) => at === 'config') ?? {}
    expect(out.trim().split('\n')).toEqual(words.map(({ word, meaning }) => `${word}:${meaning}`))
  })
})

requires('fish')('fish', () => {
  test('offers words with their meanings', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'script'), await script('fish'))
    const ask = (typed: string, more = {}) =>
      execFileSync('fish', ['-Nc', `source script; complete -C ${typed}`], {
        encoding: 'utf8',
        env: bareEnv(home, more),
        cwd: home,
      })
    expect(ask("'assistant con'")).toBe(
      'config\t설정을 보고 바꿔요\ncontext\t모델에게 보내는 내용과 크기를 보여줘요\nconversations\t지난 대화를 찾고 내보내고 지워요\n',
    )
    expect(ask("'assistant doctor --f'")).toBe('--fix\t고칠 수 있는 것을 고쳐요\n')
    expect(ask("'assistant --output-format j'")).toContain('json\t')
    // No file of the folder is meant where words are known; where none are, files are.
    expect(ask("'assistant config set tui.theme '").trim().split('\n').sort()).toEqual([
      'auto',
      'contrast',
      'dark',
      'light',
      'none',
    ])
    expect(ask("'assistant docs add scr'")).toBe('script\n')
    writeFileSync(
      join(home, 'assistant'),
      `#!/bin/sh\nexec ${process.execPath} ${resolve('bin/assistant.js')} "$@"\n`,
      {
        mode: 0o755,
      },
    )
    expect(ask("'assistant -m r'", { PATH: `${home}:${process.env.PATH}` })).toBe('rules\toffline\n')
  })
})

test('every command is offered, in every shell', async () => {
  const [top] = placesOf(rows, 'ko')
  expect(top?.words.map(({ word }) => word)).toEqual(
    expect.arrayContaining(commandNames.filter((name) => name !== 'help')),
  )
  for (const shell of ['bash', 'zsh', 'fish'])
    for (const name of ['setup', 'conversations', 'doctor']) expect(await script(shell)).toContain(name)
  expect(await script('fish')).not.toMatch(/ -a +-d /)
})
