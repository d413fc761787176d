import { finalConsonant, withFinal, withoutFinal } from '../spelling/jamo.ts'

const [B, M, L] = [17, 16, 8]
/** ㄻ, which ㄹ and ㅁ become together. */
const LM = 10

/** A verb's stem as the noun that Korean notes end in: 좋아하 → 좋아함, 먹 → 먹음, 살 → 삶. */
export function nominal(stem: string): string {
  const [rest, last] = [stem.slice(0, -1), stem.slice(-1)]
  if (finalConsonant(last) === L) return rest + withFinal(withoutFinal(last), LM)
  return finalConsonant(last) === 0 ? rest + withFinal(last, M) : `${stem}음`
}

/** A verb's stem in 합쇼체, the formal style: 좋아하 → 좋아합니다, 먹 → 먹습니다, 살 → 삽니다. */
export function formalForm(stem: string): string {
  const [rest, last] = [stem.slice(0, -1), stem.slice(-1)]
  const open = finalConsonant(last) === L ? withoutFinal(last) : last
  return finalConsonant(open) === 0 ? `${rest}${withFinal(open, B)}니다` : `${stem}습니다`
}
