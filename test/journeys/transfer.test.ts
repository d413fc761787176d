import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, end, freshHome, run, start } from '../cli/assistant.ts'

const at = (home: string, now: string) => bareEnv(home, { ASSISTANT_NOW: now })

test('on a fresh machine without a key a transfer is asked for, confirmed and remembered, one run after the other', async () => {
  const home = freshHome()
  const env = at(home, '2026-11-21T12:00:00+09:00')
  const said = async (...args: string[]) => (await run(args, env)).out.trimEnd()
  expect(await said('엄마한테 만원, 용걸이한테 5만원 보내줘')).toBe(
    '총 2건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/2)',
  )
  expect(await said('-c', '네')).toBe('완료! 다음으로 용걸이에게 5만원 보낼까요? (2/2)')
  expect(await said('-c', '10만원으로 바꿔줘')).toBe('용걸이에게 10만원 보낼까요? (2/2)')
  expect(await said('-c', '넵')).toBe(
    '2건 이체가 모두 완료됐어요.\n- 보냄: 엄마에게 1만원 · 잔액 99만원\n- 보냄: 용걸이에게 10만원 · 잔액 89만원',
  )
  expect(await said('-c', '총 얼마 보냈어?')).toBe(
    '이번에 총 11만원을 보내셨어요. 엄마에게 1만원, 용걸이에게 10만원이었어요.',
  )
  expect(await said('transfer', 'ledger')).toBe('잔액 89만원')
  await said('transfer', 'ledger', 'deposit', '5만원')
  expect((await said('transfer', 'ledger', 'history')).split('\n').map((row) => row.split(/ {2,}/))).toEqual([
    ['날짜', '내용', '금액', '잔액'],
    ['2026-11-21', '처음 잔액', '1,000,000', '1,000,000'],
    ['2026-11-21', '이체: 엄마', '10,000', '990,000'],
    ['2026-11-21', '이체: 용걸이', '100,000', '890,000'],
    ['2026-11-21', '입금', '50,000', '940,000'],
  ])
}, 60_000)

test('a booking goes on its day, by whichever run comes first, and once', async () => {
  const home = freshHome()
  const before = at(home, '2026-11-21T12:00:00+09:00')
  await run(['다음 주 금요일에 엄마한테 만원 보내줘'], before)
  expect((await run(['-c', '네'], before)).out.trimEnd()).toBe(
    '이체가 예약됐어요. 11월 27일 금요일에 엄마에게 1만원을 보낼게요.',
  )
  expect((await run(['transfer', 'ledger', 'history'], before)).out).toContain('2026-11-27  예약: 엄마')
  const day = at(home, '2026-11-27T08:00:00+09:00')
  const first = await run(['잔액 얼마야?'], day)
  expect(first.out.trimEnd()).toBe('지금 잔액은 99만원이에요.')
  expect(first.err).toContain('예약한 이체를 보냈어요: 엄마에게 1만원.')
  expect((await run(['잔액 얼마야?'], day)).err).not.toContain('예약한 이체')
  expect((await run(['transfer', 'ledger', 'history'], day)).out).toContain('2026-11-27  이체: 엄마')
}, 60_000)

test.each([['serve', '--port', '0'], ['daemon']])(
  'assistant %s sends what is booked on its day, though nobody says anything',
  async (...command) => {
    const home = freshHome()
    const before = at(home, '2026-11-21T12:00:00+09:00')
    await run(['다음 주 금요일에 엄마한테 만원 보내줘'], before)
    await run(['-c', '네'], before)
    const program = start(command, at(home, '2026-11-27T08:00:00+09:00'), 'ignore')
    const ended = end(program)
    const ledger = () => readFileSync(join(home, 'ledger.jsonl'), 'utf8')
    await expect.poll(() => ledger().match(/"type":"sent"/g), { timeout: 30_000 }).toHaveLength(1)
    program.kill('SIGTERM')
    await ended
    const told = await run(['안녕'], at(home, '2026-11-27T09:00:00+09:00'))
    expect(told.err).toContain('예약한 이체를 보냈어요: 엄마에게 1만원.')
    expect(ledger().match(/"type":"sent"/g)).toHaveLength(1)
  },
  60_000,
)

test('assistant serve tells its token once, answers, and ends when it is told to', async () => {
  const home = freshHome()
  const server = start(['serve', '--port', '0', '--sessions', 'memory'], bareEnv(home), 'ignore')
  const ended = end(server)
  let err = ''
  const url = await new Promise<string>((resolve) => {
    server.stderr?.on('data', (text) => {
      err += text
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(err)?.[0]
      if (found) resolve(found)
    })
  })
  const token = /ast_[\w-]+/.exec(err)?.[0] ?? ''
  const post = (headers: Record<string, string>) =>
    fetch(`${url}/v1/agent/chat`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ session_id: 's', message: '3+4는?' }),
    })
  expect((await post({})).status).toBe(401)
  expect(await (await post({ authorization: `Bearer ${token}` })).json()).toMatchObject({
    interaction: { message: '7이에요.' },
  })
  const money = await fetch(`${url}/v1/agent/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ session_id: 's', message: '엄마한테 만원 보내줘' }),
  })
  expect(await money.json()).toMatchObject({ interaction: { message: '이 작업은 앱에서 직접 실행해주세요' } })
  await run(['serve', 'token', 'grant', 'default', 'transfer'], bareEnv(home))
  const granted = await fetch(`${url}/v1/agent/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ session_id: 's', message: '엄마에게 만원 보내줘' }),
  })
  expect(await granted.json()).toMatchObject({
    interaction: { next_action: 'CONFIRM', ui_hint: { buttons: ['확인', '취소'] } },
  })
  server.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
  expect(readFileSync(join(home, 'http-tokens.json'), 'utf8')).not.toContain(token)
}, 60_000)
