import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreementKey, evaluate, isOffered, type PermissionContext } from '../../../src/core/permissions/policy.ts'
import { createRule, type RuleLists } from '../../../src/core/permissions/rules.ts'
import { readCommand } from '../../../src/core/permissions/shell-parser.ts'
import {
  type Category,
  type JsonObject,
  type ToolEffect,
  type ToolFacts,
  unknownFacts,
} from '../../../src/protocol/index.ts'

const links: Record<string, string> = { '/work/docs/link': '/work/src', '/work/alias': '/work/docs' }
const place = {
  resolve: (path: string) => posix.resolve('/work', path.replace(/^~(?=\/|$)/, '/home/me')),
  realPath: (path: string) => {
    const link = Object.keys(links).find((name) => path === name || path.startsWith(`${name}/`))
    return link ? links[link] + path.slice(link.length) : path
  },
}
const subjects: Record<string, ToolFacts['subject']> = {
  shell: 'command',
  ...{ read_file: 'paths', write_file: 'paths', edit_file: 'paths', move_file: 'paths', git_commit: 'paths' },
  ...{ list_files: 'folder', search_files: 'folder', fetch_url: 'url' },
}
const rule = (lists: Partial<RuleLists>) => {
  const decide = createRule({ allow: [], ask: [], deny: [], ...lists }, place)
  return (name: string, args: JsonObject, category: Category = 'sensitive') =>
    decide({ name, category, facts: { subject: subjects[name] ?? 'arguments' } }, args)
}
const shell = (lists: Partial<RuleLists>) => (command: string) => rule(lists)('shell', { command })

