/** Words that change what is to be calculated: where nobody reads them, nothing is calculated. */
export const OPERATIVE =
  '배|절반|반값|공짜|무료|반(?=[ 은을의])|할인|세일|쿠폰|당(?= )|마다|안 |못 |말고|빼|뺀|나누|나눠|곱|퍼센트|이자|복리|세금|부가세|부가가치세|수수료|포함|별도|평균|제곱|전에|뒤에|후에|매일|매주|매달|twice|half|double|each|every|per|off|minus|plus|not|without|before|after|except|tax|vat|fee|discount|average'

/** A half price and the like, which no sum here takes, wherever they stand. */
export const UNPRICED = /반값|반띵|공짜|무료|쿠폰 ?\d|[12]\+1 |\btwice\b/i

/** Up to five words that say what a number is of, and nothing that changes it: "오늘 매출", "my rent is". */
export const LABEL = `(?:(?!(?:[^ ⟨]*(?:${OPERATIVE})))[^\\s⟨⟩,.\\d]{1,12}[ ,]+){0,5}(?:(?!(?:[^ ⟨]*(?:${OPERATIVE})))[^\\s⟨⟩,.\\d]{1,10})?`

/** How a Korean question about an amount may end. */
export const HOW_MUCH =
  '[, ]*(?:(?:총|모두|전부|다|다해서|합쳐서|그럼|그러면|실수령(?:액)?|원금|금액|값|가격|얼마[가-힣]{0,5}|몇 ?[가-힣a-z]{0,3}|남[가-힣]{0,4}|되[가-힣]{0,3}|돼[가-힣]{0,2}|나[오와][가-힣]{0,3}|받[가-힣]{0,3}|내[가-힣]{0,3}|팔[가-힣]{0,3}|들[가-힣]{0,3}|이야|야|지|요|예요|이에요|인가요?|일까요?|은|는|이|가|을|를|면|이면|일 ?때|인데|일[해하][가-힣]{0,3}|계산[가-힣]{0,3}|구해|알려|줘|주세요)[ ,]*)*$'

/** How an English question about an amount may end. */
export const HOW_MUCH_EN =
  "[, ]*(?:(?:so |and |then )?(?:what(?:'s| is)|how much(?: is| do i have| do i keep| do i get| will i have)?|what do i (?:keep|get|have|pay)|how many)?[, ]*(?:that|it|the total|total|in total|altogether|left|left over|the price|the rest|in all|price|do i charge|should i charge|for one|are left|remain)?[, ]*)*$"

/** A week of days and a dozen of things in figures. */
export function plainer(text: string): string {
  const daily = /(?<![가-힣])(?:하루에?|매일|날마다) /.test(text)
  const weeks = daily ? text.replace(/(?<=[ 씩])(?:일주일|한 ?주)(?=이면|간|동안|에|$| )/, '7일') : text
  return weeks.replace(/\bhalf a dozen\b/gi, '6').replace(/\b(?:a|one) dozen\b/gi, '12')
}

/** "어제 셋이서 12만원 썼어" tells, and asks nothing. */
export const isTold = (text: string) =>
  /[았었했였갔왔썼샀졌줬냈렸켰](?:어|다|지|네|음)(?:요)?[.!]*$/.test(text) && !/얼마|몇|남/.test(text)
