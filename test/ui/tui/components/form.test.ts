import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { JsonObject } from '../../../../src/protocol/index.ts'
import { width } from '../../../../src/std/text/text.ts'
import type { Elicited } from '../../../../src/tools/mcp/ports.ts'
import { validateArgs } from '../../../../src/tools/validate.ts'
import { createForm, drawnForm, type Form, formRows, pressForm } from '../../../../src/ui/tui/components/form.ts'
import { fieldsOf } from '../../../../src/ui/tui/components/form-fields.ts'
import { unscrollable } from '../../../../src/ui/tui/components/scroll.ts'
import { reduce, screenShown, withView } from '../../../../src/ui/tui/screen/reduce.ts'
import { pressKey } from '../../../../src/ui/tui/screen/reduce-key.ts'
import { createScreen, type KeyEffect, type Screen } from '../../../../src/ui/tui/screen/screen-state.ts'
import { decodeBytes, decoder, type Key } from '../../../../src/ui/tui/terminal/key-decoder.ts'
import { plainOf } from '../../../../src/ui/tui/terminal/style.ts'
import { view } from '../../../../src/ui/tui/transcript/chat-view.ts'

const words = tuiMessages.ko.form
const made = (schema: JsonObject, message = '누구세요?'): Form =>
  createForm({ id: 1, title: 'MCP 서버 ‘x’의 질문', message, warning: '', words, fields: fieldsOf(schema, words) })
const escapeKey: Key = { type: 'key', name: 'escape', ctrl: false, alt: false, shift: false }
const keysOf = (bytes: string): Key[] => (bytes === '\x1b' ? [escapeKey] : decodeBytes(decoder, Buffer.from(bytes))[1])

/** The form after these bytes, a second after it was drawn. */
function typed(state: Form, bytes: string): { form: Form; answer?: Elicited } {
  let next: { form: Form; answer?: Elicited } = { form: drawnForm(state, 0, unscrollable) }
  for (const key of keysOf(bytes)) if (!next.answer) next = pressForm(next.form, key, 1000)
  return next
}

test('without a default a question of yes or no begins at no; what need not be answered is left out', () => {
  const sure = { type: 'object', properties: { sure: { type: 'boolean' } } }
  expect(typed(made({ ...sure, required: ['sure'] }), '\r').answer).toEqual({
    action: 'accept',
    content: { sure: false },
  })
  expect(typed(made(sure), '\r').answer).toEqual({ action: 'accept', content: {} })
})

test('what is typed over a list narrows it, also by Hangul initials; Enter takes what is seen, and nothing where nothing fits', () => {
  const names = ['openai', 'anthropic', '올라마', '메모리', '제주도 모델']
  const one = { type: 'string', oneOf: names.map((title) => ({ const: `id ${title}`, title })) }
  const list = made({ type: 'object', properties: { answer: one }, required: ['answer'] })
  const answerTo = (keys: string) => typed(list, keys).answer
  const accepted = (title: string) => ({ action: 'accept', content: { answer: `id ${title}` } })
  expect(answerTo('anth\r')).toEqual(accepted('anthropic'))
  expect(answerTo('ㅇㄹㅁ\r')).toEqual(accepted('올라마'))
  expect(answerTo('메\x7f\x1b[B\r')).toEqual(accepted('anthropic'))
  expect(answerTo('zzz\r')).toBeUndefined()
  const rows = formRows(typed(list, '제주').form, { columns: 40, height: 20 }, tuiMessages.ko).rows.map(plainOf)
  expect(rows).toEqual(expect.arrayContaining(['› 제주', '❯ 제주도 모델']))
  expect(rows.join('\n')).not.toContain('openai')
})

test('what stands in a field is taken by Enter, gives way to what is typed or pasted, and is changed by every other key', () => {
  const field = { type: 'string', default: 'http://127.0.0.1:1234/v1' }
  const offered = made({ type: 'object', properties: { address: field } })
  const given = (keys: string) => typed(offered, keys).answer?.action === 'accept' && typed(offered, keys).answer
  const address = (text: string) => ({ action: 'accept', content: { address: text } })
  expect(given('\r')).toEqual(address(field.default))
  expect(given('127.0.0.1:9\r')).toEqual(address('127.0.0.1:9'))
  expect(given('\x1b[200~10.0.0.1\x1b[201~/v1\r')).toEqual(address('10.0.0.1/v1'))
  expect(given('\x7f2\r')).toEqual(address('http://127.0.0.1:1234/v2'))
  expect(given('\x1b[D\x1b[C/x\r')).toEqual(address(`${field.default}/x`))
})

test('Shift+Tab goes back to what was answered before', () => {
  const two = made({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] })
  expect(typed(two, '처음\r\x1b[Z!\r둘\r').answer).toEqual({ action: 'accept', content: { a: '처음!', b: '둘' } })
})

test('keys that were typed before the form could be read go on typing, and Enter among them sends nothing', () => {
  const asked = made({ type: 'object', properties: { name: { type: 'string' } } })
  let [state, commands]: [Screen, KeyEffect[]] = [
    screenShown(reduce(createScreen([]), { type: 'form', form: asked })[0], 0),
    [],
  ]
  for (const [bytes, now] of [
    ['안', 100],
    ['녕', 200],
    ['\r', 300],
    ['\x03', 350],
  ] as const)
    for (const key of keysOf(bytes)) [state, commands] = pressKey(state, key, now, 40)
  // Ctrl+C before the form can be read is the one of every other moment: it clears the line.
  expect([state.form?.content, state.editor.text, commands]).toEqual([{}, '', []])
  for (const key of keysOf('나\r')) [state, commands] = pressKey(state, key, 5000, 40)
  expect(commands).toEqual([{ do: 'reply', id: 1, answer: { action: 'accept', content: { name: '나' } } }])
})

