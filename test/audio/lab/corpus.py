"""What the test recogniser is trained on: Korean requests put together from the words below, never one of the held-out phrases."""
import random, re, words

SINO = '영 일 이 삼 사 오 육 칠 팔 구'.split()
HOURS = '한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두'.split()
NATIVE = '하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 열하나 열둘 스물 서른'.split()
PERSON = '엄마 아빠 형 누나 동생 언니 오빠 할머니 할아버지 친구 이모 삼촌 고모 남편 아내 아들 딸 팀장님 부장님 사장님 선생님 총무 민수 지영이 철수 영희 지우 용걸이 수진이 현우 서연이 준호 민지 하나 두리 은지 동현이 성민이 집주인 회사 옆집'.split()
THING = '메모 일정 약속 회의 알람 타이머 파일 폴더 문서 사진 노래 음악 메일 문자 메시지 전화 보고서 계약서 회의록 영수증 통장 잔액 예약 이체 송금 환불 주소 이름 번호 비밀번호 전화번호 생일 생신 취미 혈액형 여권 기차표 비행기표 표 우산 지갑 열쇠 안경 가방 옷 신발 책 신문 뉴스 소식 날씨 기온 온도 습도 바람 미세먼지 비 눈 구름 하늘 해 달 별 산 바다 강 나무 꽃 길 집 방 문 창문 불 전등 텔레비전 라디오 컴퓨터 전화기 화면 배터리 와이파이 설정 소리 볼륨 밝기 말투 목소리 언어 규정 정책 휴가 출장비 월급 월세 회비 용돈 밥값 점심값 커피값 택시비 관리비 전기 물 가스 보일러 에어컨 청소기 세탁기 냉장고 빨래 설거지 청소 쓰레기 장보기 운동 등산 수영 공부 숙제 시험 수업 학교 회사 병원 약국 은행 시장 식당 마트 주유소 우체국 도서관 공원 역 공항 호텔 극장 버스 지하철 기차 택시 자동차 자전거 비행기 배 밥 국 반찬 김치 찌개 김치찌개 된장찌개 라면 국수 떡볶이 김밥 비빔밥 불고기 갈비 치킨 피자 빵 과자 사과 바나나 포도 딸기 수박 우유 커피 차 물 주스 맥주 소금 설탕 간장 고기 생선 계란 채소 영화 드라마 게임 축구 야구 농구 경기 이야기 농담 질문 대답 문제 답 이유 방법 뜻 제목 내용 문장 글 편지 시 시간 날짜 요일 계획 목록 할 일 생각 기분 마음 건강 감기 머리 배 눈 손 발 다리 허리 선물 꽃다발 케이크 결혼식 생일잔치 모임 여행 주차 등록 신청 결과 점수 가격 값 금액 돈 카드 현금 이자 세금 보험 계좌 프로젝트 발표 자료 마감 배포 서버 링크 그림 영상 달력 지도 사전 계산기 카메라 거실 안방 부엌 화장실 현관 베란다 일기 단체 방 고양이 강아지 아이 아기 사람 손님 직원 대통령 왕 나라 도시 수도 지구 우주 역사 과학 수학 영어 한국어 일본어 중국어'.split()
CITY = '서울 부산 대전 대구 광주 인천 울산 제주도 강릉 전주 수원 경주 속초 여수 춘천 뉴욕 런던 도쿄 파리 베이징'.split()
DAY = '오늘 내일 모레 어제 그저께 글피 주말 이번주말'.split()[:7]
WEEK = '월요일 화요일 수요일 목요일 금요일 토요일 일요일'.split()
PART = '아침 점심 저녁 밤 새벽 오전 오후 낮'.split()
GENRE = '조용한 신나는 슬픈 재미있는 좋은 새로운 오래된 빠른 느린 예쁜 가까운 먼 높은 낮은 큰 작은 매운 단 따뜻한 시원한 뜨거운 차가운 맛있는 유명한 중요한 가장높은 가장큰 제일좋은 짧은 긴 밝은 어두운 비싼 싼 쉬운 어려운'.split()
DO = [  # stem + ending in the polite request, so that endings are heard on many stems
 ('알려', '알리'), ('보여', '보이'), ('읽어', '읽'), ('찾아', '찾'), ('틀어', '틀'), ('켜', '켜'), ('꺼', '끄'), ('멈춰', '멈추'), ('바꿔', '바꾸'), ('고쳐', '고치'), ('적어', '적'), ('써', '쓰'), ('열어', '열'), ('닫아', '닫'), ('보내', '보내'), ('부쳐', '부치'), ('빌려', '빌리'), ('줄여', '줄이'), ('키워', '키우'), ('높여', '높이'), ('낮춰', '낮추'), ('맞춰', '맞추'), ('옮겨', '옮기'), ('지워', '지우'), ('만들어', '만들'), ('불러', '부르'), ('들려', '들리'), ('골라', '고르'), ('물어봐', '물어보'), ('기다려', '기다리'), ('깨워', '깨우'), ('넣어', '넣'), ('빼', '빼'), ('더해', '더하'), ('나눠', '나누'), ('곱해', '곱하'), ('세어', '세'), ('재', '재'), ('돌려', '돌리'), ('넘겨', '넘기'), ('남겨', '남기'), ('전해', '전하'), ('정해', '정하'), ('말해', '말하'), ('기억해', '기억하'), ('저장해', '저장하'), ('추가해', '추가하'), ('취소해', '취소하'), ('확인해', '확인하'), ('검색해', '검색하'), ('계산해', '계산하'), ('요약해', '요약하'), ('정리해', '정리하'), ('번역해', '번역하'), ('추천해', '추천하'), ('설명해', '설명하'), ('시작해', '시작하'), ('종료해', '종료하'), ('계속해', '계속하'), ('진행해', '진행하'), ('예약해', '예약하'), ('예매해', '예매하'), ('신청해', '신청하'), ('이체해', '이체하'), ('송금해', '송금하'), ('전화해', '전화하'), ('연결해', '연결하'), ('등록해', '등록하'), ('삭제해', '삭제하'), ('복사해', '복사하'), ('공유해', '공유하'), ('인사해', '인사하'), ('대답해', '대답하'), ('준비해', '준비하'), ('비교해', '비교하'), ('안내해', '안내하'), ('조용히 해', '조용히하'), ('비워', '비우'), ('채워', '채우'), ('찍어', '찍'), ('그려', '그리'), ('가르쳐', '가르치'), ('잊어버려', '잊어버리'), ('미뤄', '미루'), ('당겨', '당기'), ('합쳐', '합치'), ('가져와', '가져오'), ('다녀와', '다녀오')]
