import { describe, expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Ask, Input } from '../../../../src/protocol/index.ts'
import { width } from '../../../../src/std/text/text.ts'
import { commands } from '../../../../src/ui/tui/commands/command-table.ts'
import { completableAt, nearestCommand } from '../../../../src/ui/tui/commands/typed-command.ts'
import { editorValue } from '../../../../src/ui/tui/components/editor.ts'
import { createPicker } from '../../../../src/ui/tui/components/picker.ts'
import { layoutFrame, nextChange } from '../../../../src/ui/tui/screen/frame.ts'
import { reduce, screenShown, withView } from '../../../../src/ui/tui/screen/reduce.ts'
import { pressKey } from '../../../../src/ui/tui/screen/reduce-key.ts'
import { filesFound, promptsFound } from '../../../../src/ui/tui/screen/reduce-menu.ts'
import { createScreen, type KeyEffect, type Screen } from '../../../../src/ui/tui/screen/screen-state.ts'
import { decodeBytes, decoder } from '../../../../src/ui/tui/terminal/key-decoder.ts'
import { plainOf } from '../../../../src/ui/tui/terminal/style.ts'
import { type View, view } from '../../../../src/ui/tui/transcript/chat-view.ts'

/** The screen and the commands after these bytes, all at `now`. */
function typed(state: Screen, bytes: string, now = 0): { state: Screen; commands: KeyEffect[] } {
  const commands: KeyEffect[] = []
  let next = state
  // A lone ESC is the key: what would come after it comes later.
  const keys =
    bytes === '\x1b'
      ? [{ type: 'key' as const, name: 'escape', ctrl: false, alt: false, shift: false }]
      : decodeBytes(decoder, Buffer.from(bytes))[1]
  for (const key of keys) {
    const [after, more] = pressKey(next, key, now, 40)
    next = after
    commands.push(...more)
  }
  return { state: next, commands }
}
const idle: Screen = { ...createScreen(['지난 말']), prompts: [] }
const turn = { id: 't1', since: 0, doing: 'thinking' as const, label: '' }
const working = withView(idle, { ...view, turn })
const ask: Ask = {
  tool: 'write_file',
  category: 'sensitive',
  args: { path: '메모\u202e.txt', content: Array.from({ length: 40 }, (_, line) => `줄 ${line}`).join('\n') },
  reason: '파일을 써요',
  effect: '새 파일',
  risk: 'high',
  choices: ['once', 'session', 'deny'],
  scope: 'write_file(~/work/**)',
}
const look = { words: tuiMessages.ko, say: { failure: () => '', notice: () => '', path: (file: string) => file } }
const asked: View = { ...view, turn, questions: [{ id: 'c', ask, expiresAt: 30_000 }] }

test('Esc stops what comes, which says so, and a turn before it', () => {
  const [fetching] = reduce(idle, { type: 'progress', line: 'gemma 받는 중 20 %' })
  expect(typed(fetching, '\x1b').commands).toEqual([{ do: 'stop-progress' }])
  expect(typed(withView(fetching, { ...view, turn }), '\x1b').commands).toEqual([{ do: 'cancel', turn: 't1' }])
  const rows = layoutFrame(fetching, [], { ...look, columns: 60 }, 24, 0).rows.map(plainOf)
  expect(rows.some((row) => row.includes('gemma 받는 중 20 %  Esc로 멈출 수 있어요'))).toBe(true)
})

test('with the keys of Vim Esc leads out of what is written; it stops a turn from an empty line, or where letters are commands', () => {
  const vim = { ...createScreen([], { vim: true }), prompts: [] }
  const written = typed(typed(withView(vim, { ...view, turn }), '안녕').state, '\x1b')
  expect([written.commands, written.state.editor.vim?.mode]).toEqual([[], 'normal'])
  expect(typed(written.state, '\x1b').commands).toEqual([{ do: 'cancel', turn: 't1' }])
  expect(typed(withView(vim, { ...view, turn }), '\x1b').commands).toEqual([{ do: 'cancel', turn: 't1' }])
  expect(typed(vim, '\x1b').state.editor.vim?.mode).toBe('normal')
  const status = (state: Screen) => plainOf(layoutFrame(state, [], { ...look, columns: 60 }, 24, 0).rows.at(-1) ?? [])
  expect([status(vim), status(typed(typed(vim, '\x1b').state, '2d').state)]).toEqual([
    'INSERT · 준비됨',
    'NORMAL 2d · 준비됨',
  ])
  const redo = typed(typed(typed(vim, 'a').state, '\x1b').state, 'u\x12').state
  expect([editorValue(redo.editor), redo.picker]).toEqual(['a', undefined])
  expect(typed(vim, '\x12').state.picker?.kind).toBe('history')
})

