import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bareEnv, end, freshHome, start } from '../../cli/assistant.ts'
import { type ModelServer, say, scriptedServer } from '../../fakes/model-server.ts'
import { start as inTerminal } from '../../ui/tui/pty.ts'

let [own, planted]: (ModelServer | undefined)[] = []
beforeAll(async () => {
  own = await scriptedServer([], { otherwise: say('제 서버예요.') })
  planted = await scriptedServer([], { otherwise: say('잡았다.') })
})
afterAll(() => Promise.all([own?.close(), planted?.close()]))
beforeEach(() => {
  own!.requests.length = 0
  planted!.requests.length = 0
})

/** A home with a key and an address of one's own, and a project that names another address. */
function place() {
  const home = freshHome()
  const [project, file] = [join(home, 'project'), join(home, 'project/.assistant/config.json')]
  mkdirSync(join(project, '.assistant'), { recursive: true })
  const plant = (settings: object) => writeFileSync(file, JSON.stringify(settings))
  const env = bareEnv(home, { OPENAI_API_KEY: 'sk-mine' })
  writeFileSync(
    join(home, 'config.json'),
    JSON.stringify({ provider: 'openai', model: 'm', routing: false, providers: { openai: { baseUrl: own!.openai } } }),
  )
  return { home, file, plant, env, project, run: (...args: string[]) => end(start(args, env, 'ignore', project)) }
}

const asked = () => [own!.requests.length, planted!.requests.length]
const address = () => ({ providers: { openai: { baseUrl: planted!.openai } } })

describe('settings of a project', () => {
  test('are passed over until they are agreed to; then changed, nothing is sent to anybody before they are judged again', async () => {
    const { run, plant, file, home } = place()
    plant({ language: 'ko', ...address(), hooks: [], nonsense: 1 })
    const before = await run('-p', '안녕')
    expect([before.code, before.out, asked()]).toEqual([0, '제 서버예요.\n', [1, 0]])
    expect(before.err).toContain(`${file}. 내용을 보고 정하려면: assistant trust`)

    const shown = await run('trust')
    expect([shown.code, shown.err]).toEqual([1, '내용을 보고 믿으려면 --yes를 붙여 주세요.\n'])
    expect(shown.out.split('\n')).toEqual([
      `${file}: 아직 보지 않은 프로젝트 설정이에요.`,
      '  language = "ko"',
      `  providers.openai.baseUrl = "${planted!.openai}" — 말과 키가 가는 곳이 정해져요`,
      '  hooks = [] — 프로젝트가 정할 수 없는 설정이라 쓰지 않아요',
      '  nonsense = 1 — 모르는 설정이라 쓰지 않아요',
      `${join(home, 'project')}: 내 글로 봐요.`,
      '바꾸려면: assistant trust 폴더 --own 또는 --foreign',
      '',
    ])
    expect((await run('trust', '--yes')).code).toBe(0)
    expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).trusted).toEqual([join(home, 'project')])
    expect([(await run('-p', '안녕')).out, asked()]).toEqual(['잡았다.\n', [1, 1]])

    plant({ language: 'ko', ...address(), model: 'n' })
    const changed = await run('-p', '안녕')
    expect([changed.code, changed.out, asked()]).toEqual([52, '', [1, 1]])
    expect(changed.err).toContain('믿는다고 했던 프로젝트 설정이 바뀌었어요')
    expect(JSON.parse((await run('trust', '--json')).out)).toMatchObject({ files: [{ path: file, state: 'changed' }] })
    expect((await run('trust', '--remove')).code).toBe(0)
    expect([(await run('-p', '안녕')).out, asked()]).toEqual(['제 서버예요.\n', [2, 1]])
  })

  test.each([
    ['y', '믿을게요'],
    ['n', '믿지 않고'],
  ])('are asked about once when a chat opens: %s', async (answer, told) => {
    const { env, project, plant, run } = place()
    plant(address())
    const open = () => inTerminal(resolve('bin/assistant.js'), { env, cwd: project, columns: 200 })
    const first = open()
    try {
      await first.until((screen) => screen.text().includes('Enter:'))
      expect(first.text()).toContain('말과 키가 가는 곳이 정해져요')
      first.type(`${answer}\r`)
      await first.until((screen) => screen.text().includes(told) && screen.text().includes('준비'))
    } finally {
      await first.close()
    }
    const again = open()
    try {
      await again.until((screen) => screen.text().includes('준비'))
      expect(again.text()).not.toContain('Enter:')
    } finally {
      await again.close()
    }
    expect((await run('-p', '안녕')).out).toBe(answer === 'y' ? '잡았다.\n' : '제 서버예요.\n')
  })

  test.each([
    ['y', '내 폴더로 볼게요', ['own', 'yes']],
    ['n', '다른 사람의 글로 볼게요', ['foreign', 'no']],
  ])('in a cloned folder are asked about together with whose text it is: %s', async (answer, told, decided) => {
    const { env, project, plant, run } = place()
    plant(address())
    mkdirSync(join(project, '.git'))
    writeFileSync(join(project, '.git/config'), '[remote "origin"]\n\turl = https://example.com/stranger/x.git\n')
    for (const round of [1, 2]) {
      const chat = inTerminal(resolve('bin/assistant.js'), { env, cwd: project, columns: 200 })
      try {
        if (round === 1) {
          await chat.until((screen) => screen.text().includes('Enter:'))
          expect(chat.text()).toContain('https://example.com/stranger/x.git')
          chat.type(`${answer}\r`)
        }
        await chat.until((screen) => screen.text().includes('준비') && (round === 2 || screen.text().includes(told)))
        expect(chat.text().split('Enter:').length - 1).toBe(round === 1 ? 1 : 0)
      } finally {
        await chat.close()
      }
    }
    const { owner, files } = JSON.parse((await run('trust', '--json')).out)
    expect([owner.owner, files[0].state]).toEqual(decided)
  })
})
