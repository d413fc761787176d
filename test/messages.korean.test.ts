import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { josa } from '../src/std/korean/grammar/particles.ts'

// What an editor of the Korean watches: one word for one thing, one spelling, and particles that fit whatever stands
// before them.

/** Read by models, not by people: they have a style of their own. */
const forModels = [
  'src/messages/tools/tool-guides.ts',
  'src/messages/engine/prompt.ts',
  'src/messages/engine/memory.ts',
  'src/messages/engine/turn.ts',
]
const tables = globSync(['src/messages/**/*.ts', 'src/services/*/messages.ts'])
const pages = [...globSync(['docs/ko/*.md', 'man/ko/*/*']), 'README.ko.md']

/** What is not said, and what is said in its place. */
const terms: [never: RegExp, instead: string][] = [
  [/허락/, '허용'],
  [/(?<!launchd )에이전트/, '비서'],
  [/(?<![a-z./])Telegram(?=[을를은는이가에로 ]*[가-힣])/, '텔레그램'],
  [/낱말|대목|구절/, '단어, 문단'],
  [/열쇠/, 'API 키'],
  [/부르는 말/, '호출어'],
  [/암호(?!화)/, '비밀번호'],
  [/(?<![가-힣])더(?:했어요|해요|할 수 있어요|해 주세요)(?<!정수로만 더할 수 있어요)/, '추가'],
  [/모델을 (?:잇|이으|이을|이어)|달력을 (?:잇|이으|이을|이어)|메일함을 (?:잇|이으|이을|이어)/, '연결'],
  [/뒤에서 (?:시작|맡)/, '백그라운드에서'],
  [/에 닿지 (?:않|못)/, '연결하지 못해'],
  [/(?:알려|보여) (?:[주드줘줍]|줄 )/, '알려주-, 보여주- (붙여 써요)'],
  [/[을은이과]\([를는가와]\)|\(으\)로/, 'josa()'],
  [/되어지|에 의해|으로부터|에 대하여|가지고 있(?:어|습)/, '우리말로'],
  [/(?<![가-힣])([가-힣]{2,}) \1(?![가-힣])/, '한 번만'],
]

/** Lines of a table that a person can see. */
const shown = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line, at) => ({ line, at: `${file}:${at + 1}` }))
    .filter(({ line }) => /[가-힣]/.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line))

test('one thing has one name, in sentences, manual pages and guides', () => {
  const found = [...tables, ...pages]
    .filter((file) => !forModels.includes(file))
    .flatMap(shown)
    .flatMap(({ line, at }) =>
      terms.flatMap(([never, instead]) => (never.test(line) ? [`${at}: ${never.exec(line)?.[0]} → ${instead}`] : [])),
    )
  expect(found).toEqual([])
})

/** Names that end in a vowel, a consonant, ㄹ, a digit of each kind, a Latin letter of each kind, a mark. */
const names = ['엄마', '용걸', '서울', '별칭', 'A1', 'B3', 'C6', 'D0', 'memo', 'email', 'README', 'x.com', '‘노트’']
const particles = '을/를 이/가 은/는 과/와 으로/로 이라는/라는 이에요/예요 이나/나 이라고/라고'.split(
  ' ',
) as Parameters<typeof josa>[1][]

/**
 * Every sentence that a table can say with this name wherever it takes words; those that want something else are left
 * out.
 */
function* sentences(value: unknown, name: string, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value
  if (depth > 6 || value === null) return
  if (typeof value === 'function') {
    for (const given of [name, [name], { name, path: name, model: name, tool: name, server: name, title: name }])
      try {
        yield* sentences((value as (...all: unknown[]) => unknown)(given, given, given, given), name, depth + 1)
      } catch {
        // It takes something else.
      }
  } else if (typeof value === 'object')
    for (const inner of Object.values(value)) yield* sentences(inner, name, depth + 1)
}

test('every particle fits the name before it, whatever the name ends in', async () => {
  const wrong = new Set<string>()
  let looked = 0
  for (const file of tables) {
    const module = await import(pathToFileURL(file).href)
    for (const name of names)
      for (const sentence of sentences(module, name))
        for (const pair of particles) {
          const right = josa(name, pair).slice(name.length)
          for (const one of pair.split('/'))
            if (sentence.includes(`${name}${one} `)) {
              looked += 1
              if (one !== right) wrong.add(`${file}: ${sentence.replaceAll('\n', ' ').slice(0, 90)}`)
            }
        }
  }
  expect([...wrong]).toEqual([])
  expect(looked).toBeGreaterThan(500)
})
