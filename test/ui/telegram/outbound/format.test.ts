import { expect, test } from 'vitest'
import { sanitise } from '../../../../src/std/text/sanitise.ts'
import { isBorder } from '../../../../src/std/text/text.ts'
import { mostText, splitMessage } from '../../../../src/ui/telegram/outbound/format.ts'
import { visible } from '../../../fakes/telegram-html.ts'
import { partOf } from '../../../parts.ts'
import { Random } from '../../../random.ts'
import { botRig, owner } from '../rig.ts'

/** Words of every kind that has ever broken a message: scripts, joiners, marks, tags, entities. */
const words = [
  ...['안녕하세요', '비서가', '조립한', '한글', '가나다라마바사', '값이 3.14예요.', '그래요! ', '정말? '],
  ...[
    '**굵게**',
    '*기울임*',
    '_밑줄_',
    '`code`',
    '~~취소~~',
    '[링크](https://example.com/?a=1&b="2")',
    '# 제목',
    '> 인용',
    '- 항목',
    '1. 첫째',
  ],
  ...['```ts\nconst a = 1 < 2 && b\n```', '```', '***', '**열림', '`열림', '[반쪽](', '\\*별표\\*'],
  ...['<b>', '</i>', '<script>alert(1)</script>', '&lt;', '&', '<', '>', '&#x41;', '<a href="x">'],
  ...['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇰🇷', '👍🏽', 'e\u0301', 'ก็', 'नि', '\u1112\u1161\u11ab', '각각'],
  ...[
    'שלום עולם',
    'مرحبا بالعالم',
    '\u202eabc\u202c',
    '\u200b',
    '\u0000',
    '\ud800',
    '\n\n',
    '\n',
    ' ',
    '\t',
    'https://example.com/a_b_c',
  ],
]

function textOf(seed: number): string {
  const random = new Random(seed)
  const length = seed % 40 === 0 ? 30_000 : seed % 7 === 0 ? 6_000 : 1 + random.below(600)
  const few = seed % 3 === 0 ? [random.pick(words), random.pick(words)] : words
  let text = ''
  while (text.length < length) text += random.pick(few) + (seed % 5 === 0 ? '' : ' ')
  return text.slice(0, length)
}

const dense = (text: string) => text.replace(/[\s•\p{Cf}]/gu, '')

test('two thousand texts are delivered whole: none too long, no mark open, no grapheme cut, nothing refused for good', async () => {
  const { server, start } = await botRig()
  const { bot } = await start()
  const seeds = Array.from({ length: 2_000 }, (_, at) => at + 1)
  const expected = new Map<number, string[]>()
  const posts: Promise<void>[] = []
  for (const seed of seeds) {
    const parts = splitMessage(textOf(seed))
    for (const { html, plain } of parts) {
      expect(visible(html)).toEqual({ text: plain })
      expect(plain.length).toBeLessThanOrEqual(mostText)
    }
    expect(wronglyCut(textOf(seed), parts)).toEqual([])
    const chat = 1 + (seed % 20)
    expected.set(chat, [...(expected.get(chat) ?? []), ...parts.map(({ plain }) => plain.trim())])
    posts.push(bot.post(chat, `text-${seed}`, textOf(seed)))
  }
  await Promise.all(posts)
  const count = [...expected.values()].flat().length
  await server.until(() => server.sent.length === count)
  for (const [chat, texts] of expected) expect(server.texts(chat)).toEqual(texts)
  expect(server.of('sendMessage').filter(({ status }) => status !== 200)).toEqual([])
}, 120_000)

/** Places where something was lost between two messages, or a grapheme was cut. */
function wronglyCut(text: string, parts: { plain: string }[]): string[] {
  const whole = splitMessage(text, Number.MAX_SAFE_INTEGER)[0]?.plain ?? ''
  let end = 0
  return parts.flatMap(({ plain }) => {
    const at = whole.indexOf(plain, end)
    const between = whole.slice(end, at)
    end = at + plain.length
    return at >= 0 && between.trim() === '' && isBorder(whole, at) && isBorder(whole, end) ? [] : [plain]
  })
}

