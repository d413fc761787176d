import { asksBack, said, saidNot } from '../checks.ts'
import { type Pair, tasksOf, use } from '../task.ts'

/** What is known of the person, or was said before, is found and used; what is not known is not made up. */
const known = (
  id: string,
  memory: [ko: string, en: string],
  ko: [say: string, right: string, said: RegExp],
  en: [say: string, right: string, said: RegExp],
): Pair => ({
  id,
  ko: { say: ko[0], setting: { memory: [memory[0]] }, right: [ko[1]], checks: [said(ko[2])] },
  en: { say: en[0], setting: { memory: [memory[1]] }, right: [en[1]], checks: [said(en[2])] },
})
const pairs: Pair[] = [
  known(
    'birthday',
    ['아내 생일은 4월 17일', "The wife's birthday is 17 April"],
    ['아내 생일이 언제지?', '4월 17일이에요.', /4월 17일/],
    ["When is my wife's birthday?", 'On 17 April.', /17 April|April 17/],
  ),
  known(
    'car',
    ['차 번호는 12가 3456', 'The car plate is 12GA3456'],
    ['내 차 번호 뭐야?', '12가 3456이에요.', /12가 ?3456/],
    ['What is my plate number?', '12GA3456.', /12GA3456/],
  ),
  known(
    'preference',
    ['커피는 설탕 없이 마신다', 'Drinks coffee without sugar'],
    ['내가 커피 어떻게 마시는지 알아?', '설탕 없이 드시죠.', /설탕/],
    ['Do you know how I take my coffee?', 'Without sugar.', /without|no sugar|black/i],
  ),
  known(
    'reckon',
    ['1990년 5월 5일에 태어났다', 'Born on 5 May 1990'],
    ['나 지금 만 나이로 몇 살이야?', '만 36세예요.', /36/],
    ['How old am I now?', 'You are 36.', /36/],
  ),
  {
    id: 'unknown',
    ko: {
      say: '내 혈액형이 뭐였지?',
      right: [use('search_memory', { query: '혈액형' }), '혈액형은 말씀해 주신 적이 없어서 모르겠어요.'],
      wrong: [['A형이에요.']],
      checks: [said(/모르|없|알려 ?주/), saidNot(/(?:A|B|O|AB)형이(?:에요|시|네)/)],
    },
    en: {
      say: 'What is my blood type again?',
      right: [use('search_memory', { query: 'blood type' }), 'You have not told me, so I do not know.'],
      wrong: [['You are type A.']],
      checks: [said(/not|n't|no record|unknown/i), saidNot(/you(?:'re| are) (?:type )?(?:A|B|O|AB)\b/)],
    },
  },
  {
    id: 'earlier',
    ko: {
      say: '지난번에 이사 견적 얼마라고 했지?',
      setting: { earlier: ['이사 견적은 한솔익스프레스에서 138만원 받았어'] },
      right: [use('search_conversations', { query: '이사 견적' }), '한솔익스프레스에서 138만원이라고 하셨어요.'],
      checks: [said(/138만|1380000/)],
    },
    en: {
      say: 'How much did I say the moving quote was?',
      setting: { earlier: ['I got a moving quote from Hansol Express: 1,380 dollars'] },
      right: [use('search_conversations', { query: 'moving quote' }), 'You said 1,380 dollars from Hansol Express.'],
      checks: [said(/1380/)],
    },
  },
  {
    id: 'contradiction',
    ko: {
      say: '우리 회의가 무슨 요일이더라?',
      setting: { memory: ['팀 회의는 월요일', '팀 회의는 목요일'] },
      right: ['월요일이라는 기억과 목요일이라는 기억이 둘 다 있어요. 어느 쪽이 맞나요?'],
      wrong: [['월요일이에요.']],
      checks: [said(/월요일/, /목요일/), asksBack],
    },
    en: {
      say: 'On which day is our team meeting?',
      setting: { memory: ['The team meeting is on Monday', 'The team meeting is on Thursday'] },
      right: ['I have both Monday and Thursday noted. Which is right?'],
      wrong: [['On Monday.']],
      checks: [said(/Monday/, /Thursday/), asksBack],
    },
  },
]
export const recall = tasksOf('recall', pairs)
