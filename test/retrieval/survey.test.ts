import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLines } from '../../src/app/docs/line-chooser.ts'
import type { ToolContext, ToolResult } from '../../src/protocol/index.ts'
import { ollamaEmbedder } from '../../src/retrieval/embedders/remote.ts'
import { createLibrary, type Library, type LibraryOptions } from '../../src/retrieval/library.ts'
import { OpenSearchStore } from '../../src/retrieval/opensearch/store.ts'
import { chooseByRules } from '../../src/retrieval/survey/choose-by-rules.ts'
import { keptChoices } from '../../src/retrieval/survey/kept-choices.ts'
import { type ChooseLines, surveyDocuments } from '../../src/retrieval/survey/survey.ts'
import { mostDocuments, readDocuments } from '../../src/retrieval/survey/tool.ts'
import { searchDocuments } from '../../src/retrieval/tools.ts'
import { filesWithin } from '../../src/retrieval/within.ts'
import { embeddingServer } from '../fakes/embeddings.ts'
import { opensearch } from '../fakes/opensearch.ts'
import { pdf } from '../fixtures/docs/make.ts'

const { signal } = new AbortController()
let [home, folder] = ['', '']
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'survey-'))
  folder = join(home, 'docs')
})
afterEach(() => rm(home, { recursive: true }))

const write = async (name: string, text: string | Uint8Array) => {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, name), text)
}
async function added(options: Partial<LibraryOptions> = {}): Promise<Library> {
  const library = createLibrary({ dir: join(home, 'index'), now: () => new Date(), ...options })
  for await (const _ of library.add([folder], signal));
  return library
}
const context = { signal, language: 'ko', zone: 'Asia/Seoul', turn: 't' } as ToolContext
async function resultOf(run: AsyncGenerator<string, ToolResult>): Promise<ToolResult & { told: string[] }> {
  const told: string[] = []
  for (;;) {
    const step = await run.next()
    if (step.done) return { ...step.value, told }
    told.push(step.value)
  }
}

describe('which documents are meant', () => {
  const day = (text: string) => Date.parse(`${text}T12:00:00+09:00`)
  const files = [
    { path: '/집/계약서/2026/가.pdf', modified: day('2026-03-01') },
    { path: '/집/계약서/나.hwp', modified: day('2026-03-31') },
    { path: '/집/회의록/3월.md', modified: day('2026-04-01') },
    { path: '/집/회의록/예산.XLSX', modified: day('2025-12-31') },
    { path: '/집/Contract notes.md'.normalize('NFD'), modified: Date.parse('2026-03-31T23:59:59+09:00') },
  ]
  const meant = (within: Parameters<typeof filesWithin>[1]) =>
    filesWithin(files, within, 'Asia/Seoul').map(({ path }) => path.split('/').at(-1))

  test.each([
    [{}, ['가.pdf', '나.hwp', '3월.md', '예산.XLSX', 'Contract notes.md']],
    [{ folder: '계약서' }, ['가.pdf', '나.hwp']],
    [{ folder: '계약서/2026' }, ['가.pdf']],
    [{ folder: '계약' }, []],
    [{ folder: '/집/회의록' }, ['3월.md', '예산.XLSX']],
    [{ folder: '회의록'.normalize('NFD'), kind: 'sheet' as const }, ['예산.XLSX']],
    [{ since: '2026-03-01', until: '2026-03-31' }, ['가.pdf', '나.hwp', 'Contract notes.md']],
    [{ names: ['contract'] }, ['Contract notes.md']],
    [{ names: ['회의록', '가'] }, ['가.pdf', '3월.md', '예산.XLSX']],
  ])('%j', (within, names) => {
    expect(meant(within)).toEqual(names)
  })
})

