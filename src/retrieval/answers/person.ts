/** A name of two words, or one inside a sentence, where only names begin with a capital. */
const englishName = /\b[A-Z][\w'’.-]+ (?:[A-Z]\. )?[A-Z][a-z]+|[\p{Ll}\p{N},;)] [A-Z][a-z]+/u

/** Words for people and for those who act together. A word that is not here makes of an answer the nearest passage. */
const people = [
  'people crew family everyone everybody nobody parent children staff team board',
  'office desk department company council bank landlord tenant lessor lessee client guest student pupil assistant',
  'accountant president secretary chair head lead nurse coach chef pilot guide judge agent spouse husband wife men',
  'women owner manager member teacher lawyer driver officer treasurer employer employee trainer trainee leader player',
  'neighbor neighbour customer speaker provider holder contractor reader writer designer developer engineer seller',
  'buyer lecturer photographer organizer user insurer director instructor doctor advisor adviser investor supervisor',
  'inventor tutor author editor visitor inspector conductor actor donor worker lender borrower helper carer',
]
const nouns = people.join(' ').replaceAll(' ', '|')
const englishPerson = new RegExp(
  `\\b(?:you|we|they|he|she|i|mrs?|ms|dr|(?:${nouns}|[a-z]+(?:man|woman|ist|ian))s?)\\b`,
  'i',
)

const behindPerson = '(?=[이가은는을를의에께와과도,.:()\\s]|$)'
const koreanPerson = new RegExp(
  `[가-힣](?:씨|님|장|자|팀|부서|인|사|과|대리|주임|이사)${behindPerson}|` +
    '사람|직원|사원|대표|담당|총무|회계|부모|가족|본인|고객|회원|손님|업체|회사|은행|사무소|사무실|관리실|경비실|센터',
)
/** A surname that many people have, with a name of two syllables. */
const koreanName = new RegExp(
  `(?<![가-힣])[김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민][가-힣]{2}${behindPerson}`,
)

/** Tell whether a sentence speaks of somebody, as an answer to “who?” must. */
export const namesSomebody = (sentence: string): boolean =>
  [englishName, englishPerson, koreanPerson, koreanName].some((form) => form.test(sentence))
