import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileTools } from '../../../src/tools/files/file-tools.ts'
import { ForeignFiles } from '../../../src/tools/origin/foreign-files.ts'
import { shellTools } from '../../../src/tools/shell/tools.ts'
import { installed } from '../../parts.ts'
import { use } from '../context.ts'
import { scratch } from '../mcp/rig.ts'

function place() {
  const base = scratch()
  const work = join(base, 'work')
  mkdirSync(join(work, 'downloads'), { recursive: true })
  const list = join(base, 'state/foreign-files.jsonl')
  const options = { home: join(base, 'home'), userHome: base, roots: () => [work], foreign: new ForeignFiles(list) }
  const documents = async (path: string) =>
    path.endsWith('.pdf') ? 'page one\npage two' : { fault: 'damaged' as const }
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

test('what a command or code writes after text from outside is marked; what it wrote before, or left as it was, is not', async () => {
  const { work, list, mark } = place()
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const machine = { platform: process.platform, machine: process.arch, node: process.execPath, tempDir: tmpdir() }
  const more = { own: [], limitMs: 30_000, closing: closing.signal, foreign: new ForeignFiles(list) }
  const [shell, python] = shellTools({ env: process.env, userHome: tmpdir(), ...machine, ...more })
  const run = (command: string, sources: string[]) => use(shell!, { command }, { cwd: work, sources })
  await run('echo before > before.md; echo stays > stays.md; echo old > downloads/d.md', [])
  await run('mkdir -p a/b; echo order > a/b/c.md; cat stays.md; touch -d 2001-01-01 a/b/c.md; mv downloads/d.md d.md', [
    'web evil.example',
  ])
  expect([await mark('before.md'), await mark('stays.md')]).toEqual(['own', 'own'])
  expect([await mark('a/b/c.md'), await mark('d.md')]).toEqual([
    'file c.md (web evil.example)',
    'file d.md (web evil.example)',
  ])
  if (installed('python3')) {
    await use(python!, { code: "open('p.md', 'w').write('from python')" }, { cwd: work, sources: ['mcp x'] })
    expect(await mark('p.md')).toBe('file p.md (mcp x)')
  }
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
  expect((await run('read_file', { path: 'a.docx' })).text).toContain('손상')
})
