import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { KIN } from '../../../std/korean/grammar/kin.ts'
import { itemText, parseAmount, parseItem } from '../../../std/korean/numbers/item.ts'
import { categoryNamed, categoryOf, isPaidPlace } from '../../../std/korean/search/categories.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { addDays, todayIn, type When } from '../../../std/time/calendar.ts'
import { tidyWords } from '../parse/tidy-words.ts'
import { readKoreanQuestion } from './korean-money-question.ts'
import { headOf, kindOf, tailOf, WAY } from './korean-payment.ts'
import type { MoneyAround, MoneyCall, SaidItem } from './money-call.ts'

const CHANGES_TO = patternOf()`^(?:으로|로)\s?(?:고쳐|바꿔|(?:수정|변경|정정)(?:해)?)?${GIVE}?$`
const REMOVES = patternOf()`
    ^(.*?)\s?(?:(?:산|쓴|낸|적은)\s(?:거|것)|기록|내역)?(?:은|는|을|를)?\s?(?:지워|빼|삭제해|취소할게|취소해)${GIVE}?$`
const TEACHES = patternOf()`^(.+?)(?:은|는|을|를)\s(\S+?)(?:으로|로)\s?(분류|쳐|바꿔|적어|기록|넣어)(?:해)?${GIVE}?$`
const BOOKED = patternOf()`\s?(?:다고|라고)?\s?(?:적어|기록해|추가해|넣어|써)${GIVE}$`
const BOOK = /^(?:가계부|장부)(?:에다가|에다|에서|에)?\s/
/** Words that only say when in a day, or that it was that much. */
const LITTLE =
  /(?<=^|\s)(?:오늘|방금|아까|좀|또|다시|총|다|합쳐서|내가|제가|나는|난|저는|그냥|겨우|한(?=\s*$))(?=\s|$)/g
/** When in a day, in front of the place. */
const HOUR_FIRST = /^((?:아침|점심|저녁)에)\s(\S+에서)(?=\s|$)/
const HOUR = /(?<=^|\s)(?:(?:오늘|어제)\s)?(?:밤|새벽|낮|오전|오후)에(?=\s)/g
const MEAL = /(?<=^|\s)(아침|점심|저녁)(?:에|은|는|으로)?(?=\s|$)/
const KIN_FIRST = patternOf()`^(${KIN}|부모님|친구|조카)\s(?=\S)`
const OWN_VERB =
  /\s?(?:봤어|들어왔어|받았어|팔아서|나왔어|나갔어|썼어|샀어|냈어|먹고|마시고|타고|사고|쓰고|내고)(?:요)?(?=\s|$)/g

const OWN_VERB_ALONE = /(?:^|\s)(?:봤|나왔|나갔|썼|샀|냈)어(?:요)?(?=\s|$)/

const DOING = patternOf()`
    \s(?:(?:먹었|마셨|갔|샀|탔|봤|시켰|만났|등록했|주문했)(?:는데|고|어)|(?:먹|마시|사|타|보|시키|만나)고|(?:가|들러|먹어|시켜|만나|사|당첨돼)서|(?:시켜\s)?먹음|마심|등록했어|
    넣었어|샀어|샀다)$`
const isKin = (words: string) => new RegExp(KIN_FIRST.source.replace('\\s(?=\\S)', '(?:이?랑|하고)\\s')).test(words)

const withoutParticle = (words: string) => {
  const [, counted = ''] = /^(.+\s\S+)에$/.exec(words) ?? []
  if (counted && parseItem(counted).quantities.length > 0) return counted
  const bare = words
    .replace(/(?<=[가-힣]{2})(?:으로|로|에|을|를|은|는|도|만)$/, '')
    .replace(/(?<=[가-힣])(?:을|를)$/, '')
  return bare.replace(/(?<=[가-힣])(?:이랑|하고)$/, '')
}