describe('a search is held to the documents that are meant', () => {
  const story = async (library: Library) => {
    const only = [join(folder, '나/b.md')]
    const find = async (query: string) =>
      (await library.search(query, 5, signal, only)).map(({ file }) => file.replace(`${folder}/`, ''))
    expect((await library.search('보증금', 5, signal)).length).toBe(2)
    expect(await find('보증금')).toEqual(['나/b.md'])
    expect(await library.search('보증금', 5, signal, [])).toEqual([])
    await library.close()
  }
  beforeEach(async () => {
    await write('가/a.md', '보증금은 천만 원이고 보증금은 돌려준다.')
    await write('나/b.md', '보증금은 삼천만 원이다.')
  })

  test('by words, and by Hangul initials', async () => {
    const library = await added()
    const only = [join(folder, '나/b.md')]
    expect((await library.search('ㅂㅈㄱ', 5, signal, only)).map(({ file }) => file)).toEqual(only)
    await story(library)
  })

  test('by meaning', async () => {
    await using server = await embeddingServer()
    await story(await added({ embedder: ollamaEmbedder({ baseUrl: server.url, model: 'm' }) }))
  })

  test('in a cluster, by words and by meaning', async () => {
    await using cluster = await opensearch({})
    await using server = await embeddingServer()
    const embedder = ollamaEmbedder({ baseUrl: server.url, model: 'm' })
    await story(await added({ store: new OpenSearchStore({ index: 'docs-a', url: cluster.url }) }))
    await story(await added({ store: new OpenSearchStore({ index: 'docs-b', url: cluster.url, embedder }) }))
  })

  test('the tool says which folders there are where none is meant', async () => {
    const library = await added()
    const tool = searchDocuments(
      async () => library,
      async () => ({ untrusted: true }),
    )
    const found = await resultOf(tool.run({ query: '보증금', folder: '나' }, context))
    expect(found.text).toMatch(/^\[1\] b\.md:1\n보증금은 삼천만 원이다\./)
    expect((await resultOf(tool.run({ query: '보증금', folder: '다' }, context))).text).toBe(
      '그런 문서가 없어요. 문서가 있는 폴더: 가, 나',
    )
    await library.close()
  })
})

