// Key screens of the chat as pictures: `node scripts/gallery.js folder` writes an SVG for each screen, language, width and theme.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { turn as sentences } from '../src/messages/engine/turn.ts'
import { tui } from '../src/messages/surfaces/tui.ts'
import { width } from '../src/std/text/text.ts'
import { card } from '../src/ui/tui/components/approval-card.ts'
import { editor, withText } from '../src/ui/tui/components/editor.ts'
import { picker } from '../src/ui/tui/components/picker.ts'
import { frame } from '../src/ui/tui/screen/frame.ts'
import { seen } from '../src/ui/tui/screen/reduce-key.ts'
import { screen } from '../src/ui/tui/screen/screen-state.ts'
import { palettes } from '../src/ui/tui/terminal/theme.ts'
import { blockRows, reportRows } from '../src/ui/tui/transcript/blocks.ts'
import { view } from '../src/ui/tui/transcript/chat-view.ts'

const here = { ...view, agent: '비서', workspace: 'default', model: 'gpt-5', tokens: 3210, usd: 0.04 }
const turn = { id: 't', since: 0, doing: 'thinking', label: '' }
const idle = { ...screen([]), prompts: [], view: here, place: '~/proj main' }

/** What stands above the live part, and the live part, by the name of the screen. */
const screens = (ko) => {
  const say = (korean, english) => (ko ? korean : english)
  const said = (text) => ({ type: 'said', text, images: 0, origin: 'tui' })
  const tool = (name, args, text, outcome = 'ok') => ({ type: 'tool', name, args, text, outcome, untrusted: false })
  const path = say('할 일.txt', 'todo.txt')
  const ask = {
    tool: 'edit_file',
    category: 'sensitive',
    args: { path, old_text: say('우유 사기', 'Buy milk'), new_text: say('우유와 빵 사기', 'Buy milk and bread') },
    reason: say('이 컴퓨터나 밖에 영향을 주는 작업이에요.', 'This changes something on this machine or outside.'),
    effect: `${path}: +1 −1\n  ${say('월요일', 'Monday')}\n- ${say('우유 사기', 'Buy milk')}\n+ ${say('우유와 빵 사기', 'Buy milk and bread')}\n  ${say('약 받기', 'Fetch the pills')}`,
    risk: 'medium',
    choices: ['once', 'session', 'always', 'deny'],
    rule: 'edit_file(~/proj/**)',
  }
  const asked = seen({ ...idle, card: card({ id: 'q', ask }) }, { ...here, turn, questions: [{ id: 'q', ask }] })
  const items = ['gpt-5', 'gpt-5-mini', 'claude-opus-4-5', 'glm-4.7', 'qwen3:8b'].map((id, at) => ({
    id,
    label: id,
    note: ['openai', 'openai', 'anthropic', 'zai', 'ollama'][at],
    current: at === 0,
  }))
  return {
    welcome: [[], idle],
    working: [
      [
        said(say('할 일에 빵도 넣어줘', 'Add bread to my list')),
        tool('read_file', { path }, say('우유 사기\n약 받기', 'Buy milk\nFetch the pills')),
      ],
      {
        ...idle,
        view: { ...here, turn, queue: [{ id: 'i', text: say('그리고 달걀도', 'and eggs'), origin: 'tui', by: 'owner' }] },
      },
    ],
    card: [[said(say('할 일에 빵도 넣어줘', 'Add bread to my list'))], asked],
    focused: [
      [said(say('할 일에 빵도 넣어줘', 'Add bread to my list'))],
      { ...asked, card: { ...asked.card, focused: true, selected: 0 } },
    ],
    picker: [[], { ...idle, picker: picker('model', items) }],
    menu: [
      [],
      {
        ...idle,
        editor: withText(editor(), '/re'),
        menu: { kind: 'command', from: 0, query: 're', items: ['resume'], selected: 0 },
      },
    ],
    failed: [[said(say('안녕', 'Hello')), { type: 'failed', failure: { code: 'auth' }, retryable: false }], idle],
    usage: [
      [
        {
          report: {
            title: say('사용량', 'Usage'),
            rows: [
              { label: say('입력', 'input'), value: '2,980' },
              { label: say('비용', 'cost'), value: '$0.04' },
            ],
          },
        },
      ],
      idle,
    ],
  }
}