/** Read what a Korean sentence tells or asks of money, whole; undefined for one that speaks of something else. */
export function readKoreanMoney(said: string, around: MoneyAround): MoneyCall | undefined {
  const text = said
    .replace(/(?<![\d,.])(\d{3,9})(?=\s(?:썼|냈|결제|나왔|들었|샀))/, '$1원')
    // Digits in groups behind what was bought are won.
    .replace(/(?<=[가-힣]\s)(\d{1,3}(?:,\d{3})+)$/, '$1원')
  return (
    readKoreanQuestion(text, around) ??
    readTeaching(text, around) ??
    readCorrection(text, around) ??
    (around.asked ? undefined : readBooking(text, around))
  )
}

const NEWEST = patternOf()`
    ^(?:(?:아\s?맞다|아니|아|앗|참)[\s,]*)*(?:(?:앞에|아까)\s?(?:거|것)\s말고\s)?(?:(?:방금|마지막에|마지막)\s?(?:적은\s?|쓴\s?)?(?:그?거|것|건)|그거|
    그건|이거)(?:는|은|를|을)?\s`
const CALL = /^(?:(?:아\s?맞다|아니다|아니야|아냐|아니|아|앗|참|사실|어|헉)[\s,]+)+/

/** "방금 거 4800원으로 고쳐줘", "점심은 9500원이었어", "그거 지워줘", "볼펜은 어제 샀어". */
function readCorrection(text: string, { isGoingOn, asked, when }: MoneyAround): MoneyCall | undefined {
  if (asked) return undefined
  const isNewest = NEWEST.test(`${text} `) && isGoingOn
  const words = text.replace(NEWEST, '').replace(CALL, '')
  const isCalled = isGoingOn && /^(?:아니|아냐)/.test(text)
  const sentence = readSentence(words)
  const amounts = sentence.text === words ? sentence.amounts : []
  const [amount, other] = amounts
  const period = sentence.period(when)
  const day = period && period.first === period.last ? period.first : undefined
  const wordsUpTo = (end: number) => {
    const before = words.slice(0, end)
    const plain = period && period.to <= end ? before.slice(0, period.from) + before.slice(period.to) : before
    const topic = tidyWords(plain.replace(/(?<=^|\s)(?:(?:아까|방금)\s(?:적은|쓴|산|낸)|아까|방금|그)\s/g, ' '))
    return withoutParticle(topic.replace(/(?<=[가-힣])(?:은|는)$/, ''))
  }
  const aimAt = (what: string): Partial<MoneyCall> =>
    isNewest || what === '' ? { last: true } : { what, ...(day ? { day } : {}) }
  if (
    amount &&
    other &&
    'won' in amount &&
    'won' in other &&
    isGoingOn &&
    /^\s?(?:아니고|말고|아니라)\s/.test(words.slice(amount.to)) &&
    /^(?:이야|이에요|예요)?$/.test(words.slice(other.to))
  )
    return { action: 'correct', ...aimAt(wordsUpTo(amount.from)), was: amount.won, to: { won: other.won } }
  if (amount && !other && 'won' in amount) {
    const tail = words.slice(amount.to)
    const what = wordsUpTo(amount.from)
    if (CHANGES_TO.test(tail) && isGoingOn) return { action: 'correct', ...aimAt(what), to: { won: amount.won } }
    if (isNewest && tail === '') return { action: 'correct', last: true, to: { won: amount.won } }
    const isTopic = isGoingOn && /[은는]\s?$/.test(words.slice(0, amount.from)) && tail === ''
    if (/^(?:이었|였)(?:어|어요|다|네|네요|습니다)$/.test(tail) || isTopic || (isCalled && tail === '' && what !== ''))
      return what === '' || isNewest
        ? isGoingOn
          ? { action: 'correct', last: true, to: { won: amount.won } }
          : undefined
        : !isGoingOn && categoryOf(what) === undefined
          ? undefined
          : { action: 'price', what, ...(day ? { day } : {}), to: { won: amount.won } }
    return undefined
  }
  if (amounts.length > 0) return undefined
  const gone = REMOVES.exec(words)
  const book = BOOK.test(words)
  if (gone && (isNewest || isGoingOn || book)) {
    const what = wordsUpTo((gone[1] ?? '').length)
      .replace(BOOK, '')
      .replace(/^(?:가계부|장부)(?:에서|에)?\s?/, '')
    return what === '' && !isNewest ? undefined : { action: 'remove', ...aimAt(what) }
  }
  const unpaid = /^(.+?)\s(?:(?:내가|제가|난|나는)\s)?안\s?(?:냈|샀|썼)\S*$/.exec(words)
  if (unpaid && isGoingOn)
    return { action: 'remove', ...aimAt(withoutParticle(unpaid[1] ?? '')), day: day ?? todayIn(when) }
  if (!isGoingOn || !day || !period) return undefined
  const rest = tidyWords(words.slice(0, period.from) + words.slice(period.to).replace(/^에\s/, ' '))
  return readMovedDay(rest, isNewest, day > todayIn(when) && /요일/.test(text) ? addDays(day, -7) : day)
}

