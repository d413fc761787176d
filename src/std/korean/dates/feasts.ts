import type { Feast } from '../../time/lunar.ts'

/** Days with a name: month and day. */
export const FIXED_FEASTS: Record<string, [number, number]> = {
  ...{ 크리스마스이브: [12, 24], '크리스마스 이브': [12, 24], 크리스마스: [12, 25], 성탄절: [12, 25] },
  ...{ 'christmas eve': [12, 24], 'christmas day': [12, 25], christmas: [12, 25], "new year's eve": [12, 31] },
  ...{ 'new years eve': [12, 31], 'new year eve': [12, 31], "new year's day": [1, 1], 'new years day': [1, 1] },
  ...{ "new year's": [1, 1], 'new year': [1, 1], "valentine's day": [2, 14], 'valentines day': [2, 14] },
  ...{ halloween: [10, 31], 핼러윈: [10, 31], 할로윈: [10, 31] },
  ...{
    신정: [1, 1],
    '새해 첫날': [1, 1],
    삼일절: [3, 1],
    어린이날: [5, 5],
    어버이날: [5, 8],
    '스승의 날': [5, 15],
    현충일: [6, 6],
  },
  ...{
    제헌절: [7, 17],
    광복절: [8, 15],
    개천절: [10, 3],
    한글날: [10, 9],
    발렌타인데이: [2, 14],
    밸런타인데이: [2, 14],
    화이트데이: [3, 14],
    빼빼로데이: [11, 11],
  },
}
/** Feasts of the lunar calendar by the words for them. */
export const LUNAR_FEASTS: Record<string, Feast> = {
  설날: '설날',
  추석: '추석',
  한가위: '추석',
  석가탄신일: '부처님오신날',
  '부처님 오신 날': '부처님오신날',
  부처님오신날: '부처님오신날',
  정월대보름: '정월대보름',
  '정월 대보름': '정월대보름',
  단오: '단오',
  칠석: '칠석',
  chuseok: '추석',
  seollal: '설날',
  'lunar new year': '설날',
}
