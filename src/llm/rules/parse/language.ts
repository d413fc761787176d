import type { Language } from '../../../messages/language.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'

const requests: [Language, RegExp][] = [
  [
    'en',
    patternOf('i')`
    ^(?:(?:이제|다시|그냥|앞으로|한국어 말고)\s*)?영어로\s*(?:(?:다시\s*)?(?:해|하자|부탁해|바꿔)${GIVE}?|다시|부탁)[.!~]*$|^(?:switch |
    go )?(?:back )?to english(?:,? please)?$|영어로\s*(?:만\s*)?(?:대답|답|말|대화|얘기|이야기)(?!\s*(?:도\s*)?(?:할\s?(?:수|줄)|가능|돼|
    되))|(?<!\bdo you )(?:answer|reply|respond)[^.]*\b(?:in )?english|(?<!\b(?:do|can|could) you )(?:speak|talk|
    use)[^.]*\b(?:in )?english
  `,
  ],
  [
    'ko',
    patternOf('i')`
    (?:한국어|한국말|우리말)로\s*(?:만\s*)?(?:대답|답|말|대화|얘기|이야기|돌아)|^(?:이제|다시|그냥|앞으로)?\s*(?:한국어|한국말|우리말)로\s*(?:(?:다시\s*)?(?:해|하자|
    부탁해|바꿔)${GIVE}?|다시|부탁)[.!~]*$|^(?:switch |go )?(?:back )?to korean(?:,? please)?$|^(?:back to |
    in )?korean,? please$|(?<!\bdo you )(?:answer|reply|respond)[^.]*\b(?:in )?korean|(?<!\b(?:do|can|
    could) you )(?:speak|talk|use)[^.]*\b(?:in )?korean
  `,
  ],
]

/** The language that the words ask for; undefined if they ask for none. */
export function requestedLanguage(text: string): Language | undefined {
  return requests.find(([, asks]) => asks.test(text))?.[0]
}
