import { finalConsonant, withFinal, withoutFinal } from '../spelling/jamo.ts'

/** Final consonants by their numbers in Unicode's syllables. */
const [DIGEUT, RIEUL, SIOT] = [7, 8, 19]

/** Stems in ㅂ that become 우 before a vowel: 구우라고 is of 굽다, 배우라고 of 배우다. */
const ROASTED: Record<string, string> = { 구: '굽', 누: '눕', 주: '줍', 기: '깁', 도: '돕' }
/** Stems that lose ㄹ before 는: 여는 것 is of 열다. */
const OPENED: Record<string, string> = { 여: '열', 거: '걸', 너: '널', 터: '털', 드: '들', 만드: '만들', 미: '밀' }
/** A verb's first form with 아 or 어 by its last vowel: 마셔 → 마시, 봐 → 보, 꺼 → 끄. */
const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/해$/, '하'],
  [/(?<=^|\s|[^가-힣])꺼$|꺼$/, '끄'],
  [/써$/, '쓰'],
  [/떠$/, '뜨'],
  [/커$/, '크'],
  [/골라$/, '고르'],
  [/올라$/, '오르'],
  [/발라$/, '바르'],
  [/잘라$/, '자르'],
  [/눌러$/, '누르'],
  [/불러$/, '부르'],
  [/들러$/, '들르'],
  [/봐$/, '보'],
  [/와$/, '오'],
  [/줘$/, '주'],
  [/둬$/, '두'],
  [/춰$/, '추'],
  [/꿔$/, '꾸'],
  [/겨$/, '기'],
  [/려$/, '리'],
  [/셔$/, '시'],
  [/쳐$/, '치'],
  [/져$/, '지'],
  [/여$/, '이'],
  [/(?<=[시지])켜$/, '키'],
  [/혀$/, '히'],
  [/뤄$/, '루'],
  [/눠$/, '누'],
  [/모아$/, '모으'],
  [/(?<=[잠담])가$/, '그'],
  [/(?<=[쉬뛰])어$/, ''],
  [/(?<!만)들어$/, '듣'],
  [/실어$/, '싣'],
  [/^걸어$/, '걷'],
]

/** The stem of a verb before 으라고, 으러, 으면: 들으 → 듣, 지으 → 짓, 먹으 → 먹. A stem in ㄹ or a vowel takes no 으. */
function beforeEu(said: string): string {
  const [rest, last] = [said.slice(0, -1), said.slice(-1)]
  const final = finalConsonant(last)
  if (last === '모') return `${said}으`
  if (final === RIEUL) return rest + withFinal(withoutFinal(last), DIGEUT)
  return final === 0 ? rest + withFinal(last, SIOT) : said
}

/** 구우 → 굽, 도와 → 돕; anything else as it is. */
const roasted = (stem: string) => stem.replace(/([구누주기도])우$/, (_, open: string) => ROASTED[open] as string)

/** The stem of a verb's form with 아 or 어: 챙겨 → 챙기, 닦아 → 닦, 구워 → 굽, 가 → 가. */
function ofForm(form: string): string {
  const bent = /([구누주])워$|(도)와$/.exec(form)
  if (bent) return form.slice(0, bent.index) + ROASTED[(bent[1] ?? bent[2]) as string]
  if (/지어$|부어$|이어$/.test(form)) return beforeEu(form.slice(0, -1))
  if (/워$/.test(form)) return `${form.slice(0, -1)}우`
  for (const [shape, stem] of CONTRACTED) if (shape.test(form)) return form.replace(shape, stem)
  return /[가-힣][아어]$/.test(form) && finalConsonant(form.at(-2) as string) !== 0 ? form.slice(0, -1) : form
}

/**
 * A word in front of 라고 that is the stem of a verb, and no noun, by its end. Of one syllable, or behind another word.
 */
