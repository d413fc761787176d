import { SSANG_SIOS } from '../../std/korean/grammar/ending.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'

/**
 * A word's part in a question. A `code` (a number, a model, an error) and a `thing` must stand in what answers; a
 * `property` is what the answer gives (price, date, name) and may go without its name; a `deed` may be said in
 * another way, and `manner` may be left out.
 */
export type WordRole = 'code' | 'thing' | 'property' | 'deed' | 'manner'

const property = patternOf()`
    ^(?:이름|성함|번호|전화번호|연락처|가격|요금|비용|값|금액|돈|날짜|날|시간|기간|주기|크기|사이즈|무게|비율|온도|색|색깔|횟수|정도|방법|이유|종류|뜻|사람|곳|거|의미|내용|명령|명령어|한도|
    제한|순서|장소|위치|주소|퍼센트|프로|개|명|번|배|세|살|시|분|일|월|년|달|원)(?:이|가|은|는|을|를|의|로|에|까지|이야|야|이지|지|였지|이었지|예요|이에요|인가|인가요|이니)?$`
const propertyEnglish = patternOf('i')`
    ^(?:name|called|number|price|cost|costs|date|day|days|time|times|size|amount|kind|sort|address|color|total|person|
    people|place|thing|percentage|percent|temperature|pounds|money|default|year|years|month|months|hour|hours|minute|
    minutes|per|limit|phone)$`
/** Verbs that a question needs and an answer leaves out or says in another way. */
const deedEnglish = patternOf('i')`
    ^(?:take|takes|took|get|gets|got|give|gives|make|makes|need|needs|go|goes|went|come|comes|coming|use|used|uses|
    put|set|run|runs|ran|pay|pays|paid|charge|charges|last|lasts|keep|kept|leave|leaves|arrive|start|end|ends|expire|
    expires|happen|happens|call|called|report|ask|tell|hold|stay|stayed|cover|covers|serve|meet|meets|play|live|work|
    buy|bought|sell|choose|send|receive|allow|allowed|require|cancel|fit|fits|add|plant|print|reported|submitted|
    submit|done|let|lets|say|says|mean|means|find|found|see|must|may|should|else|anything|right|qualify|open|opens|
    close|closes|held|become|spend|owe|bring|want|like|begin|begins|changed?|due)$`
const mannerKorean =
  /^(?:너무|더|다|또|꼭|잘|안|못|많이|자주|다시|바로|미리|아직|벌써|지금|요즘|보통|원래|그러니까|동안|전에|후에|뒤에|모두|총|전부|제일|가장|최대|최소|처음|한번|그냥|혹시)$/
const mannerEnglish = patternOf('i')`
    ^(?:only|ever|really|altogether|again|now|still|yet|there|one|ones|often|much|many|long|after|before|until|till|
    if|too|not|up|out|over|under|during|into|off|about|than|then|some|this|so|also|just|as|with|without|own|late|away|
    ahead|together|off|please)$`

/** A particle that stands alone behind letters or a number: km에, 415는. */
const loneParticle = /^(?:[은는이가을를에로의도만와과]|에서|까지|부터|마다)$/
/** A noun's particle that no verb takes: with it a word is a thing. */
const nounParticle =
  /[가-힣](?:을|를|의|에서|에게|한테|부터|까지|으로|이랑|랑|과|와|보다|마다|처럼|에는|에도|이나|하고)$/
/** Endings of verbs and adjectives, wherever they stand. */
const predicate = new RegExp(
  inOneLine`
    (?:[아어해여]야|이어야|(?<![라표화장냉측방반전지도정수평])면|려면|하면|${SSANG_SIOS}(?:어|는데|을|던|으면|지|니|나|냐)|하게|[가-힣]게|나면|다가|려고|으러|니까|으면|
    (?:하|되|시키|있|없|않|버리|나오|나가|들어가)(?:는|던|기|지)|[은러까]운데|[가-힣][은는]데|[하되]?려는|[할될]|[된한])$`,
)
/** A verb of one syllable before its ending: 오는, 간, 쓸. */
const shortPredicate = /^(?:[가-힣](?:는|던|고|면|지|니)|[간온쓴산판난준볼쓸살갈올줄뺀낸])$/
/** Nouns that mean nothing without a verb before them: 할 수, 하는 데, 갈 때. */
const boundNoun = /^(?:수|수가|수는|수도|데|데에|때|때는|것|것은|거|게|건|걸|지|적|동안|뒤|다음|줄)$/
const openA = [0, 1, 4, 6, 9, 10, 14, 15]

/** Tell whether a syllable ends as a verb does before 서, 도, 야 or at the end: an open ㅏ ㅐ ㅓ ㅕ ㅘ ㅙ ㅝ ㅞ. */
function endsAsVerb(syllable: string): boolean {
  const at = (syllable.codePointAt(0) ?? 0) - 0xac00
  return at >= 0 && at < 11_172 && at % 28 === 0 && openA.includes(Math.floor(at / 28) % 21)
}

/** Return the part that a word plays in a question; `next`: the word behind it, absent for the last one. */
export function roleOf(word: string, next: string | undefined): WordRole {
  if (/\d/.test(word)) return 'code'
  if (mannerKorean.test(word) || mannerEnglish.test(word) || loneParticle.test(word)) return 'manner'
  if (property.test(word) || propertyEnglish.test(word)) return 'property'
  if (deedEnglish.test(word)) return 'deed'
  if (!/^[가-힣]/.test(word)) return word.length > 1 ? 'thing' : 'manner'
  return isDeed(word, next) ? 'deed' : 'thing'
}

function isDeed(word: string, next: string | undefined): boolean {
  const last = word.at(-1) ?? ''
  if (next === undefined && (endsAsVerb(last) || /[죠니요네래써지]$/.test(word))) return true
  if (/[서도야]$/.test(word) && word.length > 1 && endsAsVerb(word.at(-2) ?? '')) return true
  if (nounParticle.test(word)) return false
  if (next !== undefined && boundNoun.test(next) && isModifier(last)) return true
  // 챙겨 보내야, 들려 보내: a verb before a verb.
  if (next !== undefined && word.length > 1 && endsAsVerb(last) && isDeed(next, undefined)) return true
  return predicate.test(word) || shortPredicate.test(word)
}

/** 하는, 갈, 먹은: a word before a bound noun ends in ㄴ or ㄹ. */
function isModifier(syllable: string): boolean {
  const final = ((syllable.codePointAt(0) ?? 0) - 0xac00) % 28
  return final === 4 || final === 8
}
