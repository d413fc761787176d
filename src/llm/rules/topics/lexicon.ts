import { GIVING_WORDS } from '../../../std/korean/grammar/ending.ts'

/**
 * Korean pieces by what they are about; written without blanks, which Korean puts where it likes. The longest wins,
 * whatever stands in the line.
 */
export const korean = {
  fill: `
    해야 해야해 해야돼 해야되 해야하 해야할까 해야하나 되는거 이제 맞지 맞아 맞나 맞죠 좋을까 좋을까요 은 는 이 가 을 를 에 에서 에다 에다가 의 도 만 로 으로 랑 이랑 와 과 한테 부터 까지 요 야
    이야 이에요 예요 에요 인가요 인가 이니 니 냐 지 지요 죠 나 나요 어 어요 아 아요 는데 은데 인데 는거야 는거임 거야 거임 거예요 거죠 임 음 함 됨 고 면 으면 려면 려고 으려면 을까 을까요 다 네
    네요 군 구나 거든 라 라고 이라고 한 할 하 하는 하나요 하니 하냐 하면 하고 하죠 합니까 합니다 한다 한데 해 해요 해야 해도 했 했어 해봐 해라 하자 있 있어 있어요 있나 있나요
    있는 있을 있니 있지 있음 있냐 없 없어 없어요 없나 없나요 없는 없다 되 돼 돼요 되나 되나요 되는 되니 되지 되냐 된다 될까 
    ${GIVING_WORDS} 줘봐 봐 봐요 볼래 싶어 싶다 싶은데 수 줄 거 것 게
    걸 건 데 때 때문에 좀 혹시 그럼 그러면 까 마 면은 근데 그런데 그래서 그냥 이거 이건 이게 이걸 그거 그건 저거 오 우와 앗 헐 정말 진짜 너무 완전 엄청 되게 아주 많이 더 막 제발 빨리 지금 오늘
    이제 요즘 하나 하나만 한번 말이야 인 죽겠다 죽겠어 죽겠네 같아 같은 거같아 걍 나만 써야 쓸 겠 겠어 겠다 처럼 정도 대체 도대체 일단 먼저 입니까 니까 습니까 이거나 이나 든지 당 아무 아무거나 ㄱ
    법 다른 다른사람 남 남이 남들이 혹 랑도 있는지 하는지 되는지 어떤지`,
  ask: '몇개 몇개야 몇개임 몇개예요 몇개있 개수 갯수 어떻게 어케 어캐 어찌 어떡해 어떡하 어디 어디다 어디에 어디서 어디로 왜 언제 누구 누가 몇 무슨 어떤',
  what: '뭐 뭘 뭔 뭔데 뭐가 뭐야 뭐임 뭐지 뭐뭐 뭐게 뭐부터 무엇 무엇을',
  this: '이거 이건 이게 이걸',
  you: '너 넌 너는 네 네가 니 니가 니네 니들 당신 당신은 자네 비서 비서님',
  help: '도와 도움 도움말 도움이필요 살려 헬프 메뉴 예시 예제 설명서 매뉴얼 사용법 사용방법 사용설명서 쓰는법 쓰는방법 이용방법 기능 기능들 가이드 튜토리얼',
  can: '수 돼 돼요 되나 되나요 되니 될까',
  have: '있어 있어요 있나 있나요 있니 있음',
  able: '할줄 할줄알 할수 할수있 해줄 해줄수 해줄수있 쓸줄 가능 가능한 잘해 잘하는 되는거 하는일 할일이',
  use: `
    해보면 해볼까 시작할까 시작하면 쓰려면 사용하려면 하려면 쓰고싶어 쓰고싶은데 물어보려면 질문하려면 알아들어 알아듣 알아들을 말하면 말하 뭐라고 못쓰 못써 못쓰나 못쓰는 못하 못해 안돼 안되 물어보면 써 쓰
    쓰는 쓰는거 사용 사용해 사용하 사용하는 이용 이용해 작동 시작 시작해 시작하 처음 처음인데 처음이 물어 물어봐 물어보 물어봐야 모르겠 모르겠어 모르겠는데 물어볼 방법 써봐 쓰지 쓰면 이용하면 써보 써보는
    써본 처음써보 깔았 설치했`,
  show: '보여주면 알려주면 알려 보여 말해 말해봐 가르쳐 설명 설명해 말해보 뭐있 뭐있어',
  command: '명령어 명령 커맨드 단축키 슬래시',
  model: '로컬 로컬모델 모델 ai ai모델 에이아이 인공지능 언어모델 llm 엘엘엠',
  vendor: `
    gpt 지피티 챗gpt 챗지피티 chatgpt 오픈ai 오픈에이아이 openai 클로드 claude 앤트로픽 anthropic 제미나이 제미니 gemini 올라마 ollama 딥시크 deepseek 라마
    llama 그록 grok 퍼플렉시티 zai z.ai glm`,
  key: '키 api api키 에이피아이 토큰 인증키',
  connect: `
    작아 작아요 작은데 작네 작게 크게 키우 키우고 키워 줄이 줄이고 줄여 연결 연결하 연결해 연결하는 연동 연동하 붙이 붙여 등록 등록하 넣 넣어 넣는 넣어야 추가 추가하 바꿔 바꾸 바꿀 쓰려 쓰려면 써볼
    설치 설치하 입력 입력하 없다는데 없대 없다고 없다`,
  setting: '설정 설정은 설정을 세팅 환경설정 옵션',
  data: '글 데이터 정보 개인정보 대화 대화내용 내용 기록 자료 말 내말 한말 물어본거 질문 로그 히스토리 내역',
  where: '어디로 어디 어디에 어디다 어디에다',
  keep: '어디있 어디에있 저장 저장돼 저장되 저장하 저장됨 저장해 남아 남나 남는 남 보관 보관되 보관돼 있는곳 위치 폴더 쌓이 쌓여',
  send: '보내 보내나 보내는 보내지 나가 나가나 나가는 넘어가 넘겨 새어 밖 밖으로 회사 인터넷으로 전송 전송돼 전송되 유출 유출돼 서버 서버로 외부 클라우드',
  leak: '전송 전송돼 전송되 유출 유출돼 서버 서버로 외부 클라우드',
  safe: '안전 안전해 안전한 보안 믿을 믿어도 괜찮 괜찮아 프라이버시 비밀 지켜',
  freely: '함부로 마음대로 맘대로 멋대로 제멋대로 몰래 허락없이 묻지도 안묻고',
  free: '무료 공짜 유료 꽁짜 프리',
  price: '요금 요금제 요금제가 비용 사용료 이용료 구독료 구독 결제 과금 청구 유료화',
  amount: '얼마 얼마나 돈 값 가격',
  pay: '내 내야 내나 내는 들어 들 드나 드는 나와 나오 나가 필요 지불 결제해',
  net: '인터넷 와이파이 네트워크 wifi',
  offline: '오프라인 비행기모드',
  without: '없이 없어도 없이도 없으면 끊겨 끊겨도 끊기면 꺼도 안돼도 안되도',
  dialogue: '대답 대답해 대답하 답변 답해 대화 얘기 이야기 채팅',
  leave: `
    종료 종료해 종료하 종료할게 끝내 끝내자 끝낼게 마칠게 끝 끝낼래 나갈래 나가 나갈 나가는 나가기 나갈게 그만 그만할 그만할래 그만할게 그만하자 그만해 그만둘래 꺼 끄 끄는 끄려 닫아 닫 퇴장
    빠져나가 이제그만 exit quit`,
  who: '누구 누구야 정체 이름 사람 로봇 기계 ai야 프로그램 챗봇 봇 애 남자 여자 성별 자기소개 소개 소개해',
  made: '만들었 만든 만들어 만드 개발 개발한 개발자 제작 제작자 아빠 엄마 부모님 주인 창조자',
  age: '나이 몇살 연세',
  love: '사랑해 사랑한다 사랑합니다 좋아해 좋아한다 결혼하자 사귀자',
  partner: '남친 여친 남자친구 여자친구 애인',
  bored: '심심 심심해 심심하 심심한데 심심하다 지루 지루해 지루하 노잼 할게없 뭐하지 뭐하고놀지 놀자 놀아',
  joke: '농담 개그 아재개그 유머 재밌는 재미있는 웃긴 웃겨 웃겨봐 이야기 얘기 썰 난센스 넌센스 퀴즈',
  hungry: '배고 배고파 배고프 배고픈데 배고프다 출출 출출해 허기 목말라 목마르',
  tired:
    '피곤 피곤해 피곤하 피곤하다 힘들 힘들어 힘들다 힘들었 지쳐 지친 지쳤 졸려 졸리 졸립 졸리다 잠와 잠이와 잠이안와 번아웃 쉬고싶 지침',
  sad: '우울 우울해 우울하 슬퍼 슬프 슬픈 눈물 울고싶 속상 속상해 속상하 망했 망했어 불안 불안해 불안하 걱정 걱정돼 아파 아프 ㅠ ㅠㅠ ㅠㅠㅠ ㅜ ㅜㅜ ㅜㅜㅜ 흑흑 헤어졌 차였',
  angry: '짜증 짜증나 짜증난 화나 화났 화난 열받 열받아 빡쳐 빡치 빡침 스트레스 스트레스받아 미치겠 답답 답답해',
  lonely: '외로 외로워 외롭 외로운 혼자 쓸쓸 쓸쓸해 허전 허전해',
  insult: '바보 멍청 멍청이 멍청해 멍청하 똥멍청이 별로 쓸모없 답답이 꺼져 닥쳐 느려 구려',
  praise:
    '최고 대박 굿 좋아 좋네 좋다 멋져 멋지 멋있 훌륭 똑똑 똑똑하 잘했 잘했어 짱 대단 신기 신기하 신기해 오지 지린다 귀여워 귀엽 예쁘 예뻐',
  joy: '합격 합격했 붙었 붙었어 승진 승진했 취업했 취직했 이겼 이겼어 성공했 졸업했 당첨됐 태어났 신나 행복해 기뻐 기분좋아',
  event: '시험 면접 취업 취직 졸업 당첨 성공 회사 대학 학교',
  birthday: '생일 생일이야 생일이에요',
  laugh: 'ㅋ ㅋㅋ ㅋㅋㅋ ㅋㅋㅋㅋ ㅎ ㅎㅎ ㅎㅎㅎ 푸하하 하하 하하하 호호 히히 크크 ㅋㅎ',
  doing: '뭐해 뭐하니 뭐하냐 뭐하고있 잘지내 잘있었 밥먹었 잘잤 기분어때 기분이어때 요즘어때',
  menu: '점메추 저메추 점심 저녁 아침 메뉴 밥 야식 간식 먹지 먹을까 먹을 먹',
  pick: '점메추 저메추 추천 추천해 골라 뽑아 정해',
  note: `
    메모 메모한 노트 기억 기억한 기억하 기억하고 기억해 기억해둔 적어놨 적어둔 적은 써놓은 저장한 알려준 말한 아는 알고있는 메모해둔 대해 대해서 목록 적어놓 아는거 아는것 아는게 알고있는거 기억하는
    메모한거 저장된`,
  erase: '지울 지우려면 삭제하려면 지워 지우 삭제 삭제해 없애 잊어 초기화 초기화해 리셋 비워',
  all: '다 전부 모두 싹 싹다 몽땅 죄다 모든 전체',
  me: '나 난 나는 내 내가 나의 나한테 나에 날 저 제 제가 저는 저의 우리',
  file: '파일 파일들 파일목록 파일개수',
  here: '여기 여기에 여기서 이폴더 현재폴더 지금폴더 이디렉터리 여기폴더 폴더',
  voice: '음성 음성으로 음성으로도 목소리 목소리로 목소리로도 말로 말로도 마이크 마이크로 소리내어',
  telegram: '텔레그램 텔레그램이랑 텔레그램으로 텔레그램에서 텔레그램에서도 텔레그램하고 텔레',
  account: '회원가입 가입 가입해 가입하 로그인 로그인해 로그인하 계정 아이디',
  document: '문서 문서도 문서를 pdf 피디에프 워드 엑셀 한글파일 hwp 논문 자료집',
  money: '송금 송금하 송금하면 이체 이체하 이체하면 돈 현금',
  real: '진짜 실제 실제로 정말 진짜로 진짜돈 실제돈',
  see: '보 볼 볼수 봐 보나 볼까 읽어 읽을 읽나 훔쳐 엿보 검색 검색해 검색할 찾아 찾을 알아봐 알아보 알아볼 인식 인식해',
  hello: '안녕 안녕하세요 반가워 반가워요 반갑습니다 하이 헬로 처음뵙겠습니다 만나서',
  thanks:
    '고마워 고마워요 고맙습니다 고맙 감사 감사해 감사해요 감사합니다 땡큐 수고 수고해 수고했어 수고했어요 수고하셨어요 수고하셨습니다 덕분 덕분에 고생했어',
  language:
    '언어 영어 영어로 영어로도 영어도 한국어로도 한국어도 한국어 한국어로 한국말 일본어 일본어로 말투 한글 한글로',
  look: '색 색깔 색상 테마 글씨 글자 글꼴 폰트 글자크기 글씨크기 크기 다크모드 배경 배경색 화면색',
  version: '버전 버젼',
  update: '업데이트 업그레이드 최신 최신버전 새버전',
  calendar: '캘린더 달력 구글캘린더 구글 아웃룩 애플 일정표',
  mail: '메일 이메일 지메일 네이버메일 네이버',
  need: '필요 필요해 필요한 필요하 필수 필수야 있어야 꼭있어야',
  how: '어떻게 어케 어캐 방법 법 하는법 쓰는법 사용법',
  remind: '알림 알람 리마인더 타이머 알림은 알람은 알림을 알람을 맞춰 맞추 맞추나 맞추는',
  sum: '계산 계산기 계산은 계산도 계산기는 셈',
  many: '많이',
  backup: '백업 백업해 백업하 복원 복구 내보내 내보내기 옮기 옮겨 옮길',
  unsaved: '안하게 안하 안남 안남기 안남게 안되게 않게 않고 비공개 시크릿 안저장 저장안',
  elsewhere:
    '카톡 카카오톡 슬랙 디스코드 라인 위챗 핸드폰 휴대폰 폰 스마트폰 아이폰 안드로이드 모바일 앱 어플 태블릿 아이패드 핸드폰으로 폰으로',
  broken: '깨져 깨지 깨짐 깨진 깨졌 깨져서 깨져보 네모 네모로',
  picture: '사진 그림 이미지 스크린샷 캡처',
  night: '잘자 잘자요 굿밤 내일봐 내일봐요 내일 또봐 또봐요 다음에봐 나중에봐 이따봐 잘가 잘있어 안녕히',
} as const satisfies Record<string, string>

