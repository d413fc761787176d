import { expect, test } from 'vitest'
import { isProgramInWords } from '../../../src/core/permissions/other-languages.ts'
import { readCommand } from '../../../src/core/permissions/shell-parser.ts'

/** A line as words; quotes only around words with blanks. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
const holdsProgram = (line: string) => {
  const [name = '', ...rest] = wordsOf(line)
  return isProgramInWords(name, rest)
}

test.each([
  ...[
    'sed 1e',
    'sed -n 1e',
    "sed 's/a/b/e' x",
    "sed 's/a/b/ge' x",
    'sed -e p -e 1e',
    'sed -e1e',
    'sed --expression=1e',
  ],
  ...['sed -f x', 'sed --file=x', 'sed -nf x y', "sed '/a/e' x", "sed '1,3e date' x", "sed 'p;1e' x", "sed '$!e' x"],
  ...["awk 'BEGIN { system(1) }'", "gawk '{ print | c }'", 'awk -f x', 'mawk -lx', "nawk '@load x'"],
  ...[
    'perl -e 1',
    'perl -ne 1',
    'ruby -E1',
    'lua -e 1',
    'python -c 1',
    'python3 -Ic 1',
    'node -e 1',
    'node -pe 1',
    'deno eval 1',
  ],
  ...[
    'php -r 1',
    'bun -p 1',
    'node --eval=1',
    'tclsh -c 1',
    'vim -c x a',
    'vi +x a',
    'ex -S x',
    'emacs --eval x',
    'gdb -ex run a',
  ],
  ...[
    'make --eval=x',
    'make SHELL=x',
    'make -f-',
    'python',
    'perl -w',
    'node',
    'ruby -',
    'python3 -',
    'hash -p x y',
    'enable -f x y',
  ],
  ...[
    'ld.so x',
    'ld-linux-x86-64.so.2 x',
    'git -c core.pager=x log',
    'git --exec-path=x log',
    'git fetch --upload-pack x',
    'git push --receive-pack=x',
    'git pull --upl x',
    'git push --exe=x',
    'git commit --exec-path=x',
  ],
  ...[
    'git rebase -x y',
    'git filter-branch',
    'git bisect run x',
    'git difftool',
    'git config alias.a b',
    'git clone ext::x',
    'git -c user.name=a -c core.pager=x log',
  ],
])('%s holds a program', (line) => expect(holdsProgram(line)).toBe(true))

test.each([
  ...[
    'sed p e',
    'sed -n 1p e',
    "sed 's/e/x/' e",
    "sed 's/e/x/g' e",
    'sed --sandbox 1e',
    "sed 'y/e/x/' e",
    "sed '/e/d' x",
    "sed 'a e' x",
    'sed -e p e',
  ],
  ...[
    "sed '1,3p' x",
    "sed 's|e|x|' e",
    "sed 'p;q' x",
    "sed '$!d' x",
    "sed 'b e' x",
    "awk '{ print $1 }' x",
    'gawk 1 x',
  ],
  ...[
    'perl x.pl',
    'python x.py',
    'python3 x.py -c',
    'node x.js',
    'ruby x.rb',
    'vim x',
    'gdb x',
    'make test',
    'hash x',
    'enable x',
  ].filter((line) => !line.endsWith('-c')),
  ...[
    'git log',
    'git status',
    'git -c user.name=a commit',
    'git -c color.ui=false log',
    'git commit -x',
    'git log -u',
    'git fetch',
    'git add -u',
    'ls -e',
    'grep -e x y',
  ],
])('%s holds none', (line) => expect(holdsProgram(line)).toBe(false))

test('a program that may run its words is read as far as somebody writes by hand; of more, any could run', () => {
  const line = (program: string, count: number) => `${program} ${'a '.repeat(count)}rm x`
  expect(readCommand(line('watcher', 200)).whole).toBe(true)
  expect(readCommand(line('watcher', 200)).commands.some(({ readings }) => readings.includes('rm x'))).toBe(true)
  // Three hundred words, and one more.
  expect(readCommand(line('watcher', 297)).whole).toBe(true)
  expect(readCommand(line('watcher', 297)).commands.some(({ readings }) => readings.includes('rm x'))).toBe(true)
  expect(readCommand(line('watcher', 298)).whole).toBe(false)
  expect(readCommand(line('grep', 400)).whole).toBe(true)
  expect(readCommand(line('grep', 1_001)).whole).toBe(false)
})
