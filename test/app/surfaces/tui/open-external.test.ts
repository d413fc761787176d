import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportTo } from '../../../../src/app/surfaces/tui/export.ts'
import { editInEditor, editorAt, shownPath, showSource } from '../../../../src/app/surfaces/tui/open-external.ts'
import { readSnooze } from '../../../../src/core/reminders/read-snooze.ts'
import { AssistantError } from '../../../../src/protocol/index.ts'
import { viewerAt } from '../../../../src/tools/desktop/page-viewer.ts'

test.each([
  ['vim', ['vim', '+12', '/a b.md']],
  ['emacs -nw', ['emacs', '-nw', '+12', '/a b.md']],
  ['/usr/bin/code --wait', ['/usr/bin/code', '--wait', '-g', '/a b.md:12']],
  ['hx', ['hx', '/a b.md:12']],
])('%s opens a file at its line', (editor, argv) => {
  expect(editorAt(editor.split(' '), '/a b.md', 12)).toEqual(argv)
})

test('a path is short where that is clear', () => {
  const place = { cwd: '/home/me/일', userHome: '/home/me' }
  expect(
    ['/home/me/일/규정.md', '/home/me/문서/a.md', '/srv/a.md', 'a.md'].map((path) => shownPath(path, place)),
  ).toEqual(['규정.md', '~/문서/a.md', '/srv/a.md', 'a.md'])
})

test.each([
  ['', { minutes: 10 }],
  ['30', { minutes: 30 }],
  ['1시간 반', { minutes: 90 }],
  ['3번 20분', { id: '3', minutes: 20 }],
  ['#3 1 hour', { id: '3', minutes: 60 }],
  ['2번', { id: '2', minutes: 10 }],
  ['내일', { choice: 'tomorrow' }],
  ['3번 완료', { id: '3', choice: 'done' }],
  ['done', { choice: 'done' }],
  ['나중에', undefined],
  ['0', undefined],
])('/snooze %s', (words, request) => {
  expect(readSnooze(words)).toEqual(request)
})

test('a source opens in the editor at its line; what is not there, or cannot be shown, says what to do', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'open-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, '규정.md')
  writeFileSync(file, '# 규정\n\n휴가\n')
  const ran: (readonly string[])[] = []
  const open = async (env: Record<string, string>, more: object, status = 0) => {
    const parts = { language: 'ko' as const, environment: { env, cwd, platform: 'linux' } } as Parameters<
      typeof showSource
    >[0]
    const outside = async (argv: readonly string[]) => {
      ran.push(argv)
      return status
    }
    const said = (error: unknown) => (error instanceof AssistantError ? error.failure.data?.sentence : error)
    return showSource(parts, { file, line: 3, ...more }, outside).catch(said)
  }
  const env = { EDITOR: 'nano', VISUAL: 'vim -R', PATH: '' }
  expect(await open(env, {})).toBe(undefined)
  expect(ran).toEqual([['vim', '-R', '+3', file]])
  expect(await open(env, { file: join(cwd, '없음.md') })).toBe(`파일을 찾을 수 없어요: ${join(cwd, '없음.md')}`)
  expect(await open(env, {}, 127)).toBe('vim 실행에 실패했어요. EDITOR 설정을 확인해 주세요.')
  expect(await open({ PATH: '' }, {})).toBe(`파일을 열 프로그램이 없어요. EDITOR를 설정해 주세요: ${file}`)
  // A page is nothing for an editor.
  expect(await open(env, { page: 2 })).toContain('파일을 열 프로그램이 없어요.')
  expect(await open({ ...env, DISPLAY: ':0' }, { page: 2 })).toContain('파일을 열 프로그램이 없어요.')
  expect(ran).toHaveLength(2)
})

test.each([
  ['evince', ['evince', '--page-index=3', '/a b.pdf']],
  ['/usr/bin/okular --unique', ['/usr/bin/okular', '--unique', '-p', '3', '/a b.pdf']],
  ['zathura', ['zathura', '-P', '3', '/a b.pdf']],
  ['mupdf', ['mupdf', '/a b.pdf', '3']],
  ['firefox', ['firefox', 'file:///a%20b.pdf#page=3']],
  ['nobody-knows', undefined],
])('%s opens a PDF file at its page', (viewer, argv) => {
  expect(viewerAt(viewer.split(' '), '/a b.pdf', 3)).toEqual(argv)
})

