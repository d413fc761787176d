import { smallTalkMessages } from '../../../messages/engine/small-talk.ts'
import type { Family, Utterance } from '../intent.ts'
import { numberAt } from '../parse/quantity.ts'
import { chosenFrom, pickNumber } from '../random-choice.ts'

const throwing =
  '(?:를|을)? ?(?:좀 |한번 |한 번 )?(?:(?:굴려|굴리|던져|던지|돌려)[가-힣]{0,2})?(?: ?(?:줘|주세요|봐|볼래))?'
const choosing =
  '(?:을|를)? ?(?:좀 )?(?:골라|뽑아|추천(?:해)?|찍어|정해|말해|알려|불러)[가-힣]{0,2}(?: ?(?:줘|주세요|봐))?'
const die = new RegExp(
  `^주사위 ?(?:(\\d{1,2}|한|두|세|네|다섯) ?개)?${throwing}$|^(?:roll|throw) (?:(\\d{1,2}|an?|the|two|three) )?(?:die|dice)$`,
  'i',
)
const coin = new RegExp(
  `^동전(?: ?하나)?${throwing}$|^동전 ?던지기(?:${throwing}| ?(?:해 ?줘|하자|해 ?봐|해 ?주세요))?$|^(?:flip|toss)(?: me)?(?: a)? coin$`,
  'i',
)
const lotto = new RegExp(
  `^(?:이번 ?주 )?(?:로또|복권)(?: ?번호)?(?: ?(?:하나|여섯 ?개|6개))?(?:${choosing})?$|^(?:pick|give me|choose)(?: my| some)? lott(?:o|ery) numbers$`,
  'i',
)
const number = new RegExp(
  `^(\\d+)(?:부터|에서|~|-) ?(\\d+)(?:까지)?(?: ?(?:중|사이|중에서|사이에서|중에|사이의|의))? ?(?:숫자|수|번호)?(?:로|을|를)? ?(?:아무)?(?: ?(?:하나|한 ?개|아무거나|랜덤(?:으로|하게)?|무작위로))?만?${choosing}$|^(\\d+)(?:부터|에서|~|-) ?(\\d+)(?:까지)?(?: ?(?:중|사이)(?:에서|의|에)?)? ?(?:랜덤|무작위)(?:으로|한)? ?(?:숫자|수|번호)(?: ?하나)?(?:${choosing})?$|^random number (?:from |between )?(\\d+) (?:to|and|-) (\\d+)$|^(?:pick|choose|give me) a (?:random )?number (?:between|from) (\\d+) (?:and|to) (\\d+)$`,
  'i',
)
/** "1부터 45까지 숫자 6개 뽑아줘", "pick 3 numbers between 1 and 20": so many different ones. */
const several = new RegExp(
  `^(\\d+)(?:부터|에서|~|-) ?(\\d+)(?:까지)?(?: ?(?:중|사이)(?:에서|의|에)?)? ?(?:숫자|수|번호)?(?:를|을)? ?(?:랜덤(?:으로)?|무작위로)? ?(\\d{1,2}|두|세|네|다섯|여섯|일곱|여덟|아홉|열) ?개(?:를)? ?(?:랜덤(?:으로)? ?|무작위로 ?)?${choosing}$|^(?:pick|choose|give me) (\\d{1,2}|two|three|four|five|six) (?:random |different )?numbers (?:between|from) (\\d+) (?:and|to) (\\d+)$`,
  'i',
)
const hand =
  /^(?:가위 ?바위 ?보|묵찌빠)(?: ?(?:하자|할래|해 ?줘|하실래요|할까|고|게임))?$|^(?:let's play )?rock,? paper,? scissors$/i
const between = '(?:이?랑|하고|와|과|,| ?vs ?| 아니면|이?나)'
const deciding = '(?:을|를)? ?(?:좀 )?(?:골라|정해|뽑아)(?: ?(?:줘|주세요|봐))?'
const choice = new RegExp(
  `^([가-힣a-z]{1,10})${between} ?([가-힣a-z]{1,10}?)(?: ?중에서?| 중 하나)?(?: ?하나)?${deciding}$|^(?!아무)([가-힣]{1,8}) ([가-힣]{1,8}?)(?: ?중에서?| 중 하나)?(?: ?하나)?만? ?${deciding}$|^([가-힣]{1,8}?)(?:이?냐|(?<=.)아니면|(?:이?랑)) ([가-힣]{1,8}?)(?:이?냐|중에서? ?(?:뭐가 ?(?:좋을까|나을까|좋아|나아)|뭘? ?(?:먹|살|사|하|할|마시|마실|볼|보)(?:을까|까|지)))(?:요)?$|^(?:(?:choose|pick|decide)(?: between)? |should i (?:have|get|eat|take|choose|pick) )?([a-z]{2,15}(?: [a-z]{2,12})?)(?: or|(?<=^(?:choose|pick|decide) between .{1,30}) and) ([a-z]{2,15}(?: [a-z]{2,12})?)$`,
  'i',
)

const counts: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, a: 1, an: 1, the: 1 }
const mostDice = 20
const lottoNumbers = { of: 45, drawn: 6 }

