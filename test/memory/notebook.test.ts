import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { readHistory, recordHistory } from '../../src/memory/history.ts'
import { Notebook } from '../../src/memory/notebook.ts'
import { compressPage, listSnapshots, readSnapshot, restoreSnapshot } from '../../src/memory/snapshots.ts'
import { readPage } from '../../src/memory/store.ts'
import { memoryTools } from '../../src/memory/tools.ts'
import { context, use } from '../tools/context.ts'

const now = new Date('2026-11-21T01:35:00Z')
const later = (ms: number) => new Date(+now + ms)
const from = { date: '2026-11-21', conversation: '01KC000000000000000000000C' }
let home: string
let page: string
let notebook: Notebook
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assistant-notebook-'))
  page = join(home, 'memory/me.md')
  notebook = new Notebook(home)
})
const text = () => readFileSync(page, 'utf8')
const put = (content: string | Uint8Array) => {
  mkdirSync(dirname(page), { recursive: true })
  writeFileSync(page, content)
}
const add = (fact: string, ms = 0) => notebook.add(page, fact, from, 'tool', later(ms))

describe('what was changed can be undone', () => {
  test('the last change first, each once, until nothing is left', async () => {
    put('- 첫째\n')
    await add('둘째', 1)
    await notebook.update(page, '첫째', '첫 번째', from, 'tool', later(2))
    await notebook.forget(page, '둘째', 'person', later(3))
    const seen = [text()]
    for (let i = 0; i < 3; i++) {
      expect(await notebook.undo(later(10 + i))).toMatchObject({ taken: true, file: page })
      seen.push(text())
    }
    expect(seen.map((each) => each.replace(/ <!--.*?-->/g, ''))).toEqual([
      '- 첫 번째\n',
      '- 첫 번째\n- 둘째\n',
      '- 첫째\n- 둘째\n',
      '- 첫째\n',
    ])
    expect(await notebook.undo(later(20))).toBeUndefined()
  })

  test('one by its name; what a person edited since stays as they wrote it', async () => {
    const first = await add('하나', 1)
    await add('둘', 2)
    expect(await notebook.undo(later(3), first.undo)).toMatchObject({ taken: true })
    put(text().replace('둘', '둘째'))
    for (const at of [4, 5]) expect(await notebook.undo(later(at))).toMatchObject({ taken: false })
    expect(text()).toContain('- 둘째')
  })

  test('one that was cut when the page was right already is done when it is asked for again', async () => {
    const { undo = '' } = await add('하나', 1)
    await recordHistory(home, { v: 1, id: 'cut', at: +later(2), undoing: undo })
    put('')
    expect(await notebook.undo(later(3))).toMatchObject({ taken: true })
    expect(await notebook.undo(later(4))).toBeUndefined()
  })

  test('a history that grew long forgets old additions, but no summary, and nothing that was forgotten', async () => {
    put(`${'- 긴 페이지의 한 줄\n- 다른 줄\n'.repeat(20)}`)
    const before = text()
    const { undo = '' } = await notebook.compress(page, before, '- 짧게', now)
    await add('지운 사실', 1)
    await notebook.forget(page, '지운 사실', 'person', later(2))
    const change = { file: 'memory/me.md', line: 1, before: null, after: `- ${'긴 '.repeat(400)}` }
    for (let n = 0; n < 520; n++) await recordHistory(home, { v: 1, id: `${n}`, at: n, by: 'tool', change })
    expect((await readHistory(home)).length).toBeLessThan(450)
    expect(await notebook.forgotten()).toContain('지운 사실')
    expect(await notebook.undo(later(3), undo)).toMatchObject({ taken: true })
    expect(text()).toBe(before)
  })

  test('a history that cannot be written or read costs no fact', async () => {
    mkdirSync(join(home, 'memory/.history.jsonl'), { recursive: true })
    expect(await add('사실')).toMatchObject({ status: 'added', line: 1 })
    expect(text()).toContain('- 사실')
  })
})

describe('contradictions are kept and shown until a person settles them', () => {
  const both = async () => {
    await add('내 생일은 3월 5일', 1)
    await add('내 생일은 4월 6일', 2)
    return (await notebook.conflicts())[0]
  }
  test.each([
    ['keep', ['내 생일은 3월 5일']],
    ['new', ['내 생일은 4월 6일']],
    ['both', ['내 생일은 3월 5일', '내 생일은 4월 6일']],
  ] as const)('%s', async (how, left) => {
    const conflict = await both()
    expect(conflict).toMatchObject({ text: '내 생일은 4월 6일', others: ['내 생일은 3월 5일'] })
    expect(await notebook.settle(conflict?.id ?? '', how, later(3))).toBeDefined()
    expect(
      (await notebook.facts({ workspace: 'work', agent: 'a', profile: 'me' }, ['personal'])).map((fact) => fact.text),
    ).toEqual(left)
    expect(await notebook.conflicts()).toEqual([])
  })

  test('whoever removes one of the lines in an editor has settled it', async () => {
    await both()
    put('- 내 생일은 4월 6일\n')
    expect([await notebook.conflicts(), await notebook.settle('없음', 'new', now)]).toEqual([[], undefined])
  })
})

