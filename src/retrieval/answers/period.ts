/** Periods by which something is paid or happens, each with the ways in which it is written. */
const periods: readonly RegExp[] = [
  /\b(?:a|an|per|each|every) minute\b|분당|분마다|1분에/i,
  /\b(?:an?|per|each|every) hour\b|\bhourly\b|시간당|시간마다|한 시간에|시급/i,
  /\b(?:a|per|each|every) (?:day|night)\b|\bdaily\b|하루|매일|날마다|일당|1일|1박/i,
  /\b(?:a|per|each|every) week\b|\bweekly\b|매주|한 주에|일주일에|주마다/i,
  /\b(?:a|per|each|every) month\b|\bmonthly\b|매[달월]|다달이|달마다|[한1] ?달(?:에| ?(?=\d))|(?<![가-힣\d])월(?:[세급]| ?\S*\d)/i,
  /\b(?:a|per|each|every) year\b|\b(?:yearly|annual(?:ly)?)\b|매년|해마다|[일한1] ?[년해]에|연[간봉]|(?<![가-힣])연(?:회비| ?\S*\d)/i,
]

/** Tell whether a text speaks of the period that a question names: what is paid a minute is no answer to “a month?”. */
export function keepsPeriod(question: string, text: string): boolean {
  if (!/얼마|\bhow much\b|\bcosts?\b|\bpay\b|\bfee\b|\bcharge/i.test(question)) return true
  return periods.every((period) => !period.test(question) || period.test(text))
}