/** "그거 5월 1일에 낸 거야", "꽃은 금요일이었어": another day. What was paid lies behind: "금요일" is the last one. */
function readMovedDay(rest: string, isNewest: boolean, day: string): MoneyCall | undefined {
  const moved =
    /^(.*?)\s?(?:(?:쓴|먹은|산|낸|탄|마신|한)\s(?:거|것)(?:야|예요|이야|였어)?|(이었어|이었네|였어|였네)|(\S+))$/.exec(
      rest,
    )
  if (!moved || (moved[3] !== undefined && kindOf(moved[3]) !== 'spent')) return undefined
  const what = withoutParticle((moved[1] ?? '').replace(/(?<=[가-힣])(?:은|는)$/, ''))
  return { action: 'correct', ...(isNewest || what === '' ? { last: true } : { what }), to: { day } }
}

/** "택시는 업무비로 분류해줘", "책은 문화로 바꿔줘". */
function readTeaching(text: string, { isGoingOn }: MoneyAround): MoneyCall | undefined {
  const [, what = '', category = '', verb = ''] = TEACHES.exec(text) ?? []
  if (what === '' || /\d/.test(category) || readSentence(category).amounts.length > 0) return undefined
  const isSure = verb === '분류' || categoryNamed(category) !== undefined
  return isSure && (verb === '분류' || isGoingOn) ? { action: 'teach', what, to: { category } } : undefined
}

