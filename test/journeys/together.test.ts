import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as sample } from 'vitest'
import { freshHome, run } from '../cli/assistant.ts'
import { callTool, say } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'
import { chat, count } from './chat.ts'
import { owner, world } from './telegram-world.ts'

const patient = 60_000

sample(
  '/attach: a Telegram conversation goes on here; each side sees what is said on the other as it happens, and each turn runs once',
  async () => {
    const { env, server, letIn, asked } = await world()
    await letIn()
    expect(await asked('12 곱하기 12는?')).toContain('144')
    const screen = await chat(env)
    screen.type('/attach\r')
    await screen.until(
      ({ text }) => text().includes('어느 대화에 들어갈까요?') && text().includes(`텔레그램 ${owner}`),
      patient,
    )
    screen.type('\r')
    await screen.until(({ text }) => text().includes('(telegram)') && text().includes('144'), patient)

    screen.type('13 곱하기 13은?\r')
    await screen.until(({ text }) => text().includes('169'), patient)
    await server.until(() => server.texts(owner).some((text) => text.includes('169')))

    server.say(owner, '14 곱하기 14는?')
    await screen.until(({ text }) => text().includes('196'), patient)
    await server.until(() => server.texts(owner).some((text) => text.includes('196')))

    expect(['› 12 곱하기', '› 13 곱하기', '› 14 곱하기'].map((said) => count(screen, said))).toEqual([1, 1, 1])
    const list = JSON.parse((await run(['conversations', 'list', '--json'], env)).out)
    expect(list.filter(({ title }: { title: string }) => title.includes('12 곱하기'))).toHaveLength(1)
  },
  180_000,
)

test('/handoff: what is said here goes on in Telegram, in the same conversation, and is still seen here', async () => {
  const { env, server, letIn } = await world()
  await letIn()
  const screen = await chat(env)
  screen.type('/handoff\r')
  await screen.until(({ text }) => text().includes('아직 나눈 말이 없어요.'), patient)
  screen.type('15 곱하기 15는?\r')
  await screen.until(({ text }) => text().includes('225'), patient)
  screen.type('/handoff\r')
  await screen.until(({ text }) => text().includes('텔레그램에서도 이 대화를 이어갈 수 있어요.'), patient)
  await server.until(() => server.texts(owner).some((text) => text.includes('대화를 이어받았어요.')))
  server.say(owner, '16 곱하기 16은?')
  await screen.until(({ text }) => text().includes('256') && text().includes('(telegram)'), patient)
  await server.until(() => server.texts(owner).some((text) => text.includes('256')))
  expect(JSON.parse((await run(['conversations', 'list', '--json'], env)).out)).toMatchObject([
    { title: '15 곱하기 15는?' },
  ])
}, 180_000)

test('/quit leaves the turn to the daemon: it is asked anew, and its answer is seen on the phone and at the next start', async () => {
  const { env, server, letIn, model } = await world([say(['절반만 ', '말하고'], { hang: 3 }), say('다 말했어요.')])
  await letIn()
  const screen = await chat(env)
  screen.type('길게 말해줘\r')
  await screen.until(({ text }) => text().includes('절반만'), patient)
  await handOff(env)
  screen.type('/quit\r')
  await screen.until(({ text }) => text().includes('데몬이 이어서 해요'), patient)
  expect(await screen.exit).toBe(0)
  await server.until(() => server.texts(owner).some((text) => text.includes('다 말했어요.')))
  expect(model.requests).toHaveLength(2)
  const again = await chat(env, ['-c'])
  await again.until(({ text }) => text().includes('다 말했어요.'), patient)
  expect(count(again, '› 길게 말해줘')).toBe(1)
}, 180_000)

test('a terminal that is closed while it asks: the phone is asked, and what was allowed there happens once, where it was begun', async () => {
  const script = [callTool('write_file', { path: '메모.txt', content: '우유' }), say('적었어요.')]
  const { env, server, letIn, grant, card, model } = await world(script)
  await letIn()
  await grant('write_file')
  const work = freshHome()
  const screen = await chat(env, [], work)
  screen.type('장보기 메모해줘\r')
  await screen.until(({ text }) => text().includes('메모.txt'), patient)
  await handOff(env)
  screen.pty.kill('SIGHUP')
  await screen.exit
  const { card: shown, data } = await card()
  expect(shown.text).toContain('메모.txt')
  server.press(owner, shown, data('허용'))
  await server.until(() => server.texts(owner).some((text) => text.includes('적었어요.')))
  expect([readFileSync(join(work, '메모.txt'), 'utf8').trim(), model.requests.length]).toEqual(['우유', 2])
}, 180_000)

/** Has the newest conversation go on in the chat. */
async function handOff(env: NodeJS.ProcessEnv): Promise<void> {
  const [{ id }] = JSON.parse((await run(['conversations', 'list', '--json'], env)).out)
  expect((await run(['telegram', 'handoff', id], env)).code).toBe(0)
}