test('a long paste is one label, which one Backspace removes; Ctrl+O shows it whole, without one everything that was said', () => {
  const long = Array.from({ length: 120 }, (_, at) => `줄 ${at}`).join('\n')
  const { state } = typed(idle, `보기: \x1b[200~${long}\x1b[201~`)
  const rows = (at: Screen) => layoutFrame(at, [], { ...look, columns: 60 }, 24, 0).rows.map(plainOf)
  expect(rows(state)).toContain('› 보기: [붙인 글 #1 · 120줄]')
  expect(typed(state, '\x0f').commands).toEqual([{ do: 'show-draft', text: `보기: ${long}` }])
  expect(typed(state, '\r').commands).toMatchObject([{ do: 'submit', text: `보기: ${long}` }])
  expect(editorValue(typed(state, '\x7f').state.editor)).toBe('보기: ')
  expect(typed(idle, '\x0f').commands).toEqual([{ do: 'run', command: 'transcript', rest: '' }])
})

test('what waits is taken back by ↑, one more each time as long as nothing is changed; after a stop Enter goes on with it', () => {
  const input = (id: string): Input => ({ id, text: id, origin: 'tui', by: 'owner' })
  const queue = ['q1', 'q2', 'q3'].map(input)
  const busy = withView(idle, { ...view, turn, queue })
  expect(typed(busy, '\x1b[A').commands).toEqual([{ do: 'withdraw', input: 'q3', text: 'q3' }])
  const [one] = reduce(withView(busy, { ...busy.view, queue: queue.slice(0, 2) }), { type: 'recalled', text: 'q3' })
  expect(typed(one, '\x1b[A').commands).toEqual([{ do: 'withdraw', input: 'q2', text: 'q2' }])
  const [two] = reduce(one, { type: 'recalled', text: 'q2' })
  expect(editorValue(two.editor)).toBe('q2\nq3')
  expect(typed(typed(one, '!').state, '\x1b[A').commands).toEqual([])
  expect(typed(withView(idle, { ...view, queue }), '\r').commands).toEqual([{ do: 'go-on', input: input('q1') }])
  expect(typed(busy, '\r').commands).toEqual([])
})

test('of what waits the words are seen before the keys that change it, at every width', () => {
  const queue: Input[] = [{ id: 'q', text: '셋째', origin: 'tui', by: 'owner' }]
  for (const columns of [24, 30, 40, 60]) {
    const rows = layoutFrame(withView(idle, { ...view, queue }), [], { ...look, columns }, 24, 0).rows.map(plainOf)
    expect([rows.filter((row) => row.includes('셋째')).length, rows.every((row) => width(row) <= columns)]).toEqual([
      1,
      true,
    ])
  }
})

test('where nothing is to move there is no spinner, and the seconds of a turn change every ten', () => {
  const still = withView(createScreen([], { reducedMotion: true }), { ...view, turn: { ...turn, since: 500 } })
  const signs = [0, 125, 250, 5_000].map(
    (now) => layoutFrame(still, [], { ...look, columns: 60 }, 24, now).rows.map(plainOf)[0]?.[0],
  )
  expect([...new Set(signs)]).toEqual(['•'])
  expect([nextChange(still, 600), nextChange(still, 10_600)]).toEqual([10_500, 20_500])
  expect(nextChange(withView(createScreen([]), still.view), 600)).toBe(625)
})

test('Shift+Tab goes from asking to planning to accepting edits and back; the mode stands in the status line', () => {
  const modes = ['ask', 'plan', 'accept'] as const
  const next = modes.map((mode) => typed({ ...idle, view: { ...view, mode } }, '\x1b[Z').commands)
  expect(next).toEqual([
    [{ do: 'mode', mode: 'plan' }],
    [{ do: 'mode', mode: 'accept' }],
    [{ do: 'mode', mode: 'ask' }],
  ])
  const status = modes.map((mode) => {
    const { rows } = layoutFrame({ ...idle, view: { ...view, mode } }, [], { ...look, columns: 60 }, 24, 0)
    return plainOf(rows.at(-1) ?? [])
  })
  expect(status).toEqual(['준비됨', '계획 · 준비됨', '폴더 편집 허용 · 준비됨'])
})