/** "커피 4500원 썼어", "월급 들어왔어 320만", "커피 4500원이랑 빵 3200원 샀어", "버스 1500원". */
function readBooking(said: string, { when, isGoingOn }: MoneyAround): MoneyCall | undefined {
  const isAsked = BOOKED.test(said) && (BOOK.test(said) || /[다라]고\s?(?:적어|기록해)/.test(said))
  const text = said
    .replace(CALL, '')
    .replace(BOOK, '')
    .replace(isAsked ? BOOKED : /^$/, '')
  const sentence = readSentence(text)
  if (sentence.text !== text || sentence.amounts.length === 0 || sentence.negations.length > 0) return undefined
  if (sentence.amounts.some((one) => !('won' in one)) || sentence.ending.hearsay) return undefined
  const sender = /^(\S+?)(?:이가|가)\s(?!.*\s(?:을|를))/.exec(text)?.[1]
  const [only] = sentence.amounts
  if (
    sender &&
    only &&
    'won' in only &&
    /^[을를]?\s?(?:나한테\s)?(?:(?:보내|입금해|갚아?)\s?)?(?:줬|주셨|주심|줌|았)\S*$/.test(text.slice(only.to))
  ) {
    const [, what = '', ...others] = text.slice(0, only.from).trim().split(' ')
    const told = { what: withoutParticle(what), won: only.won, kind: 'income' as const, said: tidyWords(text) }
    if (others.length === 0) return { action: 'book', items: [{ person: sender, ...told }] }
  }
  if (SOMEBODY.test(text)) return undefined
  const parts: SaidItem[] = []
  let [from, shared]: [number, Partial<SaidItem>] = [0, {}]
  for (const [at, amount] of sentence.amounts.entries()) {
    if (!('won' in amount)) return undefined
    const next = sentence.amounts[at + 1]
    const tail = text.slice(amount.to, next?.from ?? text.length)
    const after = next ? headOf(tail) : tailOf(tail, isAsked)
    if (!after) return undefined
    const told = text.slice(from, amount.from)
    const item = itemOf(told, when)
    if (!item || (item.what === '' && !item.place && !item.person && !after.what)) return undefined
    const isEach = amount.each || /^짜리/.test(tail)
    const won = isEach && after.count ? amount.won * after.count : amount.won
    const kind = item.kind ?? after.kind ?? (after.isBare ? undefined : 'spent')
    // "엄마한테 5만원" begins a transfer; only a verb says that it is over.
    if (kind === undefined && !isPlainPayment(item, told, isGoingOn || after.what !== undefined)) return undefined
    if (SAYING.test(item.what ?? '') || (item.what && parseAmount(item.what))) return undefined
    shared = { ...shared, ...(item.day ? { day: item.day } : {}), ...(item.place ? { place: item.place } : {}) }
    const { kind: _, ...rest } = { ...shared, ...item }
    const what = itemText(withCount(item.what || after.what || '', after.unit))
    parts.push({
      ...rest,
      ...{ what, won, kind: kind ?? 'spent', said: tidyWords(told + (next ? '' : '')) },
      ...(after.category ? { category: after.category } : {}),
    })
    from = amount.to + (after.used ?? 0)
  }
  const verb = parts.at(-1)?.kind
  return {
    action: 'book',
    items: parts.map((one) => ({ ...one, kind: one.kind === 'income' ? 'income' : (verb ?? 'spent') })),
  }
}

/** Somebody else who paid: "팀장님이 밥값 3만원 냈어". */
const SOMEBODY = /(?:^|\s)(?:\S*(?:님|씨)|엄마|아빠|친구|동생|형|누나|언니|오빠|남편|아내|팀장|부장|사장|걔)(?:이|가)\s/
/** A price, a sum for each, an amount that is only about so much, or a topic that something is said of. */
const NO_PAYMENT = /(?:은|는|당|도|면|가격|예산|연봉|한도)$|[▲▼%¥$:]|^약$|\d|얼마/

/** Words that end as a predicate, not as the name of a thing. */
const OPEN_END = /(?:어|아|해|네|다|지|까|면|서|고|는|한|줄)$/

/** "버스 1500원": without a verb only what everybody knows as an expense, named and nothing else. */
function isPlainPayment({ what = '', person, place }: SaidItem, told: string, isGoingOn: boolean): boolean {
  const name = parseItem(what).name
  if (person !== undefined || (what === '' && place === undefined) || OPEN_END.test(what)) return false
  const isTopic = /(?<=[가-힣])(?:은|는)$/.test(tidyWords(told))
  if (isTopic || NO_PAYMENT.test(name) || name.split(' ').length > 3) return false
  return isGoingOn || [name, place ?? ''].some((one) => one !== '' && categoryOf(one) !== undefined)
}

/** A thing that still tells what somebody did is no thing. */
const SAYING = /(?:는데|[었았했됐갔]어|돼서|가서|하고|다니)(?=\s|$)/

const withCount = (what: string, unit: string | undefined) => parseItem(unit ? `${what} ${unit}` : what)

