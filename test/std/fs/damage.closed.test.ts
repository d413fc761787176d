import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** What a process that is not root says of a home in which these files may not be read. */
function saidOf(names: readonly string[], code: string): unknown {
  const home = mkdtempSync(join(tmpdir(), 'closed-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'conversations'))
  for (const name of names) writeFileSync(join(home, name), '{"v":1}\n', { mode: 0o000 })
  if (isRoot) for (const path of [home, join(home, 'conversations')]) chownSync(path, nobody, nobody)
  chmodSync(home, 0o700)
  const source = `
    const home = ${JSON.stringify(home)}
    const from = (name) => import(${JSON.stringify(resolve('src'))} + '/' + name)
    const { takeDamage } = await from('std/fs/damage.ts')
    const answer = await (async () => { ${code} })()
    const told = takeDamage().map(({ path, faults }) => [path.slice(home.length + 1), faults.map(({ kind }) => kind)])
    console.log(JSON.stringify({ answer, told }))`
  const as = isRoot ? { uid: nobody, gid: nobody } : {}
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    ...as,
    encoding: 'utf8',
  })
  expect(stderr.replaceAll(/.*(?:Warning|--trace-warnings).*\n/g, '')).toBe('')
  return JSON.parse(stdout)
}

test.each<[what: string, name: string, code: string, answer: unknown]>([
  [
    'reminders',
    'reminders.jsonl',
    `const { ReminderStore } = await from('core/reminders/store.ts')
     return [...(await new ReminderStore(home + '/reminders.jsonl').all()).keys()]`,
    [],
  ],
  ['people', 'profiles.json', `return (await from('memory/profiles.ts')).readProfiles(home)`, []],
  [
    'conversations',
    'conversations/01CLOSED00000000000000000C.jsonl',
    `return (await from('threads/thread-store.ts')).listThreads(home + '/conversations')`,
    [],
  ],
])('%s that may not be read are told, and count as none', (_, name, code, answer) => {
  expect(saidOf([name], code)).toEqual({ answer, told: [[name, ['closed']]] })
})

test('what may not be read is not written to, either', () => {
  const code = `const { ReminderStore } = await from('core/reminders/store.ts')
    const planned = { kind: 'reminder', title: 'x', next: 2, zone: 'UTC', profile: 'me', by: 'owner', createdAt: 1 }
    return new ReminderStore(home + '/reminders.jsonl').create(planned).catch((error) => error.failure.code)`
  expect(saidOf(['reminders.jsonl'], code)).toEqual({ answer: 'storage', told: [] })
})

test('a backup holds the rest, and says for good what it could not read', () => {
  const names = ['closed.md', 'conversations/01CLOSED00000000000000000C.jsonl']
  const code = `
    const at = { home, state: home + '/state', config: home + '/config.json', secrets: home + '/secrets.json', cache: home + '/cache' }
    const [signal, now] = [new AbortController().signal, new Date(0)]
    const { backUp } = await from('sync/backup.ts')
    const target = home + '/conversations/saved'
    const { left, files } = await backUp({ places: { ...at, runtime: home + '/run' }, target, program: '', now, signal })
    const read = await (await from('sync/restore.ts')).checkBackup({ path: target, signal })
    return [left, read.left, files.length]`
  const left = names.map((name) => `home/${name}`)
  expect(saidOf(names, code)).toMatchObject({ answer: [left, left, 0] })
})