ASK = '뭐야 뭐지 뭐였지 뭐였어 언제야 언제지 언제였지 언제 해 언제 와 언제 끝나 언제 시작해 어디야 어디지 어디에 있어 누구야 누구지 누가 했어 어때 어땠어 어떻게 돼 어떻게 되지 어떻게 해 어떻게 가 어떻게 만들어 얼마야 얼마지 얼마나 걸려 얼마나 돼 얼마나 남았어 얼마나 멀어 얼마나 많아 얼마였지 몇 개야 몇 시야 몇 시지 몇 도야 며칠이야 며칠이지 며칠 남았어 무슨 요일이야 무슨 뜻이야 있어 있지 있어요 없어 많아 적어 좋아 싫어 남았어 맞아 왔어 갔어 했어 됐어 끝났어 열려 있어 닫혀 있어 켜져 있어 꺼져 있어'
ASKS = re.findall(r'(?:언제|어디에|누가|어떻게|얼마나|몇|며칠|무슨|열려|닫혀|켜져|꺼져) \S+|\S+', ASK)
PLAIN = '먹 마시 가 오 사 팔 자 일어나 쉬 놀 만나 보 듣 읽 쓰 배우 가르치 일하 공부하 운동하 청소하 좋아하 싫어하 사랑하 기다리 잊 찾 입 벗 씻 타 내리 걷 뛰 앉 웃 울 살 죽 알 모르'.split()
DID = '먹었어 마셨어 갔어 왔어 샀어 팔았어 잤어 일어났어 쉬었어 놀았어 만났어 봤어 들었어 읽었어 썼어 배웠어 했어 보냈어 받았어 졌어 이겼어 불렀어 끝났어 시작했어 잊었어 찾았어 탔어 걸었어 웃었어 샀지 보냈지 했지 말했지 적었지 갔지 만났지 늦었어 도착했어 기억해 기억나 기억하고 있어 알고 있어 몰라 알아 좋아해 싫어해 먹어 마셔 가 와 자 살아 일해 필요해 아파 피곤해 졸려 배고파 심심해 추워 더워 바빠 괜찮아 힘들어 행복해 슬퍼 재미있어 맛있어 예뻐 비싸 멀어 가까워'.split()
TOLD = '약 먹으라고 일어나라고 운동하라고 전화하라고 빨래 꺼내라고 불 끄라고 물 마시라고 회의 있다고 병원 간다고 장 보라고 우유 사라고 일기 쓰라고 보고서 쓰라고 메일 보내라고 숙제하라고 청소하라고 자라고 밥 먹으라고 생일이라고 약속 있다고 결혼식 있다고 치과 예약이라고 늦는다고 고맙다고 미안하다고 사랑한다고 보고 싶다고 내일 보자고 못 간다고 지금 간다고 도착했다고 쉬라고 택배 온다고 돈 보내라고 책 내라고 나오라고 들어가라고'
TOLDS = [' '.join(t) for t in re.findall(r'((?:\S+ )*?\S+고)(?= |$)', TOLD) for t in [t.split()]]
FIXED = '''비서야
안녕하세요
안녕
그만
멈춰
네
예
응
어
그래
좋아
맞아
맞아요
네 맞아요
아니
아니요
아뇨
아니야
싫어
됐어
고마워
고마워요
감사합니다
미안해
잘 자
잘 있어
안녕히 계세요
반가워요
그만할게
그만할게요
이제 그만
그만하자
대화 종료
대화 종료해줘
대화 그만할게
대화 끝
여기까지 하자
오늘은 이만 할게
계속해줘
다시 말해줘
다시 한 번
한 번 더
처음부터
천천히
빨리
잠깐만
잠깐만요
기다려
조용히 해
취소해
취소할게
보내줘
보내주세요
응 보내줘요
네 보내주세요
그래 보내
아직 하지 마
하지 마
보내지 마
그거 말고 이거
아니 그게 아니고
그렇게 해줘요
응 그래
응 좋아
네 좋아요
아니 괜찮아
진행해
확인
확인했어
하나 둘 셋 넷 다섯
여섯 일곱 여덟 아홉 열
타이머 오 분 맞춰줘
파일 목록 보여줘
오늘 날씨 알려줘
지금 몇 시야
음악 틀어줘
메모 저장해줘
일정 추가해줘
내일 회의 있어
불 켜줘
불 꺼줘
메일 보내줘
검색해줘
너 뭐 해
너는 뭐야
이름이 뭐야
무엇을 할 수 있어
도와줘
하나만 물어볼게
하나 더 있어
뭐 하나 물어봐도 돼
재미있는 거 해줘
뭐 먹을까
뭐 하지
뭐 하고 놀까
어디 갈까
언제 갈까
무슨 말인지 모르겠어
다음은 뭐야
그 다음에 뭐 하지
나중에 할게
지금 할게
하나야
두리야
도치야
자비스야'''.split('\n')
ENGLISH = ['hello assistant', 'stop', 'what time is it', 'yes', 'no', 'play music', 'thank you', 'continue please']

