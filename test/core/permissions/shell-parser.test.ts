import { expect, test } from 'vitest'
import { readCommand } from '../../../src/core/permissions/shell-parser.ts'

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** A line within so many evaluations. */
const nested = (line: string, depth: number): string => (depth === 0 ? line : `eval ${quote(nested(line, depth - 1))}`)
const whole = (line: string) => readCommand(line).whole
const names = (line: string) => readCommand(line).commands.map(({ text }) => text)

test('lines within lines are read to a depth that nobody writes; deeper ones count as unread', () => {
  for (const depth of [0, 1, 7, 8])
    expect([depth, whole(nested('ls', depth)), names(nested('ls', depth)).at(-1)]).toEqual([depth, true, 'ls'])
  expect(whole(nested('ls', 9))).toBe(false)
})

test('words that may be a line need a depth of their own: at the last one such a command counts as unread', () => {
  expect(whole(nested('watcher a', 8))).toBe(true)
  expect(whole(nested("watcher 'rm x'", 7))).toBe(true)
  expect(readCommand(nested("watcher 'rm x'", 7)).possible.map(({ text }) => text)).toContain('rm x')
  expect(whole(nested("watcher 'rm x'", 8))).toBe(false)
})

test.each<[string, string[]]>([
  ['ls; rm x', ['ls', 'rm x']],
  ['ls && rm x || echo a | cat', ['ls', 'rm x', 'echo a', 'cat']],
  ['ls\nrm x &', ['ls', 'rm x']],
  ['(cd a; ls)', ['cd a', 'ls']],
  ["echo 'rm x; y' # rm z", ['echo rm x; y']],
  ['echo a\\ b "c d" \'e f\'', ['echo a b c d e f']],
  ['echo $(rm x) `ls`', ['rm x', 'ls', 'echo $(rm x) $(ls)']],
  ['cat <(rm x)', ['rm x', 'cat $(rm x)']],
  ['cat <<END\nrm x\nEND\nls', ['cat <<', 'ls']],
  ["cat <<-'END'\n\trm x\n\tEND\nls", ['cat <<', 'ls']],
  ['ls >/dev/null 2>&1', ['ls']],
  ['ls 2>&1 | cat', ['ls', 'cat']],
  ['A=1 ls', ['A=1 ls']],
  ["sh -c 'rm x'", ['sh -c rm x', 'rm x']],
  ["echo $'a\\x41\\n' b", ['echo aA  b']],
  ['ls\\\n -l', ['ls -l']],
])('%j is %j', (line, commands) => expect(names(line)).toEqual(commands))

test.each([
  'ls >/dev/null 2>&1',
  'ls 2>&1',
  'cat <a',
  'ls; rm x',
  'echo "a b"',
  "echo 'a'",
  'ls -l # x',
  'cat a | wc -l',
])('%j is certain', (line) => expect([readCommand(line).certain, whole(line)]).toEqual([true, true]))
test.each([
  'ls > a',
  'ls >> a',
  'ls $A',
  'ls ${A}',
  'ls {a,b}',
  'if a; then b; fi',
  'cat <<END\na\nEND',
  'ls 2> a',
  'ls &> a',
  '$(ls)',
  '! ls',
  '[[ a ]]',
])('%j is not certain', (line) => expect(readCommand(line).certain).toBe(false))
test.each([
  "ls 'open",
  'ls "open',
  'echo $(open',
  'cat <<END\na',
  '$A x',
  '*/x',
  'sudo $A',
  'cat <<END\n$(a)\nEND',
  'echo $(case a in a) b;; esac)',
  "echo $'\\u{1}' $'\\e'",
])('%j may be any command', (line) => expect(whole(line)).toBe(false))
test('a dollar sign alone is a letter', () => {
  expect([names('ls$ a; echo $'), whole('ls$ a; echo $')]).toEqual([['ls$ a', 'echo $'], true])
})

test('words that the shell fills in leave what stands before them', () => {
  const sure = (line: string) => readCommand(line).commands.at(-1)?.sure
  expect([sure('rm $A'), sure('/bin/rm -f a $A b'), sure('rm a*'), sure('rm a'), sure('A=$B rm a')]).toEqual([
    'rm ',
    'rm -f a ',
    'rm ',
    undefined,
    undefined,
  ])
})

test.each<[string, string[]]>([
  ["echo $(echo '\\'; rm x)", ['rm x']],
  ['echo $(echo \\) a; rm x)', ['rm x']],
  ['echo $(echo "\\")"; rm x)', ['rm x']],
  ['echo $(echo ")"; (rm x))', ['rm x']],
  ["echo $(echo ')'; rm x); ls", ['rm x', 'ls']],
])('%j runs %j, whatever brackets stand in quotes', (line, commands) => {
  expect(names(line)).toEqual(expect.arrayContaining(commands))
  expect(whole(line)).toBe(true)
})
