// Everything is bounded, so that a long text is read in linear time.
const THING = '(?:(?:그|이|저|다른|딴)\\s?)?(?:게|거|건|것|걸)'
/** A word, with the unit that belongs to it: "5만 원", "네 명". */
const WORD = '[^\\s,.!?]{1,30}(?:\\s(?:원|명|개|건|시|일))?'
const BACK = new RegExp(
  `(?:[^,.!?]{0,60}지\\s{0,3}말고|(?:${THING}|${WORD})(?:\\s?(?:이|가|은|는))?\\s{0,3}(?:말고|아니라|아니고))(?:요)?(?![가-힣])[\\s,]*`,
  'g',
)

/**
 * The text without what is taken back in it: "만원 말고 2만원" → "2만원", "엄마가 아니라 아빠" → "아빠", "다음 주 금요일 말고 토요일" → "다음 주 토요일",
 * "내일 보내지 말고 오늘" → "오늘". Where nothing would be left, the text as it is.
 */
export function withoutTakenBack(text: string): string {
  const rest = text.replace(BACK, '')
  return rest.trim() ? rest : text
}
