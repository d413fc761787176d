/** Units as they are said after a number. */
export const units: Record<string, string> = {
  '%p': '퍼센트포인트',
  '%': '퍼센트',
  '℃': '도',
  '°C': '도',
  '℉': '화씨 도',
  '°F': '화씨 도',
  '°': '도',
  '㎞': '킬로미터',
  '㎝': '센티미터',
  '㎜': '밀리미터',
  '㎏': '킬로그램',
  '㎢': '제곱킬로미터',
  '㎡': '제곱미터',
  '㎥': '세제곱미터',
  'km/h': '킬로미터',
  'km/L': '킬로미터',
  'km²': '제곱킬로미터',
  km: '킬로미터',
  cm: '센티미터',
  mm: '밀리미터',
  nm: '나노미터',
  'm²': '제곱미터',
  m2: '제곱미터',
  'm³': '세제곱미터',
  'm/s': '미터',
  m: '미터',
  ha: '헥타르',
  kg: '킬로그램',
  mg: '밀리그램',
  g: '그램',
  ml: '밀리리터',
  mL: '밀리리터',
  L: '리터',
  l: '리터',
  ℓ: '리터',
  cc: '시시',
  kWh: '킬로와트시',
  kW: '킬로와트',
  W: '와트',
  V: '볼트',
  A: '암페어',
  mAh: '밀리암페어시',
  Hz: '헤르츠',
  kHz: '킬로헤르츠',
  MHz: '메가헤르츠',
  GHz: '기가헤르츠',
  hPa: '헥토파스칼',
  mmHg: '밀리미터에이치지',
  kcal: '킬로칼로리',
  cal: '칼로리',
  TB: '테라바이트',
  GB: '기가바이트',
  MB: '메가바이트',
  KB: '킬로바이트',
  kB: '킬로바이트',
  kbps: '킬로비피에스',
  Mbps: '메가비피에스',
  Gbps: '기가비피에스',
  ms: '밀리초',
  s: '초',
  h: '시간',
  min: '분',
  px: '픽셀',
  fps: '에프피에스',
  dpi: '디피아이',
  bit: '비트',
  rpm: '알피엠',
  ppm: '피피엠',
  dB: '데시벨',
  '㎍/㎥': '마이크로그램',
  'µg/m³': '마이크로그램',
  'μg/m³': '마이크로그램',
  '㎍': '마이크로그램',
  µg: '마이크로그램',
  μg: '마이크로그램',
} // prettier-ignore

/** The same where no number stands before them. */
export const bareUnits: Record<string, string> = { 'km/h': '킬로미터 매 시', 'm/s': '미터 매 초' }

/** Letters behind an amount of money: so many noughts. */
export const noughts: Record<string, number> = { k: 3, m: 6, mn: 6, b: 9, bn: 9, t: 12 }

/** Nouns after the date of something that happened: 5.18 민주화운동, 3.1절. */
export const happenings =
  '민주|혁명|절(?![반대차약])|운동|광복|전쟁|사변|사태|사건|항쟁|의거|군사|쿠데타|비상|계엄|선언|테러|참사|지진|총선|대선|대책|조치|해방|경축|합의|공동|정상회담'

/** Those who are two ages of ten years together: 2030세대. */
export const ages = '세대|직장인|여성|남성|남녀|청년|소비자|고객|부부|층'

/** Letters and signs of mathematics. */
export const greek: Record<string, string> = {
  π: '파이',
  α: '알파',
  β: '베타',
  γ: '감마',
  δ: '델타',
  θ: '세타',
  λ: '람다',
  σ: '시그마',
  Ω: '옴',
  '∞': '무한대',
} // prettier-ignore

/** Words before the number of a rate: "시속 60킬로미터". */
export const perUnitWords: Record<string, string> = { 'km/h': '시속', 'm/s': '초속', 'km/L': '리터당' }

