// Key screens of the chat as pictures: `node scripts/gallery.js folder` writes twenty, each screen once in a language; `node scripts/gallery.js --docs` those of the READMEs, a recording among them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { table } from '../src/config/schema.ts'
import { setupMessages } from '../src/messages/commands/setup.ts'
import { turnMessages } from '../src/messages/engine/turn.ts'
import { tuiMessages } from '../src/messages/surfaces/tui.ts'
import { createCard } from '../src/ui/tui/components/approval-card.ts'
import { createEditor, withText } from '../src/ui/tui/components/editor.ts'
import { createForm } from '../src/ui/tui/components/form.ts'
import { fieldsOf } from '../src/ui/tui/components/form-fields.ts'
import { createPicker } from '../src/ui/tui/components/picker.ts'
import { finishMarkdown, markdown, pushText } from '../src/ui/tui/markdown/streaming-markdown.ts'
import { layoutFrame } from '../src/ui/tui/screen/frame.ts'
import { withView } from '../src/ui/tui/screen/reduce.ts'
import { createScreen } from '../src/ui/tui/screen/screen-state.ts'
import { noteRows, reportRows } from '../src/ui/tui/transcript/blocks.ts'
import { view } from '../src/ui/tui/transcript/chat-view.ts'
import { Printer } from '../src/ui/tui/transcript/scrollback.ts'
import { pictureOf, recordingOf } from './gallery-svg.js'

const here = {
  ...view,
  agent: '비서',
  workspace: 'default',
  model: 'gpt-5',
  window: 128_000,
  filled: 29_440,
  usd: 0.04,
}
const turn = { id: 't', since: 0, doing: 'thinking', label: '' }
const statusParts = table['tui.status'].default
const idle = { ...createScreen([]), statusParts, prompts: [], view: here, place: '~/proj main' }
const said = (text) => ({ type: 'said', text, images: 0, origin: 'tui' })
const dim = (text) => ({ type: 'rows', rows: ({ columns }) => noteRows('', text, columns, 'dim') })
const report = (title, rows) => ({
  type: 'rows',
  apart: true,
  rows: ({ columns }) => reportRows({ title, rows }, columns),
})

function answer(text) {
  const [parts, state] = pushText(markdown, text)
  return { type: 'parts', parts: [...parts, ...finishMarkdown(state)[0]] }
}

