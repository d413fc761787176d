// What people say in the middle of a transfer that has nothing to do with it: questions, reports, sums, requests of
// other things.

import type { Random } from '../random.ts'
import { someAmount } from './amounts.ts'
import { someDay } from './days.ts'

const WHO = ['엄마', '아빠', '동생', '민수', '영희', '우리 팀장님', '친구', '할머니']
const TOPICS = ['날씨', '뉴스', '환율', '미세먼지', '교통 상황', '주가']
const ask = ['알려줘', '알려 주세요', '말해줘', '찾아줘', '보여줘', '검색해줘']
const things = ['생일', '결혼기념일', '면접', '시험', '이사', '수술', '여행', '제사', '월급날', '집들이']

type Style = (random: Random) => string

/**
 * What can be answered where the program runs: days, sums, what it knows of people and of transfers, reports,
 * reminders, small talk.
 */
const styles: Style[] = [
  (r) =>
    r.pick([
      '오늘 며칠이야?',
      '지금 몇 시야?',
      '내일 무슨 요일이야?',
      '오늘 무슨 요일이지?',
      '올해 추석이 언제야?',
      '크리스마스까지 며칠 남았어?',
    ]),
  (r) => `${someAmount(r).text}의 ${r.int(1, 40)}%${r.pick(['는?', '는 얼마야?', ' 얼마지?', '가 얼마야'])}`,
  (r) =>
    `${r.int(2, 999)} ${r.pick(['더하기', '곱하기', '빼기', '나누기'])} ${r.int(2, 99)}${r.pick(['?', '는?', '은 얼마야?', ' 얼마야'])}`,
  (r) => `${r.int(2, 999)}${r.pick([' + ', ' * ', '*', '+', ' - '])}${r.int(2, 99)}${r.pick(['?', '는?', '은?'])}`,
  (r) => `${someAmount(r).text}이면 부가세가 얼마야?`,
  (r) => `${r.pick(WHO)} ${r.pick(things)}이 ${someDay(r).text}이야`,
  (r) => `${r.pick(WHO)} ${r.pick(things)} ${r.int(1, 12)}월 ${r.int(1, 28)}일이래`,
  (r) =>
    `어제 ${r.pick(WHO)}가 ${someAmount(r).text} ${r.pick(['보냈대', '보냈어', '줬어', '보냈더라', '빌려 갔거든', '썼대'])}`,
  (r) =>
    `${r.pick(['어제', '아까', '오늘 아침에', '지난주에'])} ${r.pick(['병원에 다녀왔어', '회의했어', '점심 먹었는데 맛있었어', '잠을 못 잤어', '차를 샀어', '비가 많이 왔대'])}`,
  (r) => `${someDay(r).text}에 ${r.pick(['비 온대', '눈 온다더라', '회식이래'])}`,
  (r) =>
    r.pick([
      '배고파',
      '심심해',
      '오늘 너무 피곤하다',
      '고마워 정말',
      '사랑해',
      '힘들어 죽겠어',
      '날씨가 참 좋네',
      '졸려',
      '커피 마시고 싶다',
      '안녕',
    ]),
  (r) =>
    `${r.pick(['내일', '오늘', '모레'])} ${r.pick(['아침', '저녁'])} ${r.int(6, 9)}시에 ${r.pick(['깨워줘', '약 먹으라고 알려줘', '회의 있다고 알려줘', '알람 맞춰줘'])}`,
  (r) =>
    `${r.pick(WHO)} ${r.pick(['전화번호가 뭐야?', '나이가 몇 살이지?', '생일 언제야?', '뭐 좋아했더라?', '어디 살아?'])}`,
  (r) =>
    r.pick([
      '너는 누구야?',
      '뭐 할 줄 알아?',
      'what time is it?',
      '이거 진짜 돈이야?',
      '알림 뭐 있어?',
      '내일 일정 뭐야?',
    ]),
  (r) =>
    r.pick([
      '수수료 있어?',
      '수수료는 얼마야?',
      '이체 수수료 없지?',
      '언제 도착해?',
      '바로 들어가?',
      '보내면 얼마나 걸려?',
      '한도가 얼마야?',
      '하루에 얼마까지 보낼 수 있어?',
      '나중에 취소할 수 있어?',
      '보낸 다음에 취소 돼?',
    ]),
  (r) =>
    r.pick([
      '내 잔액은?',
      '잔액 얼마야?',
      '통장에 얼마 있어?',
      '돈 얼마 남았어?',
      '어제 얼마 보냈어?',
      '누구한테 보내는 거였지?',
      '얼마 보내는 거야?',
      '예약된 이체 있어?',
    ]),
]

/** What no rule can know: the weather without a key, news, prices, knowledge of the world, opinions. */
const beyond: Style[] = [
  (r) =>
    `${r.pick(['오늘', '내일', '주말', '모레', '서울', '부산'])} ${r.pick(TOPICS)} ${r.pick(['어때?', '어떻게 돼?', ...ask])}`,
  (r) =>
    `${r.pick(['환전', '적금', '주식', '대출', '전세', '비트코인'])}${r.pick(['이 뭐야?', ' 어떻게 해?', '은 왜 이렇게 비싸?', '에 대해 설명해줘'])}`,
  (r) => r.pick(['누가 이겼어?', '한국 인구가 몇 명이야?', '1달러에 얼마야?', '왜 그래?', "what's the weather?"]),
  (r) =>
    `${someAmount(r).text} ${r.pick(['정도면 비싼 거야?', '짜리 선물 추천해줘', '으로 뭐 살 수 있어?', '이 누구 얼굴이지?'])}`,
  (r) => `${someAmount(r).text}이면 ${r.pick(['몇 달러야?', '많은 거야?'])}`,
]

/** Something said beside a transfer; `known`: it needs nothing that only a model or a service outside has. */
export function someRemark(random: Random): { text: string; known: boolean } {
  const known = random.chance(0.8)
  return { text: random.pick(known ? styles : beyond)(random), known }
}
