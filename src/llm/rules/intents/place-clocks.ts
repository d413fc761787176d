import type { Zoned } from '../../../std/korean/dates/places.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import type { GrammarRule } from '../parse/pattern.ts'
import type { WhenPart } from '../parse/when.ts'
import { apart, apartFrom, type Build, clockThen, clockThere, hereOf } from './clocks.ts'

const place = (part: WhenPart | undefined) => part as Zoned
const asks = "(?:(?:what|which)(?:'s|s|_is|_was|_will)?_|tell_me_)"

/** Questions about the clock of a place, and of two places beside each other. */
export const clockRows: GrammarRule<WhenPart, Build>[] = [
  [
    inOneLine`
      {z}(?:은|는|이|가|의|에서는|에서|엔|에는)? ?(?:지금|현재)?(?:은|이)? ?(?:몇 ?시|시간|시각)
      (?:이?야|지|예요|에요|이?니|인가요|이지|쯤이야|은|을|를|이)?(?: ?(?:몇 ?시야|(?:알려|말해)${GIVE}|어떻게 ?돼))?`,
    (z) => clockThere(place(z)),
  ],
  [
    inOneLine`
      (?:지금|현재) ?{z}(?:은|는|이|가|의|에서는|에서)? ?(?:몇 ?시|시간|시각)(?:이?야|지|예요|에요|이?니|인가요|이지|은|을|
      를)?(?: ?(?:(?:알려|말해)${GIVE}))?`,
    (z) => clockThere(place(z)),
  ],
  [
    inOneLine`
      {z}(?:이|가|은|는|의|에서| ?시간으로| ?시간| ?기준으로?)? ?(?:{d}(?:은|에)? ?)?{t}(?:이)?(?:면|라면|일 ?때|때|에|은|는)? ?
      {z}(?:은|는|이|가|에서는?| ?(?:시간|기준)(?:으로)?(?:은|는)?)? ?(?:몇 ?시|언제)?{끝}`,
    (...said) => clockThen(said),
  ],
  [
    inOneLine`
      (?:{d}(?:은|에)? ?)?{t}(?:이)?(?:면|라면|일 ?때|때|에|은|는)? ?
      {z}(?:은|는|이|가|에서는?| ?(?:시간|기준)(?:으로)?(?:은|는)?) ?(?:몇 ?시|언제){끝}`,
    (...said) => clockThen(said),
  ],
  [
    inOneLine`
      {z}(?:이|가|은|는|의|에서| ?시간으로| ?시간| ?기준으로?)? ?(?:{d}(?:은|에)? ?)?{t}(?:이)?(?:면|라면|일 ?때|때|에|은|는)? ?
      (?:여기|우리(?: ?나라)?)(?:은|는|에서는?| ?(?:시간|기준)(?:으로)?(?:은|는)?)? ?(?:몇 ?시|언제){끝}`,
    (...said) =>
      (utterance) =>
        clockThen([...said, hereOf(utterance)])(utterance),
  ],
  [
    inOneLine`
      (?:여기|서울|한국)?(?:이?랑|하고|와|과)? ?{z}(?:이?랑|하고|와|과|은|는|의)? ?(?:여기|우리)?(?:이?랑|하고|와|과)? ?시차(?:가|는|은|를)?(?: ?(?:얼마나|얼마|
      몇 ?시간|뭐|어떻게))?(?: ?(?:나|돼|되|야|이야|예요|차이|있|알려|말해)[가-힣 ]{0,8})?
    `,
    (z) => apart(place(z)),
  ],
  [
    inOneLine`
      (?:what(?:'s|_is)_the_)?time_(?:difference|zone_difference)_(?:to|with|between_(?:here|us)_and)_{z}|
      how_(?:far|many_hours)_(?:ahead|behind)_is_{z}`,
    (a, b) => apart(place(a ?? b)),
  ],
  [
    inOneLine`
      (?:what(?:'s|_is)_the_)?time_(?:zone_)?difference_between_{z}_and_{z}|
      how_many_hours_(?:apart_are|between)_{z}_and_{z}`,
    (a, b) => apartFrom(place(a), place(b)),
  ],
  [
    inOneLine`
      {z}(?:이?랑|하고|와|과) ?{z}(?:의|은|는)? ?시차(?:가|는|은|를)?(?: ?(?:얼마나|얼마|몇 ?시간|뭐|어떻게))?(?: ?(?:나|돼|되|야|이야|예요|차이|있|알려|
      말해)[가-힣 ]{0,8})?`,
    (a, b) => apartFrom(place(a), place(b)),
  ],
  [
    `(?:${asks})?(?:the_)?(?:current_)?time(?:_is_it)?(?:_right)?(?:_now)?_in_{z}(?:_right)?(?:_now)?`,
    (z) => clockThere(place(z)),
  ],
  [
    `(?:if_it(?:'s|_is)_)?(?:{d}_(?:at_)?)?{t}(?:_{d})?_(?:in|at)_{z},?_what_time_is_it_in_{z}`,
    (...said) => clockThen(said),
  ],
  [
    `what_time_is_it_in_{z}_(?:when_it(?:'?s|_is)_|at_)?(?:{d}_(?:at_)?)?{t}(?:_{d})?_(?:in_)?{z}(?:_time)?`,
    (...said) => clockThen(said.toReversed()),
  ],
  [
    `(?:what_is_|what's_|convert_)?(?:{d}_(?:at_)?)?{t}(?:_{d})?_(?:in_)?{z}(?:_time)?_(?:in|to)_{z}(?:_time)?`,
    (...said) => clockThen(said),
  ],
]
