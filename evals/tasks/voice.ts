import { called, reminds, said, spoken } from '../checks.ts'
import { type Pair, type Step, tasksOf, use } from '../task.ts'

/** Spoken answers: short, and nothing that only an eye can read. */
const speak = (
  id: string,
  ko: [say: string, right: Step[], said: RegExp, wrong: string],
  en: [say: string, right: Step[], said: RegExp, wrong: string],
): Pair => {
  const wording = ([say, right, pattern, wrong]: typeof ko): Pair['ko'] => ({
    say,
    right,
    wrong: [[...right.slice(0, -1), wrong]],
    checks: [said(pattern), spoken],
  })
  return { id, origin: 'voice', ko: wording(ko), en: wording(en) }
}
const pairs: Pair[] = [
  speak(
    'list',
    [
      '건강하게 자는 방법 좀 알려줘',
      ['매일 같은 시간에 자고, 자기 전에는 화면을 멀리해 보세요.'],
      /자|잠|수면/,
      '**수면 요령**\n- 같은 시간에 자기\n- 화면 멀리하기',
    ],
    [
      'How do I sleep better?',
      ['Go to bed at the same time every day and keep away from screens before it.'],
      /bed|sleep|screen/i,
      '**Tips**\n- same time\n- no screens in bed',
    ],
  ),
  speak(
    'table',
    [
      '사과랑 바나나 열량을 비교해줘',
      ['바나나가 사과보다 열량이 조금 더 높아요.'],
      /바나나/,
      '| 과일 | 열량 |\n|---|---|\n| 바나나 | 93 |',
    ],
    [
      'Compare the calories of an apple and a banana.',
      ['A banana has a little more than an apple.'],
      /banana/i,
      '| fruit | kcal |\n|---|---|\n| banana | 105 |',
    ],
  ),
  speak(
    'sum',
    [
      '팔만 칠천원을 셋이 나누면 얼마야?',
      [use('calculator', { expression: '87000/3' }), '한 사람에 이만 구천원이에요.'],
      /29000|2만 ?9|이만 ?구천/,
      '결과는 `29000`원이에요.',
    ],
    [
      'What is eighty seven divided by three?',
      [use('calculator', { expression: '87/3' }), 'It is twenty nine.'],
      /29|twenty[- ]nine/i,
      'The result is `29`.',
    ],
  ),
  speak(
    'steps',
    [
      '라면 끓이는 법 알려줘',
      ['물을 끓여서 면과 수프를 넣고 사 분쯤 끓이면 돼요. 더 자세히 들려드릴까요?'],
      /물|면/,
      '1. 물 끓이기\n2. 면 넣기\n3. 기다리기',
    ],
    [
      'How do I make tea?',
      ['Boil water, pour it over the tea and wait three minutes.'],
      /water|boil/i,
      '1. Boil water\n2. Pour\n3. Wait',
    ],
  ),
  speak(
    'no-links',
    [
      '오늘 뉴스를 볼 수 있는 곳 하나만 말해줘',
      ['네이버 뉴스에서 보실 수 있어요.'],
      /뉴스/,
      'https://news.naver.com 뉴스를 보세요.',
    ],
    [
      'Name one place where I can read the news.',
      ['You could look at the BBC news site.'],
      /news|BBC|paper/i,
      'See https://bbc.com/news for news.',
    ],
  ),
  speak(
    'no-emoji',
    ['나 오늘 시험 붙었어!', ['정말 축하해요! 애쓴 보람이 있네요.'], /축하|잘/, '축하해요 🎉🎉'],
    ['I passed my exam today!', ['Congratulations, well done!'], /congrat|well done|great/i, 'Congratulations 🎉'],
  ),
  {
    id: 'alarm',
    origin: 'voice',
    ko: {
      say: '내일 아침 여섯 시 반에 깨워줘',
      right: [
        use('reminders', { action: 'create', title: '일어나기', at: '2026-11-23T06:30:00+09:00', kind: 'alarm' }),
        '내일 아침 여섯 시 반에 깨워 드릴게요.',
      ],
      checks: [called(['reminders', 'timer']), reminds({ title: /./, at: '2026-11-23T06:30' }), said(/여섯|6/), spoken],
    },
    en: {
      say: 'Wake me at half past six tomorrow morning.',
      right: [
        use('reminders', { action: 'create', title: 'wake up', at: '2026-11-23T06:30:00+09:00', kind: 'alarm' }),
        'I will wake you at half past six.',
      ],
      checks: [called(['reminders', 'timer']), reminds({ title: /./, at: '2026-11-23T06:30' }), said(/six|6/i), spoken],
    },
  },
]
export const voice = tasksOf('voice', pairs)