test('Esc twice on an empty line, with nothing to stop, asks where to go back to; a slow second one, text or a turn does not', () => {
  const told: Screen = { ...idle, view: { ...view, conversation: 'c' } }
  const once = typed(told, '\x1b', 1000)
  expect([
    once.commands,
    plainOf(layoutFrame(once.state, [], { ...look, columns: 60 }, 24, 1000).rows.at(-1) ?? []),
  ]).toEqual([[], tuiMessages.ko.rewind.hint])
  expect(typed(once.state, '\x1b', 3000).commands).toEqual([{ do: 'run', command: 'rewind', rest: '' }])
  expect(typed(once.state, '\x1b', 3001).commands).toEqual([])
  expect(typed(typed(once.state, '글', 1100).state, '\x1b', 1200).commands).toEqual([])
  expect(typed(typed(working, '\x1b', 1000).state, '\x1b', 1100).commands).toEqual([{ do: 'cancel', turn: 't1' }])
  expect(typed(typed(idle, '\x1b', 1000).state, '\x1b', 1100).commands).toEqual([])
})

test('Ctrl+O shows everything; what is thought stands above the spinner only while it is wanted and nothing is said yet', () => {
  expect(typed(idle, '\x0f').commands).toEqual([{ do: 'run', command: 'transcript', rest: '' }])
  const thinking: Screen = { ...idle, view: { ...view, turn, thoughts: new Map([['t1', '먼저 셈을 하고\n답해요']]) } }
  const shown = (state: Screen) =>
    layoutFrame(state, [], { ...look, columns: 60 }, 24, 0)
      .rows.map(plainOf)
      .join('\n')
  expect(shown(thinking)).not.toContain('먼저')
  const wanted: Screen = { ...thinking, isThinkingShown: true }
  expect(shown(wanted)).toContain('  먼저 셈을 하고\n  답해요\n')
  expect(shown({ ...wanted, view: { ...wanted.view, turn: { ...turn, doing: 'writing' } } })).not.toContain('먼저')
})

test('after a failure r, m or s and Enter ask again, choose a model, set up; a longer text is a question, and so is the letter later', () => {
  const failed: Screen = { ...idle, view: { ...view, failed: '날씨 어때?' } }
  expect(['r\r', 'ㄱ\r', 'm\r', 's\r'].map((keys) => typed(failed, keys).commands)).toEqual([
    [{ do: 'submit', text: '날씨 어때?' }],
    [{ do: 'submit', text: '날씨 어때?' }],
    [{ do: 'run', command: 'model', rest: '' }],
    [{ do: 'run', command: 'setup', rest: '' }],
  ])
  expect(typed(failed, 'ready\r').commands).toEqual([{ do: 'submit', text: 'ready' }])
  expect(typed(idle, 'r\r').commands).toEqual([{ do: 'submit', text: 'r' }])
})

test('Ctrl+S lays what is written aside and brings it back; with nothing aside it puts off what rang', () => {
  const aside = typed(idle, '쓰던 글\x13')
  expect([editorValue(aside.state.editor), aside.commands]).toEqual(['', []])
  const other = typed(aside.state, '급한 말\r')
  expect(other.commands).toEqual([{ do: 'submit', text: '급한 말' }])
  const back = typed(other.state, '\x13')
  expect([editorValue(back.state.editor), back.state.stash]).toEqual(['쓰던 글', undefined])
  expect(typed(idle, '\x13').commands).toEqual([{ do: 'run', command: 'snooze', rest: '' }])
})