describe('shell lines', () => {
  test.each([
    ['git status', ['git status']],
    ['git  "status"   \'--short\'', ['git status --short']],
    ['a && b || c; d | e & f\ng', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['echo $(rm -rf x) `touch y`', ['rm -rf x', 'touch y', 'echo $(rm -rf x) $(touch y)']],
    ['echo "$(rm "a b")"', ['rm a b', 'echo $(rm "a b")']],
    ['(cd x; rm y)', ['cd x', 'rm y']],
    ["sh -c 'rm x; ls'", ['sh -c rm x; ls', 'rm x', 'ls']],
    ['sudo -n env A=1 rm x', ['sudo -n env A=1 rm x', 'env A=1 rm x', 'rm x']],
    ['xargs -0 rm <list', ['xargs -0 rm <list', 'rm']],
    ['diff <(ls a) <(ls b)', ['ls a', 'ls b', 'diff $(ls a) $(ls b)']],
    ['echo a#b # rm x\nls', ['echo a#b', 'ls']],
    ['r\\m x', ['rm x']],
    ['git \\\n status', ['git status']],
  ])('%j has the commands %j', (line, commands) => {
    expect(readCommand(line).commands.map(({ text }) => text)).toEqual(commands)
  })

  test.each([
    'echo $HOME',
    `echo "$\{x}"`,
    '$cmd x',
    '$(which rm) x',
    'ls > file',
    'ls >> file',
    'ls 2> err',
    'cat << EOF\nrm\nEOF',
    'cat <<< x',
    "echo 'open",
    'echo "open',
    'echo $(open',
    'if true; then rm x; fi',
    'for f in a; do rm x; done',
    'f() { rm x; }; f',
    'bash script.sh',
    '. ./x',
    'find . -delete',
    'find . -exec rm {} +',
    'env -S "rm x"',
    "echo $'\\x72m'",
    'echo {a,b}',
  ])('%j is not certain', (line) => expect(readCommand(line).certain).toBe(false))

  test.each(['ls 2>&1', 'ls > /dev/null 2>&1', 'ls &>/dev/null', 'sort < file', 'echo "a; b"', "grep 'x|y' f"])(
    '%j is certain',
    (line) => expect(readCommand(line).certain).toBe(true),
  )

  test('any text is read, in bounded time', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'ab \'"`$(){}<>|&;\\\n#=-', 'sudo ', 'sh -c ', 'xargs ', 'eval '),
          maxLength: 120,
        }),
        (line) => {
          expect(typeof readCommand(line).certain).toBe('boolean')
        },
      ),
      { numRuns: 2_000 },
    )
    const began = performance.now()
    for (const bomb of [
      '$('.repeat(20_000),
      '('.repeat(50_000),
      'sudo '.repeat(2_000),
      "sh -c '".repeat(5_000),
      '`'.repeat(50_001),
    ])
      readCommand(bomb)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('rules for commands', () => {
  const denied = shell({ deny: ['shell(rm *)', 'shell(git push*)'] })
  test('a program that the shell fills in could be any, whatever stands before it', () => {
    const before = [
      '',
      'A=1 ',
      'A=1 B+=2 ',
      '! A=1 ',
      '{ A=1 ',
      'time ',
      'time -p ',
      'time A=1 ',
      'coproc A=1 ',
      'f() { A=1 ',
    ]
    for (const words of before)
      for (const program of ['{rm,x}', '$(echo rm)', '`echo rm`', '$X', '/bin/r*'])
        expect([words + program, denied(`${words}${program} gone`)]).toEqual([words + program, 'deny'])
  })
  test.each([
    ...[
      'rm x',
      'rm',
      '/bin/rm x',
      'ls; rm x',
      'ls && rm x',
      'ls || rm x',
      'ls | xargs rm',
      'ls\nrm x',
      '$(rm x)',
      '`rm x`',
      'echo "$(rm x)"',
    ],
    ...[
      'sudo rm x',
      'sudo -u bob rm x',
      'env A=1 rm x',
      'A=1 rm x',
      'sh -c "rm x"',
      "bash -lc 'ls; rm x'",
      'nohup rm x &',
      'timeout 5 rm x',
    ],
    ...[
      'xargs -n 1 rm -f',
      'eval "rm x"',
      'eval rm x',
      'r\\m x',
      '"rm" x',
      "r''m x",
      '(rm x)',
      '{ rm x; }',
      'if true; then rm x; fi',
      '! rm x',
    ],
    ...[
      'for i in 1; do rm x; done',
      'find . -exec rm {} \\;',
      'time rm x',
      'sudo sh -c "env rm x"',
      'exec rm x',
      'command rm x',
      'diff <(rm x) y',
    ],
    ...["sh -ce 'rm x'", "$'rm' x", '$"rm" x'],
    ...['git push', 'git push --force', 'cd x && git push', 'sudo env -i git push'],
  ])('%j is denied', (command) => expect(denied(command)).toBe('deny'))

  test.each(['ls', 'echo rm', 'git pull', 'grep rm x', 'rmdir x', 'ls # rm x', "echo 'rm x'"])('%j is not', (command) =>
    expect(denied(command)).toBeUndefined(),
  )

  const guarded = shell({ deny: ['shell(rm *)', 'shell(git push *)', 'shell(curl *)'] })
  test.each([
    "perl -e 'unlink q(gone)'",
    'python3 -c \'import os; os.system("rm gone")\'',
    "tmux new -d 'rm gone'",
    "vim -c '!rm gone' -c q",
    "tar cf x --checkpoint=1 --checkpoint-action=exec='rm gone' .",
    'awk \'BEGIN{system("rm gone")}\'',
    "sed 's/.*/rm gone/e' f",
    "sed -n '1e rm gone' f",
    'foo --run rm gone',
    'mapfile -C rm -c1 X <<< gone',
    'hash -p /bin/rm foo; foo gone',
    '/lib64/ld-linux-x86-64.so.2 /bin/rm gone',
    "GIT_SSH_COMMAND='rm gone' git fetch",
    "git -c core.pager='rm gone' log",
    "git rebase -x 'rm gone' HEAD~1",
    "git grep -O'rm gone' x",
    "rsync -e 'rm gone' a b",
    "split --filter='rm gone' f",
    "npx -c 'rm gone'",
    'npm exec -- rm gone',
    'ssh host rm gone',
    'docker run -v .:/x i rm gone',
    "make SHELL='rm gone'",
    'python3 <<E\nimport os\nE',
    "echo 'rm gone' | python3",
    "node -e 'x'",
    "less '+!rm gone' f",
    "man -P 'rm gone' ls",
    "zip -T -TT 'rm gone' x.zip y",
    "PROMPT_COMMAND='rm gone' bash -i",
    'BASH_ENV=x bash -c :',
    "hyperfine 'rm gone'",
    "LESSOPEN='|rm gone' less f",
    "expect -c 'spawn rm gone'",
    'find . -name x -exec rm {} +',
    "PS4='$(rm gone)' bash -xc :",
    "unset 'X[$(rm gone)]'",
    "printf -v 'X[$(rm gone)]' x",
    'enable -f ./x.so x',
    "sqlite3 x '.shell rm gone'",
    "gdb -ex 'shell rm gone' -ex q",
  ])('%j is denied: its words are a program, or may be one', (command) => expect(guarded(command)).toBe('deny'))

  test.each([
    "git commit -m 'rm old file; git push later'",
    "echo 'rm gone'",
    "grep -r 'rm gone' .",
    "gh pr create --title 'rm it' --body \"It's curl x\"",
    'npm install curl',
    'apt-get install -y curl',
    "sed -n '1,5p' f",
    "sed 's/alone/everyone/g' f",
    "sed -E 's/a+e/b/' x",
    "sed -i -e 's/x/y/' f",
    "awk '{print $1}' f",
    'python3 script.py --rm',
    "jq '.a | .b' f",
    'npm test -- --rm',
    'make build',
    'node build.js',
    "git log --grep='rm x'",
    'ls | head',
    "printf '%s\\n' 'rm x'",
    'test -f rm',
    'X=1 npm run build',
    'EDITOR=vim git commit',
    'curly x',
    'cargo test',
    'node --test x.js',
    'python3 -m pytest',
    'git -C sub status',
    'git -c user.name=x commit -m y',
    'docker run --rm image',
    'tsc --noEmit',
    "FOO='hello world' node x.js",
    'perl script.pl',
    'vim notes.txt',
    'git checkout -b rm',
    'git show HEAD:rm',
    'ssh host ls',
    "cat <<'E' > f\nrm x\nE",
  ])('%j is not: its words are text', (command) => expect(guarded(command)).toBeUndefined())

  const allowed = shell({ allow: ['shell(git status*)', 'shell(git log *)', 'shell(ls*)', 'shell(wc *)'] })
  test.each([
    'git status',
    'git status --short',
    'git log',
    'git log -3',
    'ls | wc -l',
    'ls; git status',
    'ls > /dev/null',
    'ls "$(git status)"',
  ])('%j is allowed, every part of it', (command) => expect(allowed(command)).toBe('allow'))
  test.each([
    ...[
      'git status; rm x',
      'git status && rm x',
      'git status | sh',
      'git status $(rm x)',
      'git status `rm x`',
      'git status\nrm x',
      'git status & rm x',
    ],
    ...[
      'git status > ~/.bashrc',
      'git status >> x',
      'git log $X',
      'sudo git status',
      'env git status',
      'PAGER=evil git log',
      './git status',
    ],
    ...[
      'sh -c "git status"',
      'xargs git status',
      'git logs',
      '',
      ' ',
      'ls <(rm x)',
      "ls 'open",
      'git status; }',
      'then ls',
      '/tmp/ls',
    ],
  ])('%j is not', (command) => expect(allowed(command)).not.toBe('allow'))

  test('a script of the folder, or a file of rules that is named, may do what any deny rule means; an allow rule may name it', () => {
    const deny = shell({ deny: ['shell(rm *)'], allow: ['shell(./build *)', 'shell(make *)', 'shell(/usr/bin/ls)'] })
    for (const line of [
      './build x',
      '../x',
      'tools/x.sh',
      '~/x',
      '/tmp/x',
      'make -f x',
      'make -sf x',
      'gmake --file=x',
    ])
      expect(deny(line), line).toBe('deny')
    expect(['make test', '/usr/bin/ls', 'ls'].map(deny)).toEqual(['allow', 'allow', undefined])
    expect(shell({ allow: ['shell(./build *)'] })('./build x')).toBe('allow')
  })

  test('deny wins over ask, ask over allow; a rule without a pattern means every call', () => {
    const lists = { allow: ['shell'], ask: ['shell(git *)'], deny: ['shell(git push*)'] }
    expect(['ls', 'git status', 'git push', 'ls; git push'].map(shell(lists))).toEqual(['allow', 'ask', 'deny', 'deny'])
  })
})

