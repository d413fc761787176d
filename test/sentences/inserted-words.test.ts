import { expect, test } from 'vitest'
import { readSentence } from '../../src/std/korean/sentence.ts'
import { collect, requestOf } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { stateAfter, transfersOf } from './read-transfer.ts'

/** Syllables of Chinese origin, of which most Korean nouns are made. */
const SYLLABLES =
  '가각간감강개거건검격견결경계고공과관광교구국군권귀규극근급기난남내농능단담답당대덕도독동두등락란람량력련로론료류륙리림마만망매면명모목묘문물미민박반발방배백번벌법변별병보복본봉부북분비사산상색생서석선설성세소속손송수숙순술습승식신실심아악안암애액야약양언업여역연열염영예오온완왕외요욕용운원위육윤은음응의이익인임입자작잔장재쟁저적전점정제조족존종좌주죽준중증지직진질집차착참창채책처척천철첩청체초총최추축출충취측층치친칠침쾌타탁탄탐태택통퇴투특파판편평폐포표품풍피필학한함합항해행향허험혁현혈협형혜호혼홍화환활황회획효후훈휴흑흥희'
/** All of it takes minutes on a busy machine. */
const sweepMs = 600_000
const PARTICLES = ['', '', '', '을', '에서', '의', '이', '에', '로', '은', '도']
const when = { now: new Date('2026-11-21T14:03:00+09:00'), zone: 'Asia/Seoul' }

/** Words of two or three syllables that no reader knows. */
function someWords(random: Random, count: number): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    const word = Array.from({ length: random.chance(0.2) ? 3 : 2 }, () => random.pick([...SYLLABLES])).join('')
    // 죽과 is "죽 and": a receiver of its own.
    if (/[과와랑]$/.test(word)) continue
    if (
      readSentence(word)
        .spans(when)
        .every(({ owner }) => owner === 'person')
    )
      words.add(word)
  }
  return [...words]
}

const REMINDERS = [
  '매일 8시에 약 먹으라고 알려줘',
  '매주 월요일 9시에 분리수거하라고 알려줘',
  '내일 3시에 치과 알려줘',
  '매달 10일 오후 2시에 월세 내라고 알려줘',
  '30분 뒤에 빨래 널라고 알려줘',
  '12월 5일 오전 10시에 회의 알려줘',
  '평일 아침 7시에 운동하라고 알려줘',
  '2시간마다 물 마시라고 알려줘',
  '다음 주 금요일 저녁 6시에 회식이라고 알려줘',
]
const TRANSFERS = [
  '민호한테 5만원 보내줘',
  '누나에게 3만 5천원 이체해줘',
  '김철수 씨한테 12,000원 송금해줘',
  '내일 현수한테 십만원 보내줘',
  '수진이한테 점심값 만원 보내줘',
]

async function deed(text: string) {
  const parts = await collect(requestOf({ text, setting: ['with reminders timer schedule'] }))
  return parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))[0]
}

test(
  'a word that nobody knows, anywhere in a reminder, stands in its title or is asked about',
  async () => {
    const random = new Random(sentenceSeed(20_271_129))
    const words = someWords(random, 3_000)
    const changed: string[] = []
    for (let i = 0; i < sentenceCount(150, 3_000); i++) {
      const [plain, word] = [random.pick(REMINDERS), random.pick(words)]
      const pieces = plain.split(' ')
      const text = pieces.toSpliced(random.int(0, pieces.length - 1), 0, word + random.pick(PARTICLES)).join(' ')
      const [before, after] = [await deed(plain), await deed(text)]
      if (!after) continue
      const isSame = after.args.at === before?.args.at && after.args.repeat === before?.args.repeat
      if (!isSame || !String(after.args.title).includes(word)) changed.push(`${text}: ${JSON.stringify(after.args)}`)
    }
    expect(changed.slice(0, 20)).toEqual([])
  },
  sweepMs,
)

test(
  'in a transfer it changes neither sum nor day, and a receiver only as the name that is read back',
  async () => {
    const random = new Random(sentenceSeed(20_271_130))
    const words = someWords(random, 3_000)
    const changed: string[] = []
    for (let i = 0; i < sentenceCount(100, 2_000); i++) {
      const [plain, word] = [random.pick(TRANSFERS), random.pick(words)]
      const pieces = plain.split(' ')
      const text = pieces.toSpliced(random.int(0, pieces.length - 1), 0, word + random.pick(PARTICLES)).join(' ')
      const [before, after] = [await stateAfter(plain), await stateAfter(text)]
      if (after.stage !== 'READY') continue
      const [was, is] = [transfersOf(before)[0], transfersOf(after)[0]]
      const isSame = is?.amount === was?.amount && is?.transfer_date === was?.transfer_date
      const isNamed = is?.target === was?.target || String(is?.target).includes(word)
      if (!isSame || !isNamed || transfersOf(after).length > 1) changed.push(`${text}: ${JSON.stringify(is)}`)
    }
    expect(changed.slice(0, 20)).toEqual([])
  },
  sweepMs,
)
