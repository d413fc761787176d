import type { Person } from '../../std/korean/grammar/people.ts'
import type { ReadAmount } from '../../std/korean/numbers/amount.ts'
import { inOneLine } from '../../std/text/pattern.ts'

const NOBODY = inOneLine`
    the|my|our|me|us|you|him|her|them|it|this|that|send|transfer|pay|wire|give|move|split|about|around|roughly|
    exactly|only|just|another|over|a|an|some|more|money|no|not|and|or|to|for|from|each|both|everyone|everybody|today|
    tomorrow|tonight|now|next|on|in|at|by|won|krw|minus|please|instead|rent|remind|tell|wake|let|ask|then|also|show|
    call|same|rest|other|thanks|thank|cheers|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|
    (?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million
  `
const LETTER = "(?:[\\w-]|'(?!s\\b))"
const PLAIN = inOneLine`
    (?!(?:${NOBODY})\\b)(?:[A-Z]${LETTER}{0,30}(?: [A-Z]${LETTER}{0,30}){0,2}|[a-z]${LETTER}{0,30}|[가-힣]{2,10})`
/** "my sister's landlord" is the landlord; "mom's account" is mom's. */
const WORD = `${PLAIN}(?:'s (?!(?:bank|account|birthday|card)\\b)${PLAIN})?`
const WHOSE = '(?:(?:my|the|our) )?'
/** A comma alone joins nobody ("to Ann, thanks"): a list ends with "and". */
const NAMES = `${WHOSE}${WORD}(?:(?:, ${WHOSE}${WORD}){0,9}(?:,? and | & )${WHOSE}${WORD})?`
const RECEIVERS = new RegExp(`\\b(?:to|between|among) (${NAMES})`, 'g')
const GIVEN = new RegExp(
  inOneLine`
    (?:\\b(?:[Ss]end|[Pp]ay|[Ww]ire|[Gg]ive|[Tt]ransfer) |(?:,|\\band) )(${NAMES})
    [ ,]+(?:back )?(?:about |around |exactly |another )?$`,
)
const ONE = new RegExp(`${WHOSE}(${WORD})`, 'g')
const JOINT = /(?:,? and |, | & )/

/** Reads the receivers of an English sentence: "to mom and dad", "send Ann 10,000 won", "between Ann and Ben". */
export function englishPeople(text: string, amounts: readonly ReadAmount[]): Person[] {
  if (!/[a-z]/i.test(text)) return []
  const receivers = [...text.matchAll(RECEIVERS)].flatMap((hit) =>
    namedPeople(hit[1] as string, hit.index + hit[0].indexOf(' ') + 1),
  )
  // "send Ann 10,000 won and Ben 20,000 won": the names right before each amount.
  const given = amounts.flatMap((amount, at) => {
    const start = amounts[at - 1]?.to ?? 0
    const before = text.slice(start, amount.from)
    const hit = GIVEN.exec(before)
    // "pay rent 550,000 won to the landlord": what stands behind the verb is what for.
    const isPurpose = hit && /^,? to /.test(text.slice(amount.to))
    return hit && !isPurpose ? namedPeople(hit[1] as string, start + hit.index + hit[0].indexOf(hit[1] as string)) : []
  })
  return [...receivers, ...given]
    .sort((a, b) => a.from - b.from)
    .filter(({ from }, at, all) => at === 0 || from >= (all[at - 1] as Person).to)
}

/** Each name of a list, without "my" and "the". */
function namedPeople(list: string, start: number): Person[] {
  const people: Person[] = []
  for (let at = 0; at < list.length; ) {
    ONE.lastIndex = at
    const hit = ONE.exec(list)
    const name = hit?.[1]
    if (!hit || !name) break
    const from = start + hit.index + hit[0].indexOf(name)
    const joint = JOINT.exec(list.slice(hit.index + hit[0].length))
    people.push({ name, from, to: from + name.length, ...(joint?.index === 0 ? { particle: ',' } : {}) })
    if (joint?.index !== 0) break
    at = hit.index + hit[0].length + joint[0].length
  }
  return people
}