describe('a page that becomes shorter', () => {
  const long = `# 나\n${Array.from({ length: 30 }, (_, i) => `- 사실 ${i} <!-- 2026-11-0${(i % 9) + 1} -->`).join('\n')}\n`

  test('goes into a snapshot first, which comes back byte for byte', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\uFEFF- 하나\r\n- 둘 '),
      Buffer.from([0]),
      Buffer.from('\r\n- 셋은 아주 긴 이야기\r\n'),
    ])
    put(bytes)
    expect(await compressPage(page, bytes.toString('utf8'), '- 하나와 둘', now)).toMatchObject({ status: 'shorter' })
    const [snapshot] = await listSnapshots(page)
    expect([text(), snapshot]).toEqual([
      '- 하나와 둘\n',
      { name: 'me.md.20261121T013500000Z.snapshot', at: '2026-11-21T01:35:00.000Z', bytes: bytes.length },
    ])
    await restoreSnapshot(page, snapshot?.name ?? '', later(1))
    expect(readFileSync(page).equals(bytes)).toBe(true)
    expect((await readSnapshot(page, 'me.md.20261121T013500001Z.snapshot')).toString()).toBe('- 하나와 둘\n')
  })

  test('keeps the notes of lines that the summary left alone', async () => {
    put(long)
    await compressPage(page, long, '- 사실 3\n- 나머지는 번호 붙은 사실들', now)
    expect(text()).toBe('- 사실 3 <!-- 2026-11-04 -->\n- 나머지는 번호 붙은 사실들\n')
  })

  test.each([
    ['a longer one', Array.from({ length: 60 }, (_, i) => `- 더 긴 사실 ${i}`).join('\n')],
    ['one of the same length', `${long.replace(/ <!--.*?-->/g, '')}- 나\n`],
    ['one without lines', '사실이 서른 개 있음'],
    ['none', ''],
  ])('stays whole when the summary is %s', async (_, summary) => {
    put(long)
    expect(await notebook.compress(page, long, summary, now)).toEqual({ status: 'whole' })
    expect([text(), await listSnapshots(page), await notebook.staysWhole(page, long.length)]).toEqual([long, [], true])
  })

  test('keeps what was added meanwhile, and gives way to any other edit', async () => {
    put(`${long}- 방금 더한 사실\n`)
    await compressPage(page, long, '- 사실 서른 개', now)
    expect(text()).toBe('- 사실 서른 개\n- 방금 더한 사실\n')
    put(long.replace('사실 7', '고친 7'))
    expect(await compressPage(page, long, '- 사실 서른 개', now)).toEqual({ status: 'changed' })
  })

  test('can be undone: the page is back, with what came after behind it', async () => {
    put(long)
    const { undo } = await notebook.compress(page, long, '- 사실 서른 개', now)
    await add('나중에 온 것', 5)
    expect(await notebook.undo(later(9), undo)).toMatchObject({ taken: true })
    expect(text()).toBe(`${long}- 나중에 온 것 <!-- 2026-11-21 · 01KC000000000000000000000C -->\n`)
  })

  test('can be undone one after the other, whatever the page looks like, to the byte', async () => {
    const line = fc.constantFrom(
      '- 사실',
      '- 다른 사실 <!-- 2026-11-21 -->',
      '# 제목',
      '',
      '  이어진 줄',
      '```',
      '<!-- 주석',
      '* 별',
      '문단',
    )
    const end = fc.constantFrom('\n', '\r\n')
    const pages = fc.tuple(
      fc.constantFrom('', '\uFEFF'),
      fc.array(fc.tuple(line, end), { minLength: 3, maxLength: 20 }),
    )
    await fc.assert(
      fc.asyncProperty(pages, async ([mark, lines]) => {
        put(
          `${mark}- ${'긴 첫 줄 '.repeat(30)}\n${lines.map(([one, after], n) => `${one && `${one} ${n}`}${after}`).join('')}`,
        )
        const stages: { bytes: string; undo: string }[] = []
        for (const summary of ['- 짧은 줄 하나\n- 짧은 줄 둘\n- 셋', '- 짧은 줄 하나\n- 셋', '- 셋']) {
          const bytes = text()
          const { undo } = await notebook.compress(page, await readPage(page), summary, now)
          if (undo) stages.push({ bytes, undo })
        }
        expect(stages.length).toBeGreaterThan(0)
        for (const { bytes, undo } of stages.reverse()) {
          expect(await notebook.undo(later(1), undo)).toMatchObject({ taken: true })
          expect(text()).toBe(bytes)
        }
      }),
      { numRuns: Number(process.env.UNDO_RUNS ?? 8) },
    )
  })

  test('has its first snapshot and the newest twenty', async () => {
    for (let i = 0; i < 25; i++) {
      put(`- 판 ${i}\n${'- 채움\n'.repeat(5)}`)
      await compressPage(page, text(), `- 판 ${i}`, later(i * 1_000), home)
    }
    const kept = await listSnapshots(page)
    expect([
      kept.length,
      kept[0]?.at,
      kept.at(-1)?.at,
      readdirSync(dirname(page)).filter((name) => name.endsWith('.tmp')),
    ]).toEqual([21, '2026-11-21T01:35:00.000Z', '2026-11-21T01:35:24.000Z', []])
  })

  test('keeps one snapshot of each earlier day, however busy a later one was', async () => {
    const dayMs = 24 * 60 * 60 * 1_000
    const shorten = async (ms: number) => {
      put(`- 판 ${ms}\n${'- 채움\n'.repeat(5)}`)
      await compressPage(page, text(), `- 판 ${ms}`, later(ms), home)
    }
    for (let day = 0; day < 3; day++) for (let n = 0; n < 3; n++) await shorten(day * dayMs + n * 1_000)
    for (let n = 0; n < 25; n++) await shorten(3 * dayMs + n * 1_000)
    const days = (await listSnapshots(page)).map(({ at }) => at.slice(8, 19))
    // The first of all, the last of each day, and the newest twenty.
    expect(days.slice(0, 4)).toEqual(['21T01:35:00', '21T01:35:02', '22T01:35:02', '23T01:35:02'])
    expect(days).toHaveLength(4 + 20)
  })

  test('no name leads to another file', async () => {
    put(long)
    for (const name of ['../me.md', 'me.md', 'x.snapshot'])
      expect(await restoreSnapshot(page, name, now).catch((error) => error.failure.code)).toBe('bad-input')
  })

  test('whatever page and summary are, the snapshot gives back every byte', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(fc.string()), async (was, lines) => {
        home = mkdtempSync(join(tmpdir(), 'assistant-notebook-'))
        page = join(home, 'memory/me.md')
        put(was)
        const bytes = readFileSync(page)
        const done = await compressPage(page, bytes.toString('utf8'), lines.map((line) => `- ${line}`).join('\n'), now)
        const [snapshot] = await listSnapshots(page)
        expect(done.status === 'shorter' ? await readSnapshot(page, snapshot?.name ?? '') : readFileSync(page)).toEqual(
          bytes,
        )
      }),
      { numRuns: 60 },
    ))
})