def below(n):  # 1..9999 as Korean reads it
    out = ''
    for unit, name in ((1000, '천'), (100, '백'), (10, '십'), (1, '')):
        d = n // unit % 10
        if d: out += ('' if d == 1 and name else SINO[d]) + name
    return out

def number(r):
    return below(r.choice([r.randint(1, 20), r.randint(1, 99), r.randint(1, 999), r.randint(1, 99) * 100, r.randint(1, 9) * 10]))

def won(r):
    k = r.random()
    big = r.choice([r.randint(1, 9), r.randint(1, 9) * 10, r.randint(1, 99), r.randint(1, 9) * 100])
    head = '만' if big == 1 else below(big) + '만'
    if k < .6: return head + ' 원'
    if k < .85: return head + ' ' + below(r.choice([r.randint(1, 9) * 1000, r.randint(1, 99) * 100])) + ' 원'
    return below(r.randint(1, 99) * 100) + ' 원'

def batchim(w): return (ord(w[-1]) - 0xAC00) % 28
def josa(w, a, b): return w + (a if batchim(w) else b)
def ro(w): return w + ('으로' if batchim(w) not in (0, 8) else '로')

def clock(r):
    h = r.choice(HOURS) + ' 시'
    k = r.random()
    if k < .15: h += ' 반'
    elif k < .3: h += ' ' + below(r.randint(1, 11) * 5) + ' 분'
    return (r.choice(PART) + ' ' if r.random() < .6 else '') + h

