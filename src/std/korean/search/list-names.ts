import { patternOf } from '../../text/pattern.ts'

/** The lists that go by many names: things to buy, and things to do. */
export type ListPurpose = 'shopping' | 'todo' | 'other'

const SHOPPING = patternOf('i')`
    ^(?:장보기|장볼\s?거|장바구니|쇼핑|구매|살\s?(?:거|것|물건)|사야\s?(?:할|될)\s?(?:거|것|물건)|shopping|grocer(?:y|ies)|
    (?:things|stuff) to buy)$`
const TODO = /^(?:할\s?일|해야\s?(?:할|될)\s?일|할\s?(?:거|것)|투두|to[-\s]?dos?|tasks?|things to do)$/i
/** Names that say what is done with their things: "읽을 책", "볼 영화", "reading". */
const OF_WORK = /^\S*[을를볼갈할들쓸]\s\S|^(?:reading|watch(?:ing)?|movies?|books?|films?)$|책|영화|드라마|숙제/i

/** The name of a list as its page is called: without what only says that it is one. */
export function bareListName(said: string): string {
  return said
    .normalize('NFC')
    .trim()
    .replace(/^(?:(?:my|the|our|내|제|우리)\s)+/i, '')
    .replace(/\s?(?:목록|리스트|\blist)$/i, '')
    .trim()
}

/** The kind of list that a name stands for. */
export function purposeOfList(name: string): ListPurpose {
  const bare = bareListName(name)
  if (SHOPPING.test(bare)) return 'shopping'
  return TODO.test(bare) ? 'todo' : 'other'
}

/** Return true if the things of a list are counted: milk is, a task or a book is not. */
export const hasQuantities = (name: string): boolean =>
  purposeOfList(name) !== 'todo' && !OF_WORK.test(bareListName(name))

const keyOf = (name: string) => bareListName(name).toLowerCase().replace(/\s/g, '')

/** Return true if both names mean the same list: 살 거 and 장보기, "my shopping list" and shopping. */
export function isSameList(a: string, b: string): boolean {
  const kind = purposeOfList(a)
  return keyOf(a) === keyOf(b) || (kind !== 'other' && kind === purposeOfList(b))
}
