import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordHistory } from '../../src/memory/history.ts'
import { parsePage, printPage } from '../../src/memory/page.ts'
import { addFact, forgetFact, listFacts, readPage, undoChange, updateFact } from '../../src/memory/store.ts'
import { readTwinLog, writeTwinLog } from '../../src/std/fs/mirrored-log.ts'
import { backupPath } from '../../src/std/fs/state-file.ts'

const now = new Date('2026-11-21T01:35:00Z')
const from = { date: '2026-11-21', conversation: '01KC000000000000000000000C' }
const note = '<!-- 2026-11-21 · 01KC000000000000000000000C -->'
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assistant-memory-'))
  file = join(folder, 'memory/me.md')
})
const text = () => readFileSync(file, 'utf8')
const put = (content: string | Uint8Array) => {
  mkdirSync(join(folder, 'memory'), { recursive: true })
  writeFileSync(file, content)
}
const add = (fact: string) => addFact(file, fact, from, now)

describe('saving', () => {
  test('a receipt names file and line, and the line is there, for the owner alone', async () => {
    expect(await add('이름은  철수\n입니다'.normalize('NFD'))).toEqual({
      file,
      line: 1,
      before: null,
      after: `- 이름은 철수 입니다 ${note}`,
      status: 'added',
      text: '이름은 철수 입니다',
      conflicts: [],
    })
    expect(text()).toBe(`- 이름은 철수 입니다 ${note}\n`)
    expect([statSync(file).mode & 0o777, statSync(join(folder, 'memory')).mode & 0o777]).toEqual([0o600, 0o700])
  })

  test('what is known is not written again; what says more takes its place and keeps the old words in sight', async () => {
    await add('저는 매운 떡볶이를 정말 좋아해요')
    const once = text()
    expect(await add('매운 떡볶이를 정말 좋아해요')).toMatchObject({ status: 'known', line: 1 })
    expect(text()).toBe(once)
    expect(await add('저는 매운 떡볶이를 정말 많이 좋아해요')).toMatchObject({
      status: 'merged',
      line: 1,
      text: '저는 매운 떡볶이를 정말 많이 좋아해요',
    })
    expect(text()).toBe(
      `- 저는 매운 떡볶이를 정말 많이 좋아해요 ${note.replace(' -->', ' · before: 저는 매운 떡볶이를 정말 좋아해요 -->')}\n`,
    )
  })

  test('what contradicts is kept beside it and named', async () => {
    await add('내 생일은 3월 5일')
    expect(await add('내 생일은 4월 6일')).toMatchObject({
      status: 'added',
      line: 2,
      conflicts: [{ line: 1, text: '내 생일은 3월 5일' }],
    })
    expect((await listFacts(file)).map((fact) => fact.text)).toEqual(['내 생일은 3월 5일', '내 생일은 4월 6일'])
  })

  test('a person’s own page keeps every byte of theirs', async () => {
    const own = '\uFEFF# 나에 대해\r\n\r\n손으로 쓴 글.\r\n- 커피는 라떼\r\n  - 시럽 없이\r\n\r\n## 더\r\n끝'
    put(own)
    expect(await add('강아지를 키워요')).toMatchObject({ line: 6 })
    expect(text()).toBe(own.replace('시럽 없이\r\n', `시럽 없이\r\n- 강아지를 키워요 ${note}\r\n`))
  })

  test.each([
    ['CP949', Buffer.from([0x2d, 0x20, 0xbe, 0xc8, 0xb3, 0xe7, 0x0a]), '- 안녕\n'],
    ['UTF-16', Buffer.from('\uFEFF- 안녕\n', 'utf16le'), '- 안녕\n'],
    ['damaged bytes', Buffer.from([0x2d, 0x20, 0x61, 0xff, 0x00, 0x0a]), '- a\uFFFD\0\n'],
  ])('a page in %s is read, and its original kept byte for byte before it is written', async (_, bytes, expected) => {
    put(bytes)
    expect(await readPage(file)).toBe(expected)
    await add('새 사실')
    expect(text()).toBe(`${expected}- 새 사실 ${note}\n`)
    expect(readFileSync(`${file}.damaged-20261121T013500Z`)).toEqual(bytes)
  })

  test('a disk that refuses is a failure with its cause, and nothing of it is left', async () => {
    writeFileSync(join(folder, 'memory'), 'a file where the folder should be')
    expect(await add('사실').catch((error) => error.failure)).toMatchObject({ code: 'storage', data: { path: file } })
    expect(readdirSync(folder)).toEqual(['memory'])
    expect(await add(' - ').catch((error) => error.failure.code)).toBe('bad-input')
  })

  test('200 facts from 8 processes at once are 200 facts', { timeout: 60_000 }, async () => {
    const run = promisify(execFile)
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        run(process.execPath, [join(import.meta.dirname, 'add-facts.ts'), file, String(i), '25']),
      ),
    )
    expect(new Set((await listFacts(file)).map((fact) => fact.text)).size).toBe(200)
    expect(
      readdirSync(join(folder, 'memory')).filter((name) => name.includes('tmp') || name.includes('damaged')),
    ).toEqual([])
  })

  test('what was confirmed is there after kill -9, and the next process goes on', { timeout: 60_000 }, async () => {
    const confirmed: string[] = []
    for (const [round, stopAfter] of [1, 3, 6, 9].entries()) {
      const writer = spawn(process.execPath, [join(import.meta.dirname, 'add-facts.ts'), file, String(round), '1000'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      writer.stdout.on('data', (chunk) => {
        said += chunk
        if (said.split('\n').length > stopAfter) writer.kill('SIGKILL')
      })
      await once(writer, 'close')
      confirmed.push(...said.split('\n').slice(0, -1))
    }
    const kept = new Set((await listFacts(file)).map((fact) => fact.text))
    expect([confirmed.length >= 19, confirmed.filter((fact) => !kept.has(fact))]).toEqual([true, []])
    expect(printPage(parsePage(text()))).toMatch(/^(?:- [^\n]+ -->\n)+$/)
    expect(await add('다음 프로세스')).toMatchObject({ status: 'added' })
  })
})