def date(r):
    k = r.random()
    if k < .45: return r.choice(DAY)
    if k < .7: return r.choice(['', '이번 주 ', '다음 주 ', '지난주 ', '매주 ']) + r.choice(WEEK)
    if k < .85: return r.choice(['일', '이', '삼', '사', '오', '유', '칠', '팔', '구', '시', '십일', '십이', '구']) + '월 ' + below(r.randint(1, 31)) + ' 일'
    return r.choice(['이번 주', '다음 주', '지난주', '이번 달', '다음 달', '지난달', '올해', '내년', '작년', '주말', '이번 주말', '매일', '매주', '매달', '아까', '방금', '나중에', '지금', '설날', '추석', '크리스마스'])

def span(r):
    return r.choice([below(r.randint(1, 60)) + ' 분', r.choice(HOURS) + ' 시간', r.choice(HOURS) + ' 시간 ' + below(r.randint(1, 5) * 10) + ' 분', below(r.randint(1, 60)) + ' 초', below(r.choice([r.randint(1, 30), 100, 200])) + ' 일', '반 시간', r.choice('한 두 세'.split()) + ' 달', '일주일', '하루', '이틀', '사흘'])

def do(r, ends=None):
    a, stem = r.choice(DO)
    e = r.random()
    if e < .62: return a + '줘'
    if e < .72: return a + '주세요'
    if e < .78: return a + '줄래'
    if e < .82: return a + ' 줄 수 있어'
    if e < .90: return stem + '지 마'
    return stem + r.choice(['고 싶어', '자', '지 말고', '는 거', '는 법 알려줘', '려고 해', '면 돼', '면 안 돼', '라고 해줘', '는지 확인해줘'])

def thing(r):
    t = r.choice(THING)
    k = r.random()
    if k < .15: return r.choice(GENRE) + ' ' + t
    if k < .25: return r.choice(THING) + ' ' + t
    if k < .32: return r.choice(['이', '그', '저', '내', '우리', '새', '다른', '모든', '어떤', '무슨', '네', '첫', '마지막', '다음']) + ' ' + t
    if k < .36: return r.choice(PERSON) + ' ' + t
    return t

def obj(r):
    t = thing(r)
    return r.choice([t, t, josa(t, '을', '를'), josa(t, '을', '를'), josa(t, '이', '가'), josa(t, '은', '는'), ro(t), t + '에', t + '에서', t + '까지', t + '부터', t + '에는',
                     josa(t, '을', '를'), josa(t, '을', '를'), t + ' 좀', t + '도', t + '만', t + ' 다시', t + ' 더', t + ' 하나', t + ' 하나만', t + ' 한 장', t + ' 한 번', t + ' 조금', t + ' 모두', t + ' 다'])

def whom(r): p = r.choice(PERSON); return p + r.choice(['한테', '한테', '에게', '께', '랑', '하고'])

