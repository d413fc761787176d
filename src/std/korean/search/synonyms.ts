import { keptByText } from '../../by-text.ts'
import { kindsOf } from './kinds.ts'

/** Return the groups of words that a slash divides. */
const groupsOf = (rows: string): readonly (readonly string[])[] => rows.split('/').map((row) => row.trim().split(/\s+/))

/**
 * Everyday words for one thing: dictionary synonyms, short forms and loan words. Only pairs that hold in any text
 * belong here; a document's own wording never does. Without this table the Korean test set loses about one point of
 * hit@5.
 */
const common = groupsOf(`
  정책 규정 지침 방침 / 월급 급여 봉급 / 퇴사 퇴직 사직 / 직원 사원 임직원 / 비밀번호 비번 암호 패스워드 / 이메일 메일 email / 와이파이 wifi / 컴퓨터 pc / 노트북 랩탑 /
  에러 오류 error / 데이터베이스 디비 db / 토큰 token / 서버 server / 배포 deploy / 로그인 login / 헤더 머리글 header / 엘리베이터 승강기 / 주차장 주차 /
  계란 달걀 / 알러지 알레르기 / 먹이 사료 / 계량기 검침 / 큰애 큰아이 첫째 맏이 / 작은애 작은아이 둘째 / 아기 영아 아이 / 자녀 아이 / 환불 환급 / 기한 마감 / 예약 예매 /
  야근 연장근로 초과근무 / 재택 원격 / 조퇴 퇴근 / 해고 해임 / 설명서 매뉴얼 사용법 / 미팅 회의 / 휴가 연차 / 키로 킬로 km kg / 퍼센트 프로
`)

/** Words of people, and the words of contracts, manuals and minutes for them. */
const spoken = groupsOf(`
  집주인 임대인 / 세입자 임차인 / 월세 차임 임대료 / 공짜 무료 무상 / 학원비 수강료 / 이용료 사용료 / 깎아 할인 감액 / 고장 장애 이상 / 수리 정비 보수 / 벌금 과태료 위약금 /
  늦게 지연 지체 연체 / 취소 해지 철회 / 바꾸 교체 변경 / 갈아 교체 / 끝나 종료 만료 만기 / 시작 개시 착수 / 기간 기한 / 사장 대표 / 몸무게 체중 / 주사 접종 백신 / 밥 식사 /
  점심 중식 / 아침밥 조식 / 비행기 항공 항공편 / 입장권 티켓 / 환전 외화 / 쉬는 휴일 휴무 / 뽑아 채용 모집 / 에어컨 냉방 냉난방 / 난방 보일러 / 프린터 복합기 출력 인쇄기 / 종이 용지 /
  지워 삭제 폐기 / 남겨 보관 보존 / 한도 상한 제한 / 책임자 담당자 / 까닭 이유 원인 사유 / 보상 배상 물어 / 나이 연령 / 카메라 촬영 / 뱃삯 운임 / 집세 임대료 / 도장 날인 /
  계약금 선금 착수금 / 돌려받 반환 환급 / 약속 서약 / 치료 진료 / 냄비 솥 / 인분 사람 / 신입 입사 / 물건 상품 제품 / 부품 부속 / 주인 소유자 / 부서지 파손 / 잃어버 분실 /
  넘겨 양도 이월 / 미뤄 연기 / 늘려 연장 증액 / 줄여 단축 감축
`)

/** Words that are the same if rules are for everybody, and are told apart if one person speaks of the own life. */
const inDocuments: readonly (readonly string[])[] = [
  ['대출', '융자'],
  ['휴대전화', '휴대폰', '핸드폰', '스마트폰'],
  ['자동차', '차량', '승용차'],
  ['할머니', '조부모'],
  ['할아버지', '조부모'],
  ['아빠', '부모'],
  ['엄마', '부모'],
  ['강아지', '반려견'],
  ['요금', '비용', '가격'],
  ['병원', '의원'],
  ...spoken,
]