describe('leaving and stopping', () => {
  test('Ctrl+C: stops the turn, twice within two seconds leaves, later only stops again', () => {
    const once = typed(working, '\x03', 1000)
    expect(once.commands).toEqual([{ do: 'cancel', turn: 't1' }])
    expect(typed(once.state, '\x03', 3000).commands).toEqual([{ do: 'exit', reason: 'interrupt' }])
    expect(typed(once.state, '\x03', 3001).commands).toEqual([{ do: 'cancel', turn: 't1' }])
  })

  test('Ctrl+C on a text takes it off the line, and ↑ brings it back', () => {
    const { state, commands } = typed(idle, '쓰던 말\x03', 0)
    expect([state.editor.text, commands]).toEqual(['', []])
    expect(editorValue(typed(state, '\x1b[A').state.editor)).toBe('쓰던 말')
  })

  test('another key between two Ctrl+C starts the count again', () => {
    expect(typed(idle, '\x03a\x03', 0).commands).toEqual([])
  })

  test('Esc stops the turn and nothing else; Ctrl+D leaves only on an empty line', () => {
    expect([typed(working, '\x1b').commands, typed(idle, '\x1b').commands]).toEqual([
      [{ do: 'cancel', turn: 't1' }],
      [],
    ])
    expect([typed(idle, '\x04').commands, typed(idle, 'a\x04').commands]).toEqual([
      [{ do: 'exit', reason: 'end-of-input' }],
      [],
    ])
  })
})

describe('input', () => {
  test('Enter sends, also while it works', () => {
    expect(typed(working, '다음 질문\r').commands).toEqual([{ do: 'submit', text: '다음 질문' }])
  })

  test('Alt+Enter speaks to the running turn; without one it breaks the line', () => {
    expect(typed(working, '짧게\x1b\r').commands).toEqual([{ do: 'submit', text: '짧게', steer: true }])
    expect(editorValue(typed(idle, '짧게\x1b\r').state.editor)).toBe('짧게\n')
  })

  test('↑ on an empty line takes the last waiting input of this terminal back; with text it is the history', () => {
    const queue: Input[] = [
      { id: 'i1', text: '하나', origin: 'tui', by: 'owner' },
      { id: 'i2', text: '텔레그램', origin: 'telegram', by: 'telegram:1' },
    ]
    const waiting = withView(working, { ...working.view, queue })
    expect(typed(waiting, '\x1b[A').commands).toEqual([{ do: 'withdraw', input: 'i1', text: '하나' }])
    expect(typed(waiting, 'a\x1b[A').commands).toEqual([])
  })

  test('commands run, unknown ones get a suggestion, paths are text', () => {
    expect(typed(idle, '/model glm-4.7\r').commands).toEqual([{ do: 'run', command: 'model', rest: 'glm-4.7' }])
    expect(typed(idle, '/hlep\r').commands).toEqual([
      { do: 'prompt', name: 'hlep', rest: '', text: '/hlep', near: 'help' },
    ])
    expect(typed(idle, '/usr/bin이 뭐야?\r').commands).toEqual([{ do: 'submit', text: '/usr/bin이 뭐야?' }])
    expect([nearestCommand('quti'), nearestCommand('세션')]).toEqual(['quit', undefined])
  })

  test('completion: Tab puts in, Enter runs, Esc closes', () => {
    const menu = typed(idle, '/res').state
    expect(menu.menu?.items[0]).toBe('resume')
    expect(typed(menu, '\t').state.editor.text).toBe('/resume ')
    expect(typed(menu, '\r').commands).toEqual([{ do: 'run', command: 'resume', rest: '' }])
    expect(typed(menu, '\x1b').state.menu).toBeUndefined()
    const downs = '\x1b[B'.repeat(commands.findIndex(({ name }) => name === 'resume'))
    expect(typed(typed(idle, '/').state, `${downs}\r`).commands).toEqual([{ do: 'run', command: 'resume', rest: '' }])
  })

  test('words that may follow a command are completed, too', () => {
    const menu = typed(idle, '/색 li').state
    expect(menu.menu?.items).toEqual(['light'])
    expect(typed(menu, '\r').commands).toEqual([{ do: 'run', command: 'theme', rest: 'light' }])
    expect(typed(idle, '/help l').state.menu).toBeUndefined()
  })

  test("servers' prompts stand behind the commands; one that needs words is only put in", () => {
    const asked = typed(createScreen([]), '/go')
    expect(asked.commands).toEqual([{ do: 'prompts' }])
    const found = promptsFound(asked.state, [
      { name: 'good:greet', description: 'Greets.', args: [{ name: 'who', required: true }] },
      { name: 'good:newspaper', description: '', args: [] },
    ])
    expect(found.menu?.items).toEqual(['good:greet', 'good:newspaper'])
    const put = typed(found, '\r')
    expect([put.commands, put.state.editor.text]).toEqual([[], '/good:greet '])
    expect(typed(put.state, '엄마\r').commands).toEqual([
      { do: 'prompt', name: 'good:greet', rest: '엄마', text: '/good:greet 엄마' },
    ])
    expect(typed(found, '\x1b[B\r').commands).toEqual([
      { do: 'prompt', name: 'good:newspaper', rest: '', text: '/good:newspaper ' },
    ])
  })

  test('files complete behind @, and an answer to an older question changes nothing', () => {
    const { state, commands } = typed(idle, '요약해줘 @no')
    expect(commands.at(-1)).toEqual({ do: 'find', query: 'no' })
    const found = filesFound(state, 'no', ['notes.md'])
    expect(typed(found, '\r').state.editor.text).toBe('요약해줘 @notes.md ')
    expect(typed(filesFound(state, 'no', ['no 1.md']), '\t').state.editor.text).toBe('요약해줘 @"no 1.md" ')
    expect(filesFound(state, 'n', ['old'])).toBe(state)
    expect(completableAt('a@b', 3)).toBeUndefined()
  })
})