describe('rules for files, addresses and other tools', () => {
  const write = (lists: Partial<RuleLists>) => (path: string) => rule(lists)('write_file', { path, content: '' })
  test('a pattern means real places: no way out of an allowed folder, none around a forbidden one', () => {
    const allowed = write({ allow: ['write_file(docs/**)'] })
    expect(['docs/a.md', './docs/b/c.md', '/work/docs/x', 'src/../docs/a', 'alias/a'].map(allowed)).toEqual(
      Array(5).fill('allow'),
    )
    expect(['docs/../src/a', 'docs', 'docs2/a', '/docs/a', '~/docs/a', 'docs/link/a'].map(allowed)).toEqual(
      Array(6).fill(undefined),
    )
    const denied = write({ deny: ['write_file(docs/**)', 'write_file(*.env)', 'write_file(~/.config/**)'] })
    expect(['docs/a', 'alias/a', '/work/docs/a', 'x.env', '~/.config/a/b', '/home/me/.config/x'].map(denied)).toEqual(
      Array(6).fill('deny'),
    )
    expect(['src/x.env', 'src/a'].map(denied)).toEqual([undefined, undefined])
  })
  test('of a move both ends count', () => {
    const move = rule({ allow: ['move_file(docs/*)'], deny: ['move_file(docs/keep*)'] })
    expect([
      move('move_file', { from: 'docs/a', to: 'docs/b' }),
      move('move_file', { from: 'docs/a', to: 'src/b' }),
      move('move_file', { from: 'src/a', to: 'docs/keep' }),
    ]).toEqual(['allow', undefined, 'deny'])
  })
  test('hosts are compared as hosts', () => {
    const fetch = rule({
      allow: ['fetch_url(*.example.com)', 'fetch_url(https://docs.test/guide/*)'],
      deny: ['fetch_url(secret.example.com)'],
    })
    const of = (url: string) => fetch('fetch_url', { url })
    expect(['https://a.example.com/x', 'http://example.com', 'https://docs.test/guide/a?b'].map(of)).toEqual([
      'allow',
      'allow',
      'allow',
    ])
    expect(
      [
        'https://example.com.evil.net',
        'https://evil.net/.example.com',
        'https://evil.net?a.example.com',
        'https://a.example.com@evil.net',
        'http://docs.test/guide/a',
        'https://docs.test/other',
        'nonsense',
      ].map(of),
    ).toEqual(Array(7).fill(undefined))
    expect(['https://SECRET.example.com:443/', 'https://secret.example.com./x'].map(of)).toEqual(['deny', 'deny'])
  })
  test('names may hold a star, other tools are matched by their arguments; an open bracket forbids all and allows nothing', () => {
    const some = rule({
      allow: ['mcp_files_*', 'agent({"action":"list"*)', 'write_file(docs/**'],
      deny: ['mcp_files_delete', 'edit_file(docs'],
    })
    const of = (tool: string, args: JsonObject = {}) => some(tool, args)
    expect([
      of('mcp_files_read'),
      of('mcp_files_delete'),
      of('agent', { action: 'list' }),
      of('agent', { action: 'create' }),
    ]).toEqual(['allow', 'deny', 'allow', undefined])
    expect([of('write_file', { path: 'docs/a' }), of('edit_file', { path: 'src/b' })]).toEqual([undefined, 'deny'])
  })
  test('a wildcard never covers a restricted tool, a rule that names it may; deny and ask cover all', () => {
    const restricted = (lists: Partial<RuleLists>) => (name: string) => rule(lists)(name, {}, 'restricted')
    const names = ['shell', 'python_repl', 'delete_file', 'git_commit', 'mcp_pay_send']
    for (const wide of ['*', 's*', '*l*', '*e*', 'mcp_*', 'shel*l', '*shell*', '*(*)', 'python_*'])
      expect(names.map(restricted({ allow: [wide] })), wide).toEqual(names.map(() => undefined))
    expect(names.map(restricted({ allow: names }))).toEqual(names.map(() => 'allow'))
    expect(names.map(restricted({ allow: names, deny: ['*'] }))).toEqual(names.map(() => 'deny'))
    expect(names.map(restricted({ allow: names, ask: ['*'] }))).toEqual(names.map(() => 'ask'))
    // What the wide rule says besides does not make up a rule that names the tool for another part of the line.
    const line = rule({ allow: ['shell(ls *)', '*(rm *)'] })
    expect(line('shell', { command: 'ls a; rm b' }, 'restricted')).toBeUndefined()
    expect(rule({ allow: ['*'] })('open_url', {})).toBe('allow')
  })
  test('arguments are compared whole, at every depth, whatever the order of their keys', () => {
    const some = rule({
      allow: ['mcp_db_run({"options":{"mode":"read"}})'],
      deny: ['mcp_*_open({"url":"https://evil*)'],
    })
    expect([
      some('mcp_db_run', { options: { mode: 'read' } }),
      some('mcp_db_run', { options: { mode: 'drop' } }),
      some('mcp_db_run', { options: {} }),
      rule({ deny: ['x(*"a":1,"b":2*)'] })('x', { c: [{ b: 2, a: 1 }] }),
      // A page that some server opens is one of its arguments.
      some('mcp_web_open', { url: 'https://evil.test' }),
    ]).toEqual(['allow', undefined, undefined, 'deny', 'deny'])
  })
  test('Hangul that is spelled letter by letter, as some systems name files, is the same name', () => {
    const apart = (text: string) => text.normalize('NFD')
    const denied = rule({ deny: ['*(비밀/**)', 'note({"title":"비밀*)', 'shell(rm 비밀*)'] })
    expect([
      denied('read_file', { path: apart('비밀/일기.txt') }),
      denied('note', { title: apart('비밀 일기') }),
      denied('shell', { command: apart('rm 비밀.txt') }),
    ]).toEqual(['deny', 'deny', 'deny'])
  })
  test('who lists or searches without saying where means the working folder', () => {
    const some = rule({ deny: ['list_files(.)'], ask: ['search_files(~/../../work)'] })
    expect([some('list_files', {}), some('list_files', { path: 'docs' }), some('search_files', { text: 'x' })]).toEqual(
      ['deny', undefined, 'ask'],
    )
  })
  test('a rule without a name forbids everything rather than nothing', () => {
    expect([
      rule({ deny: ['(x)'] })('read_file', {}),
      rule({ ask: ['["shell'] })('other', {}),
      rule({ allow: ['(x)'] })('other', {}),
    ]).toEqual(['deny', 'ask', undefined])
  })
  test('no arguments of any shape throw', () => {
    const all = rule({ allow: ['*(x)'], ask: ['*(y)'], deny: ['*(z)'] })
    fc.assert(
      fc.property(
        fc.constantFrom('shell', 'write_file', 'move_file', 'fetch_url', 'git_commit', 'other'),
        fc.dictionary(fc.constantFrom('command', 'path', 'from', 'to', 'url', 'paths', 'x'), fc.jsonValue()),
        (tool, args) => {
          expect([undefined, 'allow', 'ask', 'deny']).toContain(all(tool, args as JsonObject))
        },
      ),
    )
  })
})

