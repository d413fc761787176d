import { expect, test } from 'vitest'
import { sanitise } from '../../../src/std/text/sanitise.ts'
import { isBorder } from '../../../src/std/text/text.ts'
import { mostText, splitMessage } from '../../../src/ui/telegram/outbound/format.ts'
import { visible } from '../../fakes/telegram-html.ts'
import { Random } from '../../random.ts'
import { botRig } from './rig.ts'

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
  for (let seed = 1; seed <= 300; seed++) {
    const text = sanitise(textOf(seed)).replace(/[*_~`#>\\[\]()!-]|\d\./g, '')
    const shown = splitMessage(textOf(seed))
      .map(({ plain }) => plain)
      .join('')
    const letters = (value: string) => dense(value).replace(/[^\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Arabic}]/gu, '')
    expect(letters(shown)).toBe(letters(text))
  }
})

test.each([
  ['**굵게** 그리고 *기울임*', '<b>굵게</b> 그리고 <i>기울임</i>'],
  ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
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
