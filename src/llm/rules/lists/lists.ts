import type { JsonObject } from '../../../protocol/index.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { Family, Intent } from '../intent.ts'
import { readEnglishLists } from './english-lists.ts'
import { isListThere } from './known-lists.ts'
import { readKoreanLists } from './korean-lists.ts'

/** "장보기 목록에 우유 추가해줘", "우유 샀어", "금요일까지 견적서 할 일에 넣어 줘": a sentence about lists, read whole. */
export const lists: Family = ({ text, asked, lists: known, lastList, now, zone, tools }): Intent | undefined => {
  if (!tools.has('lists') || text.length > longest) return undefined
  const around = { known, last: lastList, asked, when: { now, zone } }
  const call = /[가-힣]/.test(text) ? readKoreanLists(text, around) : readEnglishLists(text, around)
  if (!call) return undefined
  // "직원 목록 보여줘" asks for something else where no such list is kept; what is put on a new one makes it.
  const looked = [
    ...(call.show?.list ? [call.show.list] : []),
    ...call.steps.flatMap(({ action, list }) =>
      action === 'add' || action === 'create' || list === undefined ? [] : [list],
    ),
  ]
  if (looked.some((list) => !isListThere(known, list))) return undefined
  if (call.steps.some(({ action, items = [] }) => action === 'add' && items.some(isOtherDeed))) return undefined
  const [first, ...and] = call.steps
  const args = call.show ? { action: 'show', ...call.show } : first && { ...first, ...(and.length > 0 ? { and } : {}) }
  return args && { weight: 3, call: { name: 'lists', args: args as unknown as JsonObject }, answer }
}

/** A reminder at its time is no thing on a list, whatever verb stands behind it. */
const isOtherDeed = (item: string) =>
  /알림|알람|타이머|일정|\b(?:remind|alarm|timer|event)/i.test(item) && readSentence(item).times.length > 0
const answer = (receipt: string) => receipt

/** Characters of what somebody says about a list; a longer text tells of something else. */
const longest = 300
