import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnv } from '../cli/assistant.ts'
import { freePort } from '../fakes/listen.ts'
import { startedProgram } from '../fakes/started.ts'
import { requires } from '../parts.ts'
import { ask, bearer, stream } from '../ui/http/rig.ts'

/** The service of the documentation, as a person would put it into their home. */
function addRestaurant(home: string): void {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/services.md', 'utf8')) ?? []
  mkdirSync(join(home, 'services', 'restaurant'), { recursive: true })
  writeFileSync(join(home, 'services', 'restaurant', 'service.json'), json)
}

requires('redis-server')(
  'assistant serve: two processes, one Redis, a service that ships and one that a person wrote',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'serve-'))
    const children: ChildProcess[] = []
    const ports: number[] = []
    let key = ''
    let env: NodeJS.ProcessEnv = {}

    /** A process that has said what it is to say. */
    const started = (command: string, args: string[], pattern: RegExp): Promise<string> => {
      const { child, said } = startedProgram(command, args, env, pattern)
      children.push(child)
      return said
    }

    const serve = async () => {
      const args = [resolve('bin/assistant.js'), 'serve', '--port', '0', '--sessions', 'redis']
      const said = await started(process.execPath, args, /http:\/\/127\.0\.0\.1:\d+/)
      key = /ast_[\w-]+/.exec(said)?.[0] ?? key
      ports.push(Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]))
    }

    beforeAll(async () => {
      addRestaurant(home)
      const port = await freePort()
      env = bareEnv(home, {
        ASSISTANT_LANG: 'ko',
        ASSISTANT_PROVIDER: 'offline',
        ASSISTANT_NOW: '2026-11-21T10:00:00+09:00',
        REDIS_URL: `redis://127.0.0.1:${port}`,
      })
      await started('redis-server', ['--port', String(port), '--save', '', '--dir', home], /Ready to accept/)
      await serve()
      await serve()
      for (const service of ['transfer', 'restaurant']) {
        const grant = ['serve', 'token', 'grant', 'default', service]
        await promisify(execFile)(process.execPath, [resolve('bin/assistant.js'), ...grant], { env })
      }
    }, 60_000)

    afterAll(async () => {
      await Promise.all(
        children.reverse().map(async (child) => {
          child.kill('SIGTERM')
          await once(child, 'exit')
        }),
      )
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    })

    const names = ['가람', '나래', '다온', '라온', '마루', '바다', '사랑', '아라', '자람', '찬솔']
    const won = (i: number) => (i + 1) * 1_100
    const talks = names.flatMap((name, i) => [
      {
        session: `transfer-${i}`,
        says: [`${name}한테 ${won(i)}원, 엄마한테 ${i + 1}00원 보내줘`, '네', '네'],
        hears: [
          `총 2건이 요청됐어요. 먼저 ${name}에게 ${shown(won(i))} 보낼까요? (1/2)`,
          `완료! 다음으로 엄마에게 ${shown((i + 1) * 100)} 보낼까요? (2/2)`,
          expect.stringMatching(/^2건 이체가 모두 완료됐어요\./),
        ],
      },
      {
        session: `table-${i}`,
        says: [`내일 저녁 7시 ${name}집 ${i + 2}명 식당 예약해줘`, '네'],
        hears: [
          `${name}집에 11월 22일 일요일 오후 7시, ${i + 2}명 예약할까요?`,
          `${name}집을 예약했어요. 11월 22일 일요일 오후 7시, ${i + 2}명이에요.`,
        ],
      },
      {
        session: `talk-${i}`,
        says: [`${i + 1}*11은?`, `${i + 1}*7은?`, '오늘 며칠이야?'],
        hears: [is((i + 1) * 11), is((i + 1) * 7), '11월 21일 토요일이에요.'],
      },
    ])

    test('thirty mixed conversations at once, each turn with the other process: every word is heard by its own, in order', {
      timeout: 120_000,
    }, async () => {
      const told = await Promise.all(
        talks.map(async ({ session, says }) => {
          const heard: string[] = []
          for (const [turn, text] of says.entries()) {
            const frames = await stream(ports[turn % 2] as number, key, session, text)
            expect(frames.filter(({ event }) => event === 'DONE')).toHaveLength(1)
            expect(frames.filter(({ event }) => event === 'ERROR')).toEqual([])
            heard.push(frames.at(-1)?.data.message)
          }
          return { session, heard }
        }),
      )
      expect(told).toEqual(talks.map(({ session, hears }) => ({ session, heard: hears })))
      const lines = readFileSync(join(home, 'ledger.jsonl'), 'utf8').trimEnd().split('\n')
      const sent = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'sent')
      const wanted = names.flatMap((name, i) => [`${name} ${won(i)}`, `엄마 ${(i + 1) * 100}`])
      expect(sent.map(({ target, amount }) => `${target} ${amount}`).sort()).toEqual(wanted.sort())
      for (const [i, name] of names.entries()) {
        const completed = async (session: string) =>
          (await ask(ports[i % 2] as number, 'GET', `/v1/agent/completed?session_id=${session}`, bearer(key))).json()
        expect(await completed(`transfer-${i}`)).toMatchObject([
          { service: 'transfer', stage: 'EXECUTED', slots: { target: '엄마' } },
          { service: 'transfer', stage: 'EXECUTED', slots: { target: name, amount: won(i) } },
        ])
        expect(await completed(`talk-${i}`)).toEqual([])
      }
    })

    test('the official client of OpenAI, which sends all that was said: whichever process it reaches, nothing is lost or told twice', {
      timeout: 60_000,
    }, async () => {
      const client = (turn: number) =>
        new OpenAI({ apiKey: key, baseURL: `http://127.0.0.1:${ports[turn % 2]}/v1`, maxRetries: 0 })
      const said: OpenAI.ChatCompletionMessageParam[] = []
      const heard: string[] = []
      for (const [turn, content] of ['다솜한테 7,700원 보내줘', '네', '내 별명은 토토야. 기억해줘'].entries()) {
        said.push({ role: 'user', content })
        const stream = await client(turn).chat.completions.create({ model: 'assistant', messages: said, stream: true })
        const answer = (await Array.fromAsync(stream)).map(({ choices: [one] }) => one?.delta.content ?? '').join('')
        said.push({ role: 'assistant', content: answer })
        heard.push(answer)
      }
      expect(heard[0]).toContain('다솜에게 7,700원을 이체할까요?')
      expect(heard[1]).toContain('이체가 완료됐어요')
      const other = await client(1).responses.create({ model: 'assistant', input: '내 별명이 뭐야?' })
      expect(other.output_text).toContain('토토')
    })
  },
)

/** An amount as the program says it. */
function shown(amount: number): string {
  return amount % 10_000 === 0 ? `${amount / 10_000}만원` : `${amount.toLocaleString('en')}원`
}

/** A number as an answer; 이에요 or 예요, as it is read. */
function is(value: number) {
  return expect.stringMatching(new RegExp(`^${value}(이에요|예요)\\.$`))
}