KINDS = [
 lambda r: f'{obj(r)} {do(r)}', lambda r: f'{obj(r)} {do(r)}', lambda r: f'{obj(r)} {do(r)}',
 lambda r: f'{date(r)} {thing(r)} {r.choice(ASKS)}', lambda r: f'{date(r)} {obj(r)} {do(r)}',
 lambda r: f'{josa(thing(r), "이", "가")} {r.choice(ASKS)}', lambda r: f'{josa(thing(r), "은", "는")} {r.choice(ASKS)}',
 lambda r: f'{thing(r)} {r.choice(ASKS)}',
 lambda r: f'{whom(r)} {won(r)} {r.choice(["보내줘","이체해줘","송금해줘","부쳐줘","보내줄래","보내주세요","보내","보내드려","보내줘요"])}',
 lambda r: f'{whom(r)} {r.choice(THING)} {won(r)} {r.choice(["보내줘","이체해줘","송금해줘","부쳐줘","보냈어","보내야 해"])}',
 lambda r: f'{r.choice(["아니", "금액을", "그러면", "미안해", ""])} {won(r)}{r.choice(["으로 바꿔줘","으로 고쳐줘","으로 해줘","만 보내줘","이야","이라고 했어","을 나누면","을 더해줘","의"])}'.strip(),
 lambda r: f'{r.choice(["받는 사람을", "보내는 사람을", "이름을", "아니"])} {ro(r.choice(PERSON))} {r.choice(["바꿔줘","고쳐줘","해줘"])}',
 lambda r: f'{date(r)} {clock(r)}에 {r.choice(TOLDS)} {r.choice(["알려줘","말해줘","전해줘","알려주세요","깨워줘","적어줘"])}',
 lambda r: f'{clock(r)}에 {r.choice(["깨워줘","알려줘","알람 맞춰줘","전화해줘","만나자","시작해","끝나"])}',
 lambda r: f'{span(r)} {r.choice(["뒤에","후에","전에"])} {r.choice(TOLDS)} {r.choice(["알려줘","말해줘"])}',
 lambda r: f'{span(r)} {r.choice(["뒤는","전은","뒤가","후가"])} {r.choice(["몇 시야","며칠이야","언제야","무슨 요일이야","며칠이지"])}',
 lambda r: f'{r.choice(["타이머 ", "알람 ", ""])}{span(r)} {r.choice(["맞춰줘","재줘","남았어","걸려","뒤에 울려줘","만 기다려줘","만 재줘","타이머 맞춰줘"])}',
 lambda r: f'{r.choice(["알람", "회의", "약속", "일정", "수업", "모임", "예약"])}{r.choice([""," 시간","을" ,"를"])[:0]} {clock(r)}{r.choice(["로 바꿔줘","로 옮겨줘","에 있어","부터야","까지야","에 끝나"])}',
 lambda r: f'{whom(r)} {r.choice(TOLDS)} {r.choice(["문자 보내줘","전해줘","말해줘","메일 써줘","해줘","메시지 보내줘"])}',
 lambda r: f'{whom(r)} {r.choice(["전화해줘","전화 걸어줘","사진 보내줘","문자 보내줘","메일 보내줘","연락해줘","물어봐줘","온 문자 읽어줘","선물 사줘","보낸 돈 얼마야","빌린 돈 갚아야 해"])}',
 lambda r: f'{number(r)} {r.choice(["더하기","빼기","곱하기","나누기"])} {number(r)}{r.choice(["은","는",""])} {r.choice(["얼마야","계산해줘","뭐야","몇이야"])}',
 lambda r: f'{number(r)}에서 {number(r)}{r.choice(["을","를"])} {r.choice(["빼줘","빼면 얼마야","더해줘"])}',
 lambda r: f'{r.choice([won(r), number(r)])}의 {number(r)} 퍼센트는 얼마야',
 lambda r: f'{won(r)}을 {r.choice(["둘이서","셋이서","넷이서","다섯이서","여럿이"])} 나누면 {r.choice(["얼마야","한 명당 얼마야","얼마씩이야"])}',
 lambda r: f'{r.choice(HOURS)} {r.choice(["명이","사람이"])} {r.choice(["나누면 얼마씩이야","먹을 수 있어","와","나누면 한 사람당 얼마야"])}',
 lambda r: f'{number(r)} {r.choice(["킬로미터","미터","센티미터","킬로그램","그램","달러","엔","유로","마일","도","리터","퍼센트","명","개","번","층","살","쪽","장"])}{r.choice(["는 몇 마일이야","는 몇 원이야","는 얼마야","로 맞춰줘","만 줘","까지 올려줘","짜리 있어","정도야","은 어디야","이 넘어"])}',
 lambda r: f'{r.choice(CITY)} {r.choice(["날씨","기온","시간","하늘","바람","미세먼지","호텔","식당","가는 길","가는 기차","비행기표"])} {r.choice(ASKS + ["알려줘","보여줘","찾아줘"])}',
 lambda r: f'{r.choice(CITY)}{r.choice(["은","는"])} {r.choice(["지금","내일","오늘","모레","주말에"])} {r.choice(["비 와","눈 와","더워","추워","몇 시야","몇 도야","바람 불어","날씨 어때","흐려","맑아"])}',
 lambda r: f'{r.choice(CITY)}에서 {r.choice(CITY)}까지 {r.choice(["얼마나 걸려","어떻게 가","몇 시간이야","얼마나 멀어","기차 있어","길 알려줘"])}',
 lambda r: f'{date(r)} {r.choice(["비 와","눈 와","비 온다고 했어","우산 필요해","우산 가져가야 돼","추워","더워","바람 많이 불어","어떨 것 같아","맑아","흐려","비 올 것 같아","따뜻해"])}',
 lambda r: f'{r.choice(["내","우리","우리 딸","우리 아들","엄마","아빠","동생","우리 팀","회사","친구"])} {r.choice(["이름은","생일은","취미는","차 번호는","주소는","전화번호는","혈액형은","생신은","집은","나이는"])} {r.choice([r.choice(PERSON)+r.choice(["야","이야","라고 해","라고 기억해줘"]), date(r)+"이야", r.choice(THING)+r.choice(["이야","야"]), r.choice(ASKS)])}',
 lambda r: f'{r.choice(["나는","저는","우리는","엄마는","아빠는","동생은","나","내가"])} {obj(r)} {r.choice(DID)}',
 lambda r: f'{r.choice(["내가","누가","네가","우리가","엄마가","동생이","친구가"])} {r.choice(["좋아하는","싫어하는","먹은","산","만든","말한","보낸","받은","부른","본","들은","쓴","적은","어제 산","방금 말한","아까 듣던","지난번에 본"])} {josa(thing(r),"이","가")} {r.choice(ASKS)}',
 lambda r: f'{r.choice(["앞으로","이제","지금부터","나한테","항상","오늘은"])} {r.choice(["반말로","존댓말로","짧게","길게","천천히","크게","작게","한국어로","영어로","일본어로","쉽게","자세히","조용히","빨리"])} {r.choice(["말해줘","대답해줘","해줘","설명해줘","읽어줘","써줘"])}',
 lambda r: f'{r.choice(["어제","오늘","아까","방금","지난번에","작년에"])} {r.choice(["고친","만든","온","받은","보낸","찍은","산","쓴","듣던","본","읽던","저장한"])} {thing(r)} {do(r)}',
 lambda r: f'{r.choice(THING)}에서 {obj(r)} {do(r)}', lambda r: f'{r.choice(THING)}에 {obj(r)} {do(r)}',
 lambda r: f'{r.choice(THING)}에 {r.choice(THING)}{r.choice(["이라고","라고"])} {r.choice(["적어줘","써줘","저장해줘"])}',
 lambda r: f'{thing(r)} {r.choice(["이름","순서","내용","제목","색","크기","시간","날짜"])} {do(r)}',
 lambda r: f'{r.choice(["거실","안방","부엌","화장실","현관","내 방","아이 방"])} {r.choice(["불","전등","에어컨","보일러","창문","텔레비전","온도","문","청소기"])} {r.choice(["켜줘","꺼줘","좀 밝게 해줘","어둡게 해줘","닫아줘","열어줘","낮춰줘","올려줘","켜져 있어","닫혀 있는지 봐줘","돌려줘","확인해줘"])}',
 lambda r: f'{r.choice(["소리","볼륨","음악 소리","화면 밝기","목소리"])} {r.choice(["조금","좀","더","많이","아주"])} {r.choice(["줄여줘","키워줘","높여줘","낮춰줘","올려줘","크게 해줘","작게 해줘","밝게 해줘"])}',
 lambda r: f'{r.choice(PERSON)} {r.choice(["생일","생신","전화번호","주소","이름","번호"])} {r.choice(["알려줘","기억해","기억하고 있어","저장해줘"] + ASKS)}',
 lambda r: f'{josa(date(r), "이", "가")} {r.choice(["무슨 요일이야","무슨 요일이었어","며칠이야","며칠이지","언제야","언제지","몇 일 남았어","좋아","어때"])}',
 lambda r: f'{date(r)}{r.choice(["까지","부터","에는","에","은" if r.random() < .5 else "는"])} {r.choice(ASKS + DID + ["며칠 남았어", "며칠 남았지", "얼마나 남았지", "뭐 해", "뭐 하지", "뭐가 남았지", "할 일 추가해줘"])}',
 lambda r: f'{r.choice(PART)}{r.choice(["에는","에","까지","부터"])} {obj(r)} {r.choice(DID)}',
 lambda r: f'{clock(r)}{r.choice(["였지","였어","반이야","쯤 돼","까지 와","부터 해","으로 바꿔줘" if r.random() < .1 else "로 바꿔줘"])}',
 lambda r: f'{thing(r)} {r.choice(["뭐라고 했지","뭐라고 했어","뭐라고 했는지 기억나","했는지 확인해줘","보냈는지 확인해줘","왔는지 봐줘","얼마 보냈지","얼마 썼어","몇 개 있어"])}',
 lambda r: f'{obj(r)} {r.choice(["안","못","잘","다시","빨리","혼자","같이","많이","조금"])} {r.choice(DID)}',
 lambda r: f'{r.choice(THING)}{r.choice(["이랑","하고","보다","처럼","같은","없이"])} {obj(r)} {do(r)}',
 lambda r: f'{r.choice(NATIVE)} {r.choice(NATIVE)} {r.choice(NATIVE)}',
 lambda r: f'{below(r.randint(1,9999))}', lambda r: f'{r.choice(GENRE)} {r.choice(THING)}',
 lambda r: f'{r.choice(["응","네","그래","아니","좋아","그럼","저기","음","어","아니야","그런데","그리고","비서야","하나야","두리야"])} {r.choice(KINDS[:40])(r)}',
 lambda r: f'{r.choice(FIXED)} {r.choice(FIXED)}', lambda r: r.choice(FIXED), lambda r: r.choice(FIXED[:40] + ENGLISH * 3),
]

