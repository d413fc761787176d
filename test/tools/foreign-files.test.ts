import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileTools } from '../../src/tools/files/file-tools.ts'
import { ForeignFiles } from '../../src/tools/origin/foreign-files.ts'
import { use } from './context.ts'
import { scratch } from './mcp/rig.ts'

function place() {
  const base = scratch()
  const work = join(base, 'work')
  mkdirSync(join(work, 'downloads'), { recursive: true })
  const list = join(base, 'state/foreign-files.jsonl')
  const options = { home: join(base, 'home'), userHome: base, roots: () => [work], foreign: new ForeignFiles(list) }
  const documents = async (path: string) => (path.endsWith('.pdf') ? 'page one\npage two' : undefined)
  const tools = fileTools(options, { documents })
  const run = async (name: string, args: object, sources: string[] = []) => {
    const tool = tools.find((one) => one.name === name) as (typeof tools)[0]
    const { text, own = false, source = '' } = await use(tool, args as never, { cwd: work, sources })
    return { text, own, source }
  }
  const mark = async (path: string) => {
    const { own, source } = await run('read_file', { path })
    return own ? 'own' : source
  }
  return { work, list, run, mark }
}

test('what was written after text from outside is a stranger’s word when it is read, moved or searched', async () => {
  const { run, mark, list } = place()
  await run('write_file', { path: 'a.md', content: 'buy now\n' }, ['web evil.example'])
  await run('write_file', { path: 'mine.md', content: 'buy milk\n' })
  expect(await mark('a.md')).toBe('file a.md (web evil.example)')
  expect(await mark('mine.md')).toBe('own')
  await run('move_file', { from: 'a.md', to: 'b.md' })
  expect(await mark('b.md')).toBe('file b.md (web evil.example)')
  expect(await run('search_files', { path: '.', text: 'buy' })).toMatchObject({
    own: false,
    source: 'file b.md (web evil.example)',
  })
  expect(await run('search_files', { path: '.', text: 'milk' })).toMatchObject({ own: true })
  expect(readFileSync(list, 'utf8')).not.toContain('buy')
})

test('an edit by the assistant keeps the mark, one by the person ends it', async () => {
  const { work, run, mark } = place()
  await run('write_file', { path: 'a.md', content: 'one\n' }, ['mcp x'])
  await run('edit_file', { path: 'a.md', old: 'one', new: 'two' })
  expect(await mark('a.md')).toBe('file a.md (mcp x)')
  writeFileSync(join(work, 'a.md'), 'two, and I have read it\n')
  expect(await mark('a.md')).toBe('own')
})

test('what is moved out of a folder that strangers fill stays theirs', async () => {
  const { work, run, mark } = place()
  writeFileSync(join(work, 'downloads/x.txt'), 'order\n')
  await run('move_file', { from: 'downloads/x.txt', to: 'x.txt' })
  expect(await mark('x.txt')).toBe('file x.txt (file x.txt)')
})

test('a list that a disk has damaged costs the damaged lines alone', async () => {
  const { run, mark, list } = place()
  await run('write_file', { path: 'a.md', content: 'one\n' }, ['mcp x'])
  writeFileSync(list, `{"hash":\n[]\n\0\n${readFileSync(list, 'utf8')}{"hash"`)
  expect(await mark('a.md')).toBe('file a.md (mcp x)')
})

test('a PDF is read by its reader and shown by lines; one that has no text is refused', async () => {
  const { work, run } = place()
  writeFileSync(join(work, 'a.pdf'), Buffer.from([0, 1, 2, 0]))
  expect((await run('read_file', { path: 'a.pdf', from: 2 })).text).toContain('page two')
  writeFileSync(join(work, 'a.docx'), Buffer.from([0, 1, 2, 0]))
  expect((await run('read_file', { path: 'a.docx' })).text).toContain('글이 아닌 파일')
})
