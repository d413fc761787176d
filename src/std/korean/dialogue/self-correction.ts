import { patternOf } from '../../text/pattern.ts'
import type { When } from '../../time/calendar.ts'
import { readName, readPeople } from '../grammar/people.ts'
import { withoutTakenBack } from './taken-back.ts'
import { carriedOver, type Thing, thingsIn } from './things.ts'

/** "아니" between two things that were said; "아니요" at the beginning answers somebody. */
const AGAIN =
  /(?:[\s,.!~…]|(?<=[원시일]))(?:아\s|앗\s|어\s)?(?:아니(?:다|야|지|라)?|아냐|아닌데|정정)(?:[\s,.!~…]+(?:참|잠깐만?))?[\s,.!~…]+(?=\S)/g

/** "at 3, no 4", "ten thousand, no, twenty thousand". */
const AGAIN_ENGLISH = patternOf('gi')`
    (?:[\s,.!~…]|(?<=\d))+(?:oh )?(?:no wait|wait no|no(?! (?:later|sooner|earlier|more|
    less|fewer) than)|i mean|i meant|sorry|make that|make it|or rather|rather|
    actually|correction)[\s,.!~…]+(?=\S)`

/** "오천원에서 만원으로", "7시에서 8시로": what was, and what is to be. */
const FROM = /^에서\s$/
const TO = /^\s?(?:으로|로)(?![가-힣]{3})/

/**
 * The text as its speaker corrected it: "만원 아니 이만원" → "이만원", "3만원 보내줘 아니다 5만원" → "보내줘 5만원", "오천원에서 만원으로" → "만원으로". An
 * amount, a day, a time or a person that is said after 아니 takes the place of the last one before it; where nothing of
 * its kind was said, the words stay, for somebody has to be asked.
 */
export function withCorrections(text: string, when: When): string {
  const back = withoutTakenBack(text)
  const korean = eachLast(back, AGAIN, (said, hit) => corrected(said, hit, when))
  const english = eachLast(korean, AGAIN_ENGLISH, (said, hit) => correctedEnglish(said, hit, when))
  return changed(english, when)
}

/** What a correction makes of the text, from the last one to the first. */
function eachLast(
  text: string,
  pattern: RegExp,
  correct: (said: string, hit: RegExpExecArray) => string | undefined,
): string {
  let said = text
  for (let end = text.length; ; ) {
    const hit = [...said.matchAll(pattern)].findLast(({ index }) => index < end)
    if (!hit) return said
    end = hit.index
    said = correct(said, hit) ?? said
  }
}

function corrected(said: string, hit: RegExpExecArray, when: When): string | undefined {
  const [before, after] = [said.slice(0, hit.index), said.slice(hit.index + hit[0].length)]
  if (!before.trim()) return undefined
  const kept = replacedBy(said, hit, when)
  if (kept) return tidy(kept)
  // "엄마 아니 아빠한테": a name without its particle.
  return readPeople(after).length > 0 && readName(before) ? after : undefined
}

function correctedEnglish(said: string, hit: RegExpExecArray, when: When): string | undefined {
  const before = said.slice(0, hit.index)
  if (!before.trim()) return undefined
  const rest = said.slice(hit.index + hit[0].length)
  // "at 3, no 4": the second has no "at" of its own.
  const at =
    /\bat\s[^,]{1,20}$/i.test(before) && /^(?:\d{1,2}(?::\d\d)?(?:\s?[ap]m)?|noon|midnight)(?!\d|[.,:]\d)/i.test(rest)
      ? 'at '
      : ''
  const kept = replacedBy(before + hit[0] + at + rest, hit, when)
  return kept && tidy(kept.replace(new RegExp(`(?:^|\\s+)(?:at|on)\\s*(?=${GAP})`, 'i'), ' '))
}

const tidy = (text: string) =>
  text
    .replace(new RegExp(`[\\s,]*${GAP}\\s*`), ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.]+/, '')
    .trim()

/** Where a correction stood: it joins what is before it with what is behind it. */
const GAP = '\\u0000'

/**
 * The text without what was set right and without the words that said so, which leave a `GAP`; undefined where they
 * set nothing right.
 */
function replacedBy(said: string, hit: RegExpExecArray, when: When): string | undefined {
  const end = hit.index + hit[0].length
  const things = thingsIn(said, when)
  const after = things.filter(({ from }) => from >= end)
  const kinds = [...new Set(after.map(({ kind }) => kind))]
  const replaced = kinds.flatMap((kind) => things.findLast((one) => one.kind === kind && one.to <= hit.index) ?? [])
  if (replaced.length === 0) return undefined
  let [head, rest] = [said.slice(0, hit.index), said.slice(end)]
  const last = (one: Thing) => after.find(({ kind }) => kind === one.kind) as Thing
  for (const one of replaced.toSorted((a, b) => last(b).from - last(a).from)) {
    const next = last(one)
    const carried = carriedOver(said.slice(one.from, one.to), said.slice(next.from, next.to))
    rest = rest.slice(0, next.from - end) + carried + rest.slice(next.from - end)
  }
  for (const one of replaced.toSorted((a, b) => b.from - a.from))
    head = `${head.slice(0, one.from)} ${head.slice(one.to).replace(PARTICLE, '')}`
  return `${head}\u0000${rest}`
}

/** What goes with a thing that is replaced: "7시에 … 아니 8시에". */
const PARTICLE = /^(?:에|까지|부터|을|를|은|는|으로|로)(?=[\s,]|$)/

function changed(text: string, when: When): string {
  if (!text.includes('에서 ')) return text
  const things = thingsIn(text, when)
  const at = things.findIndex(
    ({ kind, to }, i) =>
      kind !== 'person' &&
      kind === things[i + 1]?.kind &&
      FROM.test(text.slice(to, things[i + 1]?.from)) &&
      TO.test(text.slice(things[i + 1]?.to)),
  )
  const [first, second] = [things[at], things[at + 1]]
  return first && second ? text.slice(0, first.from) + text.slice(second.from) : text
}
