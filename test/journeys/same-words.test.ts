import { resolve } from 'node:path'
import { expect } from 'vitest'
import { freshHome, run, start } from '../cli/assistant.ts'
import { longTest as test } from '../parts.ts'
import { chat } from '../ui/http/rig.ts'
import { env, inTerminal, plain, stories } from './same-words.ts'
import { owner, world } from './telegram-world.ts'

/** The part that `SAME_WORDS=all` has as well: a run of the program for each sentence takes its time. */
const inRun = process.env.SAME_WORDS === 'all' ? stories : stories.slice(0, 2)

async function inRuns(): Promise<string[][]> {
  const home = freshHome()
  const all: string[][] = []
  let minutes = 0
  for (const story of inRun) {
    const heard: string[] = []
    for (const [at, text] of story.entries())
      heard.push(plain((await run(at === 0 ? [text] : ['-c', text], env(home, minutes++))).out))
    all.push(heard)
  }
  return all
}

async function overHttp(): Promise<string[][]> {
  const vars = env(freshHome())
  const child = start(['serve', '--port', '0'], vars)
  let said = ''
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        said += text
        if (/http:\/\/127\.0\.0\.1:\d+/.test(said) && /ast_[\w-]+/.test(said)) ready()
      })
    child.once('exit', (code) => failed(new Error(`${resolve('bin/assistant.js')} ended with ${code}: ${said}`)))
  })
  const [port, key] = [Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]), /ast_[\w-]+/.exec(said)?.[0] ?? '']
  await run(['serve', 'token', 'grant', 'default', 'transfer'], vars)
  const all: string[][] = []
  for (const [at, story] of stories.entries()) {
    const heard: string[] = []
    for (const text of story)
      heard.push(plain((await chat(port, key, `story-${at}`, text)).json().interaction?.message ?? ''))
    all.push(heard)
  }
  return all
}

async function overTelegram(): Promise<string[][]> {
  const { asked, letIn, grant, server } = await world([], { env: env(freshHome()) })
  await letIn()
  await grant('transfer')
  const all: string[][] = []
  for (const [at, story] of stories.entries()) {
    if (at > 0) await asked('/new')
    const heard: string[] = []
    for (const text of story) heard.push(plain(await asked(text)))
    all.push(heard)
  }
  expect(server.texts(owner).length).toBeGreaterThan(stories.flat().length)
  return all
}

test('the same words get the same answers in the terminal, in single runs, over HTTP and over Telegram', async () => {
  const expected = await inTerminal()
  expect(expected.flat().filter((text) => text === '' || text.startsWith('{'))).toEqual([])
  const [runs, http, telegram] = [await inRuns(), await overHttp(), await overTelegram()]
  expect(runs).toEqual(expected.slice(0, inRun.length))
  expect(http).toEqual(expected)
  expect(telegram).toEqual(expected)
}, 300_000)