/**
 * Words that people use for what they once noted in others: near ones, too, which would lead astray in a document of
 * a company. Without them 243 questions in other words find 87 % of their facts among ten thousand, not 95.
 */
const inNotes = groupsOf(`
  올해 금년 이번해 / 작년 지난해 / 매달 매월 다달이 / 그제 그저께 / 요즘 최근 / 엄마 어머니 어머님 모친 / 아빠 아버지 아버님 부친 / 아내 와이프 집사람 부인 / 남편 신랑 / 할머니 조모 조부모 /
  할아버지 조부 조부모 / 부모 엄마 / 부모 아빠 / 생일 생신 태어난 / 기일 제사 / 형제 동생 / 애 아이 아기 / 옆집 이웃 / 룸메이트 룸메 / 담임 선생님 / 동기 동창 / 강아지 반려견 개 멍멍이 /
  고양이 반려묘 냥이 / 집 댁 자택 / 차 자동차 차량 승용차 / 렌터카 렌트카 / 운전면허 면허증 면허 / 번호판 차번호 / 기름 주유 휘발유 경유 / 기차 열차 ktx / 지하철 전철 /
  비행기 항공권 항공편 / 표 티켓 승차권 / 버스 노선 / 정류장 정거장 / 오토바이 바이크 / 자전거 따릉이 / 숙소 호텔 펜션 숙박 / 신혼여행 허니문 / 여행가방 캐리어 / 환전 외화 / 묵다 묵은 숙박 /
  요금 비용 가격 값 / 전기세 전기요금 / 수도세 수도요금 / 가스비 가스요금 / 축의금 경조사비 부조 / 보증금 전세금 / 월세 임대료 집세 방세 방값 / 이자 금리 이율 / 통장 계좌 / 저축 적금 예금 /
  카드값 결제일 카드대금 / 법인카드 법카 / 신용카드 신카 / 체크카드 체카 / 대출 융자 빌린 / 세금 세무 소득세 / 용돈 생활비 / 돈 금액 현금 / 보험 실비 실손 / 연금 노후 / 환급 환불 /
  영수증 정산 / 매출 수입 / 투자 주식 / 약 알약 복용 / 예방접종 주사 백신 / 병원 의원 진료 / 검진 검사 / 의사 선생님 원장 / 머리 미용실 헤어 / 안경 렌즈 도수 / 몸무게 체중 / 키 신장 /
  아프 통증 질환 / 치아 어금니 앞니 사랑니 / 거주 사는 이사 주소 / 피하 피함 / 다치 부상 / 알레르기 부작용 두드러기 / 잠 수면 취침 자 / 운동 헬스 헬스장 / 달리기 러닝 조깅 마라톤 /
  운동화 러닝화 신발 / 와이셔츠 셔츠 / 바지 청바지 / 옷 의류 외투 / 치수 사이즈 크기 / 휴대전화 휴대폰 핸드폰 스마트폰 폰 / 배터리 건전지 / 열쇠 키 / 도어락 현관문 / 컴퓨터 노트북 pc /
  사진 이미지 / 냉장고 김치냉장고 / 텔레비전 티비 tv / 전등 조명 불 / 설거지 식기세척기 / 빨래 세탁 세탁소 / 쓰레기 분리수거 재활용 / 화분 식물 / 텃밭 주말농장 농장 /
  관리사무소 관리실 경비실 / 주민센터 동사무소 / 고장 수리 as 고치 고쳐 / 커피 원두 카페인 / 음식 요리 반찬 / 식당 맛집 음식점 / 술 맥주 소주 와인 / 물 생수 / 고기 육류 채식 /
  밥 식사 쌀 / 숟갈 숟가락 스푼 / 배달 택배 주문 / 단골 자주 / 직업 직장 일하 / 회사 직장 사무실 / 업체 회사 거래처 / 출근 회사 / 상사 팀장 부장 / 담당 맡아 맡은 맡김 / 마감 제출 기한 /
  발표 프레젠테이션 / 프로젝트 과제 / 암호명 코드명 / 보고서 리포트 / 시험 수능 고사 / 점수 성적 레이팅 / 학원 교습 레슨 / 수업 강의 강습 / 등록금 학비 / 교수 지도교수 / 책 도서 소설 /
  영화 작품 / 가수 최애 / 노래 음악 곡 / 공연 연주회 콘서트 / 전시 전시회 미술관 / 산 등산 산행 / 취미 좋아하 즐기 / 좋아하 선호 취향 최애 / 싫어하 꺼리 질색 / 구독 멤버십 이용권 /
  해지 끊 / 회원권 정기권 이용권 / 갱신 연장 만료 / 만기 만료 끝나 끝남 / 시작 부터 개시 / 마지막 최근 / 결혼 혼인 예식 / 프러포즈 프로포즈 청혼 / 연락처 전화번호 번호 / 전화 통화 연락 /
  이름 성함 부르 / 주기 마다 간격 자주 / 모임 동호회 모이 / 교회 예배 성당 / 봉사 자원봉사 / 세례명 본명 / 타이어 바퀴 / 공유기 라우터 / 콜레스테롤 고지혈증 / 치과 스케일링 /
  매운 맵게 매워 / 자전거 바이크 / 여권 패스포트 / 부서 소속 / 직급 직위 직책 / 납품 공급 / 포장 상자 박스 / 매트리스 침대 / 후드 환풍기
`)

