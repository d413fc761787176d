import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAttachment, serverOffers } from '../../../../src/app/surfaces/tui/attachments.ts'
import { tui } from '../../../../src/messages/surfaces/tui.ts'
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
    expect(await offers.prompt('good:greet', '우리 엄마')).toBe('Greet 우리 엄마.')
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

test('a file goes along as the text that it is, in whatever Korean code; what is too large or no text is told, a folder is none', async () => {
  const folder = scratch()
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'old.txt'), Buffer.from([0xc7, 0xd1, 0xb1, 0xdb]))
  writeFileSync(join(folder, 'a.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))
  writeFileSync(join(folder, 'big.log'), 'x'.repeat((256 << 10) + 1))
  const behind = (name: string) => readAttachment(join(folder, name), name, [folder], tui.ko)
  expect(await Promise.all(['old.txt', 'a.png', 'big.log', 'folder', 'nothing'].map(behind))).toEqual([
    { text: '한글', untrusted: true, own: true },
    { why: 'a.png: 글로 읽을 수 없는 파일이라 내용은 함께 보내지 않았어요.' },
    { why: 'big.log: 너무 커서 함께 보내지 못했어요(256KB까지). 필요한 부분만 붙여넣어 주세요.' },
    undefined,
    undefined,
  ])
})
