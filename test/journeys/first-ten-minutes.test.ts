import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome } from '../cli/assistant.ts'
import { callTool, type ModelServer, type Script, type Seen, say, scriptedServer } from '../fakes/model-server.ts'
import { longTest } from '../parts.ts'
import { type Screen, start } from '../ui/tui/pty.ts'
import { always } from './home.ts'

/** Something that a person does, and what must come of it on the screen. */
type Step = [typed: string, shown: RegExp]

const program = resolve('bin/assistant.js')

/** Somebody at a terminal, in a home and a folder of their own. */
function person(env: Record<string, string>, files: Record<string, string> = {}) {
  const home = freshHome()
  const cwd = freshHome()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const all = bareEnv(home, env)
  const screen = (...args: string[]) => {
    const opened = start(program, { args, env: all, cwd, columns: 100, rows: 40 })
    onTestFinished(() => opened.close())
    return opened
  }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { env: all, cwd, encoding: 'utf8' })
  return { home, cwd, screen, run }
}

/** Plays steps one after the other; each must show something new. */
async function play(screen: Screen, steps: readonly Step[]): Promise<void> {
  for (const [typed, shown] of steps) {
    const before = (screen.text().match(new RegExp(shown, 'g')) ?? []).length
    screen.type(typed)
    await screen
      .until(({ text }) => (text().match(new RegExp(shown, 'g')) ?? []).length > before, 20_000)
      .catch((error) => {
        throw new Error(`after ${JSON.stringify(typed)}: no ${shown}`, { cause: error })
      })
  }
}

/** A server of the person's own. */
async function server(models: string[], ...script: Script[]): Promise<ModelServer> {
  const one = await scriptedServer(script, { models, otherwise: say('- 없음') })
  onTestFinished(() => one.close())
  return one
}

test('somebody without a key: reminder, sum, memory, a door, and the same conversation tomorrow', async () => {
  const { screen } = person({ ASSISTANT_LANG: 'ko' })
  const first = screen()
  await first.until(({ text }) => text().includes('연결된 모델이 없어서'))
  await play(first, [
    ['내일 아침 9시에 약 먹으라고 알려줘\r', /내일|오전 9시.*약/],
    ['12만원의 3.3%는 얼마야?\r', /3,960원/],
    ['나는 매운 음식을 못 먹어. 기억해 줘\r', /매운 음식을 못 먹/],
    ['내가 못 먹는 게 뭐야?\r', /매운 음식/],
    ['/reminders\r', /약 먹/],
    ['/settings 테마\r', /tui\.theme/],
  ])
  await first.close()
  const again = screen('-c')
  await again.until(({ text }) => text().includes('매운 음식'))
  await play(again, [['그건 내가 언제 말했어?\r', /오늘|방금|매운|모델/]])
})

longTest(
  'somebody with a server of their own: its model, a missing file, an edit that is asked about and taken back',
  async () => {
    const edit = callTool('edit_file', { path: 'todo.md', old: 'buy milk', new: 'buy oat milk' })
    const answer = ({ body }: Seen) => {
      // Facts are looked for behind an answer, without tools.
      if (!body.tools) return say('- none')
      const { role, content } = body.messages.at(-1)
      if (role === 'tool') return say('Changed it.')
      return JSON.stringify(content).includes('oat') ? edit : say('Hello there.')
    }
    const { openai, requests } = await server(['llama-mine'], ...always(answer))
    const { screen, cwd } = person(
      { ASSISTANT_LANG: 'en', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: openai },
      { 'todo.md': '- buy milk\n' },
    )
    const chat = screen()
    await chat.until(({ text }) => text().includes('llama-mine'))
    await play(chat, [
      ['hello\r', /Hello there\./],
      ['look at @missing.txt \r', /missing\.txt/],
      ['\x15milk should be oat milk in @todo.md \r', /once/],
    ])
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    chat.type('y')
    await new Promise((resolve) => setTimeout(resolve, 700))
    await play(chat, [['\r', /Changed it\./]])
    expect(readFileSync(join(cwd, 'todo.md'), 'utf8')).toBe('- buy oat milk\n')
    await play(chat, [
      ['/usage\r', /model calls/],
      ['/rewind\r', /milk should be/],
    ])
    expect(new Set(requests.map(({ body }) => body.model))).toEqual(new Set(['llama-mine']))
  },
)

longTest(
  'somebody with documents: added in the shell, asked in the chat, the page opened, the talk exported',
  async () => {
    const { screen, run, cwd } = person(
      { ASSISTANT_LANG: 'ko' },
      { '출장규정.md': '# 출장 규정\n\n국내 출장의 숙박비는 1박 12만 원까지 쓸 수 있다.\n\n식비는 하루 3만 원이다.\n' },
    )
    expect(run('docs', 'add', '출장규정.md').stderr).toMatch(/문서 1개/)
    const chat = screen()
    await chat.until(({ text }) => text().includes('준비됨'))
    await play(chat, [
      ['숙박비는 얼마까지 돼?\r', /12만 원/],
      ['식비는?\r', /3만 원/],
      ['해외 출장 보험료는 얼마야?\r', /찾지 못했|꼭 맞는 답은 아니/],
      ['/docs\r', /출장규정|문서 1개/],
      ['/export 출장.md\r', /출장\.md/],
    ])
    expect(existsSync(join(cwd, '출장.md'))).toBe(true)
  },
)