/** The words in front of an amount: when, where, with whom and for what. */
function itemOf(told: string, when: When): SaidItem | undefined {
  let words = tidyWords(told.replace(WAY, ' ').replace(/^(?:\S*|오는 |가는 )길에\s/, ''))
  const period = readSentence(words).text === words ? readSentence(words).period(when) : undefined
  const day = period && period.first === period.last ? period.first : undefined
  if (period && day) words = tidyWords(words.slice(0, period.from) + words.slice(period.to).replace(/^에(?=\s|$)/, ''))
  const verb = words
    .match(OWN_VERB)
    ?.map((one) => kindOf(one.trim().replace('팔아서', '벌었어')))
    .find(Boolean)
  words = tidyWords(words.replace(OWN_VERB, ' ').replace(LITTLE, ' ').replace(HOUR, ' ')).replace(HOUR_FIRST, '$2 $1')
  // "지영이랑 파스타 먹었는데", "엄마랑 카페 가서", "복권 당첨돼서": what was done says no more of the payment.
  const deed = DOING.exec(words)
  if (deed) words = tidyWords(words.replace(DOING, ''))
  // "동생한테 밥 사줬어 32000원": the amount behind a verb that ends.
  const [, before = '', ended = ''] = /^(.*\S)\s(\S+[어다음])$/.exec(words) ?? []
  const endedKind = verb === undefined && ended !== '' ? kindOf(ended) : undefined
  if (endedKind) words = before
  let isIncome = verb === 'income' || endedKind === 'income'
  const isTold = OWN_VERB_ALONE.test(told) || endedKind === 'spent'
  const asIncome = /^수입으로\s/.exec(words)
  isIncome ||= asIncome !== null
  words = words.slice(asIncome?.[0].length ?? 0)
  words = words.replace(/^(?:간식|지출)으로\s/, '')
  const [, by = ''] = /^(\S+?)(?:으로|로)\s/.exec(words) ?? []
  if (isPaidPlace(by)) words = words.replace(/^(\S+?)(?:으로|로)\s/, '$1에서 ')
  const [, place] = /^(.+?)에서(?=\s|$)/.exec(words) ?? []
  // "이사 견적은 한솔에서 받았어": a topic before the place tells of something else.
  if (place && /(?<=[가-힣])(?:은|는)\s/.test(place)) return undefined
  if (place) words = tidyWords(words.slice(place.length + 2))
  const [, dative] = /(?<=^|\s)(\S+?)(?:한테|에게|께)(?:서)?(?=\s|$)/.exec(words) ?? []
  const [, companion] = dative
    ? []
    : (/(?:^|(?<=(?:아침|점심|저녁)\s))(\S{1,5}?)(?:이?랑|하고)\s?(?=(?:아침|점심|저녁|밥|술|커피)|$)/.exec(words) ??
      (deed || isKin(words) ? /^(\S{1,5}?)(?:이?랑|하고)\s/.exec(words) : undefined) ??
      [])
  const kin = dative || companion ? undefined : KIN_FIRST.exec(words)?.[1]
  const person = dative ?? companion ?? kin
  if (dative) words = tidyWords(words.replace(/(?<=^|\s)\S+?(?:한테|에게|께)(?:서)?(?=\s|$)/, ' '))
  else if (companion) words = tidyWords(words.replace(new RegExp(`(?<=^|\\s)${companion}(?:이?랑|하고)(?=\\s|$)`), ' '))
  else if (kin) words = words.slice(kin.length + 1)
  const meal = MEAL.exec(words)
  const beside = meal ? tidyWords(words.replace(MEAL, ' ')) : words
  const bare = withoutParticle(beside === '' && meal ? (meal[1] ?? '') : beside)
  const what = verb === undefined ? bare : bare.replace(/(?<=[가-힣])[이가]$/, '')
  if (what.split(' ').length > 5) return undefined
  const isPlace = place === undefined && isPaidPlace(what)
  return {
    what: isPlace ? '' : what,
    ...(isPlace ? { place: what } : {}),
    ...(day ? { day } : {}),
    ...(place ? { place } : {}),
    ...(person ? { person } : {}),
    ...(isIncome ? { kind: 'income' } : isTold ? { kind: 'spent' } : {}),
  }
}
