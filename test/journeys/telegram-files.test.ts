import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOgg } from '../../src/audio/ogg.ts'
import { freshHome, run } from '../cli/assistant.ts'
import { say } from '../fakes/model-server.ts'
import { pdf } from '../fixtures/docs/make.ts'
import { installed } from '../parts.ts'
import { installEars } from '../ui/voice/at-home.ts'
import { owner, world } from './telegram-world.ts'

test('documents go among the documents when the person asks: by caption, afterwards, beside another request; answers come from them', async () => {
  const { server, answered, asked, letIn, model, env, home } = await world([
    say('휴가 규정이네요.'),
    say('요약하면 짧아요.'),
    say('하루 3만 원이에요.'),
  ])
  await letIn()
  const send = (file_id: string, file_name: string, bytes: Buffer, caption?: string) => {
    server.files.set(file_id, bytes)
    const document = { file_id, file_unique_id: file_id, file_name, file_size: bytes.length }
    return answered(() => server.say(owner, undefined, { document, ...(caption ? { caption } : {}) }))
  }
  expect(await send('a', '여비.pdf', Buffer.from(pdf(['표지', '출장 여비는 하루 3만 원'])), '이 문서 저장해줘')).toBe(
    '여비.pdf를 문서함에 넣었어요. (문단 2개)',
  )
  expect(await asked('이 문서 저장해줘')).toBe('여비.pdf를 문서함에 넣었어요. (문단 2개)')
  expect(model.requests).toEqual([])
  expect(await send('b', '../../휴가.md', Buffer.from('# 휴가\n연차는 15일이에요.'))).toBe('휴가 규정이네요.')
  expect(await asked('방금 보낸 파일 문서함에 넣어줘')).toBe('../../휴가.md를 문서함에 넣었어요. (문단 1개)')
  const both = await send('c', '여비.pdf', Buffer.from(pdf(['새 여비 규정'])), '저장해 주고 요약도 해줘')
  expect(both).toBe('여비.pdf를 문서함에 넣었어요. (문단 1개)\n\n요약하면 짧아요.')
  expect(await send('d', '한글.hwp', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), '이 문서 저장해줘')).toContain(
    '읽지 못했어요',
  )
  const folder = join(home, 'workspaces', 'default', 'received')
  expect(readdirSync(folder).sort()).toEqual(
    ['여비 (2).pdf', '여비.pdf', '휴가.md'].map((name) => name.normalize('NFC')).sort(),
  )
  const found = await run(['docs', 'search', '출장 여비', '--json'], env)
  expect(found.out).toContain('하루 3만 원')
  expect(await asked('문서에서 출장 여비가 하루 얼마인지 찾아줘')).toContain('3만 원')
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('출장 여비는 하루 3만 원')
}, 60_000)

test('a picture reaches the model as a picture', async () => {
  const { server, answered, letIn, model } = await world([say('고양이네요.')])
  await letIn()
  const bytes = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
  server.files.set('p', bytes)
  const photo = [{ file_id: 'p', file_unique_id: 'p', width: 1, height: 1, file_size: bytes.length }]
  expect(await answered(() => server.say(owner, undefined, { photo, caption: '이게 뭐야?' }))).toBe('고양이네요.')
  const content = model.requests[0]?.body.messages.at(-1).content
  expect(content.find((part: { type: string }) => part.type === 'image_url').image_url.url).toBe(
    `data:image/png;base64,${bytes.toString('base64')}`,
  )
}, 60_000)

test('a voice message is turned into text by the model that is here; without one, or of another kind, the person is told what to do', async () => {
  const home = freshHome()
  const { server, answered, letIn, model } = await world([say('껐어요.'), say('다시 껐어요.')], {
    home,
    env: installEars(home),
  })
  await letIn()
  const send = (file_id: string, bytes: Buffer) => {
    server.files.set(file_id, bytes)
    return answered(() =>
      server.say(owner, undefined, {
        voice: { file_id, file_unique_id: file_id, duration: 1, mime_type: 'audio/ogg' },
      }),
    )
  }
  const note = readFileSync('test/fixtures/voice-notes/lights.ogg')
  expect(await send('v', note)).toBe('껐어요.')
  expect(model.requests.map(({ body }) => body.messages.at(-1).content.split('\n')[0])).toEqual(['불 꺼줘'])
  expect(await send('m', Buffer.from('ID3 music'))).toContain('이 오디오 형식은')
  // With a voice here it answers aloud, too, where that was asked for.
  const canSpeak = installed('espeak-ng')
  expect(await answered(() => server.say(owner, '/voice on'))).toContain(
    canSpeak ? '목소리로도 답할게요' : 'espeak-ng를 설치',
  )
  expect(await send('w', note)).toBe('다시 껐어요.')
  await server.until(() => !canSpeak || server.sent.some((sent) => sent.voice))
  const spoken = server.sent.flatMap((sent) => (sent.voice ? [readOgg(sent.voice)?.packets.length] : []))
  expect(spoken).toEqual(canSpeak ? [expect.any(Number)] : [])
  const deaf = await world()
  await deaf.letIn()
  deaf.server.files.set('v', note)
  const voice = { file_id: 'v', file_unique_id: 'v', duration: 1 }
  expect(await deaf.answered(() => deaf.server.say(owner, undefined, { voice }))).toContain(
    '음성을 글로 옮길 모델이 이 컴퓨터에 없어요',
  )
}, 120_000)