SYL = [c for c in ''.join(THING + PERSON + CITY + [a for a, _ in DO] + DID + PLAIN) if '가' <= c <= '힣']
NAME = '가강건경계고광규기나남다단도동두라란래려련로리린명모무미민바박범병보복비빈사상서선설성세소솔송수숙순슬승시신아안애양에여연열영예오옥온완용우운원유윤은을의이인일임자재전정제조종주준중지진찬창채천철초춘충치태택하학한해향허현형혜호홍화환효훈휘희'

def invented(r, n): return ''.join(r.choice(SYL) for _ in range(n))
def calling(r): n = ''.join(r.choice(NAME) for _ in range(r.choice([1, 2, 2, 2, 3]))); return josa(n, '아', '야')

# Names nobody has, words that are none: an ear for sounds that does not only hear what it expects.
OPEN = [
 lambda r: calling(r), lambda r: f'{calling(r)} {r.choice(KINDS[:30])(r)}', lambda r: f'{calling(r)} {r.choice(DID)}',
 lambda r: invented(r, r.choice([2, 3, 4])), lambda r: f'{josa(invented(r, r.choice([1, 2, 3])), "이", "가")} {r.choice(ASKS)}',
 lambda r: f'{josa(invented(r, r.choice([2, 3])), "을", "를")} {do(r)}', lambda r: f'{invented(r, 2)} {invented(r, r.choice([2, 3]))}{r.choice(["야", "이야", "요", "에서", "까지", "한테"])}',
 lambda r: f'{calling(r)[:-1]}{r.choice(["이", "한테", "가", "는", "야말로", "도", "랑"])} {obj(r)} {r.choice(DID)}',
]