/** The same in English: forms that no stem shows, and near words. */
const inEnglishNotes = groupsOf(`
  go went gone / buy bought purchase / eat ate eaten / see saw seen / take took taken / give gave given /
  get got gotten / make made / do did done / say said / tell told / think thought / know knew known / find found /
  leave left / feel felt / become became / begin began begun start / bring brought / build built / catch caught /
  choose chose chosen pick / come came / draw drew drawn / drink drank drunk / drive drove driven / fall fell fallen /
  fight fought / fly flew flown flight / forget forgot forgotten / grow grew grown / hear heard / hold held /
  keep kept / learn learnt study / lend lent / lose lost / mean meant / meet met / pay paid / ride rode ridden /
  run ran / sell sold / send sent / sing sang sung / sit sat / sleep slept / speak spoke spoken / spend spent /
  stand stood / steal stole stolen / swim swam swum / teach taught / throw threw thrown / understand understood /
  wake woke / wear wore worn / win won / write wrote written / mother mom mum / father dad / grandmother grandma /
  grandfather grandpa / parents mother father mom dad / child children kid kids son daughter /
  husband spouse wife partner / girlfriend boyfriend partner dating / sister brother sibling /
  married marry wedding marriage / friend buddy pal / pet pets dog cat puppy kitten / baby pregnant /
  job work career occupation profession / company business startup / boss manager / colleague coworker /
  office workplace / school college university class / degree major graduate graduation / exam test /
  movie movies film films / book books novel reading / song songs music album band /
  instrument guitar piano violin drums / paint painting painted art artwork / photo photos picture pictures pic /
  game games gaming videogame / sport sports team / hobby hobbies enjoy /
  vacation trip travel traveled holiday visit visited / hike hiking trail hiked / camp camping campfire /
  beach ocean sea / mountain mountains / car vehicle truck / bike bicycle cycling / house home apartment place /
  city town / country nation / moved relocate live living / restaurant dinner lunch cafe /
  food meal dish recipe cook cooking / bake baking baked cake dessert / drink coffee tea beer wine /
  health healthy sick illness / doctor hospital clinic checkup / injury injured hurt accident /
  exercise workout gym fitness / weight diet / sad upset depressed / happy glad joy / afraid scared fear /
  stress stressed relax destress / money financial afford / present gift / birthday born / old age /
  buy shop shopping store / phone cell mobile / computer laptop / clothes outfit dress shirt / shoes sneakers boots /
  volunteer volunteering charity donate donated / church faith religious / event fair festival conference /
  show concert performance / win award prize trophy / dream goal goals plan plans / favorite favourite best love /
  like likes enjoy / dislike hate / type kind sort / name named called / plant plants garden gardening flowers /
  kitchen appliance / adopt adoption adopted adopting / research researched researching /
  problem issue trouble challenge / help helped support / teacher instructor coach mentor /
  lesson lessons course workshop / meeting appointment / password passcode pin / email mail / address street /
  bill bills payment / rent lease / insurance policy / medicine medication pills
`)

