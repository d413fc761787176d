import { Api, GrammyError, InputFile } from 'grammy'
import { expect, onTestFinished, test } from 'vitest'
import { TelegramServer } from '../../fakes/telegram-server.ts'

async function client() {
  const server = await TelegramServer.open()
  onTestFinished(() => server.close())
  return { server, api: new Api(server.token, { apiRoot: server.url }) }
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => {
      if (!(error instanceof GrammyError)) throw error
      const { retry_after } = error.parameters
      return [error.error_code, error.description, ...(retry_after ? [retry_after] : [])]
    },
  )

test('grammY reads updates; an offset confirms what is below it', async () => {
  const { server, api } = await client()
  const [first, second] = [server.say(7, '하나'), server.say(7, '둘')]
  const read = await api.getUpdates({ timeout: 0 })
  expect(read.map(({ update_id, message }) => [update_id, message?.text])).toEqual([
    [first, '하나'],
    [second, '둘'],
  ])
  expect((await api.getUpdates({ offset: second, timeout: 0 })).length).toBe(1)
  expect([await api.getUpdates({ offset: second + 1, timeout: 0 }), server.unconfirmed]).toEqual([[], 0])
})

test('a long poll answers when something comes, and a second poller ends the first with 409', async () => {
  const { server, api } = await client()
  const first = api.getUpdates({ timeout: 50 })
  await server.until(() => server.of('getUpdates').length === 0)
  const refused = refusal(first)
  while (server.of('getUpdates').length === 0) await new Promise(setImmediate)
  const second = api.getUpdates({ timeout: 50 })
  expect(await refused).toMatchObject([409, expect.stringContaining('terminated by other getUpdates')])
  server.say(7, '왔다')
  expect((await second).map(({ message }) => message?.text)).toEqual(['왔다'])
})

test('texts are counted after their entities were read; bad entities, unchanged edits and empty texts are refused', async () => {
  const { server, api } = await client()
  const bold = `<b>${'가'.repeat(4096)}</b>`
  const { message_id } = await api.sendMessage(7, bold, { parse_mode: 'HTML' })
  expect(server.texts(7)).toEqual(['가'.repeat(4096)])
  expect([
    await refusal(api.sendMessage(7, '가'.repeat(4097))),
    await refusal(api.sendMessage(7, '<b>', { parse_mode: 'HTML' })),
    await refusal(api.sendMessage(7, 'a <x>b</x>', { parse_mode: 'HTML' })),
    await refusal(api.sendMessage(7, '\u200b \n')),
    await refusal(api.editMessageText(7, message_id, bold, { parse_mode: 'HTML' })),
    await refusal(api.editMessageText(7, 999, 'x')),
    await refusal(api.sendPhoto(7, new InputFile(Buffer.from('x')), { caption: 'x'.repeat(1025) })),
    await refusal(
      api.sendMessage(7, 'x', { reply_markup: { inline_keyboard: [[{ text: '네', callback_data: 'x'.repeat(65) }]] } }),
    ),
  ]).toMatchObject([
    [400, 'Bad Request: message is too long'],
    [400, expect.stringContaining("can't parse entities")],
    [400, expect.stringContaining('Unsupported start tag')],
    [400, 'Bad Request: message text is empty'],
    [400, expect.stringContaining('message is not modified')],
    [400, 'Bad Request: message to edit not found'],
    [400, 'Bad Request: message caption is too long'],
    [400, 'Bad Request: BUTTON_DATA_INVALID'],
  ])
})

test('pictures arrive byte for byte, files up to 20 MB leave, larger ones do not', async () => {
  const { server, api } = await client()
  await api.sendPhoto(7, new InputFile(Buffer.from([1, 2, 3]), 'a.png'), { caption: '그림' })
  expect(server.sent.map(({ text, photo }) => [text, photo])).toEqual([['그림', Buffer.from([1, 2, 3])]])
  server.files.set('small', Buffer.from('안녕'))
  server.files.set('large', Buffer.alloc((20 << 20) + 1))
  expect(await api.getFile('small')).toMatchObject({ file_path: 'small', file_size: 6 })
  expect(await refusal(api.getFile('large'))).toMatchObject([400, 'Bad Request: file is too big'])
  const file = await fetch(`${server.url}/file/bot${server.token}/small`)
  expect(await file.text()).toBe('안녕')
})

test('floods carry retry_after, a wrong token is 401, a blocked chat is 403', async () => {
  const { server, api } = await client()
  server.faults.push({
    method: 'sendMessage',
    status: 429,
    description: 'Too Many Requests: retry after 3',
    retryAfter: 3,
  })
  expect(await refusal(api.sendMessage(7, 'x'))).toEqual([429, 'Too Many Requests: retry after 3', 3])
  expect(await refusal(new Api('1:wrong', { apiRoot: server.url }).getMe())).toMatchObject([401, 'Unauthorized'])
  const description = 'Forbidden: bot was blocked by the user'
  server.closed.set(8, { status: 403, body: { ok: false, error_code: 403, description } })
  expect(await refusal(api.sendMessage(8, 'x'))).toMatchObject([403, description])
})
