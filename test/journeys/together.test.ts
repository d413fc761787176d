import { expect, test } from 'vitest'
import { run } from '../cli/assistant.ts'
import { chat, count } from './chat.ts'
import { owner, world } from './telegram-world.ts'

const patient = 60_000

test('/attach: a Telegram conversation goes on here; each side sees what is said on the other as it happens, and each turn runs once', async () => {
  const { env, server, letIn, asked } = await world()
  await letIn()
  expect(await asked('12 곱하기 12는?')).toContain('144')
  const screen = await chat(env)
  screen.type('/attach\r')
  await screen.until(({ text }) => text().includes('어느 대화에 들어갈까요?') && text().includes(`텔레그램 ${owner}`), patient)
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
}, 180_000)

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
  expect(JSON.parse((await run(['conversations', 'list', '--json'], env)).out)).toMatchObject([{ title: '15 곱하기 15는?' }])
}, 180_000)