describe('going through whole documents', () => {
  const ports = (library: Library, choose: ChooseLines = chooseByRules, name = 'rules') => ({
    libraryOf: async () => library,
    chooserFor: async () => ({ name, choose }),
    kept: keptChoices(join(home, 'cache', 'chosen.jsonl')),
    recogniser: async () => undefined,
    mark: async () => ({ untrusted: true as const, own: true as const }),
    numbers: () => 1,
  })

  test('what each document says to the matter stands under its place, word for word; what was not read is named', async () => {
    await write('계약/가.md', '# 집 계약서\n\n임대인은 김영수다.\n보증금은 2억 원이다.\n관리비는 12만 원이다.')
    await write('계약/나.pdf', pdf(['표지와 목차', '보증금은 5천만 원이다.']))
    await write('계약/다.md', '반려동물을 기를 수 없다.')
    await write('계약/라.pdf', '%PDF-1.4 부서진 파일')
    await write('메모.md', '보증금은 잊지 말자.')
    const library = await added()
    const result = await resultOf(
      readDocuments(ports(library)).run({ task: '보증금 비교해줘', folder: '계약' }, context),
    )
    expect(result.told.at(-1)).toBe('문서 읽는 중 4/4 · 라.pdf')
    expect(result.text).toBe(
      '[1] 가.md:4\n보증금은 2억 원이다.\n\n[2] 나.pdf p. 2\n보증금은 5천만 원이다.\n\n' +
        '(문서 4개 중 4개를 읽고 필요한 줄을 모델 없이 규칙으로 뽑았어요. 글자 그대로예요.)\n(못 읽음) 라.pdf: 파일이 손상되어 읽지 못했어요. 다시 저장한 뒤 추가해 주세요.\n(해당하는 내용이 없음) 다.md',
    )
    expect(result.data).toEqual([
      { file: '가.md', line: 4, heading: '집 계약서', text: '보증금은 2억 원이다.', score: 1 },
      { file: '나.pdf', line: 1, page: 2, text: '보증금은 5천만 원이다.', score: 1 },
    ])
    await rm(join(folder, '계약/다.md'))
    await write('계약/마.md', '새로 온 계약의 보증금은 백만 원이다.')
    const now = await resultOf(readDocuments(ports(library)).run({ task: '보증금', folder: '계약' }, context))
    expect(now.text).toContain('(못 읽음) 다.md: 파일을 찾지 못했어요.')
    expect(now.text).toContain('마.md:1\n새로 온 계약의 보증금은 백만 원이다.')
    await library.close()
  })

  test('more than one call can hold is told, and read on from there', async () => {
    for (let n = 0; n < mostDocuments + 3; n++)
      await write(`${String(n).padStart(2, '0')}.md`, `회의 ${n}의 결정 사항이 적혀 있다.`)
    const library = await added()
    const tool = readDocuments(ports(library))
    const first = await resultOf(tool.run({ task: '요약해줘' }, context))
    expect(first.data).toHaveLength(mostDocuments)
    expect(first.text).toContain(`(아직 3개가 남았어요. 이어서 읽으려면 skip: ${mostDocuments})`)
    const rest = await resultOf(tool.run({ task: '요약해줘', skip: mostDocuments }, context))
    expect((rest.data as { file: string }[]).map(({ file }) => file)).toEqual(['40.md', '41.md', '42.md'])
    await library.close()
  })

  test('what was chosen before it was cut is not asked again; a changed document is', async () => {
    const pages = Array.from({ length: 6 }, (_, n) => `${n}번째 문서의 내용은 이렇다.`)
    for (const [n, text] of pages.entries()) await write(`${n}.md`, text)
    const library = await added()
    const asked: string[] = []
    const choosing = (most: number): ChooseLines => {
      let left = most
      return async (_task, lines) => {
        if (left-- === 0) throw new Error('cut')
        asked.push(lines[0] as string)
        return [0]
      }
    }
    const go = (most: number) =>
      resultOf(readDocuments(ports(library, choosing(most), 'model')).run({ task: '요약' }, context))
    await expect(go(4)).rejects.toThrow('cut')
    await write('1.md', '1번째 문서가 바뀌었다.')
    expect((await go(3)).data).toHaveLength(6)
    expect(asked).toEqual([...pages.slice(0, 4), '1번째 문서가 바뀌었다.', ...pages.slice(4)])
    const unkept = { ...context, private: true as const }
    await resultOf(readDocuments(ports(library, choosing(6), 'other')).run({ task: '요약' }, unkept))
    expect(
      await readFile(join(home, 'cache', 'chosen.jsonl'), 'utf8').then((text) => text.trim().split('\n').length),
    ).toBe(7)
    await library.close()
  })

  test('every line of a long document is looked at, and the share is kept', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => `${n}째 줄에는 별다른 말이 없다.`)
    lines[2_900] = '위약금은 삼백만 원이다.'
    await write('책.txt', lines.join('\n'))
    const [read] = await Array.fromAsync(
      surveyDocuments(
        '위약금',
        [join(folder, '책.txt')],
        { choose: chooseByRules, chooser: 'rules', share: 400 },
        signal,
      ),
    )
    expect(read).toMatchObject({ lines: [{ text: '위약금은 삼백만 원이다.', line: 2_901 }], cut: false })
    const [all] = await Array.fromAsync(
      surveyDocuments(
        '요약',
        [join(folder, '책.txt')],
        { choose: chooseByRules, chooser: 'rules', share: 400 },
        signal,
      ),
    )
    const taken = all && 'lines' in all ? all.lines.map(({ text }) => text) : []
    expect(taken.join('').length).toBeLessThanOrEqual(400)
    expect(taken.every((line) => lines.includes(line))).toBe(true)
  })

  test.each([
    '이 문서들 요약해줘',
    '내 문서 다 요약해줘',
    '이 문서들 비교해줘',
    '문서들을 표로 정리해줘',
    '여기 있는 파일들 전부 한 줄씩 요약해줘',
    '이 폴더 내용을 세 줄로 요약해줘',
    '내가 추가한 문서들 핵심만 간단하게 정리해줘',
    'summarise all of my documents briefly',
    'compare these files in three lines',
    'make a table of everything here',
  ])('“%s” names no matter: every line may be chosen', async (task) => {
    const lines = ['조용한 시간은 밤 열 시부터다.', 'Trash goes out on Tuesday evening.', '보증금은 2억 원이다.']
    expect((await chooseByRules(task, lines, 8, signal)).toSorted()).toEqual([0, 1, 2])
    expect(await chooseByRules(`보증금 ${task}`, lines, 8, signal)).toEqual([2])
  })

  test('rules choose lines that are there, each once, and no more than asked for', async () => {
    const line = fc.stringMatching(/^[가-힣a-z0-9 .#-]{0,40}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 30 }),
        line,
        fc.integer({ min: 1, max: 8 }),
        async (lines, task, most) => {
          const chosen = await chooseByRules(task, lines, most, signal)
          expect(chosen.length).toBeLessThanOrEqual(most)
          expect(new Set(chosen).size).toBe(chosen.length)
          expect(chosen.every((at) => at >= 0 && at < lines.length)).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })

  test.each([
    ['{"lines":[3, 1]}', [2, 0]],
    ['```json\n{"lines":[]}\n```', []],
    ['{"lines":[9, 2]}', [1]],
    ['sorry', undefined],
  ])('the lines that a model names: %s', (text, lines) => {
    expect(readLines(text, 4)).toEqual(lines)
  })
})
