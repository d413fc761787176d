import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import { attachNamed } from '../../../../src/ui/tui/effects/attachments.ts'

const image = { mediaType: 'image/png' as const, data: 'aGk=' }
const host = {
  attach: async (path: string) =>
    /\.png$/.test(path)
      ? { image }
      : path === 'a.txt'
        ? { text: '글' }
        : path === 'b.bin'
          ? { why: '못 읽어요' }
          : undefined,
}

test.each([
  ['@pic.png 이게 뭐야', 1],
  ["'/tmp/내 그림.png' 이게 뭐야", 1],
  ['/tmp/my\\ pic.png', 1],
  ['file:///tmp/a%20b.png', 1],
  ['~/그림.png ~/그림.png', 1],
  ['그림.png 라는 파일', 0],
])('%s brings %i pictures', async (text, count) => {
  expect((await attachNamed(text, host, tuiMessages.ko)).images).toEqual(Array.from({ length: count }, () => image))
})

test('texts go along beside pictures; what cannot, and what is not there, is told', async () => {
  const along = await attachNamed('@a.txt @b.bin @x.png @없어요.md를 @엄마 /tmp/out.gif에', host, tuiMessages.ko)
  expect([along.attachments.map(({ name }) => name), along.images.length, along.problems]).toEqual([
    ['a.txt'],
    1,
    ['못 읽어요', '없어요.md: 그런 파일이 없어요.'],
  ])
})
