import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSentence } from '../../src/std/korean/sentence.ts'
import { installed, longTestWith } from '../parts.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { bookingAsked, deedOf, optionTimes, ringsOf, transfersAsked, when } from './doors.ts'

/** All of it takes minutes on a busy machine. */
const sweepMs = 1_200_000
const PARTICLES = ['', '', '', '을', '에서', '의', '이', '에', '로', '은', '도']

/** Syllables of Chinese origin, of which most Korean nouns are made. */
const SYLLABLES =
  '가각간감강개거건검격견결경계고공관광교구국군권귀규극근급기난남내농단담답당대덕도독동두등락람량력련로론료류륙림만망면명모목묘문물미민박반발방배법변별병보복본부북분비사산상색생서석선설성세소속송수숙순술습승식신심악안암액야약양언업여역연열영예온완왕용운원위유은음응의인임입자작장재쟁적전점정제조족종주죽준중증지직진질집차착창책처척천철첩청체초촌총추축출충취측층치칠침타탁탄탐태택통퇴투특파판편평폐포표품풍피필학한함합항해행향허험혁현협형혜호혼홍화환활황회효후훈휴흥희'
const madeWord = (random: Random) =>
  Array.from({ length: random.chance(0.2) ? 3 : 2 }, () => random.pick([...SYLLABLES])).join('')

/** Entries of a dictionary of spelling: nouns, and verbs as they stand in it. */
const entries = () =>
  readFileSync('/usr/share/hunspell/ko.dic', 'utf8')
    .normalize('NFC')
    .split('\n')
    .map((line) => line.split('/')[0] ?? '')
    .filter((word) => /^[가-힣]{2,4}$/.test(word) && !word.endsWith('다'))

/** Words that say nothing of who, how much and when; 죽과 is "죽 and", a receiver of its own. */
function someWords(random: Random, count: number, make: (random: Random) => string): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    const word = make(random)
    const isPlain = readSentence(word)
      .spans(when)
      .every(({ owner }) => owner === 'person')
    if (isPlain && !/[과와랑]$/.test(word)) words.add(word)
  }
  return [...words]
}

type Door = (text: string) => Promise<Said | undefined>
/** The values that a sentence leads to, and the words in which anything else of it stands. */
interface Said {
  values: string
  words: string
}

const doors: Record<string, { door: Door; plain: readonly string[] }> = {
  reminders: {
    door: async (text) => {
      const deed = await deedOf(text)
      const rings = deed && (await ringsOf(deed))
      return deed && { values: `${deed.name} ${rings}`, words: String(deed.args.title) }
    },
    plain: [
      '매일 8시에 약 먹으라고 알려줘',
      '매주 월요일 9시에 분리수거하라고 알려줘',
      '내일 3시에 치과 알려줘',
      '매달 10일 오후 2시에 월세 내라고 알려줘',
      '30분 뒤에 빨래 널라고 알려줘',
      '12월 5일 오전 10시에 회의 알려줘',
      '평일 아침 7시에 운동하라고 알려줘',
      '2시간마다 물 마시라고 알려줘',
      '다음 주 금요일 저녁 6시에 회식이라고 알려줘',
    ],
  },
  events: {
    door: async (text) => {
      const deed = await deedOf(text)
      const { action, start, end, title, location } = deed?.args ?? {}
      return deed && { values: [deed.name, action, start, end].join(' '), words: `${title} ${location}` }
    },
    plain: [
      '내일 오후 3시에 치과 일정 추가해줘',
      '12월 3일 오전 10시에 팀 회의 일정 등록해줘',
      '다음 주 화요일 저녁 7시 회식 일정 넣어줘',
      '달력에 모레 정오 점심 약속 적어줘',
    ],
  },
  transfers: {
    door: async (text) => {
      const tasks = await transfersAsked(text)
      // A receiver is read back before anything moves.
      const values = tasks?.map(({ target: _, ...rest }) => JSON.stringify(rest)).join()
      return tasks && { values: String(values), words: tasks.map(({ target }) => target).join(' ') }
    },
    plain: [
      '민호한테 5만원 보내줘',
      '누나에게 3만 5천원 이체해줘',
      '김철수 씨한테 12,000원 송금해줘',
      '내일 현수한테 십만원 보내줘',
      '수진이한테 점심값 만원 보내줘',
      '엄마랑 아빠한테 5만원씩 보내줘',
    ],
  },
  'the option --at': {
    door: async (text) => {
      const times = await optionTimes(text, undefined)
      return times && { values: times.join(), words: '' }
    },
    plain: ['내일 오후 3시', '다음 주 화요일 오전 9시', '12월 5일 저녁 7시 반', '30분 뒤'],
  },
  'the option --repeat': {
    door: async (text) => {
      const times = await optionTimes(undefined, text)
      return times && { values: times.join(), words: '' }
    },
    plain: ['매일 아침 8시', '매주 월요일 오후 3시', '매달 10일 오전 9시', '평일 저녁 7시'],
  },
  'a declared service': {
    door: async (text) => {
      const slots = bookingAsked(text)
      // Its values are read back as well; a word beside them is nobody's.
      return slots && { values: JSON.stringify(slots), words: text }
    },
    plain: ['내일 저녁 7시에 4명 예약해줘', '12월 24일 오후 6시 두 명 예약해 주세요'],
  },
}

async function changedBy(name: string, random: Random, words: readonly string[], count: number): Promise<string[]> {
  const { door, plain } = doors[name] as (typeof doors)[string]
  const changed: string[] = []
  for (let i = 0; i < count; i++) {
    const [said, word] = [random.pick(plain), random.pick(words)]
    const pieces = said.split(' ')
    const text = pieces.toSpliced(random.int(0, pieces.length - 1), 0, word + random.pick(PARTICLES)).join(' ')
    const [before, after] = [await door(said), await door(text)]
    if (!before) throw new Error(`not read: ${said}`)
    if (!after || (after.values === before.values && isHeld(word, before, after))) continue
    changed.push(`${text}: ${after.values} ${after.words}`)
  }
  return changed
}

/** The word stands in what is shown, perhaps without its own particle; a receiver's name is as it was, or has it. */
const isHeld = (word: string, before: Said, after: Said) =>
  after.words.includes(word.slice(0, -1)) || (after.words === before.words && /한테|"amount"/.test(after.values))

test.each(Object.keys(doors))(
  'of %s: a word that nobody knows stands in what is shown or is asked about',
  async (name) => {
    const random = new Random(sentenceSeed(20_271_129))
    expect(await changedBy(name, random, someWords(random, 400, madeWord), sentenceCount(40, 600))).toEqual([])
  },
  sweepMs,
)

for (const name of Object.keys(doors))
  longTestWith('hunspell')(
    `of ${name}: no word of a dictionary of 3,000 changes what is meant`,
    async () => {
      const random = new Random(sentenceSeed(20_271_130))
      const all = installed('hunspell') ? entries() : []
      const words = someWords(random, 3_000, () => random.pick(all))
      expect(await changedBy(name, random, words, sentenceCount(150, 3_000))).toEqual([])
    },
    sweepMs,
  )
