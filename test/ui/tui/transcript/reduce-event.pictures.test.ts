import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Picture } from '../../../../src/protocol/index.ts'
import { plainOf } from '../../../../src/ui/tui/terminal/style.ts'
import { view } from '../../../../src/ui/tui/transcript/chat-view.ts'
import { foldEnvelope } from '../../../../src/ui/tui/transcript/reduce-event.ts'
import { type Item, Printer } from '../../../../src/ui/tui/transcript/scrollback.ts'

const file = '/home/c.pictures/a.png'
const picture: Picture = { mediaType: 'image/png', file }
const look = {
  columns: 90,
  words: tuiMessages.ko,
  say: { failure: () => '', notice: () => '', path: (path: string) => path },
}

/** What the fold of a finished call leaves to be printed. */
function items(images: Picture[]): readonly Item[] {
  const ended = {
    type: 'tool.ended',
    id: 'c',
    name: 'draw',
    message: 'm',
    outcome: 'ok',
    text: '',
    untrusted: false,
    images,
  } as const
  return foldEnvelope(view, { v: 1, epoch: 1, seq: 1, conversation: 'c', turn: 't', at: 0, event: ended }).done
}

/** Prints until nothing waits; every call of `paint` is answered by the next of `answers`. */
async function printed(given: readonly Item[], answers: (string | undefined)[]) {
  const asked: [Picture, object][] = []
  const bugs: unknown[] = []
  let wake = () => {}
  const printer = new Printer(
    () => wake(),
    (bug) => bugs.push(bug),
    async (one, room) => {
      asked.push([one, room])
      return answers.shift()
    },
  )
  const rows: string[] = []
  for (let items = given; items.length > 0; ) {
    const ready = new Promise<void>((done) => {
      wake = done
    })
    const step = printer.print(items, look)
    rows.push(...step.rows.map(plainOf))
    items = step.rest
    if (items.length > 0) await ready
  }
  return { rows, asked, bugs }
}

const after: Item = { type: 'notice', code: 'x', data: {} }

test('a picture stands below its tool and above what comes after it, as the terminal paints it, no wider than 80 cells', async () => {
  const { rows, asked, bugs } = await printed([...items([picture, picture]), after], ['\x1b_GA\x1b\\', '\x1b_GB\x1b\\'])
  expect(rows).toEqual(['● draw', '\x1b_GA\x1b\\', '\x1b_GB\x1b\\', '· '])
  expect([asked, bugs]).toEqual([Array(2).fill([picture, { columns: 80, rows: 24 }]), []])
})

test('one that cannot be shown here says where its file is', async () => {
  const { rows } = await printed(items([picture]), [undefined])
  expect(rows).toEqual(['● draw', '  이 화면에는 그릴 수 없는 그림이에요: /home/c.pictures/a.png'])
})

test('one of an earlier conversation is named and not painted; escapes in a name are not obeyed', async () => {
  const evil: Item = {
    type: 'picture',
    picture: { mediaType: 'image/png', file: '/x/\x1b]52;c;AAAA\x07a.png' },
    past: true,
  }
  const { rows, asked } = await printed([{ type: 'picture', picture, past: true }, evil], [])
  expect([rows, asked]).toEqual([[`  그림: ${file}`, '  그림: /x/a.png'], []])
})
