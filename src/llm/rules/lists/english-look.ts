import { purposeOfList } from '../../../std/korean/search/list-names.ts'
import { englishStem } from '../../../std/korean/search/named-item.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import { bare, endedBy, itemPhrases, listName, listShape, withoutDue } from './english-names.ts'
import type { ListCall } from './list-call.ts'
import type { ListsAround } from './lists-around.ts'

/** Words of a question of what stands on a list, beside its name. */
const LOOK_WORDS = new Set(
  inOneLine`
    what,which,how,many,much,anything,everything,is,are,was,were,there,do,does,did,have,has,i,we,still,left,
    on,in,of,for,from,the,my,list,need,to,buy,get,do,packed,bought,done,not,again,things,items,ones,show,me,
    read,tell,all,yet
  `.split(','),
)
const isLook = (words: string) =>
  /^(?:what|which|how many|anything|is there|are there|did|do|have)\b/i.test(words) &&
  words
    .replace(/n['’]t\b/gi, ' not')
    .replace(/['’]s\b/gi, ' is')
    .split(/\s+/)
    .every((word) => LOOK_WORDS.has(word.toLowerCase()))

/** A question of what stands on a list, or whether something does. */
export function readEnglishLook(text: string, { known, asked, last, when }: ListsAround): ListCall | undefined {
  const { words, due } = withoutDue(text, when)
  const until = due === undefined ? {} : { due }
  if (/^what (?:do I|should I|must I) (?:have to |need to )?do$/i.test(words) && due)
    return { steps: [], show: { list: 'to-do', ...until } }
  if (
    /^(?:what lists do I have|show (?:me )?(?:all )?(?:my|the) lists|list (?:all )?(?:my )?lists|which lists do I have)$/i.test(
      words,
    )
  )
    return { steps: [], show: {} }
  const shape = listShape(known)
  const asks = new RegExp(
    inOneLine`
      ^(?:what(?:['’]s| is| do I have)|show(?: me)?|read(?: out| me)?(?: out)?|tell me|open|see)(?: (?:left|still|all|
      what(?:['’]s| is)))*(?: (?:on|of|in))? (${shape})$
    `,
    'i',
  ).exec(words)?.[1]
  // "my list" is the one that was spoken of last; of several nobody has named one, so that all are told.
  const named = asks && (listName(asks) || last?.list)
  if (asks) return { steps: [], show: { ...(named ? { list: named } : {}), ...until } }
  const [, before = '', ofList] =
    (asked && new RegExp(`^(.*?)(?:(?:on|of|in|for|from) )?(${shape})( again)?$`, 'i').exec(words)) || []
  if (ofList && isLook(before.trim())) return { steps: [], show: { list: listName(ofList), ...until } }
  // "which movies are left on the list?"
  const open = asked && last?.list ? words.replace(new RegExp(`\\b${last.list}\\b`, 'i'), 'things') : ''
  const shopping = known.names.find((name) => purposeOfList(name) === 'shopping')
  if (asked && shopping && isLook(words) && /\b(?:left|still|need)\b.*\bto (?:buy|get)$/i.test(words))
    return { steps: [], show: { list: shopping, ...until } }
  if (last?.list && isLook(open) && /\b(?:left|still|need|list)\b/i.test(open))
    return { steps: [], show: { list: last.list, ...until } }
  const [, thing, on] =
    new RegExp(`^(?:is|are|do I have|have I got|did I put) (.+?) (?:on|in) (?:the list|(${shape}))$`, 'i').exec(
      words,
    ) ?? []
  if (thing) return { steps: [], show: { items: [bare(thing)], ...(on ? { list: listName(on) } : {}) } }
  const [, verb = '', of = ''] = (asked && /^(?:did|have) I (?:already )?(\S+) (.+)$/i.exec(words)) || []
  const items = verb ? itemPhrases(of).flatMap((phrase) => endedBy(phrase, [englishStem(verb)], known, true) ?? []) : []
  return items.length > 0 ? { steps: [], show: { items: items.map(({ name }) => name) } } : undefined
}