/** Signs of money, and the hundredth of it where it has a name. */
export const money: Record<string, readonly [string, string?]> = {
  '₩': ['원'],
  '￦': ['원'],
  $: ['달러', '센트'],
  '€': ['유로', '센트'],
  '£': ['파운드', '펜스'],
  '¥': ['엔'],
}

/** Counters that take native numbers: 세 개, 스무 살. But 삼 개월, 이 개국, 오 달러, 삼 번지. */
export const counters =
  '시간|시(?![즌리])|개(?![월국년소교])|명|살|마리|번째|번(?!지)|잔|권|달(?!러)|병|장|벌|채(?!널)|대(?!강|째|\\s?주주)|송이|그루|켤레|가지|곳|군데|사람|' +
  '분(?=께|\\s*(?:손님|고객))|건|통|줄|판|쪽지|척|끼|모금|걸음|배(?!송)|편|골|표|팀|캔|컵|봉지|큰술|작은술|숟갈|조각|그릇|접시|포기|' +
  '상자|박스|팩|포대|자루|가마|다발|알(?!림)|묶음|칸|쌍|자리|바퀴|차례|글자|단어|문장|문단|종류|과목'

/** From here on a counter takes Sino-Korean numbers after all: 십삼 시, 이십사 시간, 이십 대. */
export const nativeBelow: Record<string, number> = { 시: 13, 시간: 21, 대: 20, 배: 20 }

/** Other counters that both ends of a range share: "5~6월" is 오월에서 유월. */
export const counted = '월|일|년|주|분|초|층|호선|학년|세기|등급|회|세|위|인분|점|쪽|페이지'

/** Nouns that are numbered and not counted: 삼 번 출구, 오 번 버스. */
export const numbered =
  '버스|출구|문항|문제|선수|타자|홈|게이트|창구|트랙|항목|국도|채널|좌석|후보|답|선택지|승강장|카드|자리|을|으로'

/** Spoken words for letters and signs, once numbers are words. */
export const signWords: [RegExp, string][] = [
  [/\be\.g\.,?\s?/gi, '예를 들어 '],
  [/\bi\.e\.,?\s?/gi, '즉 '],
  [/\betc\./gi, '등'],
  [/\bvs\b\.?/gi, '대'],
  [/\bNo\.\s?(?=[가-힣])/g, '넘버 '],
  [/±\s?/g, '플러스마이너스 '],
  [/√\s?/g, '루트 '],
  [/≈\s?/g, '약 '],
  [/(?:≥|>=)\s?([가-힣]+)/g, '$1 이상'],
  [/(?:≤|<=)\s?([가-힣]+)/g, '$1 이하'],
  [/\s?(?:→|⇒|＞|＜)\s?/g, ', '],
  [/(?<![A-Za-z])w\/(?=\s?\S)/g, '위드 '],
  [/(?<=[A-Za-z])\+(?=[A-Za-z])/g, ' '],
  [/\+\+/g, ' 플러스 플러스'],
  [/(?<=[A-Za-z가-힣])\+(?!\S)/g, ' 플러스'],
  [/\s\+\s|\+(?=[가-힣])/g, ' 더하기 '],
  [/\s?×\s?/g, ' 곱하기 '],
  [/\s?÷\s?/g, ' 나누기 '],
  [/(?<=[A-Za-z])&(?=[A-Za-z])/g, '앤'],
  [/&/g, ' 그리고 '],
  [/(?<!\S)\/(?=\p{L})/gu, ''],
  [/(?<=\p{L})\s?\/\s?(?=\p{L})/gu, ', '],
  [/@/g, ' 골뱅이 '],
  [/[()（）]|\s?[—―]\s?|·/g, ', '],
  [/[\p{So}※~～≤≥]/gu, ' '],
  [/[;:]/g, ', '],
  [/\s*,(?=\s*[.,!?])|(?<=[.!?])\s*,/g, ''],
]