describe('the second check', () => {
  const permits = (more: Partial<PermissionContext> = {}): PermissionContext => ({
    origin: 'tui',
    categories: ['safe', 'sensitive', 'restricted'],
    granted: () => false,
    rule: () => undefined,
    session: () => false,
    tainted: false,
    ...more,
  })
  const of = (category: Category, more: Partial<PermissionContext> = {}, effect?: ToolEffect) => {
    const verdict = evaluate({ name: 'tool', category, facts: unknownFacts, effect: () => effect }, {}, permits(more))
    return verdict.do === 'ask'
      ? `ask ${verdict.choices.join('|')} (${verdict.because})`
      : verdict.do === 'refuse'
        ? `refuse (${verdict.because})`
        : 'run'
  }
  const session = ({ name }: { name: string }) => name === 'tool'
  const all = 'once|session|deny'

  test.each<[string, Category, Partial<PermissionContext>]>([
    ['run', 'safe', {}],
    [`ask ${all} (category)`, 'sensitive', {}],
    ['ask once|deny (category)', 'restricted', {}],
    // Nothing lifts the question of a restricted tool.
    ['ask once|deny (category)', 'restricted', { rule: () => 'allow', session }],
    ['run', 'sensitive', { rule: () => 'allow' }],
    [`ask ${all} (rule)`, 'safe', { rule: () => 'ask' }],
    [`ask ${all} (rule)`, 'sensitive', { rule: () => 'ask' }],
    // A yes for the session is kept, also where a rule had asked.
    ['run', 'sensitive', { session }],
    ['run', 'sensitive', { session, rule: () => 'ask' }],
    ['run', 'safe', { session, rule: () => 'ask' }],
    // After foreign text it is not, and so not offered.
    ['ask once|deny (tainted)', 'sensitive', { session, tainted: true }],
    ['ask once|deny (tainted)', 'sensitive', { rule: () => 'allow', tainted: true }],
    ['ask once|deny (category)', 'sensitive', { tainted: true }],
    ['run', 'safe', { tainted: true }],
    ...(['safe', 'sensitive', 'restricted'] as const).map(
      (category): [string, Category, Partial<PermissionContext>] => [
        'refuse (rule)',
        category,
        { rule: () => 'deny', session },
      ],
    ),
    ['refuse (remote)', 'sensitive', { origin: 'telegram' }],
    ['refuse (remote)', 'restricted', { origin: 'http', granted: () => true, rule: () => 'allow' }],
    [
      'ask once|deny (category)',
      'sensitive',
      { origin: 'telegram', granted: () => true, session, rule: () => 'allow' },
    ],
    ['refuse (agent)', 'sensitive', { categories: ['safe'] }],
    ['refuse (agent)', 'safe', { tools: ['another'] }],
  ])('%s: %s %j', (verdict, category, more) => expect(of(category, more)).toBe(verdict))

  test.each<[string, Category, ToolEffect, Partial<PermissionContext>]>([
    ['run', 'safe', 'keeps', {}],
    ['run', 'safe', 'sends', {}],
    ['ask once|deny (tainted)', 'safe', 'keeps', { tainted: true }],
    ['ask once|deny (tainted)', 'safe', 'sends', { tainted: true, session, rule: () => 'allow' }],
    // On a phone it is asked there; a program has nobody to ask.
    ['ask once|deny (tainted)', 'safe', 'keeps', { tainted: true, origin: 'telegram' }],
    ['refuse (remote)', 'safe', 'keeps', { tainted: true, origin: 'http' }],
    // A key or a file's text is asked about whatever was agreed to or allowed.
    [
      'ask once|deny (secret)',
      'safe',
      'sends',
      { carried: () => 'secret', agreed: new Set([agreementKey({ name: 'tool', facts: unknownFacts }, {})]) },
    ],
    ['ask once|deny (file)', 'sensitive', 'sends', { carried: () => 'file', rule: () => 'allow' }],
    ['refuse (remote)', 'safe', 'sends', { carried: () => 'secret', origin: 'http' }],
    ['run', 'safe', 'keeps', { carried: () => 'secret' }],
  ])('%s: a %s tool that %s something %j', (verdict, category, effect, more) =>
    expect(of(category, more, effect)).toBe(verdict),
  )

  test('what would be refused whatever its arguments is not offered', () => {
    expect(isOffered({ name: 'tool', category: 'sensitive' }, permits({ origin: 'telegram' }))).toBe(false)
    expect(
      isOffered({ name: 'tool', category: 'sensitive' }, permits({ origin: 'telegram', granted: () => true })),
    ).toBe(true)
    expect(isOffered({ name: 'tool', category: 'restricted' }, permits({ origin: 'http', granted: () => true }))).toBe(
      false,
    )
  })
})
