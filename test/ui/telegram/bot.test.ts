import { expect, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { AssistantError } from '../../../src/protocol/index.ts'
import type { DeliveryLog } from '../../../src/ui/telegram/outbox.ts'
import type { Sent, TelegramServer } from '../../fakes/telegram-server.ts'
import { botRig, owner } from './rig.ts'

test('a message is answered, its update is acknowledged, and nothing of it is left', async () => {
  const { server, start, inputs } = await botRig()
  const { ledger } = await start()
  server.say(owner, '안녕')
  await server.until(() => server.texts(owner).length === 1 && server.unconfirmed === 0)
  expect(server.texts(owner)).toEqual(['안녕'])
  expect(inputs.map(({ text, origin, by }) => ({ text, origin, by }))).toEqual([
    { text: '안녕', origin: 'telegram', by: `telegram:${owner}` },
  ])
  await expect.poll(() => [ledger.pending.size, ledger.outs.size]).toEqual([0, 0])
})

test('whoever is not let in gets one code, and lets themselves in with it only at the machine', async () => {
  const { server, start, access, inputs } = await botRig()
  await start()
  server.say(7, '안녕')
  await server.until(() => server.texts(7).length === 1)
  const code = /pair (\w{8})/.exec(server.texts(7)[0] ?? '')?.[1] ?? ''
  server.say(7, '들여보내줘')
  server.say(7, `/start ${code}`)
  await server.until(() => server.unconfirmed === 0 && server.of('getUpdates').length > 3)
  expect([server.texts(7).length, inputs.length]).toEqual([1, 0])
  expect([await access.pair('WRONGONE', {}, Date.now()), (await access.pair(code, {}, Date.now()))?.id]).toEqual([
    undefined,
    7,
  ])
  expect(await access.pair(code, {}, Date.now())).toBeUndefined()
  server.say(7, '이제는?')
  await server.until(() => server.texts(7).length === 2)
  expect(server.texts(7)[1]).toContain('워크스페이스를 먼저 연결해주세요')
  await access.change(7, (sender) => ({ ...sender, workspace: 'default' }))
  server.say(7, '이제는?')
  await server.until(() => server.texts(7).length === 3)
  expect(server.texts(7)[2]).toBe('이제는?')
})

const person = { id: 7, is_bot: false, first_name: 'x' }
const at = { message_id: 1, date: Math.floor(Date.now() / 1000) }
const own = { id: owner, is_bot: false, first_name: 'x' }
test.each([
  ['a group', { message: { ...at, chat: { id: -5, type: 'group' }, from: own, text: '/start' } }],
  ['a supergroup', { message: { ...at, chat: { id: -5, type: 'supergroup' }, from: own, text: '안녕' } }],
  ['a channel', { channel_post: { ...at, chat: { id: -5, type: 'channel' }, text: '안녕' } }],
  [
    'an anonymous administrator',
    {
      message: {
        ...at,
        chat: { id: owner, type: 'private' },
        from: own,
        sender_chat: { id: -5, type: 'channel' },
        text: 'x',
      },
    },
  ],
  ['a bot', { message: { ...at, chat: { id: owner, type: 'private' }, from: { ...own, is_bot: true }, text: 'x' } }],
  [
    'a sender who is not the chat',
    { message: { ...at, chat: { id: owner, type: 'private' }, from: person, text: 'x' } },
  ],
  ['nobody', { message: { ...at, chat: { id: owner, type: 'private' }, text: 'x' } }],
  [
    'a stranger’s button',
    {
      callback_query: {
        id: 'q',
        from: person,
        chat_instance: '1',
        data: 'b:0',
        message: { ...at, chat: { id: 7, type: 'private' } },
      },
    },
  ],
  [
    'a button in a group',
    {
      callback_query: {
        id: 'q',
        from: own,
        chat_instance: '1',
        data: 'b:0',
        message: { ...at, chat: { id: -5, type: 'group' } },
      },
    },
  ],
  ['an inline query', { inline_query: { id: 'q', from: own, query: 'x', offset: '' } }],
  ['a stranger’s edit', { edited_message: { ...at, chat: { id: 7, type: 'private' }, from: person, text: 'x' } }],
  [
    'a stranger’s photo',
    {
      message: {
        ...at,
        chat: { id: 8, type: 'private' },
        from: { ...person, id: 8 },
        photo: [{ file_id: 'f', file_unique_id: 'f', width: 1, height: 1 }],
      },
    },
  ],
  ['a new kind', { something_new: { from: own } }],
])('%s moves nothing', async (_, update) => {
  const { server, start, inputs } = await botRig()
  await start()
  server.push(update as never)
  server.say(owner, '나')
  await server.until(() => server.texts(owner).length === 1)
  expect([inputs.map(({ text }) => text), server.texts(owner), server.texts(-5)]).toEqual([['나'], ['나'], []])
  expect(server.of('getFile')).toEqual([])
})

test('stickers and edits of what was answered get a sentence and no turn', async () => {
  const { server, start, inputs } = await botRig()
  await start()
  server.say(owner, undefined, { sticker: { file_id: 's', file_unique_id: 's', width: 1, height: 1 } })
  server.push({ edited_message: server.message(owner, { text: '고친 글' }) as never })
  await server.until(() => server.texts(owner).length === 2)
  expect(server.texts(owner).map((text) => text.slice(0, 12))).toEqual([
    '고마워요! 그런데 저는',
    '이미 처리한 메시지라 ',
  ])
  expect(inputs).toEqual([])
})

test('a message reaches the turn with what it answers: a part that was chosen, the whole, and whose words they are', async () => {
  const { server, start, inputs } = await botRig()
  await start()
  const at = { message_id: 5, date: 1, chat: { id: owner, type: 'private' } }
  const bot = { id: 99, is_bot: true, first_name: 'b' }
  server.say(owner, '원래 뭐라고 했지?', {
    reply_to_message: { ...at, from: { ...person, id: owner }, text: '우유 사기' },
  })
  server.say(owner, '이거 자세히', {
    reply_to_message: { ...at, from: bot, text: '긴 답' },
    quote: { text: '답', position: 2 },
  })
  server.say(owner, '이건 뭐야', {
    external_reply: { origin: { type: 'hidden_user', date: 1 } },
    quote: { text: '남의 말', position: 0 },
  })
  server.say(owner, '이건?', {
    reply_to_message: { ...at, from: { ...person, id: owner }, forward_date: 1, text: '전달한 말' },
  })
  await server.until(() => server.texts(owner).length === 4)
  const name = '답장한 메시지'
  const foreign = { untrusted: true, source: 'telegram reply', beside: true }
  expect(inputs.map(({ text, attachments }) => [text, attachments])).toEqual([
    ['원래 뭐라고 했지?', [{ name, text: '우유 사기', beside: true }]],
    ['이거 자세히', [{ name, text: '답', ...foreign }]],
    ['이건 뭐야', [{ name, text: '남의 말', ...foreign }]],
    ['이건?', [{ name, text: '전달한 말', ...foreign }]],
  ])
})

/** Waits until it is let go or stopped. */
function gate() {
  const open = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const flow: Flow = async function* (input, context) {
    entered.resolve()
    yield { type: 'model.asked', call: 1, provider: 'test', model: 'slow', purpose: 'reply' }
    if (input.text === '느린 일') {
      yield { type: 'text.added', call: 1, at: 0, text: '하는 중인데 ' }
      await Promise.race([open.promise, new Promise((_, reject) => context.signal.addEventListener('abort', reject))])
    }
    return { message: context.newId(), text: `끝: ${input.text}` }
  }
  return { flow, open: open.resolve, entered: entered.promise }
}

test('/stop stops what runs and what waits before it, at once; what comes later is done', async () => {
  const { flow, entered } = gate()
  const { server, start, inputs } = await botRig({ flow })
  await start()
  server.say(owner, '느린 일')
  await entered
  server.say(owner, '기다리는 일')
  await server.until(() => server.unconfirmed === 0)
  server.say(owner, '/stop')
  server.say(owner, '다음 일')
  await server.until(() => server.texts(owner).some((text) => text.includes('끝: 다음 일')))
  const all = server.texts(owner)
  expect(all.some((text) => text.startsWith('하는 중인데') && text.includes('멈췄어요'))).toBe(true)
  expect(all).toContain('멈출게요. 기다리던 1건도 하지 않을게요.')
  expect(inputs.map(({ text }) => text)).toEqual(['느린 일', '다음 일'])
})

test('/status says how things stand while they go on', async () => {
  const { flow, open, entered } = gate()
  const { server, start } = await botRig({ flow })
  await start()
  server.say(owner, '느린 일')
  await entered
  server.say(owner, '/status')
  await server.until(() => server.texts(owner).some((text) => text.endsWith('답하는 중이에요.')))
  open()
  await server.until(() => server.texts(owner).some((text) => text.includes('끝: 느린 일')))
})

test('a message that is edited while it waits is read in its newest wording, once', async () => {
  const { flow, open, entered } = gate()
  const { server, start, inputs } = await botRig({ flow })
  await start()
  server.say(owner, '느린 일')
  await entered
  const waiting = server.message(owner, { text: '만원 보내' })
  server.push({ message: waiting as never })
  server.push({ edited_message: { ...waiting, text: '이만원 보내', edit_date: 1 } as never })
  await server.until(() => server.unconfirmed === 0 && server.of('getUpdates').length > 1)
  open()
  await server.until(() => server.texts(owner).length === 2)
  expect(inputs.map(({ text }) => text)).toEqual(['느린 일', '이만원 보내'])
})

test('commands answer without a turn; /new begins another conversation, /workspace only what was allowed', async () => {
  const { server, start, inputs, access } = await botRig()
  await access.change(owner, (sender) => ({ ...sender, workspaces: ['default', '회사'] }))
  const { ledger } = await start()
  const said = async (text: string) => {
    const before = server.texts(owner).length
    server.say(owner, text)
    await server.until(() => server.texts(owner).length > before)
    return server.texts(owner).at(-1)
  }
  expect(await said('/start')).toBe(
    '안녕하세요, 비서예요. 무엇이든 말씀해 주세요. /help에서 쓸 수 있는 명령을 볼 수 있어요.',
  )
  expect(await said('/status')).toBe('비서: 비서\n워크스페이스: default\n모델: test\n쉬고 있어요.')
  expect(await said('/stop')).toBe('지금 하고 있는 일이 없어요.')
  expect(await said('/workspace 비밀')).toContain('고를 수 없어요')
  expect(await said('/agent 코디')).toBe('비서를 코디로 바꾸고 새 대화를 시작할게요.')
  expect(await said('/snooze 3번 1시간')).toBe('snooze 3번 1시간')
  expect(await said('/schedule pause 1')).toBe('schedule pause 1')
  expect(await said('/없는것')).toContain('/help')
  expect(inputs).toEqual([])
  await said('하나')
  const first = ledger.chats.get(owner)?.conversation
  await said('/new')
  await said('둘')
  expect(ledger.chats.get(owner)?.conversation).not.toBe(first)
  expect(await said('/workspace 회사')).toContain('회사')
  expect((await access.sender(owner))?.workspace).toBe('회사')
})

test('photos of one group are one request, documents and voice go where they can be read', async () => {
  const { server, start, inputs } = await botRig({ host: { transcribe: async () => ({ text: '내일 회의 잡아줘' }) } })
  server.files.set('p1', Buffer.from('\x89PNG1', 'latin1'))
  server.files.set('p2', Buffer.from('\xff\xd8\xff2', 'latin1'))
  server.files.set('doc', Buffer.from('# 보고서\n내용'))
  server.files.set('bin', Buffer.from([0, 1, 2]))
  server.files.set('voice', Buffer.from('OggS'))
  await start()
  const photo = (file_id: string) => [{ file_id, file_unique_id: file_id, width: 1, height: 1, file_size: 5 }]
  server.say(owner, undefined, { photo: photo('p1'), caption: '이게 뭐야?', media_group_id: 'g' })
  server.say(owner, undefined, { photo: photo('p2'), media_group_id: 'g' })
  server.say(owner, undefined, {
    document: { file_id: 'doc', file_unique_id: 'doc', file_name: '보고서.md' },
    caption: '요약해줘',
  })
  server.say(owner, undefined, { voice: { file_id: 'voice', file_unique_id: 'v', duration: 1 } })
  server.say(owner, undefined, { document: { file_id: 'bin', file_unique_id: 'bin', file_name: 'a.exe' } })
  server.say(owner, undefined, {
    document: { file_id: 'huge', file_unique_id: 'huge', file_name: 'b.zip', file_size: 30 << 20 },
  })
  await server.until(() => server.texts(owner).length === 5)
  expect(
    inputs.map(({ text, images, attachments }) => [text, images?.map(({ mediaType }) => mediaType), attachments]),
  ).toEqual([
    ['이게 뭐야?', ['image/png', 'image/jpeg'], undefined],
    [
      '요약해줘',
      undefined,
      [{ name: '보고서.md', text: '# 보고서\n내용', untrusted: true, source: 'telegram 보고서.md' }],
    ],
    ['내일 회의 잡아줘', undefined, undefined],
  ])
  expect(server.texts(owner).slice(3)).toEqual([
    'a.exe 파일은 읽을 수 없어요. 글이나 PDF, 사진으로 보내 주세요.',
    '파일이 너무 커서 받을 수 없어요(최대 20MB). 더 작은 파일로 보내 주세요.',
  ])
})

test('a turn whose wire broke while the machine slept runs again when nothing was done; awake, or with a tool begun, it is told', async () => {
  let [shift, times] = [0, 0]
  const flow: Flow = async function* (input, context) {
    times++
    if (input.text.startsWith('도구') && times % 2 === 1) {
      yield { type: 'tool.called', id: 'c', name: 'shell', args: {} }
      yield { type: 'tool.started', id: 'c', idempotent: false }
    }
    if (times % 2 === 0) return { message: context.newId(), text: `답: ${input.text}` }
    if (!input.text.startsWith('깨어')) shift += 600_000
    throw new AssistantError({ code: 'timeout' })
  }
  const { server, start } = await botRig({ flow, host: { now: () => new Date(Date.now() + shift) } })
  await start()
  const asked = async (text: string) => {
    const before = server.texts(owner).length
    server.say(owner, text, { date: Math.floor(Date.now() / 1000) + 3_600 })
    await server.until(() => server.texts(owner).length > before)
    return [server.texts(owner).at(-1), times]
  }
  expect(await asked('잠든 사이')).toEqual(['답: 잠든 사이', 2])
  expect(await asked('깨어 있을 때')).toEqual([expect.stringMatching(/^응답 시간 초과/), 3])
  times = 0
  expect(await asked('도구를 쓴 뒤')).toEqual([expect.stringMatching(/^응답 시간 초과/), 1])
})

test('a voice message is answered aloud, too, where that is wanted: the text first, and the text alone where it cannot be', async () => {
  const spoken: string[] = []
  const speech = {
    missing: async () => undefined,
    async speak(text: string) {
      spoken.push(text)
      if (text.includes('목이')) throw new Error('no voice')
      return Buffer.from(`OggS${text}`)
    },
  }
  let heard = '내일 뭐 해?'
  const { server, start } = await botRig({ host: { speech, transcribe: async () => ({ text: heard }) } })
  server.files.set('voice', Buffer.from('OggS'))
  const { ledger, end } = await start()
  const note = () => server.say(owner, undefined, { voice: { file_id: 'voice', file_unique_id: 'v', duration: 1 } })
  note()
  server.say(owner, '/voice on')
  note()
  server.say(owner, '글로 물으면?')
  await server.until(() => server.sent.some(({ voice }) => voice) && server.texts(owner).includes('글로 물으면?'))
  heard = '목이 쉬면?'
  note()
  await server.until(() => server.texts(owner).includes('목이 쉬면?'))
  await expect.poll(() => ledger.outs.size).toBe(0)
  server.say(owner, '/new')
  server.say(owner, '/voice')
  await server.until(() => server.texts(owner).some((text) => text.includes('답하고 있어요')))
  expect(server.sent.filter(({ voice }) => voice).map(({ voice }) => String(voice))).toEqual(['OggS내일 뭐 해?'])
  expect(spoken).toEqual(['내일 뭐 해?', '목이 쉬면?'])
  const order = server.sent.map(({ text, voice }) => (voice ? '🔊' : text))
  expect(order.slice(2, 5)).toEqual(['내일 뭐 해?', '🔊', '글로 물으면?'])
  expect(await end()).toBe('stopped')
})

test('pictures of a turn and buttons of a service come with the reply; a button is an input, once', async () => {
  const flow: Flow = async function* (input, context) {
    if (input.text !== '그려줘') return { message: context.newId(), text: `누름: ${input.text}` }
    const images = [{ mediaType: 'image/png' as const, data: Buffer.from('png').toString('base64') }]
    yield { type: 'tool.called', id: 'c', name: 'generate_image', args: {} }
    yield { type: 'tool.started', id: 'c', idempotent: false }
    yield {
      type: 'tool.ended',
      id: 'c',
      name: 'generate_image',
      message: context.newId(),
      outcome: 'ok',
      text: '',
      untrusted: false,
      images,
    }
    yield {
      type: 'service.moved',
      service: 'x',
      stage: 'READY',
      slots: {},
      task: { index: 1, total: 1 },
      buttons: ['확인', '취소'],
    }
    return { message: context.newId(), text: '보낼까요?' }
  }
  const { server, start } = await botRig({ flow })
  await start()
  server.say(owner, '그려줘')
  await server.until(() => server.sent.length === 2)
  const [question, picture] = server.sent
  expect([question?.text, picture?.photo]).toEqual(['보낼까요?', Buffer.from('png')])
  if (!question) throw new Error('no question')
  server.press(owner, question, 'b:0')
  server.press(owner, question, 'b:0')
  await server.until(() => server.of('answerCallbackQuery').length === 2 && server.sent.length === 3)
  expect(server.texts(owner).at(-1)).toBe('누름: 확인')
  expect(question.markup).toBeUndefined()
})

/** Asks with buttons after everything that is said. */
const asking: Flow = async function* (input, context) {
  const buttons = ['확인', '취소']
  yield { type: 'service.moved', service: 'x', stage: 'READY', slots: {}, task: { index: 1, total: 2 }, buttons }
  return { message: context.newId(), text: `${input.text}?` }
}

/** The question that was sent as the n-th message, once its buttons are known. */
async function question({ server, ledger }: { server: TelegramServer; ledger: DeliveryLog }, at: number) {
  const stands = () => server.sent[at] && ledger.chats.get(owner)?.buttons?.message === server.sent[at].id
  await expect.poll(stands, { timeout: 15_000 }).toBe(true)
  return server.sent[at] as Sent
}

/** A press as an update of this id. */
const tap = (update_id: number, { id }: { id: number }) => {
  const message = { message_id: id, date: 1, chat: { id: owner, type: 'private', first_name: 'x' } }
  return {
    update_id,
    callback_query: { id: `t${update_id}`, from: own, message, chat_instance: '1', data: 'b:0' },
  } as never
}

test('two taps on one button are one answer, also when they come together: the second does not answer what is asked next', async () => {
  const { server, start, inputs } = await botRig({ flow: asking })
  const { ledger } = await start()
  server.say(owner, '1만원')
  const first = await question({ server, ledger }, 0)
  server.rewind([1, 2, 3].map((n) => tap(5_000 + n, first)))
  await server.until(() => server.of('answerCallbackQuery').length === 3 && server.sent.length === 2)
  server.say(owner, '끝')
  await server.until(() => server.sent.length === 3)
  expect(inputs.map(({ text }) => text)).toEqual(['1만원', '확인', '끝'])
  const told = server.of('answerCallbackQuery').map(({ params }) => params.text)
  expect(told).toEqual([undefined, '이미 끝난 질문이에요.', '이미 끝난 질문이에요.'])
})

test('a press behind a message that may change what is asked answers nothing: only what was seen can be confirmed', async () => {
  const { server, start, inputs } = await botRig({ flow: asking })
  const { ledger } = await start()
  server.say(owner, '1만원')
  const first = await question({ server, ledger }, 0)
  server.rewind([{ update_id: 5_000, message: server.message(owner, { text: '5만원으로' }) }, tap(5_001, first)])
  await server.until(() => first.markup === undefined)
  const second = await question({ server, ledger }, 1)
  expect(second.text).toBe('5만원으로?')
  server.push(tap(5_002, second))
  await server.until(() => server.sent.length === 3)
  expect(inputs.map(({ text }) => text)).toEqual(['1만원', '5만원으로', '확인'])
})

test('what is told besides the answer stays with the reply, however fast that came; what is for the owner at the machine does not', async () => {
  const flow: Flow = async function* (input, context) {
    const failure = { code: 'timeout' } as const
    yield { type: 'model.failed', call: 1, failure, next: 'fallback', waitMs: 0, model: 'small' }
    yield { type: 'notice.given', code: 'memory-failed', data: {} }
    yield { type: 'notice.given', code: 'memory-failed', data: {} }
    yield { type: 'notice.given', code: 'mcp-asked', data: { server: '집' } }
    yield { type: 'notice.given', code: 'mcp-new', data: { server: '집', command: 'npx home' } }
    yield { type: 'notice.given', code: 'still-writing', data: {} }
    return { message: context.newId(), text: input.text }
  }
  const { server, start } = await botRig({ flow })
  await start()
  server.say(owner, '안녕')
  await server.until(() => server.texts(owner)[0]?.startsWith('안녕') ?? false)
  expect(server.texts(owner)[0]?.split('\n\n')).toEqual([
    '안녕',
    'ℹ️ small 모델이 대신 답해요.',
    'ℹ️ 기억 저장에 실패했습니다. 대화는 계속할 수 있어요.',
    'ℹ️ MCP 서버 ‘집’이 물어본 것이 있는데, 여기서는 답할 수 없어서 답하지 않았어요. 비서 앱(assistant)에서 다시 부탁하면 답할 수 있어요.',
  ])
})

test.each([
  ['timeout', '응답 시간 초과. 다시 보내 주세요. 계속되면 /model에서 다른 모델을 골라 주세요.'],
  ['overflow', '대화가 모델이 읽을 수 있는 길이를 넘었어요. /new로 새 대화를 시작해 주세요.'],
  ['empty', '응답을 생성하지 못했습니다. 다시 시도하거나 질문을 바꿔 보세요.'],
] as const)('a failure names a next step that a chat has: %s', async (code, told) => {
  const flow: Flow = async function* () {
    yield { type: 'model.asked', call: 1, provider: 'test', model: 'm', purpose: 'reply' }
    throw new AssistantError({ code })
  }
  const { server, start } = await botRig({ flow })
  await start()
  server.say(owner, '안녕')
  await server.until(() => server.texts(owner).length === 1)
  expect(server.texts(owner)).toEqual([told])
})

test('a question shows exactly what would run, letter by letter, on as many messages as it takes; answered, nothing of it is gone but the buttons', async () => {
  const args = { action: 'update', content: `${'가'.repeat(4_010)} ${'나'.repeat(3_960)}끝`, '*x*': '```' }
  const effect = '기억을 고쳐요:\n- 이름은 **철수**\n+ 이름은 _영희_'
  const flow: Flow = async function* (_, context) {
    const ask = {
      tool: 'update_memory',
      category: 'sensitive',
      args,
      reason: '작업이에요.',
      effect,
      risk: 'low',
    } as const
    yield { type: 'tool.called', id: 'c', name: 'update_memory', args }
    yield { type: 'tool.asked', id: 'c', ask: { ...ask, choices: ['once', 'deny'] }, expiresAt: Date.now() + 30_000 }
    const { decision, by } = await context.decided('c')
    yield { type: 'tool.answered', id: 'c', decision, by }
    return { message: context.newId(), text: decision.choice }
  }
  const { server, start } = await botRig({ flow })
  await start()
  server.say(owner, '이름 바꿔줘')
  await server.until(() => server.sent.some(({ markup }) => markup))
  const cards = [...server.sent]
  const rows = `action: update\ncontent: ${args.content}\n*x*: '''`
  const whole = `이 일을 해도 될까요?  기억 고치기\n작업이에요.\n위험도: 낮음\n\n${effect}\n\n${rows}`
  const squeezed = (text: string) => text.replaceAll(/\s/g, '')
  expect(squeezed(cards.map(({ text }) => text).join(''))).toBe(squeezed(whole))
  expect(cards.map(({ markup }) => markup !== undefined)).toEqual([...cards.slice(1).map(() => false), true])
  const last = cards.at(-1)
  if (!last) throw new Error('no card')
  const { text } = last
  server.press(owner, last, last.markup.inline_keyboard[0][1].callback_data)
  await server.until(() => server.texts(owner).includes('deny') && last.markup === undefined)
  expect(last.text).toBe(`${text}\n\n거절했어요.`)
})

test('a workspace that is gone is told with what the owner can do', async () => {
  const { server, start, inputs } = await botRig({ host: { begin: async () => undefined } })
  await start()
  server.say(owner, '안녕')
  await server.until(() => server.texts(owner).length === 1)
  const told = `연결된 워크스페이스나 비서가 없어졌어요. 비서가 있는 컴퓨터에서 assistant telegram map ${owner} -w <워크스페이스>로 다시 정해 주세요.`
  expect([server.texts(owner), inputs]).toEqual([[told], []])
})

test('while a question waits every message is told so and answered after it, and what only shows something is answered at once', async () => {
  const flow: Flow = async function* (input, context) {
    if (input.text !== '이름 바꿔줘') return { message: context.newId(), text: `답: ${input.text}` }
    const args = { content: '영희' }
    const choices = ['once', 'deny'] as ('once' | 'deny')[]
    const ask = {
      tool: 'update_memory',
      category: 'sensitive',
      args,
      reason: '',
      effect: '',
      risk: 'low',
      choices,
    } as const
    yield { type: 'tool.called', id: 'c', name: 'update_memory', args }
    yield { type: 'tool.asked', id: 'c', ask, expiresAt: Date.now() + 30_000 }
    const { decision, by } = await context.decided('c')
    yield { type: 'tool.answered', id: 'c', decision, by }
    return { message: context.newId(), text: decision.choice }
  }
  const { server, start } = await botRig({ flow, host: { mergeMs: 0, about: async (what) => `보고: ${what}` } })
  await start()
  server.say(owner, '이름 바꿔줘')
  await server.until(() => server.sent.some(({ markup }) => markup))
  const card = server.sent.find(({ markup }) => markup)
  if (!card) throw new Error('no card')
  for (const text of ['3*5', '네', '/reminders']) server.say(owner, text)
  await server.until(() => server.texts(owner).length === 4)
  const told = '답을 기다리는 질문이 있어요 ↑ 단추를 눌러 주세요. 방금 보낸 말은 그다음에 볼게요. (/stop은 그만두기)'
  expect(server.texts(owner).slice(1).toSorted()).toEqual([told, told, '보고: reminders'].toSorted())
  server.press(owner, card, card.markup.inline_keyboard[0][0].callback_data)
  await server.until(() => server.texts(owner).length === 7)
  expect(server.texts(owner).slice(4)).toEqual(['once', '답: 3*5', '답: 네'])
})
