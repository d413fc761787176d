import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../random.ts'
import { bundled, start } from '../../ui/tui/pty.ts'

/** Simulated people who type while a question comes up. TYPISTS=1000 runs the great sweep. */
const typists = Number(process.env.TYPISTS ?? 20)
/** So many chats at once: most of the time a typist thinks. */
const atOnce = Number(process.env.TYPISTS_AT_ONCE ?? 10)

/** Words that hold letters of the card, in both languages, as keyboards send them. */
const corpus = [
  ...[
    'yes',
    'no',
    'stop',
    'skip',
    'yesterday',
    'now',
    'next',
    'say it',
    'nothing',
    'as you say',
    'any news',
    'sunny',
    'and so on',
  ],
  ...[
    'ㅛㅛ',
    'ㄴㄴ',
    'ㅜㅜ',
    'ㅇㅋ',
    '안녕하세요',
    '네 그래요',
    '나중에',
    '어제',
    '소식 좀',
    'ㅠㅜ 아니',
    'ㄴㅛㅜ',
    'ok ㅇㅇ',
  ],
]

let program: Awaited<ReturnType<typeof bundled>>
beforeAll(async () => {
  program = await bundled('test/ui/tui/programs/tui.ts')
}, 60_000)
afterAll(() => program.remove())

test(
  `of ${typists} people who are typing when a card comes, none decides anything, and nothing they typed is lost`,
  async () => {
    const found: string[] = []
    const seeds = Array.from({ length: typists }, (_, index) => index + 1)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, typists) }, async () => {
        for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) found.push(...(await typist(seed)))
      }),
    )
    expect(found).toEqual([])
  },
  30_000 + (typists / atOnce) * 40_000,
)

/** One person: asks for something that brings a card, and types on through it. What went wrong, one sentence each. */
async function typist(seed: number): Promise<string[]> {
  const random = new Random(seed)
  const upTo = (most: number) => random.below(most)
  const screen = start(program.file, { columns: 70, rows: 24 })
  try {
    await screen.until(({ text }) => text().includes('준비됨'))
    screen.type(`ask ${upTo(3000)}\r`)
    await screen.until(({ text }) => text().includes('› ask'))
    const words = Array.from({ length: 1 + upTo(3) }, () => corpus[upTo(corpus.length)] as string)
    const draft = words.join(' ')
    // One long pause at a random place, anything from a blink to five seconds; otherwise a person's speed.
    const pauseAt = upTo([...draft].length)
    for (const [at, letter] of [...draft].entries()) {
      await sleep(at === pauseAt ? 50 + upTo(4950) : 30 + upTo(120))
      screen.type(letter)
    }
    await screen.until(({ text }) => text().includes('거절 (n)'))
    // The card takes no more than a mark of what was typed: with one more letter all of it stands in the editor.
    screen.type('.')
    const editor = `› ${draft}.`
    const kept = await screen.until(({ lines }) => lines().some((line) => line === editor), 5000).catch(() => false)
    const decided = /⎿ (?:once|session|deny|always)/.test(screen.text())
    return [
      ...(decided ? [`${seed}: "${draft}" decided`] : []),
      ...(kept ? [] : [`${seed}: "${draft}" is not in the editor\n${screen.text()}`]),
    ]
  } finally {
    await screen.close()
  }
}
