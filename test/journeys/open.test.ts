import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { start } from '../ui/tui/pty.ts'
import { chat, count } from './chat.ts'

const patient = 60_000

test('a source is a link and opens in the editor at its line; afterwards the screen is whole and goes on', async () => {
  const home = freshHome()
  const [file, editor, seen] = [join(home, '문서', '규정.md'), join(home, 'editor.sh'), join(home, 'seen.txt')]
  mkdirSync(join(home, '문서'))
  writeFileSync(file, '# 휴가 규정\n\n## 연차\n\n연차 휴가는 1년에 15일이에요.\n')
  // An editor as others are: a screen of its own, and the terminal as it was before.
  writeFileSync(
    editor,
    `#!/bin/sh\nprintf '\\033[?1049h편집기 %s\\r\\n' "$1"\necho "$@" > ${seen}\nread line\nprintf '\\033[?1049l'\n`,
  )
  chmodSync(editor, 0o755)
  const env = bareEnv(home, { EDITOR: editor, FORCE_HYPERLINK: '1', TERM: 'xterm-256color' })
  expect((await run(['docs', 'add', file], env)).code).toBe(0)
  const screen = await chat(env)
  screen.type('연차 휴가는 며칠이야?\r')
  await screen.until(({ text }) => text().includes('출처: ') && text().includes('  1 '), patient)
  expect(screen.output()).toContain(`\x1b]8;;file://${encodeURI(file)}\x1b\\`)
  screen.type('/open 1\r')
  await screen.until(({ text }) => text().includes('편집기 +5'), patient)
  expect(screen.text()).not.toContain('준비됨')
  screen.type('끝\r')
  await screen.until(({ cursor, text }) => text().includes('준비됨') && cursor().row.startsWith('› '), patient)
  expect(readFileSync(seen, 'utf8')).toBe(`+5 ${file}\n`)
  expect([count(screen, '› 연차 휴가는 며칠이야?'), count(screen, '준비됨')]).toEqual([1, 1])
  screen.type('3*6은?\r')
  await screen.until(({ text }) => text().includes('18이에요.'), patient)
}, 180_000)

test('docs open shows a source of the last answer, or a place as an answer names it, in the editor at its line', async () => {
  const home = freshHome()
  const [file, editor, seen] = [join(home, '문서', '규정.md'), join(home, 'editor.sh'), join(home, 'seen.txt')]
  mkdirSync(join(home, '문서'))
  writeFileSync(file, '# 휴가 규정\n\n## 연차\n\n연차 휴가는 1년에 15일이에요.\n')
  writeFileSync(editor, `#!/bin/sh\necho "$@" >> ${seen}\n`, { mode: 0o755 })
  const env = bareEnv(home, { EDITOR: editor })
  expect((await run(['docs', 'open', '1'], env)).err).toContain('마지막 대화의 답에 출처가 없어요.')
  expect((await run(['docs', 'add', file], env)).code).toBe(0)
  expect((await run(['-p', '연차 휴가는 며칠이야?'], env)).out).toContain('규정.md:5')
  expect((await run(['docs', 'open'], env)).out).toContain('[1] ')
  for (const words of [['1'], ['[1]'], ['규정.md:1'], [`${file}:5`]])
    expect((await run(['docs', 'open', ...words], env)).code).toBe(0)
  expect(readFileSync(seen, 'utf8')).toBe(['+5', '+5', '+1', '+5'].map((line) => `${line} ${file}\n`).join(''))
  const nine = await run(['docs', 'open', '9'], env)
  expect([nine.code, nine.err]).toEqual([42, expect.stringContaining('마지막 답의 출처는 1개예요.')])
}, 180_000)

test('the pager is told that what it shows is UTF-8, whatever the locale says', async () => {
  const home = freshHome()
  const pager = join(home, 'pager.sh')
  writeFileSync(pager, '#!/bin/sh\necho "charset $LESSCHARSET"\ngrep -c "3×6" "$1"\nread line\n')
  chmodSync(pager, 0o755)
  const screen = await chat(bareEnv(home, { PAGER: pager, LC_ALL: 'C', ASSISTANT_LANG: 'ko' }))
  screen.type('3×6은?\r')
  await screen.until(({ text }) => text().includes('18이에요.'), patient)
  screen.type('\x0f')
  await screen.until(({ text }) => text().includes('charset utf-8'), patient)
  screen.type('\r')
  await screen.until(({ cursor }) => cursor().row.startsWith('› '), patient)
}, 180_000)

test('-r without an id asks which conversation, and goes on with it', async () => {
  const home = freshHome()
  const env = bareEnv(home)
  await run(['-p', '3*6은?'], env)
  await run(['-p', '7+8은?'], env)
  const screen = await chat(env, ['-r'])
  await screen.until(({ text }) => text().includes('어느 대화를 이어갈까요?') && text().includes('7+8은?'), patient)
  screen.type('3*6')
  await screen.until(({ text }) => !text().includes('7+8은?'))
  screen.type('\r')
  await screen.until(({ text }) => text().includes('지난 대화를 이어가요.') && text().includes('18이에요.'), patient)
}, 180_000)

test('an agent that is not there is said before any screen opens: 42', async () => {
  const screen = start(resolve('bin/assistant.js'), { env: bareEnv(freshHome()), args: ['-a', '도치'], columns: 110 })
  onTestFinished(() => screen.close())
  expect(await screen.exit).toBe(42)
  await screen.until(({ text }) => text().includes('있는 비서: 비서.'))
  expect(screen.text()).not.toContain('준비됨')
}, 60_000)

test('a conversation is kept as a file, goes on apart, and what is written may come from an editor', async () => {
  const home = freshHome()
  const editor = join(home, 'editor.sh')
  writeFileSync(editor, '#!/bin/sh\necho "7+8은?" > "$1"\n')
  chmodSync(editor, 0o755)
  const env = bareEnv(home, { EDITOR: editor })
  const screen = await chat(env)
  screen.type('3*6은?\r')
  await screen.until(({ text }) => text().includes('18이에요.'), patient)
  screen.type(`/export ${home}/대화.md\r`)
  await screen.until(({ text }) => text().includes('대화를 저장했어요'), patient)
  expect(readFileSync(join(home, '대화.md'), 'utf8')).toContain('18이에요.')
  screen.type('/fork\r')
  await screen.until(({ text }) => text().includes('여기서 새 대화로 갈라졌어요.'), patient)
  screen.type('\x07')
  await screen.until(({ cursor }) => cursor().row === '› 7+8은?', patient)
  screen.type('\r')
  await screen.until(({ text }) => text().includes('15예요.'), patient)
  const list = JSON.parse((await run(['conversations', 'list', '--json'], env)).out)
  expect(list.map(({ messages }: { messages: number }) => messages).toSorted()).toEqual([4, 8])
}, 180_000)