test.each([
  ['/settings', 'settings', ''],
  ['/config theme', 'settings', 'theme'],
  ['/status', 'settings', ''],
  ['/환경설정', 'settings', ''],
  ['/vim', 'settings', 'tui.vim'],
  ['/login', 'setup', ''],
  ['/모델연결', 'setup', ''],
  ['/설정', 'settings', ''],
  ['/설정 테마', 'settings', '테마'],
  ['/언어', 'settings', 'language'],
  ['/language', 'settings', 'language'],
  ['/history', 'resume', ''],
  ['/search 제주', 'resume', '제주'],
  ['/찾기 제주', 'resume', '제주'],
  ['/clear', 'new', ''],
  ['/cost', 'usage', ''],
  ['/exit', 'quit', ''],
  ['/undo', 'undo', ''],
  ['/review 테스트만', 'review', '테스트만'],
  ['/검토', 'review', ''],
  ['/도움말', 'help', ''],
  ['?', 'help', ''],
])('%s is a door that strangers try, and leads to %s', (tried, command, rest) => {
  expect(typed(typed(idle, tried).state, '\r').commands).toEqual([{ do: 'run', command, rest }])
})

test('a question mark alone shows the keys below the line, and goes on as text with the next letter', () => {
  const shown = (state: Screen) =>
    layoutFrame(state, [], { ...look, columns: 60 }, 24, 0)
      .rows.map(plainOf)
      .join('\n')
  const asked = typed(idle, '?').state
  expect(shown(asked)).toContain('Enter 전부 보기')
  expect([
    shown(typed(asked, '? 뭐야').state).includes('Enter 전부 보기'),
    typed(asked, '? 뭐야').state.editor.text,
  ]).toEqual([false, '?? 뭐야'])
})

