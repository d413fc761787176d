import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IPty } from '@lydell/node-pty'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test as sample } from 'vitest'
import { longTest as test } from '../../parts.ts'
import { bundled, type Screen, start } from './pty.ts'

let program: Awaited<ReturnType<typeof bundled>>
let screen: Screen

beforeAll(async () => {
  program = await bundled('test/ui/tui/programs/tui.ts')
}, 60_000)
afterAll(() => program.remove())
afterEach(() => screen.close())

/** Starts the TUI and waits for its prompt. */
async function ready(options?: Parameters<typeof start>[1]): Promise<Screen> {
  screen = start(program.file, options)
  await screen.until(({ text }) => text().includes('준비됨'))
  return screen
}

/** The editor shows `text` behind its prompt and the cursor stands `columns` behind the prompt. */
const shows = (text: string, columns: number) => (on: Screen) =>
  on.cursor().row === `› ${text}` && on.cursor().x === 2 + columns

describe('the cursor of the terminal stands at the caret', () => {
  sample('after every keystroke of Korean, Latin, emoji, a rare Han character and a decomposed letter', async () => {
    const { type, until } = await ready()
    const typed: [string, number][] = [
      ['안', 2],
      ['녕', 4],
      ['하', 6],
      ['세', 8],
      ['요', 10],
      [' ', 11],
      ['a', 12],
      ['😀', 14],
      ['𠀀', 16],
      ['e\u0301', 17],
    ]
    let text = ''
    for (const [character, columns] of typed) {
      text += character
      type(character)
      await until(shows(text.trimEnd(), columns))
    }
    // And back again: one Backspace takes one grapheme, and no half of a wide character stays on the screen.
    const left = typed.map(([, columns]) => columns)
    for (let count = typed.length - 1; count > 0; count--) {
      type('\x7f')
      const rest = typed
        .slice(0, count)
        .map(([character]) => character)
        .join('')
      await until(shows(rest.trimEnd(), left[count - 1] as number))
    }
  })

  test('while the caret moves inside wide text', async () => {
    const { type, until } = await ready()
    type('가나다라')
    await until(shows('가나다라', 8))
    type('\x1b[D')
    await until(shows('가나다라', 6))
    type('\x1b[D')
    await until(shows('가나다라', 4))
    type('b')
    await until(shows('가나b다라', 5))
    type('\x01')
    await until(shows('가나b다라', 0))
  })

  test('in rows that wrap, and after the terminal got another width', async () => {
    const { type, until, resize } = await ready({ columns: 24 })
    type('가나다라마바사아자차카타파하')
    // 21 columns of room: ten syllables in the first row.
    await until(({ cursor }) => cursor().row === '  카타파하' && cursor().x === 10)
    resize(40, 20)
    await until(shows('가나다라마바사아자차카타파하', 28))
    resize(20, 20)
    await until(({ cursor }) => cursor().row === '  자차카타파하' && cursor().x === 14)
  })

  test.each(['others', 'all'] as const)(
    'and nothing is left of what a terminal breaks that gets narrower: %s',
    async (reflow) => {
      const { type, until, resize, lines } = await ready({
        columns: 90,
        rows: 24,
        env: { TUI_REFLOW: reflow },
        reflowCursorLine: reflow === 'all',
      })
      type(`raw ${JSON.stringify(Array.from({ length: 20 }, (_, line) => `${line + 1}째 줄`).join('\n'))}\r`)
      await until(({ text }) => text().includes('20째 줄'))
      const draft = Array.from({ length: 12 }, (_, word) => `${word + 1}번째낱말`).join(' ')
      type(draft)
      await until(({ text }) => text().includes('12번째낱말'))
      for (const columns of [70, 41, 30, 24, 60]) {
        resize(columns, 24)
        // What stands from the prompt on is the draft, once, broken as we break it; above it the answer is whole.
        await until((on) => {
          const from = on.lines().findIndex((line) => line.startsWith('› 1번째'))
          const rows = on.lines().slice(from, -1)
          return (
            rows
              .map((row) => row.slice(2))
              .join('')
              .replaceAll(' ', '') === draft.replaceAll(' ', '') && on.cursor().row === rows.at(-1)
          )
        })
        // Polled: a frame comes in several writes, and the screen may be looked at between two of them.
        await expect
          .poll(() => lines().filter((line) => /^\d+째 줄$/.test(line)))
          .toEqual(Array.from({ length: 20 }, (_, line) => `${line + 1}째 줄`))
      }
    },
  )

  test('while an answer streams above it and finished lines leave', async () => {
    const { type, until, lines, cursor } = await ready()
    type('slow\r')
    await until(({ text }) => text().includes('줄 8 '))
    type('다음 질문')
    await until(shows('다음 질문', 9))
    await until(({ text }) => text().includes('줄 60 '))
    expect(cursor().row).toBe('› 다음 질문')
    expect(cursor().x).toBe(11)
    const numbered = lines().filter((line) => line.startsWith('줄 '))
    expect(numbered).toEqual(numbered.map((_, index) => `줄 ${index + 1} 안녕하세요`))
  })
})

