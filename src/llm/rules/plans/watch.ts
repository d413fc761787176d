import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import type { Family, IntentCall } from '../intent.ts'

const address = /https?:\/\/[^\s"'“”‘’<>]+[^\s"'“”‘’<>.,!?)]/i
const tell = `(?:(?:나한테|내게|바로) )?(?:알려|말해|연락해|알림)${GIVE}?`
const page =
  '(?:이 |그 |이런 )?(?:페이지|사이트|링크|주소|글|상품|물건|제품|게시판|곳|거|것)?(?:이|가|에서|에|을|를|은|는)?'
const price = '(?:(?:가격|값|금액|시세)(?:이|가|은|는)? ?)?'
const amount = String.raw`(\d[\d,.]*)\s?(만|천)?\s?(?:원|달러|유로|엔)?`
const changes = new RegExp(
  inOneLine`
    ^${page} ?(?:내용(?:이|가)? ?)?(?:뭐(?:가|라도)? ?|무엇이든 ?)?(?:바뀌|변하|달라지|새로 ?올라오|새 ?글(?:이)? ?(?:올라오|뜨)|업데이트되|갱신되)
    (?:면|거든|었을 ?때|ㄹ ?때|는 ?대로)? ?${tell}$`,
)
const watches = new RegExp(`^${page} ?(?:좀 |계속 )?(?:지켜봐|감시해|봐)${GIVE}?$`)
const below = new RegExp(
  `^${page} ?${price}${amount} ?(?:아래로|밑으로|이하로|미만으로|보다)(?: ?(?:내려가|떨어지|싸지|낮아지|되))(?:면|거든) ?${tell}$`,
)
const above = new RegExp(
  `^${page} ?${price}${amount} ?(?:위로|이상으로|넘게|을|를|보다)? ?(?:올라가|오르|넘으|넘어가|비싸지|높아지)(?:면|거든) ?${tell}$`,
)
const restocked = new RegExp(
  `^${page} ?(?:품절(?:이)? ?(?:풀리|끝나)|재입고(?:가)? ?되|(?:다시 ?)?(?:살 ?수 ?있|입고되|들어오)(?:게 ?되)?)(?:으?면|거든) ?${tell}$`,
)
const appears = new RegExp(
  `^${page} ?["'“‘](.+?)["'”’](?:이란|라는|이라는)? ?(?:말|글자|단어|글)?(?:이|가)? ?(?:나오|나타나|뜨|생기|보이)(?:면|거든) ?${tell}$`,
)
const goes = new RegExp(
  `^${page} ?["'“‘](.+?)["'”’](?:이란|라는|이라는)? ?(?:말|글자|단어|글)?(?:이|가)? ?(?:없어지|사라지|빠지)(?:면|거든) ?${tell}$`,
)
const before = `(?:please )?(?:tell me|let me know|notify me|alert me|ping me)`
const when = `(?:when|if|once|as soon as)`
const that = '(?:this |the |that )?(?:page|site|link|it|price|this|that)?'
const changesEn = new RegExp(`^${before} ${when} ?${that} (?:changes|is updated|updates|has something new)$`, 'i')
const watchesEn = new RegExp(`^(?:please )?watch ?${that}(?: for changes)?(?: and tell me)?$`, 'i')
const belowEn = new RegExp(
  String.raw`^${before} ${when} ?${that} (?:falls|drops|goes|is) (?:below|under) [$€£₩]?(\d[\d,.]*)$`,
  'i',
)
const aboveEn = new RegExp(
  String.raw`^${before} ${when} ?${that} (?:rises|goes|climbs|is) (?:above|over) [$€£₩]?(\d[\d,.]*)$`,
  'i',
)
const restockedEn = new RegExp(
  `^${before} ${when} ?${that} (?:is|comes|gets) (?:back )?(?:in stock|available)(?: again)?$`,
  'i',
)

/** Words by which shops say that something cannot be bought. */
const soldOut = '품절|일시품절|매진|sold out|out of stock|재고 없음'

/** "이 페이지 바뀌면 알려줘 URL", "URL 품절 풀리면 알려줘": a page is looked at again and again. */
export const watchPage: Family = ({ text, tools }) => {
  const [found] = address.exec(text) ?? []
  // A Korean particle behind a word is no part of an address.
  const url = found?.replace(/(?<=[!-~])(?:에서|에|이|가|을|를|은|는)$/, '')
  if (url === undefined || !tools.has('schedule')) return undefined
  const said = text
    .replace(url, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:]+|[\s,:.!]+$/g, '')
  const condition = conditionOf(said)
  if (!condition) return undefined
  const call: IntentCall = { name: 'schedule', args: { action: 'create', watch: url, ...condition } }
  return { weight: 3, call, answer: (receipt) => receipt }
}

function conditionOf(said: string): Record<string, string | number> | undefined {
  if ([changes, watches, changesEn, watchesEn].some((shape) => shape.test(said))) return {}
  if (restocked.test(said) || restockedEn.test(said)) return { gone: soldOut }
  const number = (shape: RegExp) => {
    const [, digits, unit] = shape.exec(said) ?? []
    return digits === undefined
      ? undefined
      : Number(digits.replaceAll(',', '')) * ({ 만: 10_000, 천: 1_000 }[unit ?? ''] ?? 1)
  }
  const [low, high] = [number(below) ?? number(belowEn), number(above) ?? number(aboveEn)]
  if (low !== undefined) return { below: low }
  if (high !== undefined) return { above: high }
  const [, there] = appears.exec(said) ?? []
  if (there !== undefined) return { appears: there }
  const [, away] = goes.exec(said) ?? []
  return away === undefined ? undefined : { gone: away }
}
