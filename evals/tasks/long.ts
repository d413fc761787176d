import { calledNot, said, saidNot } from '../checks.ts'
import { type Pair, type Step, tasksOf, use } from '../task.ts'

/** What was said long ago in the same conversation still counts; what was taken back does not. */
const chatter = {
  ko: [
    '요즘 날씨가 꽤 쌀쌀하네',
    '점심은 국수를 먹었어',
    '책상 정리를 조금 했어',
    '저녁에는 산책하려고 해',
    '음악은 재즈를 틀어 놨어',
    '창밖에 눈이 올 것 같아',
  ],
  en: [
    'It is rather chilly these days',
    'I had noodles for lunch',
    'I tidied my desk a bit',
    'I want to take a walk tonight',
    'I am playing some jazz',
    'It looks like snow outside',
  ],
}
const nods = (count: number, word: string): Step[] => Array.from({ length: count }, () => word)
const after = (
  id: string,
  language: {
    ko: [first: string[], ask: string, right: Step[], checks: Pair['ko']['checks']]
    en: [first: string[], ask: string, right: Step[], checks: Pair['ko']['checks']]
  },
): Pair => {
  const wording = (of: 'ko' | 'en', nod: string): Pair['ko'] => {
    const [first, ask, right, checks] = language[of]
    return {
      say: [...first, ...chatter[of], ask],
      right: [...nods(first.length + chatter[of].length, nod), ...right],
      checks,
    }
  }
  return { id, ko: wording('ko', '네, 알겠어요.'), en: wording('en', 'I see.') }
}
const pairs: Pair[] = [
  after('name', {
    ko: [
      ['오늘 만날 손님 이름은 오세훈이 아니라 오새롬이야'],
      '오늘 만날 손님 이름이 뭐라고 했지?',
      ['오새롬 님이에요.'],
      [said(/오새롬/)],
    ],
    en: [
      ['The guest I meet today is called Orla Quist, not Orla Quinn'],
      'What is the name of the guest I meet today?',
      ['Orla Quist.'],
      [said(/Quist/)],
    ],
  }),
  after('number', {
    ko: [
      ['행사 참가자는 모두 47명이고 한 명에 도시락 하나씩이야'],
      '도시락 하나에 8,500원이면 도시락값이 모두 얼마야?',
      [use('calculator', { expression: '47*8500' }), '모두 399,500원이에요.'],
      [said(/399500|39만 ?9500|39만 ?9천 ?5백/)],
    ],
    en: [
      ['There are 47 guests at the event and each gets one lunch box'],
      'At 8,500 won a box, how much are the boxes together?',
      [use('calculator', { expression: '47*8500' }), '399,500 won.'],
      [said(/399500/)],
    ],
  }),
  after('taken-back', {
    ko: [
      ['회식은 고깃집으로 하자', '아니다, 고깃집 말고 두부집으로 바꿀래'],
      '회식 어디서 하기로 했지?',
      ['두부집이에요.'],
      [said(/두부/), saidNot(/고깃집이에요|고깃집입니다/)],
    ],
    en: [
      ['Let us have the team dinner at the steak house', 'No wait, not the steak house: the tofu place'],
      'Where did we decide to have dinner?',
      ['At the tofu place.'],
      [said(/tofu/i)],
    ],
  }),
  after('rule', {
    ko: [
      ['이 대화에서는 파일을 절대 만들거나 고치지 말아줘'],
      '방금까지 이야기한 내용을 notes.md로 저장하는 게 좋을까? 의견만',
      ['파일을 만들지 말라고 하셔서 저장하지 않았어요. 원하시면 말씀해 주세요.'],
      [calledNot('write_file', 'edit_file', 'shell'), said(/파일|저장|않|원하/)],
    ],
    en: [
      ['In this conversation never create or change a file'],
      'Would it make sense to save our talk as notes.md? Just your opinion.',
      ['You asked me not to create files, so I did not; say so if you want one after all.'],
      [calledNot('write_file', 'edit_file', 'shell'), said(/file|save|not|n't/i)],
    ],
  }),
]
export const long = tasksOf('long', pairs)
