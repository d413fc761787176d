import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageOf, messageReader, readMore } from '../../../src/core/service/json-message.ts'

/** The message as it comes out when the answer arrives in these pieces. */
function streamed(pieces: readonly string[]): string {
  let [reader, said] = [messageReader, '']
  for (const piece of pieces) {
    const [next, text] = readMore(reader, piece)
    reader = next
    said += text
  }
  return said
}

const cut = (text: string, places: number[]): string[] => {
  const borders = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return borders.slice(1).map((to, at) => text.slice(borders[at], to))
}

describe('the message of an answer that still arrives', () => {
  test('is what JSON.parse finds in the whole, however it is cut and whatever stands around it', () => {
    const object = fc
      .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ unit: 'grapheme' }), fc.boolean())
      .map(([others, message, first]) => {
        const { message: _, ...rest } = others as Record<string, unknown>
        return first ? { message, ...rest } : { ...rest, message }
      })
    fc.assert(
      fc.property(
        object,
        fc.array(fc.nat()),
        fc.constantFrom('', '```json\n', '  \n', '```\n'),
        fc.boolean(),
        (value, places, before, wide) => {
          const json = wide ? JSON.stringify(value, null, 2) : JSON.stringify(value)
          const escaped = json.replace(
            /[\u0080-\uffff]/g,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
          for (const text of [json, escaped]) {
            const whole = `${before}${text}${before.includes('`') ? '\n```' : ''}`
            expect(streamed(cut(whole, places))).toBe(value.message)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  test('is the same for every way to cut any text at all, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.nat()), (text, places) => {
        expect(streamed(cut(text, places))).toBe(streamed([...text]))
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['plain words', '안녕하세요.', '안녕하세요.'],
    ['a nested message that is not it', '{"a":{"message":"no"},"message":"yes"}', 'yes'],
    ['the key as a value', '{"action":"message","message":"네"}', '네'],
    ['an answer that was cut', '{"action":"ASK","message":"얼마를 보내', '얼마를 보내'],
    ['escapes', '{"message":"줄\\n\\"따옴\\" \\ud55c"}', '줄\n"따옴" 한'],
    ['no message', '{"action":"ASK"}', ''],
  ])('%s', (_, answer, expected) => {
    expect(messageOf(answer) ?? '').toBe(expected)
  })
})
