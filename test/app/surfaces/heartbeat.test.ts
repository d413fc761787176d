import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAssistant } from '../../../src/app/create-assistant.ts'
import { remindersOf } from '../../../src/app/reminders/reminder-clock.ts'
import { runHeartbeat } from '../../../src/app/surfaces/daemon/heartbeat.ts'
import { callTool, modelServer, type Script, say } from '../../fakes/model-server.ts'

/** A day from 06:00 on, a look every half a minute, with the whole assistant and a model that counts. */
async function day(checklist: string, script: Script[], config: object = {}) {
  const home = await mkdtemp(join(tmpdir(), 'heartbeat-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(home, 'heartbeat.md'), checklist)
  await writeFile(join(home, 'config.json'), JSON.stringify(config))
  const model = await modelServer(...script)
  onTestFinished(() => model.close())
  let clock = Date.parse('2026-11-21T06:00:00+09:00')
  const end = clock + 24 * 3_600_000
  const env = { ASSISTANT_HOME: home, ASSISTANT_PROVIDER: 'compatible', ASSISTANT_COMPATIBLE_URL: model.openai }
  const place = {
    cwd: home,
    pid: process.pid,
    platform: 'linux',
    machine: process.arch,
    node: process.execPath,
    zone: 'Asia/Seoul',
    userHome: home,
    tempDir: tmpdir(),
    flags: {},
  }
  const assistant = await createAssistant({ ...place, env, clock: () => clock })
  const stop = new AbortController()
  const failed: unknown[] = []
  await runHeartbeat(
    assistant,
    stop.signal,
    (error) => failed.push(error),
    async (ms) => {
      clock += ms
      if (clock >= end) stop.abort()
    },
  )
  const told = [...(await remindersOf(assistant.parts).all()).values()].map(({ title, next }) => [title, next])
  await assistant.close()
  expect(failed).toEqual([])
  return { requests: model.requests, told }
}

const at = (time: string) => Date.parse(`2026-11-21T${time}+09:00`)

test('a day on which nothing is due: no model is asked, nothing is told', async () => {
  const { requests, told } = await day('- [ ] 언젠가 할 일\n- [x] 매일 8시 끝난 일\n- [ ] 매주 일요일 23시 주간 정리', [])
  expect([requests.length, told]).toEqual([0, []])
}, 60_000)

test('what is due is asked once, without the words of its time, and told as a reminder of that moment', async () => {
  const { requests, told } = await day('- [ ] 매일 아침 8시 오늘 일정 알려줘', [say('회의가 하나 있어요.')])
  expect(requests.map(({ body }) => body.messages.at(-1).content.split('\n')[0])).toEqual(['오늘 일정 알려줘'])
  expect(told).toEqual([['회의가 하나 있어요.', at('08:00:00')]])
}, 60_000)

test('the tokens of the day stop it, also in the middle of a task; that is told once', async () => {
  const greedy = callTool('calculator', { expression: '1+1' }, { usage: { input: 900, output: 200 } })
  const list = '- [ ] 매일 8시 하나\n- [ ] 매일 9시 둘\n- [ ] 매일 10시 셋'
  const { requests, told } = await day(list, [greedy, say('더 할 일이 없어요.')], { heartbeat: { tokens: 1_000 } })
  expect(requests.length).toBe(1)
  expect(told.map(([title]) => title)).toEqual(['오늘 쓸 수 있는 토큰을 다 써서 하지 않았어요: 하나'])
}, 60_000)