w = lambda r: r.choice(words.WORDS)
v = lambda r: r.choice(words.VERB) + r.choice(words.VENDS)
d = lambda r: r.choice(words.ADJ) + r.choice(words.AENDS)
def n(r):
    t = w(r) if r.random() < .75 else w(r) + r.choice([' ', '의 ']) + w(r)
    return r.choice([t, josa(t, '을', '를'), josa(t, '이', '가'), josa(t, '은', '는'), t + '에', t + '에서', ro(t), t + '까지', t + '부터', t + '만', t + '도', t + '한테', josa(t, '과', '와'), t + ' 하나', t + ' 좀', t + '보다', t + '처럼', josa(t, '이라고', '라고')])

# Common words in common forms, whatever they mean together.
COMMON = [
 lambda r: f'{n(r)} {v(r)}',
 lambda r: f'{n(r)} {d(r)}',
 lambda r: f'{n(r)} {n(r)} {v(r)}',
 lambda r: f'{n(r)} {do(r)}',
 lambda r: f'{date(r)} {n(r)} {v(r)}',
 lambda r: f'{n(r)} {r.choice(ASKS)}',
 lambda r: f'{n(r)} {r.choice(["어떻게", "왜", "언제", "어디서", "누가", "얼마나", "다시", "빨리", "천천히", "먼저", "같이", "안", "못", "더", "새로", "제일", "가장", "아주", "너무"])} {r.choice(DID)}',
 lambda r: f'{n(r)} {r.choice(["가장", "제일", "더", "너무", "안"])} {d(r)}',
 lambda r: f'{w(r)} {w(r)}',
]

any_ = lambda r: r.choice(r.choice(words.MODS).split())
fut = lambda r: r.choice(words.MODS).split()[-1]
def nn(r):
    t = r.choice(THING); return r.choice([t, t, josa(t, '을', '를'), josa(t, '이', '가'), josa(t, '은', '는'), t + '에', t + '만', t + '도', ro(t), t + '까지'])
pre = lambda r: r.choice(['', '', nn(r) + ' ', date(r) + ' ', r.choice(['아직', '안', '못', '다시', '가장', '제일', '더', '많이', '새로', '지금', '아까', '혼자', '같이', '잘', '오래', '자주', '밖에', '집에서', '회사에서', '방금', '내가', '네가', '우리가', '엄마가', '친구가']) + ' '])