describe('Korean input methods', () => {
  test('a syllable and Enter in one write are both taken, once', async () => {
    const { type, until } = await ready()
    type('안녕하세')
    type('요\r')
    await until(({ text }) => text().includes('받음: "안녕하세요"'))
    expect(screen.lines().filter((line) => line.includes('받음'))).toHaveLength(1)
  })

  test('a composed syllable that replaces its beginning', async () => {
    const { type, until } = await ready()
    for (const chunk of ['ㅎ', '\x7f하', '\x7f한', '\x7f하', '나']) type(chunk)
    await until(shows('하나', 4))
  })

  test('a character whose bytes come one by one', async () => {
    const { pty, until } = await ready()
    for (const byte of Buffer.from('한글')) pty.write(Buffer.from([byte]) as unknown as string)
    await until(shows('한글', 4))
  })

  test('Ctrl+C reaches us as the kitty protocol sends it while Hangul is on', async () => {
    const { type, until } = await ready()
    type('글')
    await until(shows('글', 2))
    type('\x1b[12618;5u')
    await until(({ text }) => text().includes('한 번 더 누르면'))
  })
})

describe('paste', () => {
  test('10,000 Hangul syllables go through byte for byte, shown as one label', async () => {
    const { type, until } = await ready()
    const text = Array.from({ length: 10_000 }, (_, index) =>
      String.fromCodePoint(0xac00 + ((index * 7919) % 11_172)),
    ).join('')
    type(`length \x1b[200~${text}\x1b[201~`)
    await until(shows('length [붙인 글 #1 · 10,000자]', 30))
    type('\r')
    const whole = `length ${text}`
    const sum = [...whole].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003, 7)
    await until(({ text }) => text().includes(`길이 ${whole.length}, 합 ${sum}`))
  })

  test('lines stay lines, and nothing in a paste is a key', async () => {
    const { type, until } = await ready()
    type('\x1b[200~첫 줄\r둘째\t줄\r\x03끝\x1b[201~')
    await until(({ cursor }) => cursor().row === '  ␃끝' && cursor().x === 5)
    type('\r')
    await until(({ text }) => text().includes('받음: "첫 줄\\n둘째\\t줄\\n\\u0003끝"'))
  })
})

describe('approval', () => {
  test('shows hidden characters, ignores keys that came too early, denies by default', async () => {
    const { type, until } = await ready()
    // Somebody goes on typing while the card comes up.
    type('ask 150\r')
    await until(({ text }) => text().includes('› ask'))
    type('y'.repeat(12))
    await until(({ text }) => text().includes('메모⟨U+202E⟩.txt') && text().includes('❯ 거절'))
    expect(screen.text()).not.toContain('once')
    type('\t\r')
    await until(({ text }) => text().includes('⎿ deny'))
    // What was typed meanwhile stands in the editor.
    await until(shows('y'.repeat(12), 12))
  })

  test('a reason goes with a deny; a letter and Enter choose', async () => {
    const { type, until } = await ready()
    type('ask\r')
    await until(({ text }) => text().includes('❯ 거절'))
    type('\t')
    await until(({ text }) => text().includes('거절 이유'))
    type('다른 폴더에')
    await until(({ cursor }) => cursor().row.includes(': 다른 폴더에 ') && cursor().x === 32)
    type('\r')
    await until(({ text }) => text().includes('⎿ deny 다른 폴더에'))
    type('ask\r')
    await until(({ text }) => text().split('❯ 거절').length === 2)
    // The card has to be there for a second before a letter can be meant for it, and the letter alone for half of one.
    await until(({ text }) => text().includes('↑↓나 글자로 고르기'))
    type('ㅛ')
    await until(({ text }) => text().includes('Enter 확인'))
    type('\r')
    await until(({ text }) => text().includes('⎿ once'))
  })
})

