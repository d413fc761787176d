import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { stopLocalEngine } from '../../../src/llm/local/engine-client.ts'
import { holderOf } from '../../../src/std/fs/lock.ts'
import { freshHome } from '../../cli/assistant.ts'
import { listRealModels } from '../../fakes/model-list.ts'
import { longTest, requiresFiles } from '../../parts.ts'
import { hasTmux, pane } from '../../ui/tui/tmux.ts'

const capital = 'What is the capital of Korea?'
const seconds = 1_000

/** A chat of the built program in a real terminal, in a home of its own whose list of models is served from here. */
async function chatWithList(home: string, list: string, language: 'ko' | 'en' = 'en') {
  writeFileSync(join(home, 'config.json'), JSON.stringify({ language, voice: { manifest: list } }))
  // A folder of the person's own: nothing of it is asked about.
  const there = 'data:text/javascript,process.chdir(process.env.ASSISTANT_HOME)'
  const argv = ['env', `ASSISTANT_HOME=${home}`, process.execPath, '--import', there, resolve('bin/assistant.js')]
  const screen = await pane(argv, 90, 30)
  onTestFinished(() => screen.close())
  onTestFinished(() => void stopLocalEngine(join(home, 'run', 'local-model.sock')))
  const sees = (text: string | RegExp, ms = 60 * seconds) =>
    screen.until(
      (lines) => lines.some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line))),
      ms,
    )
  await sees(language === 'ko' ? '준비됨' : 'Ready')
  /** Press a key again until it counts: a form takes none in its first moments. */
  const press = async (key: string, isDone: (lines: string[]) => boolean) => {
    for (let again = 0; again < 10; again++) {
      await screen.key(key)
      const isSeen = await screen.until(isDone, 4 * seconds).then(
        () => true,
        () => false,
      )
      if (isSeen) return
    }
    throw new Error(`${key} does nothing\n${(await screen.lines()).join('\n')}`)
  }
  return { ...screen, sees, press }
}

function listFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-walk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

requiresFiles('smollm2-135m.gguf', 'llama-3.21.1')('in a real terminal, by keys only', () => {
  longTest(
    'Esc stops the download, and the next question that only a model answers offers to go on',
    async () => {
      if (!(await hasTmux())) return
      const list = await listRealModels(listFolder(), [], ['smol.gguf'])
      const { type, key, sees, press } = await chatWithList(freshHome(), list, 'ko')
      for (const question of ['고양이에 대한 짧은 글 써줘', '시에 대한 짧은 글 써줘']) {
        await type(question)
        await key('Enter')
        await sees(/모델을 받을까요/)
        await press('Down', (all) => all.some((line) => line.startsWith('❯ 네')))
        await press('Enter', (all) => !all.some((line) => line.startsWith('❯')))
        if (question.startsWith('시')) break
        // The engine is here by then, and a part of the model.
        await sees(/smol 받는 중.* 1[4-9] ?%.*Esc/)
        await press('Escape', (all) => all.some((line) => line.includes('멈췄어요. 받던 것은')))
      }
      await sees(/작은 모델의 답/, 180 * seconds)
    },
    300 * seconds,
  )

  longTest(
    'the wall offers a model, a yes fetches it, and it answers the question that was asked',
    async () => {
      if (!(await hasTmux())) return
      const home = freshHome()
      const began = performance.now()
      const { type, key, sees, press, lines, until } = await chatWithList(home, await listRealModels(listFolder()))
      await type(capital)
      await key('Enter')
      await sees(/Get a model\? .*MB, about 1 min/)
      await press('Down', (all) => all.some((line) => line.startsWith('❯ Yes')))
      await press('Enter', (all) => !all.some((line) => line.startsWith('❯')))
      // Which words so small a model says nobody knows.
      await sees('This is the answer of a small model', 180 * seconds)
      await sees('Ready')
      expect(performance.now() - began).toBeLessThan(240 * seconds)

      // The process dies in the middle of an answer, and the next question is answered by another one.
      const socket = join(home, 'run', 'local-model.sock')
      const first = await holderOf(socket)
      await type('Tell me a very long story about a cat.')
      await key('Enter')
      await sees(/Esc/)
      process.kill(first?.pid ?? 0, 'SIGKILL')
      await sees('Ready', 180 * seconds)
      await type('What is the capital of France?')
      await key('Enter')
      await until((all) => {
        const after = all.slice(all.findLastIndex((line) => line.includes('capital of France?')) + 1)
        return after.some((line) => line.includes('Ready')) && after.filter((line) => /[a-z]{3}/i.test(line)).length > 2
      }, 120 * seconds)
      expect((await holderOf(socket))?.pid).not.toBe(first?.pid)
      expect((await lines()).filter((line) => line.includes('Get a model?')).length).toBe(0)
    },
    500_000,
  )

  longTest(
    '/setup brings a model in Korean too, goes on where the download broke, and the model answers within 90 seconds',
    async () => {
      if (!(await hasTmux())) return
      const list = await listRealModels(listFolder(), ['smol.gguf'])
      const { type, key, sees, press, lines } = await chatWithList(freshHome(), list, 'ko')
      const began = performance.now()
      const isAt = (text: string) => (all: string[]) => all.some((line) => line.startsWith('❯') && line.includes(text))
      await type('/setup')
      await press('Enter', isAt('한국어'))
      await press('Enter', isAt('이 컴퓨터의 모델'))
      await press('Enter', isAt('smol · 98 MB'))
      await press('Enter', (all) => all.some((line) => /받는 중 █*░* \d+ %/.test(line)))
      // The connection broke: the list is there again, with what is left to fetch.
      await sees(/❯ smol · 9\d MB/)
      await press('Enter', (all) => !isAt('smol')(all))
      await sees('설정을 저장했어요', 120 * seconds)
      await press('Enter', (all) => !isAt('지금은 괜찮아요')(all))
      // The model is named before anybody asked it.
      await sees(/ · smol · 준비됨/)
      await type('프랑스의 수도는 어디야?')
      await key('Enter')
      await sees('작은 모델의 답이에요', 120 * seconds)
      expect(performance.now() - began).toBeLessThan(90 * seconds)
      expect((await lines()).filter((line) => line.includes('AI 모델을 연결')).length).toBe(0)
    },
    400_000,
  )

  longTest(
    'a no is kept: nothing is fetched, and no later answer asks again',
    async () => {
      if (!(await hasTmux())) return
      const { type, key, sees, press, lines, until } = await chatWithList(
        freshHome(),
        await listRealModels(listFolder()),
      )
      for (const isFirst of [true, false]) {
        await type(capital)
        await key('Enter')
        if (isFirst) {
          await sees('Get a model?')
          await press('Enter', (all) => all.some((line) => line.includes('To get it later, say')))
        }
        await until((all) => all.filter((line) => line.includes('assistant models pull')).length === (isFirst ? 1 : 2))
      }
      await sees('Ready')
      expect((await lines()).some((line) => line.includes('Get a model?'))).toBe(false)
    },
    120_000,
  )
})
