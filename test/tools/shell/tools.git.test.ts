import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { shellTools } from '../../../src/tools/shell/tools.ts'
import { requires } from '../../parts.ts'
import { use } from '../context.ts'
import { scratch } from '../mcp/rig.ts'

/** A repository with two commits and a change, made by the person; `canary` is touched by whatever is run in it. */
function repository() {
  const base = scratch()
  const [work, canary, home, elsewhere] = ['work', 'canary', 'home', 'elsewhere'].map((name) => join(base, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const folder of [work, home, elsewhere]) mkdirSync(folder)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: work,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home },
    })
  git('init', '-q')
  for (const text of ['one\n', 'two\n']) {
    writeFileSync(join(work, 'a.txt'), text)
    git('add', 'a.txt')
    git('commit', '-qm', text.trim())
  }
  writeFileSync(join(work, 'a.txt'), 'three\n')
  const script = join(base, 'evil.sh')
  writeFileSync(script, `#!/bin/sh\ntouch '${canary}'\ncat\n`)
  chmodSync(script, 0o755)
  return { base, work, home, elsewhere, canary, script, git }
}
type Repository = ReturnType<typeof repository>

/** What a stranger plants in a repository so that looking at it runs something of theirs. */
const traps: Record<string, (planted: Repository) => void> = {
  'a file monitor': ({ git, script }) => void git('config', 'core.fsmonitor', script),
  'a pager': ({ git, script }) => {
    git('config', 'core.pager', script)
    for (const command of ['log', 'diff', 'show', 'blame', 'status']) git('config', `pager.${command}`, script)
  },
  'an external diff': ({ git, script }) => void git('config', 'diff.external', script),
  'a text conversion': ({ git, script, work }) => {
    git('config', 'diff.evil.textconv', script)
    git('config', 'diff.evil.command', script)
    writeFileSync(join(work, '.gitattributes'), '* diff=evil\n')
  },
  'a filter': ({ git, script, work }) => {
    for (const kind of ['clean', 'smudge', 'process']) git('config', `filter.evil.${kind}`, script)
    writeFileSync(join(work, '.gitattributes'), '* filter=evil\n')
  },
  hooks: ({ work, script }) => {
    const names = ['post-index-change', 'reference-transaction', 'pre-auto-gc', 'fsmonitor-watchman', 'post-checkout']
    for (const name of names) execFileSync('cp', [script, join(work, '.git/hooks', name)])
  },
  'a hooks folder elsewhere': ({ git, base, script }) => {
    mkdirSync(join(base, 'hooks'))
    execFileSync('cp', [script, join(base, 'hooks/post-index-change')])
    git('config', 'core.hooksPath', join(base, 'hooks'))
  },
  'a promisor remote with a missing object': ({ git, script, work }) => {
    git('config', 'extensions.partialClone', 'origin')
    git('config', 'remote.origin.promisor', 'true')
    git('config', 'remote.origin.url', `ext::${script}`)
    git('config', 'protocol.ext.allow', 'always')
    git('config', 'core.sshCommand', script)
    const first = git('rev-parse', 'HEAD~1:a.txt').trim()
    execFileSync('rm', ['-f', join(work, '.git/objects', first.slice(0, 2), first.slice(2))])
  },
  'a signature program': ({ git, script }) => {
    git('config', 'log.showSignature', 'true')
    git('config', 'gpg.program', script)
  },
  'an editor and a credential helper': ({ git, script }) => {
    for (const key of ['core.editor', 'sequence.editor', 'credential.helper', 'core.askPass'])
      git('config', key, script)
  },
  'an included file': ({ git, base, script }) => {
    writeFileSync(join(base, 'more'), `[core]\n\tfsmonitor = ${script}\n`)
    git('config', 'include.path', join(base, 'more'))
  },
  'a working tree elsewhere': ({ git, elsewhere }) => {
    writeFileSync(join(elsewhere, 'secret.txt'), 'OUTSIDE\n')
    git('config', 'core.worktree', elsewhere)
  },
}

requires('git')('looking at a repository', () => {
  test.each(Object.keys(traps))(
    'runs nothing of %s, changes nothing, and shows nothing from elsewhere',
    async (name) => {
      const planted = repository()
      const { work, home, elsewhere, canary, base } = planted
      traps[name]?.(planted)
      // A system without a sandbox of ours: what was planted would reach its mark.
      const machine = { platform: 'freebsd' as const, machine: 'x64', node: process.execPath, userHome: home, own: [] }
      const closing = new AbortController()
      onTestFinished(() => closing.abort())
      const env = { PATH: process.env.PATH, HOME: home }
      const tools = shellTools({ ...machine, env, tempDir: base, limitMs: 30_000, closing: closing.signal })
      const git = tools.find((one) => one.name === 'git')
      const before = [readdirSync(work), readdirSync(elsewhere)]
      const looks = [
        { action: 'status' },
        { action: 'diff' },
        { action: 'diff', staged: true },
        { action: 'log' },
        { action: 'show', rev: 'HEAD' },
        { action: 'blame', paths: ['a.txt'] },
      ]
      for (const args of looks) {
        const { text } = await use(git as never, args, { cwd: work })
        expect([args.action, existsSync(canary), text.includes('OUTSIDE')]).toEqual([args.action, false, false])
      }
      expect([readdirSync(work), readdirSync(elsewhere)]).toEqual(before)
    },
    60_000,
  )

  test('the traps do work on git itself, so that the test above can fail', () => {
    const names = ['a file monitor', 'an external diff', 'a text conversion', 'a filter', 'an included file']
    const ran = names.map((name) => {
      const planted = repository()
      traps[name]?.(planted)
      planted.git('status')
      planted.git('diff')
      return existsSync(planted.canary)
    })
    expect(ran).toEqual(names.map(() => true))
  })
})