// Of a font for Korean code a letter is half as wide as a syllable: then two cells are one syllable.
const cell = { width: 8, height: 21, size: 16 }
const grounds = { dark: ['#1e1e1e', '#d8d8d8'], light: ['#ffffff', '#1f1f1f'] }
const borrowed = { heading: 'accent', added: 'ok', removed: 'error' }
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Borders as lines, from the middle of a cell: fonts for Korean draw them twice as wide. */
const borders = {
  '─': ({ w }) => `M${-w} 0H${w}`,
  '│': ({ h }) => `M0 ${-h}V${h}`,
  '╭': ({ w, h }) => `M${w} 0Q0 0 0 ${h}`,
  '╮': ({ w, h }) => `M${-w} 0Q0 0 0 ${h}`,
  '╰': ({ w, h }) => `M0 ${-h}Q0 0 ${w} 0`,
  '╯': ({ w, h }) => `M0 ${-h}Q0 0 ${-w} 0`,
}

/** A run of text from a column on: each word stands at its cell, so that it is in its place whatever font there is. */
function letters(text, from, y, fill, look) {
  const top = 26 + y * cell.height
  const at = (column) => 12 + column * cell.width
  let x = from
  return text
    .split(/([ ─│╭╮╰╯])/)
    .map((part) => {
      const column = x
      x += width(part)
      const line = borders[part]?.({ w: cell.width / 2, h: cell.height / 2 })
      if (line)
        return `<path d="${line}" transform="translate(${at(column) + cell.width / 2} ${top - 5.5})" fill="none" stroke="${fill}"/>`
      return part.trim() === '' ? '' : `<text x="${at(column)}" y="${top}" fill="${fill}"${look}>${escaped(part)}</text>`
    })
    .join('')
}

/** Rows of spans as SVG: every letter stands at its cell, whatever font there is, so that Hangul stands where a terminal shows it. */
function svgOf(rows, columns, theme) {
  const [background, foreground] = grounds[theme]
  const text = rows.flatMap((row, y) => {
    let x = 0
    return row.map(({ text, roles }) => {
      const from = x
      x += width(text)
      const role = roles.find((one) => palettes[theme][borrowed[one] ?? one])
      const fill = role ? palettes[theme][borrowed[role] ?? role] : foreground
      const isBold = roles.some((one) => ['strong', 'heading', 'person', 'changed'].includes(one))
      const look = `${isBold ? ' font-weight="bold"' : ''}${roles.includes('changed') ? ' text-decoration="underline"' : ''}`
      return letters(text, from, y, fill, look)
    })
  })
  const size = `width="${Math.ceil(columns * cell.width + 24)}" height="${rows.length * cell.height + 24}"`
  const font = "D2Coding, 'Noto Sans Mono CJK KR', monospace"
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${font}" font-size="${cell.size}"><rect width="100%" height="100%" rx="8" fill="${background}"/>${text.join('')}</svg>\n`
}

const [folder = 'gallery'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const language of ['ko', 'en'])
  for (const columns of [60, 80, 120])
    for (const [name, [blocks, state]] of Object.entries(screens(language === 'ko'))) {
      const words = tui[language]
      const look = { columns, words, say: { ...sentences[language], path: (file) => file } }
      const above = blocks.flatMap((block) => [
        ...('report' in block ? reportRows(block.report, columns) : blockRows(block, look)),
        [],
      ])
      const live = frame(state, [], look, 24, 4000).rows
      const welcome =
        name === 'welcome'
          ? [[{ text: words.welcome, roles: ['dim'] }], ...words.tries.map((text) => [{ text: `  · ${text}`, roles: ['dim'] }])]
          : []
      for (const theme of ['dark', 'light'])
        writeFileSync(
          join(folder, `${name}-${language}-${columns}-${theme}.svg`),
          svgOf([...welcome, ...above, ...live], columns, theme),
        )
    }