# What one does, did or will do, before a noun.
MODIFIED = [
 lambda r: f'{pre(r)}{any_(r)} {nn(r)} {do(r)}',
 lambda r: f'{pre(r)}{any_(r)} {nn(r)} {do(r)}',
 lambda r: f'{pre(r)}{any_(r)} {nn(r)} {r.choice(ASKS)}',
 lambda r: f'{pre(r)}{any_(r)} {nn(r)} {r.choice(DID)}',
 lambda r: f'{pre(r)}{fut(r)} {r.choice(["수 있어", "수 없어", "수 있을까", "때 알려줘", "때 듣는 노래 틀어줘", "때가 됐어", "것 같아", "것 같지 않아", "거야", "게", "까", "일이 있어", "생각이야", "시간이야", "줄 알았어", "수도 있어"])}',
 lambda r: f'{pre(r)}{any_(r)} {r.choice(["거 알려줘", "거 다 보여줘", "거 말고", "걸로 해줘", "게 뭐야", "게 좋아", "곳이 어디야", "사람이 누구야", "사람한테 전해줘", "적이 있어", "지 얼마나 됐어", "방법 알려줘", "법 가르쳐줘", "것만 읽어줘", "줄 알았어", "데 얼마나 걸려", "동안 기다려줘", "대로 해줘", "만큼 보내줘"])}',
 lambda r: f'{r.choice(PART + DAY)}{r.choice(["에는", "에", "은", "까지", "부터", "에도"])} {nn(r)} {r.choice(DID)}',
 lambda r: f'{nn(r)} {nn(r)} {do(r)}',
 lambda r: f'{r.choice(THING)} {r.choice(THING)} {nn(r)} {r.choice(ASKS)}',
 lambda r: f'{nn(r)} {r.choice(["울리지", "보내지", "지우지", "먹지", "가지", "하지", "읽지", "쓰지", "끄지", "바꾸지", "잊지", "저장하지", "말하지"])} {r.choice(["마", "마세요", "말아줘", "말고 기다려줘", "않았어", "못했어"])}',
 lambda r: f'{number(r)} {r.choice(["더하기", "빼기", "곱하기", "나누기"])} {number(r)}{r.choice(["은", "는", ""])} {r.choice(["얼마야", "계산해줘"])}',
 lambda r: f'{whom(r)} {r.choice(THING)} {won(r)} {r.choice(["보내줘", "이체해줘", "송금해줘"])}',
]

def among(held):
    """The words of the held-out requests in other company: each is known, none of the requests is."""
    known = sorted({word for text in held for word in text.split()})
    def one(r):
        t = r.choice(KINDS[:40])(r).split(); k = r.randint(0, len(t)); t[k:k + r.randint(0, 1)] = [r.choice(known)]
        k = r.randint(0, max(0, len(t) - 5)); return ' '.join(t[k:k + 5])
    return [one]

def squash(text): return re.sub(r'\s', '', text)

def sentences(n, held, seed=7, kinds=KINDS):
    r = random.Random(seed); taken = {squash(h) for h in held}; seen = set(); out = []
    while len(out) < n:
        text = re.sub(r'\s+', ' ', r.choice(kinds)(r)).strip()
        short = len(squash(text)) <= 5
        if squash(text) in taken or (text in seen and not short) or len(text) > 42: continue
        seen.add(text); out.append(text)
    return out if kinds is not KINDS else out + [f for f in FIXED + ENGLISH for _ in range(6) if squash(f) not in taken]

def held_out(file='../../fixtures/voice/utterances.tsv'):
    """(text, voice, speed, pitch) of the requests that the recogniser is judged by."""
    rows = [line.rstrip('\n').split('\t') for line in open(file) if line.strip() and not line.startswith('#')]
    return [(text, voice, int(speed), int(pitch)) for text, voice, speed, pitch in rows]

def fresh(n, seed):
    """About n sentences of every kind that `corpus` has, other ones with another seed."""
    held = [text for text, *_ in held_out()]; any_kind = [lambda r: r.choice(KINDS)(r)]
    parts = (any_kind, .48), (OPEN, .06), (COMMON, .1), (MODIFIED, .14), (among(held), .22)
    return [text for i, (kinds, share) in enumerate(parts, 1) for text in sentences(int(share * n), held, seed + i, kinds)]

def corpus():
    """Requests, invented words, common words; of the held-out requests the words, but none as it stands."""
    held = [text for text, *_ in held_out()]
    return sentences(28000, held) + sentences(4000, held, 8, OPEN) + sentences(6000, held, 9, COMMON) + sentences(7000, held, 41, MODIFIED) + sentences(4000, held, 51, among(held))
