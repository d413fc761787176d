import { inOneLine } from '../../text/pattern.ts'
import { finalConsonant } from '../spelling/jamo.ts'

const oneOf = (words: string) => `(?:${words.trim().split(/\s+/).join('|')})`

/**
 * Question words. 왜구, 몇몇 and 어디서나 are others: a filler is a whole word, with nothing behind it but what is listed
 * here.
 */
const asking = oneOf(
  '뭐 뭘 뭔 뭣 뭔가 뭔지 무엇 무얼 무슨 누구 누가 누굴 언제 언젠지 어디 어딘지 어느 어떤 어떻게 어떡해 어떡하 어때 어떠 어째서 얼마 얼마나 얼만큼 몇 며칠 왜',
)
const particle = oneOf('은 는 이 가 을 를 의 에 에서 서 에게 한테 께 도 로 으로 랑 이랑 부터 까지 쯤 씩 정도 마다')
const copula = oneOf(
  '야 이야 예요 이에요 에요 죠 이죠 지 지요 이지 였지 였죠 였더라 였어 였어요 더라 이더라 니 이니 냐 인가 인가요 인지 ㄴ지 일까 일까요 입니까 이고 고 라고 이라고 이었지 이었더라 해 나 나요 요',
)
const question = new RegExp(`^${asking}${particle}?${copula}?$`)

/** People who talk to each other. 나무, 내과, 제주도, 우리은행 and 저녁 begin like them. */
const person = new RegExp(
  `^${oneOf('나 나는 나의 나를 나한테 나에게 나도 내 내가 내게 제 제가 저 저는 저의 저를 저한테 저에게 저도 우리 우리는 우리가 우리의 우리도 저희 저희가 저희는 저희의 너 너는 네가 니가')}$`,
)

const give = oneOf(
  '줘 줘요 줘라 주세요 주라 주렴 줄래 줄래요 주실래요 주시겠어요 주십시오 주실 줄 봐 봐요 봐줘 보세요 달라 다오 드려 둬',
)
const request = new RegExp(
  `^(?:(?:${oneOf('알려 말해 말씀해 설명해 가르쳐 찾아 보여 얘기해 이야기해 답해 대답해 궁금해')}(?:요|${give})?)|${give}|궁금(?:합니다|한데|한데요|하네)?)$`,
)

const afterConsonant =
  '나 나요 니 냐 는 는지 는데 는데요 는가 는가요 지 지요 죠 습니까 습니다 더라 더라고 더라고요 던가 던가요 던 어 어요 었 을 을까 을까요 을지 으면 으려면 고 다 네 네요 음 게 댔지 댔더라 대'
const afterVowel =
  '나요 니 냐 는 는지 는데 는데요 는가 는가요 지요 죠 더라 더라고 던가 던가요 던 면 려면 려고 고 고요 고는 기 기로 라고 며 네요'
/** Verbs that carry no meaning of their own: to be, to have, to do, to become. 하나, 하늘 and 되 are nouns. */
const light = new RegExp(
  inOneLine`
    ^(?:${oneOf('있 없 있었 없었 했 했었 됐 됐었 되었 하였')}${oneOf(afterConsonant)}|${oneOf('하 되')}${oneOf(afterVowel)}|있나|없나|되나|한다|
    된다|합니까|합니다|됩니까|됩니다|할까|할까요|될까|될까요|된지|해요|해야|해야지|해야죠|해도|해서|해줘|해주세요|해줄래|돼|돼요|되요|되어|인가요|인데|입니까|입니다|이에요|예요|나요|건가|건가요|텐데)$
  `,
)

const linking = new RegExp(`^${oneOf('좀 혹시 그 그리고 그런 이런 저런 그런데 근데 그래서 그럼 그러면')}$`)

/** Nouns that mean nothing without the modifier before them: 할 수, 하는 것, 갈 때. Alone they are numbers, crabs and dirt. */
const bound = new RegExp(
  `^${oneOf('수 수가 수는 수도 것 것은 것이 것을 것도 거 거야 거예요 거죠 걸 게 건 때 때는 때도 때에 줄 데 지 바')}$`,
)
const [N, L] = [4, 8]

const english = new Set(
  inOneLine`
    a about am an and any are at be been being by can could did do does for from had has have he how i in is it its 
    long many me much my of on or our she tell that the their there they this to was we were what when where which 
    while who whose why will with would you your
  `.split(' '),
)

/**
 * True for a word that makes a sentence a question or a request and says nothing of its subject. Whole words only,
 * with the endings that such words take: a noun that begins like one (돼지고기, 왜구, 설명서, 제주도) is never one. `before` is
 * the word in front of it.
 */
export function isFiller(word: string, before = ''): boolean {
  if (english.has(word.toLowerCase())) return true
  if (bound.test(word)) return isModifier(before)
  // 해야 해, 하게 해: elsewhere 해 is the sun or a year.
  if (/^[대관](?:해|해서|한)$/.test(word)) return before.endsWith('에')
  if (word === '해') return /[야게도지고면]$/.test(before)
  return [question, person, request, light, linking].some((shape) => shape.test(word))
}

/** 하는, 갈, 먹은: what stands before a noun ends in ㄴ or ㄹ. */
function isModifier(word: string): boolean {
  const final = finalConsonant(word.at(-1) ?? '')
  return word.length > 1 || /^[갈간할한될된볼본온올줄준]$/.test(word) ? final === N || final === L : false
}