test('what a person would miss is still there: words, code and addresses of every text', () => {
  for (let seed = 1; seed <= partOf(300, 60); seed++) {
    const text = sanitise(textOf(seed)).replace(/[*_~`#>\\[\]()!-]|\d\./g, '')
    const shown = splitMessage(textOf(seed))
      .map(({ plain }) => plain)
      .join('')
    const letters = (value: string) =>
      dense(value).replace(/[^\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Arabic}]/gu, '')
    expect(letters(shown)).toBe(letters(text))
  }
})

test.each([
  ['**굵게** 그리고 *기울임*', '<b>굵게</b> 그리고 <i>기울임</i>'],
  ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
  ['**굵은 *기울*** 끝', '<b>굵은 </b><b><i>기울</i></b> 끝'],
  ['*기울 **굵은** 말* 끝', '<i>기울 </i><i><b>굵은</b></i><i> 말</i> 끝'],
  ['***둘 다*** **** **', '<b><i>둘 다</i></b> **** **'],
  [
    'https://x.com/*y*/a_b_ 와 **https://x.com/z**, *보기*',
    'https://x.com/*y*/a_b_ 와 <b>https://x.com/z</b>, <i>보기</i>',
  ],
  ['snake_case_name', 'snake_case_name'],
  ['`a < b && c`', '<code>a &lt; b &amp;&amp; c</code>'],
  ['# 제목\n- 하나\n- 둘', '<b>제목</b>\n• 하나\n• 둘'],
  ['```js\nlet a\n```', '<pre><code class="language-js">let a</code></pre>'],
  ['[링크](https://a.b/?x=1&y=2)', '<a href="https://a.b/?x=1&amp;y=2">링크</a>'],
  ['[나쁜](javascript:alert(1))', '[나쁜](javascript:alert(1))'],
  ['<b>글자 그대로</b>', '&lt;b&gt;글자 그대로&lt;/b&gt;'],
])('%j becomes %j', (text, html) => {
  expect(splitMessage(text).map((piece) => piece.html)).toEqual([html])
})

test('long text is cut between paragraphs, else lines, else words', () => {
  const paragraph = `${'가나다 '.repeat(700).trim()}\n\n`
  expect(splitMessage(paragraph.repeat(2)).map(({ plain }) => plain)).toEqual([paragraph.trim(), paragraph.trim()])
  for (const { plain } of splitMessage('낱말 '.repeat(5_000))) expect(plain).toMatch(/^(낱말 )*낱말$/)
  expect(splitMessage('\u200b\n ')).toEqual([])
})

test('a table stands in columns of fixed width, Korean ones too; one that is wider than a phone is read line by line', () => {
  const table = '앞말\n\n| 이름 | 값 |\n|---|--:|\n| 사과 | 1,000원 |\n| **a\\|b** | x |\n뒷말'
  expect(splitMessage(table).map(({ plain }) => plain)).toEqual([
    '앞말\n\n이름  값\n─────────────\n사과  1,000원\na|b   x\n뒷말',
  ])
  expect(splitMessage(table)[0]?.html).toContain('<pre>이름')
  const wide = `| 날 | 할 일 |\n|---|---|\n| 월 | ${'길게 '.repeat(12)} |`
  expect(splitMessage(wide)[0]?.plain).toBe(`날: 월\n할 일: ${'길게 '.repeat(12).trim()}`)
  expect(splitMessage('a | b\n그냥 글')[0]?.plain).toBe('a | b\n그냥 글')
})

test('an answer that grows is a draft where the server shows drafts, else one message that is edited; no mark is seen raw', async () => {
  const words = [
    '**굵',
    '은 말** 다음 ',
    '`코',
    '드` 끝 ',
    '이에요.\n\n',
    '| 이름 | 값 ',
    '|\n',
    '|---|---|\n| 배 | ',
    '3 |',
  ]
  for (const shows of [true, false]) {
    const { server, start } = await botRig({
      host: { drafts: { isOn: true, count: 0 } },
      async *flow(_, context) {
        yield { type: 'model.asked', call: 1, provider: 'test', model: 'slow', purpose: 'reply' }
        let at = 0
        for (const word of words) {
          yield { type: 'text.added', call: 1, at, text: word }
          at += word.length
          const seen = () => server.drafts.length + server.sent.reduce((sum, { edits }) => sum + edits + 1, 0)
          const before = seen()
          if (/끝 $|다음 $/.test(word))
            while (seen() === before) await new Promise((resolve) => setTimeout(resolve, 10))
        }
        return { message: context.newId(), text: words.join('') }
      },
    })
    server.shows = shows
    await start()
    server.say(owner, '말해줘')
    await server.until(() => server.texts(owner).some((text) => text.endsWith('배    3')))
    expect(server.sent.map(({ edits }) => edits > 0)).toEqual([!shows])
    expect([server.drafts.length > 1, server.of('sendMessageDraft').length > 1]).toEqual([shows, shows])
    const seen = [
      ...server.drafts.map(({ text }) => text),
      ...server.calls.map(({ params }) => String(params.text ?? '')),
    ]
    expect(seen.filter((text) => /[*`|]/.test(text))).toEqual([])
  }
})