/** What stands above the live part, and the live part, by the name of the screen. */
function screens(ko) {
  const words = tuiMessages[ko ? 'ko' : 'en']
  const say = (korean, english) => (ko ? korean : english)
  const tool = (name, args, text, outcome = 'ok') => ({ type: 'tool', name, args, text, outcome, untrusted: false })
  const path = say('할 일.txt', 'todo.txt')
  const request = said(say('할 일에 빵도 넣어줘', 'Add bread to my list'))
  const ask = {
    tool: 'edit_file',
    category: 'sensitive',
    args: { path, old_text: say('우유 사기', 'Buy milk'), new_text: say('우유와 빵 사기', 'Buy milk and bread') },
    reason: '',
    effect: `${path}: +1 −1\n  ${say('월요일', 'Monday')}\n- ${say('우유 사기', 'Buy milk')}\n+ ${say('우유와 빵 사기', 'Buy milk and bread')}\n  ${say('약 받기', 'Fetch the pills')}`,
    risk: 'medium',
    choices: ['once', 'session', 'always', 'deny'],
    rule: 'edit_file(~/proj/**)',
  }
  const asked = withView(
    { ...idle, card: { ...createCard({ id: 'q', ask }), drawnAt: 0, wasRead: true } },
    { ...here, turn, questions: [{ id: 'q', ask }] },
  )
  const read = tool('read_file', { path }, say('우유 사기\n약 받기', 'Buy milk\nFetch the pills'))
  const models = [
    ['gpt-5', 'openai · $1.25 → $10 · 400K'],
    ['gpt-5-mini', 'openai · $0.25 → $2 · 400K'],
    ['claude-opus-5', 'anthropic · $5 → $25 · 1000K'],
    ['qwen3:8b', 'ollama'],
  ]
  const talks = [
    [say('제주도 여행 계획', 'A trip to Jeju'), say('12분 전 · 메시지 14개', '12 min ago · 14 messages')],
    [say('회의록 정리', 'Minutes of the meeting'), say('3시간 전 · 메시지 6개', '3 h ago · 6 messages')],
    [say('3.3% 떼면 얼마', 'What is left after 3.3%'), say('2일 전 · 메시지 2개', '2 d ago · 2 messages')],
  ]
  const stepWords = { ...words.form, keys: words.form.stepKeys }
  const choices = ['ollama', 'anthropic', 'openai', 'gemini', 'compatible', 'offline'].map((kind) => ({
    const: kind,
    title: setupMessages[ko ? 'ko' : 'en'].kinds[kind],
  }))
  const { title, choose } = setupMessages[ko ? 'ko' : 'en']
  const schema = {
    type: 'object',
    properties: { answer: { type: 'string', title: choose, oneOf: choices } },
    required: ['answer'],
  }
  const question = {
    ...createForm({ id: 1, title, message: '', warning: '', words: stepWords, fields: fieldsOf(schema, stepWords) }),
    selected: 1,
  }
  return {
    welcome: [
      [
        dim('assistant 0.2.0 · ~/proj main'),
        dim(words.welcome),
        dim(words.triesTitle),
        ...words.tries.map((text) => dim(`  · ${text}`)),
      ],
      { ...idle, view: { ...here, model: 'rules', filled: 0, usd: 0 } },
    ],
    streaming: [
      [
        said(say('한글은 누가 만들었어?', 'Who made Hangul?')),
        answer(
          say(
            '한글은 **세종대왕**이 1443년에 만들고 1446년에 *훈민정음*으로 반포했어요.',
            'Hangul was made by **King Sejong** in 1443 and proclaimed in 1446.',
          ),
        ),
      ],
      { ...idle, view: { ...here, turn: { ...turn, doing: 'writing' } } },
    ],
    table: [
      [
        said(say('환율 표로', 'Rates as a table')),
        answer(
          say(
            '| 통화 | 원 | 어제보다 |\n|---|---:|:---:|\n| 미국 달러 | 1,388.50 | ▲ 3.2 |\n| 일본 엔 (100) | 921.04 | ▼ 1.1 |\n| 유로 | 1,512.77 | — |\n',
            '| currency | won | since yesterday |\n|---|---:|:---:|\n| US dollar | 1,388.50 | ▲ 3.2 |\n| yen (100) | 921.04 | ▼ 1.1 |\n| euro | 1,512.77 | — |\n',
          ),
        ),
      ],
      idle,
    ],
    code: [
      [
        said(say('두 수의 최대공약수 함수', 'A function for the greatest common divisor')),
        answer(
          `${say('유클리드 호제법이에요.', "Euclid's algorithm:")}\n\n\`\`\`ts\n/** ${say('최대공약수', 'The greatest common divisor')} */\nfunction gcd(a: number, b: number): number {\n  return b === 0 ? a : gcd(b, a % b)\n}\n\`\`\`\n\n- ${say('`gcd(12, 18)`은 **6**이에요.', '`gcd(12, 18)` is **6**.')}\n`,
        ),
      ],
      idle,
    ],
    card: [[request, read], asked],
    diff: [[request], { ...asked, card: { ...asked.card, focused: true, selected: 0 } }],
    done: [
      [
        request,
        read,
        tool('edit_file', { path }, say(`${path}: 1곳을 고쳤어요.`, `${path}: 1 change.`)),
        answer(say('할 일에 **빵**을 넣었어요.', 'I put **bread** on your list.')),
      ],
      idle,
    ],
    picker: [
      [],
      {
        ...idle,
        picker: createPicker(
          'model',
          models.map(([id, note], at) => ({ id, label: id, note, current: at === 0 })),
        ),
      },
    ],
    error: [
      [
        said(say('안녕', 'Hello')),
        { type: 'failed', failure: { code: 'auth', data: { provider: 'openai' } }, retryable: false },
      ],
      idle,
    ],
    queue: [
      [request, read],
      {
        ...idle,
        view: {
          ...here,
          turn,
          queue: [{ id: 'i', text: say('그리고 달걀도', 'and eggs'), origin: 'tui', by: 'owner' }],
        },
      },
    ],
    setup: [[], { ...idle, form: question }],
    context: [
      [
        report(say('모델에게 보내는 것', 'What the model is sent'), [
          { label: say('기본 안내', 'base'), value: '1,024 (≈410)' },
          { label: say('기억', 'memory'), value: '2,310 (≈1,020)' },
          { label: say('대화', 'conversation'), value: '12,480 (≈4,990)' },
          { label: say('도구 18개', '18 tools'), value: '9,214 B' },
        ]),
      ],
      idle,
    ],
    resume: [
      [],
      {
        ...idle,
        picker: createPicker(
          'resume',
          talks.map(([label, note], at) => ({ id: `${at}`, label, note })),
        ),
      },
    ],
    menu: [
      [],
      {
        ...idle,
        editor: withText(createEditor(), say('/ㅁㄷ', '/mod')),
        menu: { kind: 'command', from: 0, query: '', items: ['model', 'memory', 'mcp'], selected: 0 },
      },
    ],
  }
}