/** What a word of a sentence is about. `fill`: words that ask, point or bind, and say nothing of the subject. */
export type Tag = keyof typeof korean

/** The same for English: whole words. */
export const english: Partial<Record<Tag, string>> = {
  fill: `
    lot lots so from them answer answers bye feel feeling run out that those what's kind sort stuff a an the is are am
    be been do does did can could would should will shall may might must those i we my me our us to of for in on at by
    with and or so please some any just really very too now today then there here's thing things one ones get got go
    going want need have has let's there's i'm im dont don't not no yes ok okay hey oh well more again put up down set
    say make was were if here anything something`,
  ask: "how how's where where's when why which",
  what: "what what's whats who who's it's",
  this: 'this it',
  you: "you you're youre your yours yourself u",
  help: 'help guide manual tutorial examples example instructions features feature menu',
  able: 'help able capable abilities ability do work works',
  use: 'use try start started begin using know understand first new beginner',
  show: 'show tell explain give list',
  command: 'commands command shortcuts shortcut keys',
  model: 'model models ai llm local',
  vendor: 'gpt chatgpt openai claude anthropic gemini ollama deepseek llama grok glm zai',
  key: 'key keys api token',
  connect: 'connect connecting add link plug install switch change enter hook configure',
  setting: 'settings setting options preferences config configuration',
  data: 'type typed notes data information conversations conversation chats chat messages history logs info',
  where: "where where's",
  keep: 'stored saved kept store save keep stays live lives location folder',
  send: 'send sent sending share shared upload uploaded leave leaves anywhere outside server cloud',
  leak: 'server cloud uploaded',
  safe: 'private privacy safe secure security trust',
  freely: 'asking secretly permission randomly',
  free: 'free paid subscription pay',
  price: 'cost costs price pricing fee fees',
  amount: 'much money',
  pay: 'pay',
  net: 'internet online wifi network',
  offline: 'offline',
  without: 'without no',
  dialogue: 'conversation chat dialogue',
  leave: 'exit quit leave close bye stop end',
  who: 'human robot person bot real',
  made: 'made created built developer maker wrote author',
  age: 'old age',
  love: 'love marry',
  partner: 'boyfriend girlfriend',
  bored: 'bored boring',
  joke: 'joke jokes funny laugh pun riddle',
  hungry: 'hungry starving thirsty',
  tired: 'tired exhausted sleepy',
  sad: 'sad depressed unhappy anxious cry',
  angry: 'angry annoyed annoying mad frustrated stressed',
  lonely: 'lonely alone',
  insult: 'stupid dumb idiot useless sucks',
  praise: 'funny great awesome cool nice amazing brilliant smart best',
  joy: 'passed won promoted graduated happy',
  event: 'exam test job',
  birthday: 'birthday',
  laugh: 'lol haha hahaha lmao rofl hehe',
  doing: 'doing',
  menu: 'eat lunch dinner breakfast',
  pick: 'recommend suggest choose pick',
  note: 'notes note memory memories remember remembered know about',
  erase: 'delete erase forget wipe clear remove',
  all: 'all everything',
  me: 'i me my mine',
  file: 'files file',
  here: 'here folder directory',
  voice: 'voice speak speaking aloud loud microphone mic talk',
  telegram: 'telegram',
  account: 'account login register registration signup',
  document: 'pdf pdfs document documents docs docx word papers',
  money: 'money transfer transfers won',
  real: 'real really actual actually',
  see: 'who see read reads reading watch search',
  hello: 'hi hello hey there',
  thanks: "thanks thank thx that's helpful helped help perfect cheers",
  language: 'language english korean hangul characters letters',
  look: 'color colors colour colours theme font fonts size dark mode background',
  version: 'version',
  update: 'update upgrade latest newer',
  calendar: 'calendar calendars google outlook',
  mail: 'mail email emails gmail inbox',
  need: 'need needed required necessary must',
  how: 'how',
  remind: 'reminder reminders alarm alarms timer timers set',
  sum: 'calculate calculator calculations math arithmetic sums',
  many: 'many',
  backup: 'backup backups restore export move',
  unsaved: 'unsaved private incognito without not',
  elsewhere: 'kakaotalk whatsapp slack discord phone mobile iphone android app tablet ipad',
  broken: 'broken garbled squares boxes',
  picture: 'photo photos picture pictures image images screenshot',
  night: 'bye goodbye night later tomorrow',
}
