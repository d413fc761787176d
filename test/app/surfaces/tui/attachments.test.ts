import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentText, foreignFilesOf, markOfFile } from '../../../../src/app/docs/file-origins.ts'
import { type AttachmentPorts, readAttachment, serverOffers } from '../../../../src/app/surfaces/tui/attachments.ts'
import type { LoadedSettings } from '../../../../src/config/settings.ts'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import { docx, pdf } from '../../../fixtures/docs/make.ts'
import { fake, scratch, world } from '../../../tools/mcp/rig.ts'

const { signal } = new AbortController()

describe('what MCP servers offer in the TUI', () => {
  test('a resource goes along by @server:uri; a prompt is filled in with the words behind it', async () => {
    const { hub } = await world({ good: fake() })
    const offers = serverOffers({ mcp: async () => hub, language: 'ko' }, signal)
    expect(await offers.resource('good:note://1')).toBe('content of note://1')
    expect(await offers.resource('nobody:note://1')).toBeUndefined()
    expect(await offers.prompts()).toEqual([
      { name: 'good:greet', description: 'Greets.', args: [{ name: 'who', description: '', required: true }] },
    ])
    expect(await offers.prompt('good:greet', '우리 엄마')).toEqual({ text: 'Greet 우리 엄마.', foreign: true })
    await expect(offers.prompt('good:greet', '')).rejects.toMatchObject({
      failure: { code: 'bad-input', data: { sentence: '이렇게 써 주세요: /good:greet <who>' } },
    })
    expect(await offers.prompt('nobody:greet', '엄마')).toBeUndefined()
  })

  test('without a server nothing is offered', async () => {
    const offers = serverOffers({ mcp: async () => undefined, language: 'ko' }, signal)
    expect([await offers.prompts(), await offers.prompt('a:b', ''), await offers.resource('a:b')]).toEqual([
      [],
      undefined,
      undefined,
    ])
  })
})

/** What the chat gives to the reader, with a working folder and a list of foreign files below `folder`. */
function portsAt(folder: string): AttachmentPorts {
  const loaded = {
    settings: { roots: [], trusted: [] },
    paths: { state: join(folder, 'state') },
  } as unknown as LoadedSettings
  return {
    mark: (path, bytes) => markOfFile(loaded, { cwd: folder, userHome: folder, platform: 'linux' }, path, bytes),
    document: (path, bytes) => documentText(path, bytes, signal),
    say: tuiMessages.ko,
    language: 'ko',
  }
}

test('whose word a file is goes by where it lies and by what the assistant wrote into it', async () => {
  const folder = scratch()
  for (const name of ['downloads', 'work', 'work/vendor']) mkdirSync(join(folder, name))
  const ports = portsAt(join(folder, 'work'))
  const foreign = foreignFilesOf({ paths: { state: join(folder, 'work/state') } } as LoadedSettings)
  const files = {
    'work/mine.md': 'mine',
    'work/vendor/a.md': 'theirs',
    'downloads/b.md': 'theirs',
    'work/page.md': 'from a page',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await foreign.keep(join(folder, 'work/page.md'), 'from a page', ['web evil.example'])
  const read = async (name: string) => {
    const { own = false, source = '' } = (await readAttachment(join(folder, name), name, ports)) as {
      own?: true
      source?: string
    }
    return [own, source]
  }
  expect(await Promise.all(Object.keys(files).map(read))).toEqual([
    [true, ''],
    [false, 'file a.md'],
    [false, 'file b.md'],
    [false, 'file page.md (web evil.example)'],
  ])
  writeFileSync(join(folder, 'work/page.md'), 'from a page, judged by a person')
  expect(await read('work/page.md')).toEqual([true, ''])
})

test('a PDF and a DOCX go along as their text; one that cannot be read is told', async () => {
  const folder = scratch()
  writeFileSync(join(folder, 'a.pdf'), pdf(['Hello PDF']))
  writeFileSync(join(folder, 'a.docx'), docx(['안녕 문서']))
  writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7 nothing')
  const read = (name: string) => readAttachment(join(folder, name), name, portsAt(folder))
  expect(await read('a.pdf')).toMatchObject({ text: expect.stringContaining('Hello PDF'), own: true })
  expect(await read('a.docx')).toMatchObject({ text: expect.stringContaining('안녕 문서'), own: true })
  expect(await read('broken.pdf')).toEqual({
    why: expect.stringContaining('손상되어 읽지 못했어요'),
  })
})

test('a file goes along as the text that it is, in whatever Korean code; what is too large or no text or a folder is told', async () => {
  const folder = scratch()
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'old.txt'), Buffer.from([0xc7, 0xd1, 0xb1, 0xdb]))
  writeFileSync(join(folder, 'a.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))
  writeFileSync(join(folder, 'big.log'), 'x'.repeat((256 << 10) + 1))
  const behind = (name: string) => readAttachment(join(folder, name), name, portsAt(folder))
  expect(await Promise.all(['old.txt', 'a.png', 'big.log', 'folder', 'nothing'].map(behind))).toEqual([
    { text: '한글', untrusted: true, own: true },
    { why: 'a.png: 글로 읽을 수 없는 파일이라 내용은 함께 보내지 않았어요.' },
    { why: 'big.log: 너무 커서 함께 보내지 못했어요(256KB까지). 필요한 부분만 붙여넣어 주세요.' },
    { why: 'folder: 폴더예요. 폴더 안의 파일을 골라 주세요.' },
    undefined,
  ])
})