describe('the tools of memory', () => {
  const tool = (name: string) => memoryTools(home, async () => undefined).find((each) => each.name === name)!
  const run = (name: string, args: Record<string, unknown>, more = {}) => use(tool(name), args, more)

  test('a saved fact is found in other words', async () => {
    await run('save_memory', { content: '자동차 보험 만기는 1월 15일' })
    await run('save_memory', { content: '배포는 목요일 금지', scope: 'workspace' })
    expect((await run('search_memory', { query: '자동차보험이 언제 끝나지?' })).text).toContain(
      '- 자동차 보험 만기는 1월 15일 (memory/me.md:1)',
    )
    for (const other of [{ origin: 'telegram' }, { origin: 'http', profile: 'http-front-ann' }] as const)
      expect((await run('search_memory', { query: '배포 요일' }, other)).text).toBe(
        '그건 기억해 둔 게 없어요. 알려주시면 기억할게요.',
      )
  })

  test('changing and forgetting name the very line, and can be undone', async () => {
    await run('save_memory', { content: '내 전화번호는 010-1111-2222' })
    expect(await tool('update_memory').explain?.({ action: 'forget', content: '전화번호' }, context())).toEqual({
      effect: '기억에서 지워요: 내 전화번호는 010-1111-2222',
      risk: 'low',
      byHand: "assistant memory forget '내 전화번호는 010-1111-2222'",
    })
    expect(
      (await run('update_memory', { action: 'update', content: '전화번호', new: '내 전화번호는 010-3333-4444' })).text,
    ).toBe('새 내용으로 고쳐 기억했어요: 내 전화번호는 010-3333-4444 (memory/me.md:1)')
    expect((await run('update_memory', { action: 'forget', content: '전화번호' })).text).toMatch(/^기억에서 지웠어요: /)
    await notebook.undo(later(1_000))
    expect(text()).toContain('010-3333-4444')
    expect(await run('update_memory', { action: 'forget', content: '없는 것' })).toMatchObject({ isError: true })
    // A name that no line holds shows the lines that are near.
    expect((await run('update_memory', { action: 'forget', content: '옛날 전화번호' })).text).toMatch(
      /^그런 기억을 찾지 못했어요: 옛날 전화번호\..+\n가까운 기억:\n- .*010-3333-4444/,
    )
    // Nobody is asked about what cannot be done.
    expect(await tool('update_memory').explain?.({ action: 'forget', content: '없는 것' }, context())).toEqual({
      refused: '그런 기억을 찾지 못했어요: 없는 것. 기억된 문장을 조금 더 정확히 알려주세요.',
    })
  })

  test('words that several lines hold, on whatever page, change none of them', async () => {
    await run('save_memory', { content: '커피는 아메리카노를 좋아함' })
    await run('save_memory', { content: '팀 커피는 매주 화요일에 주문', scope: 'workspace' })
    expect(await run('update_memory', { action: 'forget', content: '커피' })).toEqual({
      text: "2줄에 그 말이 있어요. 한 줄을 그대로 알려주세요. 지우려면 `assistant memory forget '그 줄'`도 돼요.\n- 커피는 아메리카노를 좋아함\n- 팀 커피는 매주 화요일에 주문",
      isError: true,
    })
    expect((await run('update_memory', { action: 'forget', content: '팀 커피' })).text).toContain(
      '팀 커피는 매주 화요일에 주문',
    )
  })

  test('from a remote place no page but the personal one is read, not even for a question', async () => {
    await run('save_memory', { content: '서버 주소는 10.0.0.7', scope: 'workspace' })
    const args = { action: 'forget', content: '서버 주소', scope: 'workspace' }
    const remote = { ...context(), origin: 'telegram' as const }
    expect(await tool('update_memory').explain?.(args, remote)).toEqual({
      refused: '여기서는 개인 기억만 다룰 수 있어요.',
    })
    expect(await run('update_memory', args, { origin: 'telegram' })).toMatchObject({ isError: true })
    expect(await tool('update_memory').explain?.({ action: 'forget', content: '서버 주소' }, remote)).toEqual({
      refused: expect.not.stringContaining('10.0.0.7'),
    })
  })

  test('they say it when memory cannot be written, and throw nothing', async () => {
    writeFileSync(join(home, 'memory'), 'not a folder')
    for (const [name, args] of [
      ['save_memory', { content: 'x' }],
      ['update_memory', { action: 'forget', content: 'x' }],
    ] as const)
      expect(await run(name, args)).toMatchObject({ isError: true })
  })
})