test('a page opens in PDFVIEWER, else in the viewer of the desktop; what cannot be told the page leaves it to the person', async () => {
  const bin = mkdtempSync(join(tmpdir(), 'viewers-'))
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }))
  const [file, seen] = [join(bin, '계약서.pdf'), join(bin, 'seen')]
  writeFileSync(file, '%PDF-1.4\n')
  const program = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  for (const name of ['evince', 'zathura', 'plain']) program(name, `echo "${name} $@" >> ${seen}`)
  program('xdg-mime', 'echo org.gnome.Evince.desktop')
  const opened = () => (existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : [])
  const open = (more: Record<string, string>) => {
    const env: Record<string, string> = { PATH: `${bin}:${process.env.PATH}`, ...more }
    const parts = { language: 'ko' as const, environment: { env, cwd: bin, platform: 'linux' } } as Parameters<
      typeof showSource
    >[0]
    return showSource(parts, { file, line: 1, page: 3 }, async () => 0)
  }
  expect(await open({ PDFVIEWER: 'zathura --fork' })).toBe(undefined)
  await expect.poll(opened).toEqual([`zathura --fork -P 3 ${file}`])
  expect(await open({ DISPLAY: ':0' })).toBe(undefined)
  await expect.poll(opened).toContain(`evince --page-index=3 ${file}`)
  expect(await open({ PDFVIEWER: 'plain' })).toBe(
    '파일을 열었어요. 3쪽을 봐 주세요. PDFVIEWER를 설정하면 그 쪽에서 열려요.',
  )
  await expect.poll(opened).toContain(`plain ${file}`)
})

test('what is written in an editor comes back, and its file is gone, whatever the editor did', async () => {
  const tempDir = mkdtempSync(join(tmpdir(), 'write-'))
  onTestFinished(() => rmSync(tempDir, { recursive: true, force: true }))
  const write = (env: Record<string, string>, status: number) => {
    const parts = { language: 'ko' as const, environment: { env, tempDir } } as Parameters<typeof editInEditor>[0]
    const outside = async ([, file = '']: readonly string[]) => {
      expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['초안\n', 0o600])
      writeFileSync(file, '초안\n둘째 줄\n')
      return status
    }
    const said = (error: unknown) => (error instanceof AssistantError ? error.failure.data?.sentence : error)
    return editInEditor(parts, '초안', outside).catch(said)
  }
  expect([await write({ EDITOR: 'vi' }, 0), await write({ EDITOR: 'none' }, 127), await write({}, 0)]).toEqual([
    '초안\n둘째 줄',
    'none 실행에 실패했어요. EDITOR 설정을 확인해 주세요.',
    '쓸 수 있는 편집기가 없어요. EDITOR를 설정해 주세요.',
  ])
  expect(readdirSync(tempDir)).toEqual([])
})

test('a folder for the editor that cannot be made is a failure, not a bug', async () => {
  const env: Record<string, string> = { EDITOR: 'vi' }
  const environment = { env, tempDir: '/nowhere/at/all' }
  const parts = { language: 'ko' as const, environment } as Parameters<typeof editInEditor>[0]
  await expect(editInEditor(parts, '초안', async () => 0)).rejects.toMatchObject({ failure: { code: 'storage' } })
})

test('/export writes a new file of the working folder, and never over one that is there', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const assistant = {
    conversations: { export: async (id: string) => `# ${id}\n` },
    parts: { zone: 'Asia/Seoul', environment: { cwd, userHome: cwd }, now: () => new Date('2026-01-02T20:00:00Z') },
    language: 'ko',
  } as unknown as Parameters<typeof exportTo>[0]
  const path = join(cwd, 'assistant-2026-01-03-wxyz.md')
  expect(await exportTo(assistant, '01ABCWXYZ', '')).toBe(`대화를 저장했어요: ${path}`)
  expect(readFileSync(path, 'utf8')).toBe('# 01ABCWXYZ\n')
  await expect(exportTo(assistant, '01ABCWXYZ', '')).rejects.toThrow('bad-input')
  await expect(exportTo(assistant, '01ABCWXYZ', 'none/there.md')).rejects.toMatchObject({
    failure: { code: 'bad-input', data: { sentence: `그런 폴더가 없어서 저장하지 않았어요: ${join(cwd, 'none')}` } },
  })
  expect(await exportTo(assistant, '01ABCWXYZ', '~/여기.md')).toBe(`대화를 저장했어요: ${join(cwd, '여기.md')}`)
  expect(readdirSync(cwd).toSorted()).toEqual(['assistant-2026-01-03-wxyz.md', '여기.md'])
})