/** The rows of a screen; Markdown is read by readers that are loaded first. */
async function rowsOf([items, state], language, columns) {
  const look = { columns, words: tuiMessages[language], say: { ...turnMessages[language], path: (file) => file } }
  for (;;) {
    const ready = Promise.withResolvers()
    const printer = new Printer(ready.resolve, ready.reject)
    const first = printer.print(items, look)
    if (first.rest.length === 0) return [...first.rows, ...layoutFrame(state, [], look, 24, 4000).rows]
    let { rest } = first
    while (rest.length > 0) {
      await ready.promise
      rest = printer.print(rest, look).rest
      if (rest.length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const loaded = again(printer, items, look)
    return [...loaded, ...layoutFrame(state, [], look, 24, 4000).rows]
  }
}

/** Everything once more, by readers that are there now. */
function again(printer, items, look) {
  return printer.print(items, look).rows
}

/** Rows of the terminal in which a conversation is recorded. */
const height = 22

/** What is said first without a model, and what comes of it. */
const firstWords = {
  ko: [
    ['12만 5천원의 17%는 얼마야?', '21,250원이에요.'],
    ['내일 아침 9시에 치과 알려줘', '11월 22일 일요일 오전 9:00에 “치과” 알려드릴게요.'],
  ],
  en: [
    ['What is 17% of 125,000?', '21,250.'],
    [
      'Remind me of the dentist tomorrow at 9 am',
      'I will remind you of “the dentist” on Sunday, November 22, at 9:00 AM.',
    ],
  ],
}

/** Thirty seconds of a first talk: what is typed, asked, allowed and answered. */
async function recording(language, columns, theme) {
  const all = screens(language === 'ko')
  const frames = []
  const [welcome] = all.welcome
  let before = welcome
  const add = async ([items, state], seconds) => {
    const rows = await rowsOf([[...before, ...items], state], language, columns)
    frames.push({ rows: rows.slice(-height), seconds })
  }
  const type = async (text, state) => {
    for (let at = 3; at < text.length + 3; at += 3)
      await add([[], { ...state, editor: withText(createEditor(), text.slice(0, at)) }], 0.2)
    await add([[], { ...state, editor: withText(createEditor(), text) }], 0.6)
  }
  const offline = { ...idle, view: { ...here, model: 'rules', filled: 0, usd: 0 } }
  await add([[], offline], 3.5)
  for (const [text, reply] of firstWords[language]) {
    await type(text, offline)
    before = [...before, said(text), answer(reply)]
    await add([[], offline], 2.4)
  }
  const greeted = { ...idle, view: { ...here, filled: 0, usd: 0 } }
  await type(language === 'ko' ? '할 일에 빵도 넣어줘' : 'Add bread to my list', greeted)
  const [asked] = all.card
  await add([asked, { ...idle, view: { ...here, turn } }], 1.5)
  await add(all.card, 3)
  await add([asked, all.diff[1]], 2)
  await add(all.done, 9)
  return recordingOf(frames, columns, theme)
}

/** Screens of the gallery. */
const shown = ['welcome', 'table', 'code', 'card', 'done', 'picker', 'error', 'queue', 'setup', 'resume']

const docs = fileURLToPath(new URL('../docs', import.meta.url))
const [folder = 'gallery'] = process.argv.slice(2)
if (folder === '--docs') {
  for (const language of ['ko', 'en']) {
    writeFileSync(join(docs, `chat-${language}.svg`), await recording(language, 72, 'dark'))
    for (const name of ['setup', 'code'])
      writeFileSync(
        join(docs, `${name}-${language}.svg`),
        pictureOf(await rowsOf(screens(language === 'ko')[name], language, 72), 72, 'light'),
      )
  }
} else {
  mkdirSync(folder, { recursive: true })
  for (const language of ['ko', 'en']) {
    const all = screens(language === 'ko')
    for (const [at, name] of shown.entries()) {
      const theme = at % 2 === 0 ? 'dark' : 'light'
      writeFileSync(
        join(folder, `${name}-${language}.svg`),
        pictureOf(await rowsOf(all[name], language, 80), 80, theme),
      )
    }
  }
}
