import { pastStems } from '../../../std/korean/grammar/predicate.ts'
import { parseAmount } from '../../../std/korean/numbers/item.ts'
import { categoryNamed } from '../../../std/korean/search/categories.ts'
import { tidyWords } from '../parse/tidy-words.ts'

const SPENT = new Set(
  '찍,찍히,시키,이체하,이체되,자동이체되,입금하,쓰,내,사,사오,사먹,사주,결제하,결제되,지불하,나오,나가,빠져나가,들,타,먹,마시,지르,주,드리,납부하,하,긁,넣'.split(
    ',',
  ),
)
const CAME = new Set('붙,들어오,받,벌,입금되,생기,돌려받,입금받'.split(','))

/** Money that was sent is a payment only where the book is asked to write it: else it is a transfer. */
const SENT = new Set('보내,부치,갚,송금하'.split(','))

/** Return the kind of payment that a verb in the past tells of. */
export function kindOf(verb: string): 'spent' | 'income' | undefined {
  const stems = pastStems(verb.replace(/(?:고|는데)$/, '어'))
  if (stems.some((stem) => CAME.has(stem))) return 'income'
  return stems.some((stem) => SPENT.has(stem)) ? 'spent' : undefined
}

/** The way in which it was paid. */
export const WAY =
  /(?<=^|\s)(?:(?:신용|체크|법인)?카드|현금|계좌이체|이체|페이|중고)(?:로|으로)(?=\s|$)|(?<=^|\s)주고(?=\s|$)/g

/** The words behind an amount. */
export interface AfterAmount {
  kind?: 'spent' | 'income'
  category?: string
  count?: number
  unit?: string
  what?: string
  /** No verb stood there. */
  isBare?: true
  /** Letters of the tail that belong to this payment. */
  used?: number
}

/** Read the words between two payments: "이랑 ", "에 ", " 썼고 ". */
export function headOf(tail: string): AfterAmount | undefined {
  const [whole = '', verb] = /^(?:이랑|하고|과|와|에|씩|어치)?[\s,]*(?:(\S+고)\s)?(?:그리고\s)?/.exec(tail) ?? []
  if (verb === undefined) return { used: whole.length, isBare: true }
  const kind = kindOf(verb)
  return kind ? { used: whole.length, kind } : { used: 0, isBare: true }
}

/** Read the words behind the last amount: a verb in the past, with how and as what; nothing else may stand there. */
export function tailOf(tail: string, isAsked: boolean): AfterAmount | undefined {
  let words = tidyWords(tail.replace(/^(?:에|씩|어치|짜리|쯤|정도|을|를|이|가)+(?=\s|$)/, '').replace(WAY, ' '))
  let category: string | undefined
  let unit: string | undefined
  const named = /^(\S+?)(?:으로|로)\s/.exec(words)
  if (named) {
    category = named[1] ?? ''
    if (categoryNamed(category) === undefined && !/비$/.test(category)) return undefined
    words = words.slice(named[0].length)
  }
  const counted = /^((?:\d{1,3}|[가-힣]{1,3})\s?[가-힣]{1,2})(?:을|를)?(?:\s|$)/.exec(words)
  const amount = counted && parseAmount(counted[1] ?? '')
  if (counted && amount) {
    unit = counted[1]
    words = words.slice(counted[0].length).trim()
  }
  words = tidyWords(words.replace(/(?:요|다)$/, (end) => (end === '요' ? '' : end)))
  const parts = { ...(category ? { category } : {}), ...(unit && amount ? { unit, count: amount.count } : {}) }
  if (words === '') return { ...parts, ...(isAsked ? { kind: 'spent' as const } : { isBare: true as const }) }
  if (
    /^(?:씀|냄|(?:시켜\s)?(?:먹음|마심|삼|탐)|카드|현금|(?:결제|지출|사용|납부|지불|계산|이체|자동이체)(?:함|됨|\s?완료)?)$/.test(
      words,
    )
  )
    return { ...parts, kind: 'spent' }
  if (/^(?:수입|받음|들어옴)$/.test(words)) return { ...parts, kind: 'income' }
  const [, bought] = /^(\S{1,6}?)(?:을|를)?\s(?:봤|샀|사\s?먹었)\S*$/.exec(words) ?? []
  if (bought) return { ...parts, kind: 'spent', what: bought }
  const verb = words.split(' ').at(-1) ?? ''
  const told = isAsked && /[^어다]$/.test(verb) ? `${verb}어` : verb.replace(/^썼$/, '썼어')
  if (isAsked && words === verb && pastStems(told).some((stem) => SENT.has(stem))) return { ...parts, kind: 'spent' }
  const kind = words.split(' ').length === 1 || /^(?:주고|다)\s\S+$/.test(words) ? kindOf(told) : undefined
  return kind && { ...parts, kind }
}