describe('changing one’s mind', () => {
  test('a fact is replaced or forgotten by its words, and each change can be taken back', async () => {
    await add('이름은 철수')
    const first = text()
    const changed = await updateFact(file, '철수', '이름은 영희', from, now)
    expect(changed).toEqual({
      file,
      line: 1,
      before: `- 이름은 철수 ${note}`,
      after: `- 이름은 영희 ${note.replace(' -->', ' · before: 이름은 철수 -->')}`,
    })
    const gone = await forgetFact(file, '이름은 영희', now)
    expect([text(), gone?.after]).toEqual(['', null])
    expect([await undoChange(gone!, now), await undoChange(changed!, now), text()]).toEqual([true, true, first])
  })

  test('what is not there, or could be either of two, is left alone', async () => {
    await add('커피는 라떼가 좋다')
    await add('우유는 싫다')
    const before = text()
    expect([
      await forgetFact(file, '다', now),
      await forgetFact(file, '없는 것', now),
      await updateFact(file, '', 'x', from, now),
    ]).toEqual([undefined, undefined, undefined])
    expect(text()).toBe(before)
  })

  test('a line that a person has edited since is not undone', async () => {
    const receipt = await add('이름은 철수')
    put(text().replace('철수', '영수'))
    expect([await undoChange(receipt, now), text().includes('영수')]).toEqual([false, true])
  })

  test('adding and undoing leaves the page as it was, whatever was on it', () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .array(fc.constantFrom('- 하나', '# 제목', '- 둘', '', '```', '글'))
          .map((lines) => lines.map((line) => `${line}\n`).join('')),
        async (page) => {
          // An empty page beside a copy that is not is damage.
          rmSync(backupPath(file), { force: true })
          put(page)
          expect(await undoChange(await add('완전히 새로운 사실'), now)).toBe(true)
          expect(text().trimEnd()).toBe(page.trimEnd())
        },
      ),
      { numRuns: 40 },
    ))
})

test('a long history that is written anew keeps what was forgotten, and lines that say nothing known', async () => {
  const path = join(folder, 'memory/.history.jsonl')
  const whole = (n: number) => ({ v: 1 as const, id: `01WHOLE${n}`, at: n, whole: { file: 'memory/me.md', size: n } })
  const other = { v: 1, id: '01OTHER', at: 1, shared: { text: '지은이 생일은 3월 4일' } }
  const forgotten = {
    ...whole(0),
    whole: undefined,
    by: 'person',
    change: { file, line: 1, before: '- 옛 주소', after: null },
  }
  mkdirSync(join(folder, 'memory'), { recursive: true })
  await writeTwinLog(path, [
    other,
    forgotten,
    ...Array.from({ length: 1_200 }, (_, n) => ({ ...whole(n), pad: '가'.repeat(140) })),
  ])
  // It is looked at where the file grows over a full 64 KiB.
  for (let n = 0; n < 5; n++)
    await recordHistory(folder, { ...whole(n), pad: '가'.repeat(6_000) } as ReturnType<typeof whole>)
  const there: object[] = []
  for await (const { value } of readTwinLog(path)) there.push(value)
  expect(there.length).toBeLessThan(300)
  expect(there.slice(0, 2)).toEqual([other, JSON.parse(JSON.stringify(forgotten))])
})
