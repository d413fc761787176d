import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runsAll } from '../parts.ts'
import { Random } from '../random.ts'
import { assistantAt, endingOf, talk } from './home.ts'

const base = mkdtempSync(join(tmpdir(), 'assistant-damaged-'))
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }))

/**
 * Every file below a folder; locks, sockets and drafts are nobody's state, and an index is made anew from what it was
 * made of.
 */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.locks/.test(entry.parentPath) && !/\.tmp$|^\.index\.db/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

type Roll = (sides: number) => number
const cut = (bytes: Buffer, roll: Roll) => bytes.subarray(0, roll(bytes.length + 1))
/**
 * What happens to files: cut short, NULs, bytes that are no UTF-8, marks and line ends of other systems, half of
 * JSON, nothing at all.
 */
const damages: ((bytes: Buffer, roll: Roll) => Buffer)[] = [
  cut,
  (bytes, roll) => Buffer.concat([cut(bytes, roll), Buffer.alloc(1 + roll(64))]),
  (bytes) => Buffer.alloc(bytes.length),
  (bytes, roll) => Buffer.concat([cut(bytes, roll), Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0]), bytes]),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r\n')),
  (bytes, roll) => Buffer.concat([cut(bytes, roll), Buffer.from('{"half": [1, {"of":')]),
  (bytes, roll) => Buffer.concat([bytes, cut(bytes, roll)]),
  () => Buffer.from('[1, 2, null, "x"]'),
  () => Buffer.from('null'),
  () => Buffer.alloc(0),
]

test('over damaged state files it always starts and answers, and the original is there, byte for byte', async () => {
  const template = join(base, 'template')
  const whole = await assistantAt(template)
  const { conversation, say } = await talk(whole)
  await say('내 생일은 3월 5일이야')
  await say('내 생일은 4월 6일이라고 기억해줘')
  await whole.memory.add('배포는 목요일', 'workspace')
  await whole.memory.add('짧게 답하기', 'agent')
  await whole.tools.call('profile', { action: 'create', name: '영희' }, async () => true, AbortSignal.timeout(30_000))
  await conversation.close()
  writeFileSync(join(template, 'config.json'), '{"language":"ko","window":{"limit":30}}\n')
  const files = filesIn(template)
  expect(files.length).toBeGreaterThanOrEqual(11)

  const random = new Random(20_261_121)
  const roll: Roll = (sides) => random.below(sides)
  const wrong: string[] = []
  for (let n = 0; n < (runsAll ? 1_000 : 60); n++) {
    const home = join(base, `case-${n}`)
    cpSync(template, home, { recursive: true })
    const file = files[n % files.length] ?? ''
    const damage = damages[Math.floor(n / files.length) % damages.length]!
    const bytes = damage(readFileSync(join(home, file)), roll)
    writeFileSync(join(home, file), bytes)
    const name = `${n}: ${file}, damage ${damages.indexOf(damage)}`
    try {
      const assistant = await assistantAt(home)
      await Promise.all([
        assistant.agents(),
        assistant.context(),
        assistant.conversations.list(),
        assistant.memory.list(),
      ])
      await Promise.all([
        assistant.memory.conflicts(),
        assistant.memory.snapshots(),
        assistant.usage(),
        assistant.tools.list(),
      ])
      if (n % 25 === 0) {
        const again = await talk(assistant, { kind: 'last' })
        const ending = endingOf(await again.say('3 더하기 4는?'))
        if (ending.type !== 'turn.done') wrong.push(`${name}: ${JSON.stringify(ending)}`)
        await again.conversation.close()
      }
      const kept = filesIn(home).some((each) => {
        const there = join(home, each)
        return statSync(there).size >= bytes.length && readFileSync(there).subarray(0, bytes.length).equals(bytes)
      })
      // A checkpoint is a copy of what the journal holds: it is made anew.
      if (!kept && !file.endsWith('.checkpoint')) wrong.push(`${name}: the original is gone`)
    } catch (error) {
      wrong.push(`${name}: ${error instanceof Error ? error.stack : error}`)
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  expect(wrong).toEqual([])
}, 120_000)
