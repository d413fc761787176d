/** A name of two words, or one inside a sentence, where only names begin with a capital. */
const englishName = /\b[A-Z][\w'’.-]+ (?:[A-Z]\. )?[A-Z][a-z]+|[\p{Ll}\p{N},;:)] [A-Z][a-z]+/u

/** Words for people and for those who act together. A word that is not here makes of an answer the nearest passage. */
const englishPerson =
  /\b(?:you|we|they|he|she|i|mr|mrs|ms|dr|people|crew|family|everyone|everybody|nobody|parents?|children|staff|team|board|office|desk|department|company|council|bank|landlord|tenants?|lessor|lessee|clients?|guests?|students?|pupils?|assistant|accountant|president|secretary|chair|head|lead|nurse|coach|chef|pilot|guide|judge|agent|insurer|spouse|husband|wife|men|women|[a-z]+(?:man|woman|ist|ian|yee)|(?:own|manag|memb|teach|lawy|driv|offic|treasur|employ|train|lead|play|neighb|custom|speak|provid|hold|contract|read|writ|design|develop|engine|sell|buy|lectur|photograph|organiz|us)e?[eo]u?rs?|(?:direct|instruct|doct|advis|invest|supervis|invent|tut|auth|edit|visit|inspect|conduct|edit|act|don)[eo]rs?)\b/i

const koreanPerson =
  /[가-힣](?:씨|님|장|자|팀|부서|인|사|과|대리|주임|이사)(?=[이가은는을를의에께와과도,.:()\s]|$)|사람|직원|사원|대표|담당|총무|회계|부모|가족|본인|고객|회원|손님|업체|회사|은행|사무소|사무실|관리실|경비실|센터/
/** A surname that many people have, with a name of two syllables. */
const koreanName =
  /(?<![가-힣])(?:김|이|박|최|정|강|조|윤|장|임|한|오|서|신|권|황|안|송|류|유|전|홍|고|문|양|손|배|백|허|남|심|노|하|곽|성|차|주|우|구|민)[가-힣]{2}(?=[이가은는을를의에께와과도,.:()\s]|$)/

/** Tell whether a sentence speaks of somebody, as an answer to “who?” must. */
export const namesSomebody = (sentence: string): boolean =>
  [englishName, englishPerson, koreanPerson, koreanName].some((form) => form.test(sentence))
