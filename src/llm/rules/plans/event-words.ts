import type { JsonObject } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'

/** A request to give an event another title or place. */
export interface WordsChange {
  /** The event, with its day. */
  what: string
  words: JsonObject
}

const PLEASE = `(?:${GIVE}| ?드려)?`
const SHAPES: readonly RegExp[] = [
  patternOf()`
    ^(?<what>.+?)(?:의)? (?<field>장소|위치|제목|이름)(?:을|를|만)? ?(?<value>["“‘].+["”’]|.+?)(?:으?로|이?라고) ?(?:바꿔|변경해?|수정해?
    |고쳐|옮겨|해|정해)${PLEASE}$`,
  patternOf('i')`
    ^(?:please )?(?:change|set|update|move) the (?<field>location|place|venue|title|name) of (?:the |my )?(?<what>.+?)
    (?: to )(?<value>.+)$`,
  /^(?:please )?(?<field>rename) (?:the |my )?(?<what>.+?) to (?<value>.+)$/i,
]

/** "회식 장소를 을지로로 바꿔줘", "rename tomorrow's dentist event to root canal". */
export function wordsChange(text: string): WordsChange | undefined {
  for (const shape of SHAPES) {
    const { what = '', field = '', value = '' } = shape.exec(text)?.groups ?? {}
    if (what === '') continue
    const plain = value.replace(/^["“‘]|["”’]$/g, '').trim()
    return { what, words: /장소|위치|location|place|venue/i.test(field) ? { location: plain } : { title: plain } }
  }
  return undefined
}