test('a fact that is noticed in other words stays one line, which tells of both; what a person asked for is not rewritten', async () => {
  const noticed = (fact: string, day: string) =>
    notebook.add(page, fact, { date: day, conversation: `01KC00000000000000000000${day.slice(-2)}` }, 'noticed', now)
  put('')
  await noticed('서준이는 땅콩 알레르기가 있다', '2026-11-20')
  expect(await noticed('서준이가 땅콩 알레르기 있음', '2026-11-21')).toMatchObject({ status: 'merged', line: 1 })
  const both = text()
  expect(both).toBe(
    '- 서준이가 땅콩 알레르기 있음 <!-- 2026-11-21 · 01KC0000000000000000000021 · noticed · before: 서준이는 땅콩 알레르기가 있다 -->\n',
  )
  const [first] = (await readHistory(home)).flatMap((record) =>
    'change' in record && record.change.before ? [record.change.before] : [],
  )
  expect(first).toContain('2026-11-20 · 01KC0000000000000000000020')
  // A third wording, and a hundredth, changes no line and no history.
  expect(await noticed('서준이는 땅콩 알레르기가 있어요', '2026-11-22')).toMatchObject({ status: 'known' })
  expect(text()).toBe(both)
  expect(await noticed('서연이는 땅콩 알레르기가 있다', '2026-11-22')).toMatchObject({ status: 'added', line: 2 })
  await add('지호는 우유를 못 마신다')
  const asked = text()
  expect(await noticed('지호가 우유를 못 마심', '2026-11-22')).toMatchObject({ status: 'known', line: 3 })
  expect(text()).toBe(asked)
})