const STEM = new RegExp(
  [
    '(?:^|\\s)(?:가|오|사|자|보|주|쉬|타|내|쓰|치|켜|끄|빼|싸|뛰|서|두|차|파|짜|떼|깨|펴|끼|지|매|세|재|새|개|캐|꺼내)$',
    '(?<!(?:^|\\s)지|이|상)하$|[쓰끄뜨르켜펴쉬뛰히]$|[잠담]그$|(?:[아어여려라와나녀]|[보하사]러\\s?)가$|(?:[아어여려녀져와]|나|사|갔다|다)오$',
    '(?:[아어해]|알아|찾아|장|돌아|맛|살펴|물어|지켜|챙겨)보$|잠자$|(?:[아어여워려해러와]|물|밥|사료)주$',
    '(?:보|끝|꺼|지|혼|빼|풀어|써|돈|월세|세금)내$|(?:고|마|펼|합|부|무|밀|망|헤|뭉|훔|걸)치$',
    '(?:챙|맡|옮|남|넘|당|끊|빗)기$|(?:돌|빌|말|올|내|버|때|알|걸|달|뿌|기다|두드|드|풀|날|늘|살|갈)리$|(?:마|모)시$',
    '(?:치|배|지|채|키|깨|태|피|비|세|재|싸|외|데|끼|메)우$|(?:맞|갖|늦|낮|멈|춤|들)추$|(?:미|이)루$|(?:일어|만|떠|끝)나$',
    '(?:갈아|올라)타$|나누$|(?:시|지)키$|(?:바|꿈|가)꾸$|(?:줄|나)서$|비비$|(?:놔|[아어])두$|(?:접|펼)치$|빼먹$|들르$',
    '(?:먹|끓|붙|줄|높|녹|죽|속|절|졸|들|벌|움직|기울|숙|썩|축)이$|(?:보|모|누|꼬)이$',
  ].join('|'),
)
const INFINITIVE =
  /(?:[챙맡옮남넘]겨|[마모]셔|해|써|꺼|봐|줘|와|[닦닫찾받참잡감갈담남앉깎볶쌓팔]아|[먹씻입읽널열걸적넣벗믿묻접]어|워)$/

/** Return the deed or event that is told: "꺼내라고" → "꺼내기", "팀 회의라고" → "팀 회의". `said`: without 라고. */
function told(said: string): string {
  if (/으$/.test(said)) return `${beforeEu(said.slice(0, -1))}기`
  if (STEM.test(said)) return `${roasted(said)}기`
  if (/[구누주기도]우$/.test(said)) return `${roasted(said)}기`
  if (INFINITIVE.test(said)) return `${ofForm(said)}기`
  if (finalConsonant(said.at(-1) ?? '') === RIEUL && (/지 말$/.test(said) || !/[일날달말길술월]$/.test(said)))
    return `${said}기`
  // The copula stands behind a consonant: 예약이라고.
  return /이$/.test(said) && (finalConsonant(said.at(-2) ?? '') ?? 0) !== 0 ? said.slice(0, -1) : said
}

const MUST = '(?:된다고?|돼요?|한다고?|해요?|됨|함|하니까?|되니까?|해서|돼서|하는데|되는데)'
type Tail = readonly [shape: RegExp, stem: (said: string) => string]
const gerund = (stem: string) => `${stem}기`
const TAILS: readonly Tail[] = [
  [/\s?달라고$/, (said) => `${said} 달라고 하기`],
  [/(?:라는 ?(?:거|것|걸)|라고|라는)$/, told],
  [/자고$/, gerund],
  [new RegExp(`야 ?${MUST}$`), (said) => gerund(ofForm(said))],
  [/ ?수 ?있(?:게|도록)(?:끔)?$/, (said) => gerund(ofModifier(said))],
  [/도록$|(?<!(?:^|\s)(?:가|무|꽃|대|집|지))게끔?$/, gerund],
  [/는 ?(?:거|것|걸)$/, (said) => gerund(said.replace(/(?:만드|[여거너터드미])$/, (open) => OPENED[open] as string))],
]

/** 챙길 → 챙기, 먹을 → 먹, 들을 → 듣. */
function ofModifier(said: string): string {
  const last = said.slice(-1)
  if (last === '을') return beforeEu(said.slice(0, -1))
  return finalConsonant(last) === RIEUL ? said.slice(0, -1) + withoutFinal(last) : said
}

/**
 * What is to be done, as a title names it: "약 먹으라고" → "약 먹기", "음악 들으라고" → "음악 듣기", "우유 사야 된다고" → "우유 사기", "팀 회의라고" →
 * "팀 회의". Words that end in no such way are left as they are. The irregular stems are those of Korean's ㄷ, ㅂ, ㅅ, ㄹ
 * and 르 verbs.
 */
export function taskName(text: string): string {
  for (const [shape, name] of TAILS) {
    const said = text.replace(shape, '')
    if (said === text || said.trim() === '') continue
    return name(said).replace(/([가-힣]기) 하기$/, '$1')
  }
  return text
}