describe('the card', () => {
  const card = screenShown(withView(working, asked), 1000)

  test('takes no letter within a second of being drawn, nor from whoever goes on typing', () => {
    const early = typed(card, 'y', 1900)
    expect([early.commands, early.state.editor.text]).toEqual([[], 'y'])
    const later = typed(early.state, 'y', 9000)
    expect([later.commands, later.state.editor.text]).toEqual([[], 'yy'])
    expect(typed(later.state, '\r', 9900).commands).toEqual([{ do: 'submit', text: 'yy' }])
  })

  /** Keys one after the other, each half a second after the one before. */
  const slowly = (state: Screen, keys: readonly string[], from = 2000) =>
    keys.reduce((done, key, index) => typed(done.state, key, from + index * 500), {
      state,
      commands: [] as KeyEffect[],
    })

  test('a letter selects where the input line is empty and quiet, and Enter after half a second answers', () => {
    expect(typed(card, 'y', 2000).commands).toEqual([])
    expect(slowly(card, ['y', '\r']).commands).toEqual([{ do: 'answer', ask: 'c', decision: { choice: 'once' } }])
    expect(slowly(card, ['ㅜ', '\r']).commands).toEqual([{ do: 'answer', ask: 'c', decision: { choice: 'deny' } }])
    expect(typed(card, 'y\r', 2000).commands).toEqual([{ do: 'submit', text: 'y' }])
  })

  test.each([
    ['s', 'session', '이 대화에서 ‘파일 쓰기(~/work/**)’를 계속 허용할까요?'],
    ['ㅁ', 'always', '‘파일 쓰기(~/work/**)’를 앞으로 늘 허용할까요?'],
  ] as const)(
    '%s is read back, and only an Enter of its own, half a second later, grants it',
    (letter, choice, said) => {
      const lasting: Ask = { ...ask, choices: ['once', 'session', 'always', 'deny'], rule: 'write_file(~/work/**)' }
      const question = { ...asked, questions: [{ id: 'c', ask: lasting }] }
      const asks = slowly(screenShown(withView(working, question), 1000), [letter, '\r'])
      const shown = layoutFrame(asks.state, [], { ...look, columns: 80 }, 40, 3000).rows.map(plainOf)
      expect([asks.commands, shown.some((row) => row.includes(said))]).toEqual([[], true])
      expect(typed(asks.state, '\r', 2900).commands).toEqual([])
      expect(typed(asks.state, '\r', 3000).commands).toEqual([{ do: 'answer', ask: 'c', decision: { choice } }])
      const goneOn = typed(asks.state, '안녕\r', 9000)
      expect(goneOn.commands).toEqual([{ do: 'submit', text: `${letter}안녕` }])
      const back = typed(asks.state, '\x1b', 3000)
      expect([back.commands, back.state.card?.grant]).toEqual([[], undefined])
    },
  )

  test.each(['yesterday', 'stop', 'no', 'ㅛㅛ', 'nn', 'y ', 'sㅜ'])(
    '%s is typing, and stands in the editor whole',
    (word) => {
      const { state, commands } = typed(card, word, 2000)
      expect([commands, state.editor.text, state.card?.focused, state.card?.selected]).toEqual([[], word, false, 2])
    },
  )

  test('a draft keeps its letters until a key that is none has put the focus on the card', () => {
    const draft = screenShown(withView(typed(working, 'and ', 0).state, asked), 1000)
    const more = typed(draft, 'stop', 9000).state
    expect([more.editor.text, more.card?.focused]).toEqual(['and stop', false])
    expect(slowly(more, ['\t', 'y', '\r'], 9500).commands).toEqual([
      { do: 'answer', ask: 'c', decision: { choice: 'once' } },
    ])
  })

  test('a letter that had been taken for a choice goes to the editor when the card goes', () => {
    const { state } = typed(card, 'y', 2000)
    expect(withView(state, { ...asked, questions: [] }).editor.text).toBe('y')
    expect(typed(state, '\x7f', 2000).state).toMatchObject({
      editor: { text: '' },
      card: { selected: 2, focused: false },
    })
  })

  test('does not take keys before it was drawn, however late they are read', () => {
    const early = typed(withView(working, asked), 'y\r', 9000)
    expect([early.commands, early.state.editor.text]).toEqual([[{ do: 'submit', text: 'y' }], ''])
  })

  test('denies by default, and takes one answer only', () => {
    const { state, commands } = typed(card, '\r', 2000)
    expect(commands).toEqual([{ do: 'answer', ask: 'c', decision: { choice: 'deny' } }])
    expect(typed(state, 'y', 9000).commands).toEqual([])
  })

  test('Tab asks for the reason of a deny; Esc leaves it', () => {
    expect(typed(card, '\t위험해\r', 2000).commands).toEqual([
      { do: 'answer', ask: 'c', decision: { choice: 'deny', reason: '위험해' } },
    ])
    const { state } = typed(typed(card, '\t위', 2000).state, '\x1b', 2000)
    expect(slowly(state, ['\x1b[A', '\r', '\r']).commands).toEqual([
      { do: 'answer', ask: 'c', decision: { choice: 'session' } },
    ])
  })

  test.each([9, 12, 16, 24])(
    'a terminal of 20 columns and %i rows shows which tool asks, what Enter would answer, and page by page all of the arguments',
    (height) => {
      const rows = new Set<string>()
      let state = card
      for (let page = 0; page < 60; page++) {
        const shown = layoutFrame(state, [], { ...look, columns: 20 }, height, 0)
        const lines = shown.rows.map(plainOf)
        expect([
          lines.some((row) => row.includes('쓸까요?') || row.startsWith('‘메모')),
          lines.some((row) => row.startsWith('❯ 거절 (n)')),
        ]).toEqual([true, true])
        for (const row of lines) rows.add(row.trim())
        state = typed(screenShown(state, 0, shown.reach), '\x1b[6~', 2000).state
      }
      const content = Array.from({ length: 39 }, (_, line) => `줄 ${line + 1}`)
      expect([...rows]).toEqual(expect.arrayContaining([...content, '새 파일']))
      // One page back is seen at once, however often PgDn was pressed at the end.
      const { reach } = layoutFrame(state, [], { ...look, columns: 20 }, height, 0)
      expect(typed(state, '\x1b[5~', 2000).state.card?.scroll).toBe((reach?.most ?? 0) - (reach?.page ?? 0))
    },
  )

  test('the caret moves in the reason, and the choices that do not fit give way to it', () => {
    const { state } = typed(card, '\t위험해요\x1b[D\x1b[D', 2000)
    const { rows, caret } = layoutFrame(state, [], { ...look, columns: 20 }, 9, 0)
    expect([plainOf(rows[caret.y] ?? []), caret.x]).toEqual(['  위험해요', 6])
  })

  test('goes when somebody else has answered', () => {
    expect(withView(card, { ...asked, questions: [] }).card).toBeUndefined()
  })
})

