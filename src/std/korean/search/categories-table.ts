/** Categories of money: a row each, its names and the words by which it is known. The longest word decides. */
const rows = {
  food: [
    '식비 음식 food groceries',
    '밥 점심 저녁 아침 국밥 김밥 라면 빵 치킨 피자 떡볶이 순대 튀김 찌개 국수 냉면 고기 회 초밥 도시락 샌드위치 햄버거 간식 과자 파스타 우동 돈까스 만두 반찬 주스 음료수 맥주 소주 외식 회식 아이스크림 팝콘 떡 과일 사과 우유 계란 채소 장 마트 반찬 배달 분식 식당 외식 술 맥주 소주 안주 lunch dinner breakfast meal grocery restaurant pizza salad fries chicken bread snack cream popcorn soup stew sandwich noodle milk apple fruit beer gimbap supermarket pasta juice noodle cake',
    '편의점 마트 빵집 배민 배달의민족 convenience supermarket bakery 맥도날드 이마트 홈플러스 costco',
  ],
  cafe: [
    '카페 커피값 cafe',
    '커피 라떼 아메리카노 음료 차 coffee latte americano tea',
    '스타벅스 스벅 이디야 투썸 메가커피 starbucks',
  ],
  transport: [
    '교통 transport',
    '택시 버스 지하철 기차 주유 기름 기름값 하이패스 렌터카 주차 톨게이트 통행료 대리운전 비행기 taxi cab bus subway train gas fuel parking toll flight uber',
    '',
  ],
  household: [
    '생활 household',
    '휴지 세제 샴푸 치약 세탁 청소 미용실 이발 화장지 toilet detergent shampoo laundry salon haircut cleaning',
    '다이소 daiso ikea',
  ],
  housing: [
    '주거 housing',
    '월세 전세 관리비 전기 수도 가스비 도시가스 난방 대출 이자납부 보험 공과금 rent maintenance electricity bill heating mortgage insurance',
    '',
  ],
  phone: ['통신 phone', '핸드폰 휴대폰 인터넷 요금제 mobile internet', ''],
  health: [
    '의료 health',
    '병원 약 약국 치과 한의원 진료 영양제 dental hospital medicine pharmacy dentist doctor clinic vitamin',
    '',
  ],
  leisure: [
    '문화 leisure',
    '영화 공연 전시 잡지 게임 헬스장 운동 여행 넷플릭스 유튜브 노래방 movie concert karaoke magazine game gym netflix travel theater',
    '',
  ],
  shopping: [
    '쇼핑 shopping',
    '옷 신발 가방 화장품 노트북 컴퓨터 가전 볼펜 문구 clothes shirt pants dress shoe bag laptop computer pen stationery',
    '쿠팡 네이버쇼핑 무신사 amazon',
  ],
  education: [
    '교육 education',
    '책 학원 학원비 유치원 어린이집 교재 수강료 등록금 강의 수업 kindergarten book tuition course class',
    '',
  ],
  gifts: [
    '경조사 gifts gift',
    '선물 축의금 부의금 조의금 용돈 회비 세뱃돈 기부 birthday present membership donation wedding',
    '',
  ],
  income: ['수입 income earnings', '월급 급여 보너스 상여금 이자 salary bonus wage', ''],
  other: ['기타 other', '강아지 고양이 사료 dog cat puppy pet', ''],
} as const

/** A category that everybody has; others are a person's own words. */
export type MoneyCategory = keyof typeof rows

/** Names of categories, as a person asks for them; 비 may follow a Korean one. */
export const categoryNames: readonly (readonly [string, MoneyCategory])[] = pairsOf(([names]) => names)

/** Words by which a category is known, its names among them. */
export const categoryWords: readonly (readonly [string, MoneyCategory])[] = pairsOf((row) => row.join(' '))

/** Places that are known by their names alone: "스벅 6300원" was paid there. */
export const categoryPlaces: ReadonlySet<string> = new Set(pairsOf(([, , places]) => places).map(([word]) => word))

function pairsOf(wordsOf: (row: readonly [string, string, string]) => string): [string, MoneyCategory][] {
  return Object.entries(rows).flatMap(([category, row]) =>
    wordsOf(row)
      .split(' ')
      .filter((word) => word !== '')
      .map((word): [string, MoneyCategory] => [word, category as MoneyCategory]),
  )
}
