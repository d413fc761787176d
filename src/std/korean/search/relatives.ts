import type { Namesake } from './people.ts'

/** Relatives by whose and what they are: 남편 누나 is 시누이. What one word says, notes and questions also say in two. */
const relatives: readonly (readonly [whose: string, what: string, called: string])[] = [
  ['남편|신랑', '누나|여동생|누이', '시누이'],
  ['남편|신랑', '남동생', '시동생'],
  ['남편|신랑', '형', '아주버님'],
  ['남편|신랑', '엄마|어머니|어머님', '시어머니'],
  ['남편|신랑', '아빠|아버지|아버님', '시아버지'],
  ['아내|와이프|집사람', '언니', '처형'],
  ['아내|와이프|집사람', '여동생', '처제'],
  ['아내|와이프|집사람', '오빠|남동생', '처남'],
  ['아내|와이프|집사람', '엄마|어머니|어머님', '장모'],
  ['아내|와이프|집사람', '아빠|아버지|아버님', '장인'],
  ['엄마|어머니', '언니|여동생|자매', '이모'],
  ['엄마|어머니', '오빠|남동생', '외삼촌'],
  ['엄마|어머니', '엄마|어머니', '외할머니'],
  ['엄마|어머니', '아빠|아버지', '외할아버지'],
  ['아빠|아버지', '누나|여동생|누이', '고모'],
  ['아빠|아버지', '형|형님', '큰아버지'],
  ['아빠|아버지', '남동생', '작은아버지'],
  ['아빠|아버지', '엄마|어머니', '할머니'],
  ['이모', '남편', '이모부'],
  ['고모', '남편', '고모부'],
  ['형', '아내|와이프', '형수'],
  ['누나', '남편', '매형'],
  ['언니', '남편', '형부'],
  ['오빠', '아내|와이프', '새언니'],
  ['여동생', '남편', '제부'],
  ['남동생', '아내|와이프', '올케'],
  ['아들', '아내|와이프', '며느리'],
  ['딸', '남편', '사위'],
  ['아들|딸|자식', '아들', '손자'],
  ['아들|딸|자식', '딸', '손녀'],
  ['누나|형|오빠|언니|동생|여동생|남동생|시누이|처제|처남|처형', '애|애들|아이|아이들|아들|딸', '조카'],
]

/** Words that everybody uses: nobody notes an aunt as 엄마 언니, and each look costs. */
const usual = /^(?:이모|고모|외삼촌|할머니|외할머니|외할아버지|큰아버지|작은아버지|조카)$/

interface Relative {
  pair: RegExp
  single: RegExp
  called: string
  /** The same in two words, as people say it most. */
  other: string | undefined
}

const begins = '(?<![가-힣])'
const ends = '(?=네|들|이|가|은|는|을|를|의|도|랑|하고|한테|에게|님|[^가-힣]|$)'
let table: readonly Relative[] | undefined

const rows = (): readonly Relative[] =>
  (table ??= relatives.map(([whose, what, called]) => ({
    pair: new RegExp(`${begins}(?:우리 )?(?:${whose})(?:의|네)? (?:${what})${ends}`),
    single: new RegExp(`${begins}${called}${ends}`),
    called,
    other: usual.test(called) ? undefined : `${whose.split('|')[0]} ${what.split('|')[0]}`,
  })))

/** Relatives of whom a text speaks, by the other words for them. */
export function relativesIn(text: string): Namesake[] {
  return rows().flatMap(({ pair, single, called, other }) => {
    const [said] = pair.exec(text) ?? []
    if (said) return [{ word: said, means: called }]
    const [word] = other === undefined ? [] : (single.exec(text) ?? [])
    return word && other ? [{ word, means: other }] : []
  })
}
