import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTasks } from '../../../src/core/schedules/checklist.ts'
import { feedLines, newsIn } from '../../../src/core/schedules/watch.ts'

const now = new Date('2026-11-21T07:00+09:00')

test('open lines with a repeated time are tasks, without the words of that time', async () => {
  const list = `# 할 일
- [ ] 매일 아침 8시 오늘 일정 알려줘
- [x] 매일 아침 8시 끝난 일
- [ ] 매주 월요일 9시 주간 보고 써줘
- [ ] 언젠가 할 일
- [ ] 매일 아침 8시 오늘 일정 알려줘
매일 아침 8시 목록이 아닌 줄
`
  expect(
    (await openTasks(list, now, 'Asia/Seoul')).map(({ prompt, next }) => [prompt, new Date(next).toISOString()]),
  ).toEqual([
    ['오늘 일정 알려줘', '2026-11-20T23:00:00.000Z'],
    ['주간 보고 써줘', '2026-11-23T00:00:00.000Z'],
  ])
  expect(await openTasks('', now, 'Asia/Seoul')).toEqual([])
})

test('the first look makes a mark; then lines that were not there are news, and lines that moved or went are none', () => {
  const first = newsIn(['하나', ' 둘 ', ''], undefined)
  expect(first.news).toBeUndefined()
  expect(newsIn(['둘', '하나'], first.seen).news).toBeUndefined()
  expect(newsIn(['하나'], first.seen).news).toBeUndefined()
  expect(newsIn(['셋', '하나', '둘', '넷'], first.seen).news).toBe('+ 셋\n+ 넷')
})

test('whatever a page held, exactly what is new on it is news', () => {
  const lines = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 40 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { seen } = newsIn(before, undefined)
      const fresh = [...new Set(after)].filter((line) => !before.includes(line))
      expect(newsIn(after, seen).news ?? '').toBe(fresh.map((line) => `+ ${line}`).join('\n'))
    }),
    { numRuns: 200 },
  )
})

test('a feed is its entries, in RSS and Atom; a page is none, and a broken feed is read at once', () => {
  const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>새 소식</title><lastBuildDate>x</lastBuildDate>
<item><title><![CDATA[비 & 바람]]></title><link>https://a.example/1</link></item>
<item><title>둘 &amp; 셋</title><link>https://a.example/2</link></item></channel></rss>`
  expect(feedLines(rss)).toEqual(['비 & 바람 https://a.example/1', '둘 & 셋 https://a.example/2'])
  const atom =
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="text">글</title><link href="https://b.example/1"/></entry></feed>'
  expect(feedLines(atom)).toEqual(['글 https://b.example/1'])
  expect(feedLines('<html><body><item>x</item></body></html>')).toBeUndefined()
  expect(feedLines(`<rss>${'<item><title>'.repeat(50_000)}`)?.length).toBe(0)
})
