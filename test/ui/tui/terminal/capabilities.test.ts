import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import { alertOf } from '../../../../src/ui/tui/effects/attention.ts'
import { capabilitiesOf } from '../../../../src/ui/tui/terminal/capabilities.ts'
import { createPainter } from '../../../../src/ui/tui/terminal/style.ts'
import { blockRows } from '../../../../src/ui/tui/transcript/blocks.ts'

test.each([
  [{ TERM_PROGRAM: 'iTerm.app' }, { links: true, notices: 'osc9', reflow: 'all' }],
  [{ TERM: 'xterm-kitty' }, { links: true, notices: 'osc99', reflow: 'all' }],
  [{ TERM: 'foot' }, { links: true, notices: 'osc777', reflow: 'all' }],
  [{ VTE_VERSION: '7600' }, { links: true, reflow: 'all' }],
  [{ VTE_VERSION: '4602' }, { links: false, reflow: 'all' }],
  [
    { TERM_PROGRAM: 'Apple_Terminal', TERM: 'xterm-256color' },
    { links: false, reflow: 'all' },
  ],
  // What tmux inherited speaks of another terminal.
  [
    { TMUX: '/tmp/t', VTE_VERSION: '7600', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' },
    { links: false, notices: 'tmux', reflow: 'all', hidesFocus: true },
  ],
  [
    { TMUX: '/tmp/t', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4', WT_SESSION: 'x' },
    { links: true, notices: 'tmux', reflow: 'all', hidesFocus: true },
  ],
  [
    { STY: '1.pts', TERM_PROGRAM: 'iTerm.app' },
    { links: false, hidesFocus: true },
  ],
  [{ TERM_PROGRAM: 'ghostty' }, { links: true, notices: 'osc9', reflow: 'all', progress: true }],
  [{ WT_SESSION: 'x' }, { links: true, reflow: 'all', progress: true }],
  [{ FORCE_HYPERLINK: '1' }, { links: true, reflow: 'all' }],
  // These two break no rows, and these break all but one; inside tmux it is tmux that breaks them.
  [{ XTERM_VERSION: 'XTerm(390)', TERM: 'xterm' }, { links: false }],
  [{ TERM: 'linux' }, { links: false }],
  [{ TERM_PROGRAM: 'vscode' }, { links: true, reflow: 'others' }],
  [
    { XTERM_VERSION: 'XTerm(390)', TMUX: '/tmp/t', TERM: 'screen-256color' },
    { links: false, notices: 'tmux', reflow: 'all', hidesFocus: true },
  ],
  [
    { FORCE_HYPERLINK: '0', TERM: 'foot' },
    { links: false, notices: 'osc777', reflow: 'all' },
  ],
])('%j can do %j', (env, can) => {
  expect(capabilitiesOf(env)).toEqual(can)
})

test('a source is a link where links are followed: its address is encoded, so that no name of a file can end it', () => {
  const look = {
    columns: 60,
    words: tuiMessages.ko,
    say: { failure: () => '', notice: () => '', path: () => '규정\x1b]0;x\x07.md' },
  }
  const sources = [{ file: '/문서/a\x1b\\b.md', line: 5, text: '', score: 1 }]
  const [, row = []] = blockRows({ type: 'sources', sources, first: 1 }, look)
  const address = 'file:///%EB%AC%B8%EC%84%9C/a%1B%5Cb.md'
  expect(createPainter(false, true)(row)).toBe(
    `  1 \x1b]8;;${address}\x1b\\\x1b[2m규정.md:5\x1b[22m\x1b]8;;\x1b\\`.replace('  1 ', '\x1b[2m  1 \x1b[22m'),
  )
  expect(createPainter(false)(row)).toBe('\x1b[2m  1 \x1b[22m\x1b[2m규정.md:5\x1b[22m')
})

test('something that rings sounds the bell, and is a notification where the terminal shows one', () => {
  const title = '약\x1b]52;c;x\x07\n먹기'
  expect([alertOf(title), alertOf(title, 'osc9'), alertOf(title, 'osc777')]).toEqual([
    '\x07',
    '\x07\x1b]9;약 먹기\x1b\\',
    '\x07\x1b]777;notify;assistant;약 먹기\x1b\\',
  ])
})
