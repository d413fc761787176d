import { expect, test } from 'vitest'
import { rows } from '../../src/cli/command-table.ts'
import { mistypedCommand } from '../../src/cli/usage-error.ts'
import { bareEnv, freshHome, run } from './assistant.ts'

/** Every way to leave a letter out or to swap two neighbours. */
function slips(word: string): string[] {
  return [...word].flatMap((_, at) => [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ])
}

test('whatever command of two words is mistyped in its first one is known again', async () => {
  const pairs = rows
    .map(({ path }) => path.split(' ').slice(0, 2))
    .filter(([first = '', second = '']) => first.length > 4 && /^[a-z]/.test(second))
  expect(pairs.length).toBeGreaterThan(40)
  for (const [first = '', second = ''] of pairs)
    for (const slip of slips(first))
      expect(await mistypedCommand([slip, second, 'x']), slip).toBe(`${first} ${second} x`)
})

test.each([
  ['sessions', 'conversations'],
  ['sesions list', 'conversations list'],
  ['settings list', 'config list'],
  ['login', 'setup'],
  ['cron', 'schedule'],
])('“%s”, as others call it, is %s here', async (typed, meant) => {
  expect(await mistypedCommand(typed.split(' '))).toBe(meant)
})

test.each([
  'session music please',
  'cats',
  'models of the world',
  'memry lane is a song',
  'contexts matter',
  'what is conversation',
  'usge list of words',
  'dictionary list',
])('"%s" is a question', async (text) => expect(await mistypedCommand(text.split(' '))).toBeUndefined())

test('a mistyped command is told, ends with 2 and asks no model; with -p it is a question', async () => {
  const env = bareEnv(freshHome())
  const ended = await run(['conversatons', 'list'], env)
  expect([ended.code, ended.out, ended.err]).toEqual([
    2,
    '',
    '혹시 이건가요? assistant conversations list 질문으로 보내려면 `assistant -p "conversatons list"`처럼 써 주세요.\n',
  ])
  expect((await run(['-p', 'conversatons', 'list'], env)).code).not.toBe(2)
})

test('until a language is set, it is that of the system', async () => {
  const typo = async (env: Record<string, string>) =>
    (await run(['conversatons', 'list'], bareEnv(freshHome(), env))).err.slice(0, 12)
  expect(await typo({ LANG: 'en_US.UTF-8' })).toBe('Did you mean')
  expect(await typo({ LANG: 'en_US.UTF-8', LC_ALL: 'ko_KR.UTF-8' })).not.toBe('Did you mean')
  expect(await typo({ LANG: 'C.UTF-8' })).not.toBe('Did you mean')
  expect(await typo({ LANG: 'fr_FR.UTF-8' })).toBe('Did you mean')
  expect(await typo({ LANG: 'en_US.UTF-8', ASSISTANT_LANG: 'ko' })).not.toBe('Did you mean')
})
