import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finder } from '../../../src/std/text/finder.ts'
import { commands } from '../../../src/ui/tui/commands/command-table.ts'

/** What a person types, and what they want. */
type Wanted = readonly [typed: string, wanted: string]

const byCommand: readonly Wanted[] = [
  ...(['help', 'new', 'resume', 'model', 'memory', 'usage', 'theme', 'export', 'fork', 'quit'] as const).map(
    (name) => [name, name] as const,
  ),
  ...([
    ['he', 'help'],
    ['ne', 'new'],
    ['res', 'resume'],
    ['mod', 'model'],
    ['mem', 'memory'],
    ['us', 'usage'],
    ['th', 'theme'],
  ] as const),
  ...([
    ['clear', 'new'],
    ['exit', 'quit'],
    ['cost', 'usage'],
    ['continue', 'resume'],
    ['compress', 'compact'],
    ['sources', 'open'],
  ] as const),
  ...([
    ['usg', 'usage'],
    ['cmp', 'compact'],
    ['mdl', 'model'],
    ['ctx', 'context'],
    ['hdf', 'handoff'],
    ['exp', 'export'],
  ] as const),
  ...([
    ['도움말', 'help'],
    ['모델', 'model'],
    ['종료', 'quit'],
    ['기억', 'memory'],
    ['비용', 'usage'],
    ['복사', 'copy'],
    ['음성', 'voice'],
  ] as const),
  ...([
    ['도움', 'help'],
    ['모', 'model'],
    ['이어', 'resume'],
    ['내보', 'export'],
    ['넘기', 'handoff'],
    ['미루', 'snooze'],
  ] as const),
  ...([
    ['ㅁㄷ', 'model'],
    ['ㅌㅁ', 'theme'],
    ['ㅈㄹ', 'quit'],
    ['ㄷㅇㅁ', 'help'],
    ['ㄴㅂㄴㄱ', 'export'],
    ['ㄱㅇ', 'memory'],
    ['ㅇㅇㄱㄱ', 'resume'],
  ] as const),
  ...([
    ['모데', 'model'],
    ['테ㅁ', 'theme'],
    ['내봉', 'export'],
    ['사욜', 'usage'],
    ['도우', 'help'],
    ['도움마', 'help'],
    ['종ㄹ', 'quit'],
  ] as const),
]