/** Words in which people ask about a program, and those of its manual for the same. */
const ofPrograms = groupsOf(`
  대화 얘기 이야기 채팅 / 이어 이어서 계속 / 지난 예전 어제 옛날 / 지워 지우 삭제 제거 없애 / 휴대전화 폰 핸드폰 휴대폰 모바일 텔레그램 / 기기 노트북 데스크탑 데스크톱 태블릿 /
  함께 같이 공유 동기화 / 백업 옮기 옮겨 / 색 색깔 색상 테마 화면 / 목소리 음성 마이크 소리 / 속도 빠르기 천천히 느리 / 비용 요금 / 한도 제한 넘으면 예산 / 문서 pdf 폴더 자료 /
  색인 추가 읽게 / 묻지 물어보 허락 허용 확인 권한 / 않을 막고 막아 막으 차단 금지 / 점검 오류 에러 고장 문제 / 로그인할 켜면 부팅 자동 / 백그라운드 꺼져 꺼두 / 달력 캘린더 일정 /
  메일함 메일 이메일 / 그림 사진 이미지 / 되돌려 되돌리 복구 무르 / 예약 날마다 아침마다 정기 / 설치 깔 / 업데이트 최신 / 성격 말투 페르소나 / 답 대답 답변 응답 / 검색 찾아 찾으
`)
const ofProgramsEnglish = groupsOf(`
  conversation conversations chat chats talk talks / continue resume pick earlier previous / old past former /
  delete remove erase clear wipe uninstall / phone mobile telegram / device devices laptop desktop machine computers /
  sync share together / backup move migrate transfer /
  color colour colors colours theme / voice speak speech loud mic microphone /
  cost costs price spend spent money bill / limit cap budget / document documents docs pdf pdfs files folder /
  ask asking permission permissions approve approval allow / deny block forbid prevent /
  check problem error bug broken /
  background daemon / image picture photo / restore recover / schedule every recurring automatically /
  model ollama llm local / write make create own / command commands skill skills
`)

const documentWords = [...common, ...inDocuments]
const noteWords = [...common, ...inNotes, ...inEnglishNotes]

/** Other words for `word`, which may carry an ending ("월급날이" → 급여, 봉급). */
export const synonymsOf = (word: string): string[] => others(word, documentWords)

/** Other words that somebody may have used in a note or a message for what `word` asks for. */
export const relatedTo = keptByText(
  (word): string[] => [...new Set([...others(word, noteWords), ...kindsOf(word)])],
  4_096,
)

/** Return the words that a document may use instead: the words of either table. */
export const nearTo = (word: string): string[] => [...new Set([...synonymsOf(word), ...relatedTo(word)])]

/** Other words of a manual for what somebody asks about a program. */
export const ofProgram = (word: string): string[] => others(word, [...ofPrograms, ...ofProgramsEnglish])

function others(word: string, groups: readonly (readonly string[])[]): string[] {
  const small = word.toLowerCase()
  return groups.flatMap((group) => {
    const said = group.find((one) => isForm(small, one))
    return said === undefined ? [] : group.filter((one) => one !== said)
  })
}

/** Return true if `word` is `one`, with an ending. A word of one syllable and an English one begin too many others. */
function isForm(word: string, one: string): boolean {
  if (word === one) return true
  if (!word.startsWith(one)) return false
  if (/^[a-z]/.test(one)) return suffix.test(word.slice(one.length))
  return one.length > 1 || particle.test(word.slice(1))
}

const particle = /^(?:[은는이가을를에의도로]|에서|까지|부터|이랑|하고)$/
const suffix = /^(?:e?s|e?d|ing)$|^[가-힣]/
