import { describe, expect, test } from 'vitest'
import { awake, type Story, write } from './story.ts'

/** A question to approve writing a file was read to its end, `ago` milliseconds before now. */
function asked(ago: number): Story {
  const it = awake().says('파일 하나 써줘').starts().event({ type: 'tool.asked', id: 'a1', ask: write, expiresAt: 0 })
  it.plays().says('글쎄').plays()
  // What stands on the loudspeaker now is how to answer: “네”나 “취소”.
  it.wait(ago).look()
  return it
}
const choice = (it: Story) => it.look().find((command) => command.do === 'answer')?.choice

/** Somebody says one word group, is silent for `gapMs`, and says another: what was answered in the end. */
function inTwo(it: Story, first: string, gapMs: number, second: string): string | undefined {
  it.hear({ type: 'voice.started' }).wait(300).hear({ type: 'partial', text: first }).wait(100)
  it.hear({ type: 'voice.ended', silentMs: 100 }).wait(gapMs)
  if (it.finishes()) it.hear({ type: 'final', text: first })
  const early = choice(it)
  if (early) return early
  it.hear({ type: 'voice.started' })
    .wait(300)
    .hear({ type: 'partial', text: `${first} ${second}` })
    .wait(300)
  it.hear({ type: 'voice.ended', silentMs: 100 }).wait(1_500)
  if (it.finishes()) it.hear({ type: 'final', text: `${first} ${second}` })
  return choice(it)
}

/** The same numbers in every run. */
function random(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const hums = [
  '음',
  '음…',
  '어',
  '어어',
  '어 …',
  '엄',
  '흠',
  '아',
  '고',
  '응',
  '응응',
  '웅',
  '으응',
  '으음',
  '그',
  '저기',
  '에',
  '하',
  'um',
  'uh',
  'mhm',
  'hmm',
  'uh huh',
  '네… 음',
  '예 그게',
]
const halves = [
  '보내',
  '해',
  '네나',
  '취',
  '확',
  '잠깐만',
  '잠깐',
  '어 잠깐만',
  '어 … 잠깐만',
  '뭐라고',
  '다시',
  '글쎄',
  '모르겠어',
  '왜',
  '네?',
  '그래?',
  '확인해 볼게',
  '네 근데',
  '응 근데 말이야',
  '아 그',
  '오케이 근데',
]
const refusals = [
  '아니',
  '아니요',
  '취소',
  '취소해',
  '아니 하지 마',
  '하지 마',
  '안 돼',
  '그만',
  '아니야 취소',
  '잠깐 취소',
]
const agreed = ['네', '네 네', '그래', '좋아', '오케이', '확인', '해 줘', '응 해 줘', 'yes']

describe('a hesitation is no yes (SPEC §7)', () => {
  test('where two recognisers read an answer, a no of either one is a no, and words of the quicker one alone are no yes', () => {
    const answer = (text: string, first?: string) => {
      const it = asked(2_000)
      it.hear({ type: 'voice.started' }).wait(300).hear({ type: 'voice.ended', silentMs: 100 }).wait(1_500)
      it.hear({ type: 'final', text, ...(first === undefined ? {} : { first }) })
      return choice(it)
    }
    for (const no of ['아니', '취소', '아니 하지 마', '잠깐만', '그만'])
      expect([no, answer('네', no)]).not.toEqual([no, 'once'])
    expect(answer('네', '아니')).toBe('deny')
    expect([answer('네'), answer('네', '내'), answer('아니', '네'), answer('글쎄', '네')]).toEqual([
      'once',
      'once',
      'deny',
      undefined,
    ])
  })

  test('2,000 hums, half words and yeses that are taken back approve nothing', () => {
    const pick = random(7)
    const one = (from: readonly string[]) => from[pick(from.length)] ?? ''
    const wrong: string[] = []
    for (let count = 0; count < 2_000; count++) {
      const it = asked([0, 60, 200, 400, 2_000][pick(5)] ?? 0)
      const kind = count % 4
      if (kind === 0) {
        const text = one([...hums, ...halves].filter((word) => !['보내', '해'].includes(word)))
        if (choice(it.says(text)) === 'once') wrong.push(text)
      } else if (kind === 1) {
        const text = [one(hums), one(hums), one(halves.slice(5))].slice(pick(2)).join(' ')
        if (choice(it.says(text)) === 'once') wrong.push(text)
      } else {
        // A yes, a pause as people make it before they take it back, and the no.
        const [first, gap, second] = [one(agreed), 100 + pick(550), one(refusals)]
        if (inTwo(it, kind === 2 ? first : `${one(hums)} ${first}`, gap, second) === 'once')
          wrong.push(`${first} …${gap} ms… ${second}`)
      }
    }
    expect(wrong).toEqual([])
  }, 60_000)

  test('500 clear answers, 150 to 400 ms after “‘네’나 ‘취소’로 답해 주세요”, are taken for what they are', () => {
    const pick = random(11)
    const missed: string[] = []
    const clear = ['네', '네네', '네 해 줘', '그래 해 줘', '확인', '좋아', 'yes', '응 해 줘']
    for (let count = 0; count < 500; count++) {
      const isYes = count % 2 === 0
      const from = isYes ? clear : refusals
      const text = from[pick(from.length)] ?? ''
      const got = choice(asked(151 + pick(250)).says(text))
      if (got !== (isYes ? 'once' : 'deny')) missed.push(`${text}: ${got}`)
    }
    expect(missed).toEqual([])
  }, 60_000)

  test('a no is a no also where it stands in the question that still rings', () => {
    for (const text of refusals) expect([text, choice(asked(0).says(text))]).toEqual([text, 'deny'])
  })

  test('the question itself, heard again from the loudspeaker, answers nothing', () => {
    for (const text of ['네나 취소로 답해 주세요', '답해 주세요', '네나', '취소로 답해'])
      expect(choice(asked(0).says(text))).toBeUndefined()
  })
})