test('a card of a tool goes before a form; the form waits behind it, with what was typed, and is armed anew', () => {
  const asked = made({ type: 'object', properties: { name: { type: 'string' } } })
  let state: Screen = screenShown(reduce(createScreen([]), { type: 'form', form: asked })[0], 0)
  for (const key of keysOf('엄')) [state] = pressKey(state, key, 1000, 40)
  const ask = {
    tool: 't',
    category: 'sensitive',
    args: {},
    reason: '',
    effect: '',
    risk: 'low',
    choices: ['once', 'deny'],
  } as const
  const question = { id: 'q', ask: { ...ask, choices: [...ask.choices] }, expiresAt: 30_000 }
  state = screenShown(withView(state, { ...view, questions: [question] }), 1100)
  let commands: KeyEffect[] = []
  for (const [index, key] of keysOf('y\r').entries()) [state, commands] = pressKey(state, key, 2200 + index * 500, 40)
  expect(commands).toEqual([{ do: 'answer', ask: 'q', decision: { choice: 'once' } }])
  state = screenShown(withView(state, view), 2750)
  for (const key of keysOf('\r')) [state, commands] = pressKey(state, key, 2780, 40)
  expect(commands).toEqual([])
  for (const key of keysOf('마\r')) [state, commands] = pressKey(state, key, 3800, 40)
  expect(commands).toEqual([{ do: 'reply', id: 1, answer: { action: 'accept', content: { name: '엄마' } } }])
})

const field = fc.oneof(
  fc.record(
    { type: fc.constant('string'), minLength: fc.nat(3), default: fc.string({ maxLength: 5 }) },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constantFrom('number', 'integer'), minimum: fc.nat(5), default: fc.nat(9) },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('boolean'), default: fc.boolean() }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }) }),
  fc.record({
    type: fc.constant('array'),
    items: fc.record({ type: fc.constant('string'), enum: fc.constant(['a', 'b']) }),
  }),
)
const names = fc.uniqueArray(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'c d'), { maxLength: 4 })
const schemas = names.chain((all) =>
  fc.tuple(fc.tuple(...all.map(() => field)), fc.subarray(all)).map(([fields, required]): JsonObject => {
    const properties = Object.fromEntries(all.map((name, at) => [name, fields[at]]))
    return { type: 'object', properties, required } as JsonObject
  }),
)
const some = fc.array(fc.constantFrom('\r', 'x', '7', ' ', '\x1b[A', '\x1b[B', '\x15', 'me@x.kr', '\x1b[Z', '\x7f'), {
  maxLength: 40,
})

test('whatever is typed into whatever form, an answer that is sent is one that the schema allows', async () => {
  await fc.assert(
    fc.asyncProperty(schemas, some, async (schema, keys) => {
      const { answer } = typed(made(schema), keys.join(''))
      if (answer?.action === 'accept') expect(await validateArgs(schema, answer.content, 'ko')).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('in a low and narrow terminal one still sees who asks for what, a part of the message, and where one writes', () => {
  const about = '어디로 보낼지 알려 주세요. '.repeat(9)
  const schema = {
    type: 'object',
    properties: { mail: { type: 'string', title: '메일', description: about } },
    required: ['mail'],
  }
  const asked = typed(made(schema, '한 줄\n두 줄\n세 줄\n네 줄\n다섯 줄'), 'me@example\x1b[D\x1b[D').form
  const { rows, caret, reach } = formRows(asked, { columns: 20, height: 7 }, tuiMessages.ko)
  const shown = ['? MCP 서버 ‘x’의 질…', '한 줄', '두 줄', '세 줄', '1-3/5줄 · PgUp/PgDn…', '메일 *', '› me@example']
  expect([rows.map(plainOf), caret, reach]).toEqual([shown, { x: 10, y: 6 }, { page: 3, most: 2 }])
})

test('whatever a server writes, its form fits the terminal and nothing of it is a control character', () => {
  const wild = fc.string({ unit: 'binary', maxLength: 400 })
  const anything = fc.oneof(fc.object({ maxDepth: 3 }), schemas) as fc.Arbitrary<JsonObject>
  fc.assert(
    fc.property(
      anything,
      wild,
      fc.integer({ min: 20, max: 90 }),
      fc.integer({ min: 8, max: 40 }),
      (schema, message, columns, height) => {
        const { rows } = formRows(made(schema, message), { columns, height }, tuiMessages.ko)
        for (const row of rows) {
          expect(width(plainOf(row))).toBeLessThanOrEqual(columns)
          expect(plainOf(row)).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('words of others are broken between words, and no number of blanks pushes one of them out of sight', () => {
  const piece = fc.constantFrom('a', 'word', 'longer-word', ' ', '   ', '한글', '낱말이', '.', 'x'.repeat(30))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 8, max: 40 }), (pieces, columns) => {
      const said = `${pieces.join('')}.`
      const { rows } = formRows(made({}, said), { columns, height: 400 }, tuiMessages.ko)
      const texts = rows.map(plainOf)
      expect(Math.max(...texts.map(width))).toBeLessThanOrEqual(columns)
      expect(texts.join('').replaceAll(' ', '')).toContain(said.replaceAll(' ', ''))
    }),
  )
  const english = 'It answers such questions on this machine. It needs no key and no network.'
  const { rows } = formRows(made({}, english), { columns: 44, height: 20 }, tuiMessages.en)
  expect(rows.map((row) => plainOf(row).trimEnd())).toContain('It answers such questions on this machine.')
  expect(rows.map(plainOf).join('\n')).toContain('It needs no key and no network.')
})
