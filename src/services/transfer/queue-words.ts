import type { ReadContext } from '../../core/service/service.ts'
import type { Operation } from '../../core/service/state.ts'
import { readAnswer } from '../../std/korean/dialogue/yesno.ts'
import { isSameNoun } from '../../std/korean/grammar/same-word.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'

/**
 * The transfers of a sentence, and the words of it that none of them accounts for. `bounds`: those may make another
 * sum of the one that was read.
 */
export interface ReadTransfers {
  tasks: Operation[][]
  unread?: string
  bounds?: boolean
}

/** All tasks of a queue, and how many those are where it is said: "둘 다", "전부", "both". */
const ALL = patternOf('i')`
  (?<![가-힣])(?:(둘|셋|넷|다섯|[두세네]\s?(?:건|개|명))\s?(?:다|모두)|전부(?:\s?다)?|모두(?:\s?다)?|다\s?같이)(?![가-힣])(?:\s?(?:한테|에게))?|
  \b(both|all (?:two|three|four|five)|all)(?: of (?:them|those))?\b
`
const COUNTS: Readonly<Record<string, number>> = { 둘: 2, 두: 2, 셋: 3, 세: 3, 넷: 4, 네: 4, 다섯: 5 }
const ENGLISH_COUNTS: Readonly<Record<string, number>> = { both: 2, two: 2, three: 3, four: 4, five: 5 }

/** One task by its person: "수진이 것만 내일", "아빠는 3만원으로". */
const ONE =
  /^(?:(?:아|아니|그럼|근데|그런데|그리고)[\s,]+)?([가-힣A-Za-z]{1,20}?)\s?(?:씨|님)?\s?(?:거|것|꺼|건|쪽|몫)?(?:은|는|만|만은|도)?\s+(?=\S)/
/** The same in the order of English: "cancel Leo's", "skip the one to Leo". */
const ENGLISH_ONE = patternOf('iu')`
  ^(?:please )?(?:skip|drop|remove|cancel) (?:the (?:one|transfer) (?:to|for) )?
  ([\p{L} ]{1,20}?)(?:['’]s)?(?: one)?[.!]*$`
/** Takes a task out: "빼줘", "보내지 마". */
const LEAVE_OUT = /^(?:좀\s?)?(?:빼|제외|취소|삭제|지워|보내지\s?(?:마|말)|안\s?보내)|^(?:skip|drop|remove|cancel)\b/i

/** Something else takes the place of the transfer at hand: "취소하고 수진이한테 2만원 보내줘". */
const INSTEAD = patternOf('i')`
    ^(?:(?:아니|그거|그건|이거|이건|방금\s?거|그)[\s,]*)*(?:취소하고|취소해\s?주?고|관두고|그만두고|됐고)[\s,]+(?=\S)|
    ^(?:please )?(?:cancel|drop|forget) (?:it|that|this)(?:,? and| then|,)\s+`

type Reader = (text: string, context: ReadContext) => ReadTransfers

/** What a sentence says of the tasks of a queue as a queue; undefined where it speaks of the one at hand only. */
export function readOfQueue(typed: string, context: ReadContext, read: Reader): ReadTransfers | undefined {
  const { text } = readSentence(typed)
  return readInstead(text, context, read) ?? (context.waiting.length > 0 ? readOfSome(text, context, read) : undefined)
}

function readInstead(text: string, context: ReadContext, read: Reader): ReadTransfers | undefined {
  const lead = INSTEAD.exec(text)?.[0]
  if (lead === undefined) return undefined
  const anew = read(text.slice(lead.length), { ...context, stage: 'INIT', known: {}, waiting: [], asked: undefined })
  const [task = []] = anew.tasks
  const isWhole = anew.tasks.length === 1 && !anew.unread && names(task).includes('target')
  const emptied = Object.keys(context.known).map((slot): Operation => ({ op: 'clear', slot }))
  return isWhole ? { tasks: [[...emptied, ...task]] } : { tasks: [[]], unread: text }
}

function readOfSome(text: string, context: ReadContext, read: Reader): ReadTransfers | undefined {
  const { known, waiting } = context
  const all = ALL.exec(text)
  if (all && !readAnswer(text, 'typed')) {
    const count = COUNTS[all[1]?.[0] ?? ''] ?? COUNTS[all[1] ?? ''] ?? ENGLISH_COUNTS[all[2]?.split(' ').at(-1) ?? '']
    const rest = `${text.slice(0, all.index)} ${text.slice(all.index + all[0].length)}`.trim()
    const said: Operation[] | undefined = LEAVE_OUT.test(rest) ? [{ op: 'cancel' }] : readAlone(rest, context, read)
    if (said === undefined) return undefined
    if (count !== undefined && count !== waiting.length + 1) return { tasks: [[]], unread: all[0] }
    return { tasks: [said, ...waiting.map((_, at): Operation[] => [{ op: 'waiting', at }, ...said])] }
  }
  const verbFirst = ENGLISH_ONE.exec(text)
  const one = verbFirst ?? ONE.exec(text)
  const name = one?.[1] ?? ''
  const isOf = (task: ReadContext['known']) => typeof task.target === 'string' && isSameNoun(task.target, name)
  const at = one ? waiting.findIndex(isOf) : -1
  if (!one || (at < 0 && !isOf(known))) return undefined
  const rest = text.slice(one[0].length)
  const said: Operation[] | undefined =
    verbFirst || LEAVE_OUT.test(rest) ? [{ op: 'cancel' }] : readAlone(rest, context, read)
  // "수진이 것만 보내줘": what becomes of the others is not said.
  if (said === undefined) return /(?:것|거|꺼|건)만\s/.test(one[0]) ? { tasks: [[]], unread: text } : undefined
  return { tasks: [at < 0 ? said : [{ op: 'waiting', at }, ...said]] }
}

/** Values without a person, all of which are read; undefined where there is more or nothing. */
function readAlone(rest: string, context: ReadContext, read: Reader): Operation[] | undefined {
  const { tasks, unread } = read(rest, { ...context, waiting: [], asked: undefined })
  const [task = [], more] = tasks
  return unread || more || task.length === 0 || names(task).includes('target') ? undefined : task
}

const names = (task: readonly Operation[]) => task.flatMap((one) => ('slot' in one ? [one.slot] : []))