const files = [
  ...[
    'README.md',
    'README.ko.md',
    'package.json',
    'tsconfig.json',
    'docs/services.md',
    'docs/api.md',
    'man/assistant.1',
  ],
  ...[
    'src/cli/main.ts',
    'src/cli/commands/data/memory.ts',
    'src/ui/tui/screen/frame.ts',
    'src/ui/tui/screen/reduce-key.ts',
  ],
  ...[
    'src/std/text/finder.ts',
    'src/app/create-assistant.ts',
    'test/std/text/finder.test.ts',
    'src/llm/wires/openai.ts',
  ],
  ...[
    '회의/2026 상반기 계획.md',
    '회의/기본 원칙.md',
    '여행/제주도 일정.md',
    '여행/부산 맛집.txt',
    '가계부.csv',
    '메모.txt',
    '이력서 최종.docx',
  ],
]
const byFile: readonly Wanted[] = [
  ...([
    ['docs api', 'docs/api.md'],
    ['man', 'man/assistant.1'],
    ['create', 'src/app/create-assistant.ts'],
    ['json pack', 'package.json'],
    ['ㅁㅁ.txt', '메모.txt'],
    ['제주도 md', '여행/제주도 일정.md'],
    ['최', '이력서 최종.docx'],
    ['ㅊㅈ', '이력서 최종.docx'],
  ] as const),
  ...([
    ['read', 'README.md'],
    ['readme.ko', 'README.ko.md'],
    ['pack', 'package.json'],
    ['tsc', 'tsconfig.json'],
    ['serv', 'docs/services.md'],
  ] as const),
  ...([
    ['api', 'docs/api.md'],
    ['main', 'src/cli/main.ts'],
    ['memory', 'src/cli/commands/data/memory.ts'],
    ['frame', 'src/ui/tui/screen/frame.ts'],
  ] as const),
  ...([
    ['reduce', 'src/ui/tui/screen/reduce-key.ts'],
    ['key', 'src/ui/tui/screen/reduce-key.ts'],
    ['finder', 'src/std/text/finder.ts'],
  ] as const),
  ...([
    ['finder test', 'test/std/text/finder.test.ts'],
    ['openai', 'src/llm/wires/openai.ts'],
    ['wires', 'src/llm/wires/openai.ts'],
  ] as const),
  ...([
    ['rdk', 'src/ui/tui/screen/reduce-key.ts'],
    ['crass', 'src/app/create-assistant.ts'],
    ['pkg', 'package.json'],
    ['cli main', 'src/cli/main.ts'],
  ] as const),
  ...([
    ['상반기', '회의/2026 상반기 계획.md'],
    ['계획', '회의/2026 상반기 계획.md'],
    ['ㄱㅂ', '회의/기본 원칙.md'],
    ['기ㅂ', '회의/기본 원칙.md'],
  ] as const),
  ...([
    ['깁', '회의/기본 원칙.md'],
    ['원칙', '회의/기본 원칙.md'],
    ['ㅈㅈㄷ', '여행/제주도 일정.md'],
    ['제주', '여행/제주도 일정.md'],
  ] as const),
  ...([
    ['일정', '여행/제주도 일정.md'],
    ['부산', '여행/부산 맛집.txt'],
    ['맛지', '여행/부산 맛집.txt'],
    ['ㅂㅅ', '여행/부산 맛집.txt'],
  ] as const),
  ...([
    ['가계', '가계부.csv'],
    ['ㄱㄱㅂ', '가계부.csv'],
    ['메', '메모.txt'],
    ['ㅁㅁ', '메모.txt'],
    ['이력', '이력서 최종.docx'],
    ['최종', '이력서 최종.docx'],
  ] as const),
  ...([
    ['docx', '이력서 최종.docx'],
    ['csv', '가계부.csv'],
    ['여행 일정', '여행/제주도 일정.md'],
    ['회의 원칙', '회의/기본 원칙.md'],
  ] as const),
]

test('of a hundred queries the wanted thing is first for at least ninety-five', () => {
  const command = finder(commands, ({ name, aliases }) => [name, ...aliases])
  const file = finder(files, (path) => [path.slice(path.lastIndexOf('/') + 1), path])
  const wrong = [
    ...byCommand.filter(([typed, wanted]) => command(typed)[0]?.name !== wanted),
    ...byFile.filter(([typed, wanted]) => file(typed)[0] !== wanted),
  ]
  const all = byCommand.length + byFile.length
  expect(all).toBeGreaterThanOrEqual(100)
  expect(wrong.length / all, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05)
})

const text = fc.string({ unit: fc.constantFrom(...'abcdef가나다기본각 -_/.ㄱㅂ'), maxLength: 12 })

test('whatever is asked, what is found is among the things, each once, at most so many, and begun words are found', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), text, fc.nat(10), (all, query, limit) => {
      const things = all.map((name, id) => ({ name, id }))
      const found = finder(things, ({ name }) => [name])(query, limit)
      expect(found.length).toBeLessThanOrEqual(limit)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      // A syllable that is still being written may become another one.
      const isOneWord = /^[^\sㄱ-ㅎ가-힣]+$/.test(query)
      const begun = things.filter(({ name }) => isOneWord && name.startsWith(query))
      if (begun.length > 0 && limit > 0) expect(found[0]?.name.startsWith(query)).toBe(true)
      expect(found).toEqual(finder(things, ({ name }) => [name])(query).slice(0, limit))
    }),
  )
})

test('without a query everything is there in its own order', () => {
  expect(finder(['b', 'a'], (name) => [name])('  ')).toEqual(['b', 'a'])
})