describe('waiting inputs', () => {
  test('Enter while it works queues, ↑ takes the last one back, Esc stops the turn and keeps the partial', async () => {
    const { type, until } = await ready()
    type('slow\r')
    await until(({ text }) => text().includes('줄 3 '))
    type('나중에\r')
    await until(({ text }) => text().includes('다음에 보낼 말: 나중에'))
    type('\x1b[A')
    await until(shows('나중에', 6))
    expect(screen.text()).not.toContain('다음에 보낼 말')
    type('\x1b')
    await until(({ text }) => text().includes('멈췄어요. 여기까지의 답은 남겨 두었어요.'))
    expect(screen.text()).toContain('줄 3 안녕하세요')
  })

  /** A chat that keeps its draft in a file, and what lies there. */
  async function keeping() {
    const folder = mkdtempSync(join(tmpdir(), 'assistant-draft-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'draft.txt')
    return {
      ...(await ready({ env: { TUI_DRAFT: file } })),
      kept: () => existsSync(file) && readFileSync(file, 'utf8'),
    }
  }

  test('what is taken back is a draft at once: a chat that is killed then has lost no word', async () => {
    const { type, until, kept } = await keeping()
    type('slow\r')
    await until(({ text }) => text().includes('줄 3 '))
    for (const text of ['첫째', '둘째']) {
      type(`${text}\r`)
      await until((on) => on.text().includes(`다음에 보낼 말: ${text}`))
    }
    type('\x1b[A')
    await until(shows('둘째', 4))
    type('\x1b[A')
    await until(({ text }) => text().includes('› 첫째'))
    await expect.poll(kept, { timeout: 10_000 }).toBe('첫째\n둘째')
  })

  test('a window that is closed under the last letter has it, too', async () => {
    const { pty, type, until, kept } = await keeping()
    type('막 치던 말')
    await until(shows('막 치던 말', 10))
    // The terminal goes away as it does with its window: reading and writing fail, and SIGHUP comes.
    ;(pty as IPty & { destroy(): void }).destroy()
    await expect.poll(kept, { timeout: 10_000 }).toBe('막 치던 말')
  })
})

describe('leaving', () => {
  const restored = (): void => {
    expect(screen.term.modes.bracketedPasteMode).toBe(false)
    expect(screen.output().lastIndexOf('\x1b[?25h')).toBeGreaterThan(screen.output().lastIndexOf('\x1b[?25l'))
  }

  test('Ctrl+C twice', async () => {
    const { type, until, exit } = await ready()
    type('\x03')
    await until(({ text }) => text().includes('한 번 더 누르면'))
    type('\x03')
    expect(await exit).toBe(0)
    await until(({ text }) => text().includes('left: interrupt'))
    restored()
  })

  test('Ctrl+D on an empty line, and not on one with text', async () => {
    const { type, until, exit } = await ready()
    type('가\x04')
    await until(shows('가', 2))
    type('\x7f\x04')
    expect(await exit).toBe(0)
    await until(({ text }) => text().includes('left: end-of-input'))
    restored()
  })

  test('SIGTERM in the middle of an answer leaves the terminal as it was', async () => {
    const { type, until, pty, exit } = await ready()
    type('slow\r')
    await until(({ text }) => text().includes('줄 5 '))
    pty.kill('SIGTERM')
    expect(await exit).toBe(0)
    await until(({ text }) => text().includes('left: signal'))
    restored()
  })

  test('a bug is told after the terminal was restored', async () => {
    screen = start(program.file, { env: { TUI_BUG: '1' } })
    expect(await screen.exit).toBe(0)
    await screen.until(({ text }) => text().includes('left: by a bug'))
    restored()
  })

  test.runIf(existsSync('/proc/self/stat'))('Ctrl+Z gives the terminal back and fg takes it again', async () => {
    const { type, until, pty, output } = await ready()
    type('쓰던 말')
    await until(shows('쓰던 말', 7))
    type('\x1a')
    await until(() => output().includes('\x1b[?2004l'))
    expect(screen.term.modes.bracketedPasteMode).toBe(false)
    // The system calls T what is stopped.
    while (!/\) T /.test(readFileSync(`/proc/${pty.pid}/stat`, 'utf8'))) await sleep(20)
    pty.kill('SIGCONT')
    await until(({ term }) => term.modes.bracketedPasteMode && shows('쓰던 말', 7)(screen))
    type('!')
    await until(shows('쓰던 말!', 8))
  })
})

describe('foreign text cannot do anything to the terminal', () => {
  const hostile = [
    '\x1b]0;훔친 제목\x07',
    '\x1b]2;훔친 제목\x1b\\',
    '\x1b]52;c;aGFja2Vk\x07',
    '\x1b]8;;https://evil.example\x07눌러\x1b]8;;\x07',
    '\x1bP+q544e\x1b\\',
    '\x1b_Gi=1\x1b\\',
    '\x1b[2J\x1b[H',
    '\x1b[10A',
    '\x1b[?1049h',
    '\x1b[?25l',
    '\x1b[31m빨강',
    '\x1b(0',
    '\x1bc',
    '\u009b2J',
    '\u009d0;훔친 제목\u009c',
    '\x00\x07\x08\x0b\x0c\x0e\x0f',
    '덮어쓰기\r안 보임',
    '\u202e뒤집힌\u202c \u2066글\u2069',
    '\x1b[6n\x1b[c',
  ]

  test('a model that sends titles, clipboard writes, cursor moves, colours, C1 and bidi', async () => {
    const { type, until, term } = await ready()
    const titles: string[] = []
    term.onTitleChange((title) => titles.push(title))
    const clipboard: string[] = []
    term.parser.registerOscHandler(52, (data) => clipboard.push(data) > 0)
    const links: string[] = []
    term.parser.registerOscHandler(8, (data) => links.push(data) > 0)
    const answers: string[] = []
    term.onData((data) => answers.push(data))
    type(
      `\x1b[200~raw ${JSON.stringify(`처음\n\n${hostile.map((line) => `${line} 표시`).join('\n\n')}\n\n마지막`)}\x1b[201~`,
    )
    type('\r')
    await until(({ lines }) => lines().includes('마지막'))
    expect({ titles, clipboard, links, answers, buffer: term.buffer.active.type }).toEqual({
      titles: [],
      clipboard: [],
      links: [],
      answers: [],
      buffer: 'normal',
    })
    expect(screen.output()).not.toMatch(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/)
    expect(screen.lines().filter((line) => line.endsWith('표시')).length).toBeGreaterThanOrEqual(hostile.length - 1)
    // The colour of the text after it is the terminal's own, and the cursor is where it belongs.
    const row = screen.lines().findIndex((line) => line.startsWith('빨강'))
    expect(term.buffer.active.getLine(row)?.getCell(0)?.isFgDefault()).toBe(true)
    await until(shows('메시지를 입력하세요', 0))
  })
})

describe('commands', () => {
  test('↑ brings inputs of earlier sessions back', async () => {
    const { type, until } = await ready()
    type('\x1b[A')
    await until(shows('예전 질문', 9))
  })

  test('inputs of earlier sessions that cannot be read are told, and the chat goes on', async () => {
    const { type, until } = await ready({ env: { TUI_FULL: '1' } })
    await until(({ text }) => text().includes('✕ storage'))
    type('안녕\r')
    await until(({ text }) => text().includes('받음: "안녕"'))
  })

  test('/ completes, a picker filters, a resumed conversation is printed again', async () => {
    const { type, until } = await ready()
    type('/re')
    await until(({ text }) => text().includes('❯ /resume'))
    type('\r')
    await until(({ text }) => text().includes('어느 대화를 이어갈까요?') && text().includes('장보기 목록'))
    type('여행')
    await until(({ text, cursor }) => !text().includes('장보기') && cursor().x === 6)
    type('\r')
    await until(({ text }) => text().includes('› 지난번 질문') && text().includes('지난번 답이에요.'))
    type('/몰라\r')
    await until(({ text }) => text().includes('/몰라 명령은 없어요'))
    type('/model glm-4.7\r')
    await until(({ text }) => text().includes('모델을 바꿨어요: glm-4.7'))
  })

  test('a terminal of 20 columns and 8 rows still shows prompt, card and answer', async () => {
    const { type, until } = await ready({ columns: 20, rows: 8 })
    type('raw "긴 답이 스무 칸 안에 들어가요. | a | b |"\r')
    await until(({ text }) => text().includes('들어가요'))
    type('ask\r')
    await until(({ text }) => text().includes('❯ 거절'))
    expect(Math.max(...screen.lines().map((line) => line.length))).toBeLessThanOrEqual(20)
  })
})
