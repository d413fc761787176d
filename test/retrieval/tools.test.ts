import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ToolContext, ToolResult } from '../../src/protocol/index.ts'
import { createLibrary, type Library } from '../../src/retrieval/library.ts'
import { searchDocuments } from '../../src/retrieval/tools.ts'
import { pdf } from '../fixtures/docs/make.ts'

const { signal } = new AbortController()
let home = ''
let library: Library
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'docs-tool-'))
  library = createLibrary({ dir: join(home, 'index'), now: () => new Date() })
})
afterAll(async () => {
  await library.close()
  await rm(home, { recursive: true })
})

async function run(args: { query: string; count?: number }, cwd?: string): Promise<ToolResult> {
  const context = { signal, language: 'ko', ...(cwd && { cwd }) } as ToolContext
  const events = searchDocuments(
    async () => library,
    async () => ({ untrusted: true, own: true }),
  ).run(args, context)
  for (;;) {
    const step = await events.next()
    if (step.done) return step.value
  }
}

test('search_documents: passages with file:line or page, marked as not to be trusted; remote ones without paths', async () => {
  expect(await run({ query: '휴가' })).toEqual({
    text: '아직 추가한 문서가 없어요. `assistant docs add 경로`로 추가해 주세요.',
    data: [],
  })
  await writeFile(join(home, 'rule.md'), '# 규정\n\n휴가정책은 15일입니다.')
  await writeFile(join(home, 'b.pdf'), pdf(['표지', '출장 여비 3만 원']))
  for await (const _ of library.add([join(home, 'rule.md'), join(home, 'b.pdf')], signal));
  const file = join(home, 'rule.md')
  expect(await run({ query: '휴가 정책', count: 1 }, home)).toEqual({
    text: '[1] rule.md:3\n휴가정책은 15일입니다.\n\n([1] says it: 휴가정책은 15일입니다.)',
    untrusted: true,
    own: true,
    data: [{ file, line: 3, heading: '규정', text: '휴가정책은 15일입니다.', score: expect.any(Number) }],
  })
  expect((await run({ query: '출장 여비' })).text).toBe(
    '[1] b.pdf p. 2\n출장 여비 3만 원\n\n([1] says it: 출장 여비 3만 원)',
  )
  expect((await run({ query: '블록체인' })).text).toContain('찾지 못했어요')
})

test('search_documents: of passages that only come near two are told, with the words that stand in neither', async () => {
  await writeFile(join(home, '헬스장.md'), '# 헬스장\n\n사물함은 한 달에 5천 원이다.')
  await writeFile(join(home, '수영장.md'), '# 수영장\n\n사물함은 하루에 천 원이다.')
  for await (const _ of library.add([join(home, '헬스장.md'), join(home, '수영장.md')], signal));
  const { text } = await run({ query: '사물함 열쇠는 얼마야?' }, home)
  expect(text).toMatch(/\(\[1\] is nearest to it, then \[2\]; not there: 열쇠[^\s]*\)$/)
  expect(text).toMatch(/헬스장[\s\S]*수영장|수영장[\s\S]*헬스장/)
})
