import { patternOf } from '../../text/pattern.ts'
import { jamoDistance, toJamo } from '../spelling/jamo.ts'
import { isAnswerWord } from './answer-words.ts'

/** Who is meant only by whoever points at them, several at once, or nobody in particular. */
const NOBODY = patternOf('i')`
  ^(?:나|저|너|걔|얘|쟤|그|그녀|(?:이|그|저|다른|딴|아무)?\s?(?:사람|분|애|놈|녀석)|본인|자기|자신|상대(?:방)?|누구|누군가|아무|아무나|아무도|모두|전부|다들|여러분|서로|하나|
  명|(?:[한두세네]|다섯|여섯|일곱|여덟|아홉|열|몇|여러|\d+)\s?(?:명|사람|분)|취소|처음)$|.들$|^(?:i|me|him|her|them|it|us|you|they|he|she|
  someone|somebody|anyone|anybody|everyone|everybody|people|friends|both|all|colleagues|kids|children|parents|guys|
  folks)$
`
/** Finals that stand in verbs and hardly ever in what people are called: 됐, 않, 싫, 없. */
const VERB_FINAL = /[ᆻᆭᆶᆹ]/
const VERB_END =
  /.(?:하고|해서|하면|니까|는데|지만|려고|면서|[을할]게|줘|세요|습니다|[어아]요|거나|든지|달라고|려다|싶어|당께|부러|이고)$/

/**
 * Return true if a word can be what somebody is called. A verb, a pronoun, a word of several or of nobody, an answer
 * and a misspelt particle are none: who is meant has to be asked.
 */
export function couldBeName(said: string): boolean {
  const word = said.normalize('NFC').trim()
  if (word === '' || NOBODY.test(word) || VERB_END.test(word)) return false
  if (isAnswerWord(word) || VERB_FINAL.test(toJamo(word).join(''))) return false
  return !endsInMisspeltParticle(word)
}

/** "민호하테", "아무한테나": at most one sound away from 한테, behind at least two syllables. */
function endsInMisspeltParticle(word: string): boolean {
  const dative = word.replace(/(?:나|라도|든지?)$/, '').slice(-2)
  return /^[가-힣]{4,}$/.test(word) && ['한테', '에게'].some((known) => jamoDistance(dative, known) <= 1)
}