/** "주사위 두 개 던져줘", "동전 던져줘", "로또 번호 추천해줘", "짜장 짬뽕 골라줘": lots that the message itself draws. */
export const games: Family = (utterance) => {
  const said = play(utterance)
  return said === undefined ? undefined : { weight: 3, answer: () => said }
}

/** "pick one: red, green, blue", "빨강 파랑 초록 중에 뭐가 좋을까": one of those that are named. */
const listed =
  /^([가-힣]{1,8}(?:[ ,]+[가-힣]{1,8}){1,7}) 중에서? ?(?:(?:뭐가|뭘|어떤 ?게|어느 ?게) ?[가-힣 ]{1,8}|(?:하나만? ?)?(?:골라|뽑아|정해)(?: ?줘)?)$|^(?:pick|choose) (?:one|any|something)(?: of| from)?[:,]? ((?:[a-z]{2,15}(?:, (?:or |and )?| or | and )){1,7}[a-z]{2,15})$/i

function play({ text, seed, language }: Utterance): string | undefined {
  const say = smallTalkMessages[language]
  const dice = die.exec(text)
  if (dice) {
    const count = Math.min(mostDice, countOf(dice[1] ?? dice[2]))
    return say.die(Array.from({ length: count }, (_, n) => 1 + pickNumber(seed, n, 6)))
  }
  if (coin.test(text)) return pickNumber(seed, 0, 2) === 0 ? say.coin.heads : say.coin.tails
  if (lotto.test(text)) return say.lotto(lots(seed))
  if (hand.test(text)) return say.hand(chosenFrom(say.hands, seed))
  const [from, to] = captured(number, text)
  if (from !== undefined && to !== undefined) {
    const [low, high] = [Number(from), Number(to)]
    return high > low && high - low < 2 ** 31 ? say.number(low + pickNumber(seed, 0, high - low + 1)) : undefined
  }
  const many = several.exec(text)
  if (many) return drawn(many, seed)
  const [named = ''] = captured(listed, text)
  const options = named.split(/[ ,]+(?:(?:or|and) )?|,\s*/).filter(Boolean)
  if (options.length > 1) return say.chosen(chosenFrom(options, seed))
  const asked = text.replace(wondering, '')
  const either = captured(asked === text || /[a-z]/i.test(text) ? choice : oneOrOther, asked)
  return either.length === 2 ? say.chosen(chosenFrom(either, seed)) : undefined
}

/** "점심 뭐 먹을까 김치찌개 아니면 돈까스", "pizza or sushi, you choose": what is asked before or behind the two. */
const wondering =
  /^(?:오늘 )?(?:(?:점심|저녁|아침|야식|간식|메뉴)(?:은|는|에|으로)? )?(?:뭐|뭘|어떤 걸) ?(?:먹|살|할|마실|마시|볼|하)(?:을까|까|지)요?[?,]? (?=\S+ 아니면 \S+$)|,? you (?:choose|pick|decide)$/i

const oneOrOther = /^([가-힣]{1,8}) ?아니면 ([가-힣]{1,8})$/

/** So many different numbers of a row, in their order; undefined where it has not so many. */
function drawn([, a, b, n, m, c, d]: RegExpExecArray, seed: number): string | undefined {
  const [low, high] = [Number(a ?? c), Number(b ?? d)]
  const count = countOf(n ?? m)
  if (high - low + 1 < count || high - low > 1e6) return undefined
  const chosen = new Set<number>()
  for (let at = 0; chosen.size < count; at++) chosen.add(low + pickNumber(seed, at, high - low + 1))
  return [...chosen].sort((x, y) => x - y).join(', ')
}

const captured = (shape: RegExp, text: string) =>
  (shape.exec(text)?.slice(1) ?? []).filter((part) => part !== undefined)

function countOf(word = ''): number {
  return counts[word.toLowerCase()] ?? Math.max(1, Number(numberAt(`${word}개`, 0)?.digits ?? 1))
}

/** Six different numbers of 45, in order. */
function lots(seed: number): number[] {
  const chosen = new Set<number>()
  for (let n = 0; chosen.size < lottoNumbers.drawn; n++) chosen.add(1 + pickNumber(seed, n, lottoNumbers.of))
  return [...chosen].sort((a, b) => a - b)
}