describe('the frame', () => {
  const states: [string, Screen][] = [
    ['idle', idle],
    ['long text', typed(idle, '아주 긴 글 '.repeat(80)).state],
    [
      'working',
      withView(working, {
        ...working.view,
        queue: [{ id: 'i', text: '기다리는 말'.repeat(20), origin: 'tui', by: 'owner' }],
      }),
    ],
    ['menu', typed(idle, '/').state],
    ['card', withView(working, asked)],
    [
      'picker',
      {
        ...idle,
        picker: createPicker(
          'model',
          Array.from({ length: 30 }, (_, n) => ({ id: `m${n}`, label: `모델 ${n}`.repeat(9), note: '메모'.repeat(9) })),
        ),
      },
    ],
  ]

  test.each(states)('fits any terminal, with its caret inside: %s', (_, state) => {
    const tail = Array.from({ length: 50 }, () => [{ text: '답', roles: [] }])
    for (const columns of [20, 33, 80, 200]) {
      for (const height of [6, 10, 24, 60]) {
        const { rows, caret } = layoutFrame(state, tail, { ...look, columns }, height, 0)
        expect(rows.length).toBeLessThan(height)
        for (const row of rows) expect(width(plainOf(row))).toBeLessThanOrEqual(columns)
        expect(caret.y).toBeGreaterThanOrEqual(0)
        expect(caret.y).toBeLessThan(rows.length)
        expect(caret.x).toBeLessThan(columns)
      }
    }
  })

  test('changes by itself only while there is something to see', () => {
    expect([nextChange(idle, 5000), nextChange(working, 5000)]).toEqual([undefined, 5125])
    expect(nextChange(withView(working, asked), 5400)).toBe(6000)
    expect(nextChange(typed(idle, '\x03', 0).state, 0)).toBe(2001)
  })
})

test('a theme is seen while the arrow stands on it, and the kept one again after Esc', () => {
  const items = ['auto', 'dark', 'light'].map((id) => ({ id, label: id, current: id === 'auto' }))
  const state = { ...createScreen([]), picker: createPicker('theme', items) }
  const down = typed(state, '\x1b[B')
  expect(down.commands).toEqual([{ do: 'preview', theme: 'dark' }])
  expect(typed(down.state, '\x1b').commands).toEqual([{ do: 'preview' }])
  expect(typed(down.state, '\r').commands).toEqual([{ do: 'choose', kind: 'theme', item: items[1] }])
})

test('an earlier conversation is renamed with Ctrl+R and deleted with Ctrl+X, from the list', () => {
  const items = [{ id: 'c1', label: '여행' }]
  const state = { ...createScreen([]), picker: createPicker('resume', items) }
  expect(typed(state, '\x12').commands).toEqual([{ do: 'rename', item: items[0] }])
  expect(typed(state, '\x18').commands).toEqual([{ do: 'remove', item: items[0] }])
})
