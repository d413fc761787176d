import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Input } from '../../../src/protocol/index.ts'
import { callTool, modelServer, type Reply, refuse, type Script, say, silent } from '../../fakes/model-server.ts'
import { always, assistantAt, endingOf, freshHome, of, said, talk } from '../home.ts'

const spoken = (text: string) => ({ text, origin: 'voice', by: 'owner' }) as const satisfies Omit<Input, 'id'>

/**
 * Everything that is in a folder, byte by byte, but for the index of conversations, which a turn before may still be
 * taken into.
 */
const bytesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.index.db'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)

const linesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))

async function room(script: Script[], settings: object = {}, address = (url: string) => url) {
  const home = freshHome()
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
  const model = await modelServer(...script)
  onTestFinished(() => model.close())
  // A clock that stands: a model is told the minute, and a reply of the minute before is not the same.
  const noon = Date.parse('2026-11-21T12:00:00+09:00')
  const assistant = await assistantAt(home, { model: address(model.openai), clock: () => noon })
  onTestFinished(() => assistant.close())
  const { conversation } = await talk(assistant)
  onTestFinished(() => conversation.close())
  const foresee = async (text: string) => {
    const gone = new AbortController()
    await conversation.foresee?.(spoken(text), gone.signal)
    return gone
  }
  return { home, model, assistant, conversation, foresee, ask: (text: string) => said(conversation, text, 'voice') }
}

/** The server has noticed that nobody reads any more. */
const left = (model: Awaited<ReturnType<typeof modelServer>>, at: number) =>
  expect.poll(() => model.requests[at]?.leftAt, { timeout: 30_000 }).toBeDefined()

const adopted = async (replies: Reply[], questions: string[]) => {
  const it = await room(replies)
  const answers = []
  for (const [at, question] of questions.entries()) {
    await it.foresee(question)
    await it.model.received(at + 1)
    answers.push(endingOf(await it.ask(question)))
  }
  return { ...it, answers }
}

test('a reply that was readied is the answer of the turn, and the only request; so with the first words of a conversation', async () => {
  const questions = ['부산 날씨 알려줘', '그럼 서울은 어때']
  const { model, answers } = await adopted([say('부산은 맑아요.'), say('서울은 흐려요.')], questions)
  expect(answers).toMatchObject([{ text: '부산은 맑아요.' }, { text: '서울은 흐려요.' }])
  expect(model.requests.map(({ body }) => body.messages.at(-1).content.split('\n')[0])).toEqual(questions)
})

test('whoever goes on ends it: the server is left, no file has changed, and the whole sentence is asked', async () => {
  const { home, model, foresee, ask } = await room([say('네.'), silent(), silent(), say('부산은 맑아요.')])
  await ask('안녕 나는 철수야')
  const before = bytesIn(home)
  const gone = await foresee('부산')
  await model.received(2)
  gone.abort()
  await left(model, 1)
  expect(bytesIn(home)).toEqual(before)
  // What is never told to be over ends when something else is asked.
  await foresee('부산 날씨')
  await model.received(3)
  expect(endingOf(await ask('부산 날씨 알려줘'))).toMatchObject({ text: '부산은 맑아요.' })
  await left(model, 2)
})

/** What is written of a conversation, with numbers for its ids, without times and the sums of lines. */
function writtenIn(home: string): string[] {
  const ids = new Map<string, number>()
  const lines = linesIn(join(home, 'conversations'), '.jsonl')
  return lines.map((line) =>
    line
      .replace(/[0-9A-HJKMNP-TV-Z]{26}/g, (id) => `#${ids.set(id, ids.get(id) ?? ids.size).get(id)}`)
      .replaceAll(home, '~')
      .replace(/"seal":"[^"]*"/, '')
      .replace(/"(at|firstMs|totalMs)":\d+/g, '"$1":0'),
  )
}

const sentences = [
  '부산 날씨 어때 보여',
  '고래 이야기를 짧게 해 줘',
  '이 문장을 영어로 옮겨 줘',
  'tell me about whales',
  '내 이름은 철수야',
]
const pauses = fc.array(fc.record({ words: fc.nat(4), goesOn: fc.boolean(), arrives: fc.boolean() }), { maxLength: 3 })
const dialogues = fc.array(fc.record({ sentence: fc.constantFrom(...sentences), pauses, whole: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
})

test('whatever was readied and thrown away, what is written is what would have been written without', async () => {
  const echo = always(({ body }) => say(`네: ${body.messages.at(-1).content.split('\n')[0]}`))
  await fc.assert(
    fc.asyncProperty(dialogues, async (dialogue) => {
      const [plain, ahead] = [await room(echo), await room(echo)]
      for (const { sentence, pauses, whole } of dialogue) {
        for (const { words, goesOn, arrives } of pauses) {
          const sent = ahead.model.requests.length
          const gone = await ahead.foresee(sentence.split(' ').slice(0, words).join(' ') || sentence)
          if (arrives) await ahead.model.received(sent + 1)
          if (goesOn) gone.abort()
        }
        if (whole) await ahead.foresee(sentence)
        const answers = [await plain.ask(sentence), await ahead.ask(sentence)].map(endingOf)
        expect(answers).toMatchObject([{ text: `네: ${sentence}` }, { text: `네: ${sentence}` }])
      }
      expect(writtenIn(ahead.home)).toEqual(writtenIn(plain.home))
      expect([plain.model.requests.length, writtenIn(plain.home).length > dialogue.length]).toEqual([
        dialogue.length,
        true,
      ])
    }),
    { numRuns: 3 },
  )
})

test('a conversation in which nothing was said is not begun for it', async () => {
  const { home, model, foresee } = await room([silent()])
  const before = bytesIn(home)
  const gone = await foresee('부산 날씨 알려줘')
  await model.received(1)
  gone.abort()
  await left(model, 0)
  expect(bytesIn(home)).toEqual(before)
})

test('what is only typed goes to no server', async () => {
  const { conversation, model, ask } = await room([say('네.')])
  await conversation.foresee?.({ ...spoken('부산 날씨 알려줘'), origin: 'tui' }, new AbortController().signal)
  expect(model.requests).toEqual([])
  expect(endingOf(await ask('부산 날씨 알려줘'))).toMatchObject({ text: '네.' })
})

test('what it calls is done by the turn alone, once', async () => {
  const call = callTool('save_memory', { content: '차는 지하 삼층 기둥 옆' })
  const { home, foresee, model, ask } = await room([call, call, say('적었어요.')])
  const lines = () => linesIn(home, '.md').filter((line) => line.includes('기둥 옆'))
  const before = bytesIn(home)
  const gone = await foresee('주차한 데를 적어')
  await model.received(1)
  gone.abort()
  await foresee('주차한 데를 적어 줘')
  await model.received(2)
  expect(bytesIn(home)).toEqual(before)
  const events = await ask('주차한 데를 적어 줘')
  expect(of(events, 'tool.ended').map(({ outcome }) => outcome)).toEqual(['ok'])
  expect([endingOf(events), model.requests.length]).toMatchObject([{ text: '적었어요.' }, 3])
  expect(lines()).toHaveLength(1)
})

test('an answer that was taken over ends with its turn', async () => {
  const { conversation, foresee, model } = await room([say('부산은', { hang: 2 })])
  await foresee('부산 날씨 알려줘')
  await model.received(1)
  const { turn, seq } = await conversation.submit(spoken('부산 날씨 알려줘'), 'queue')
  for await (const { event } of conversation.follow(seq, AbortSignal.timeout(10_000))) {
    if (event.type === 'text.added') await conversation.cancel(turn, 'barge-in', 2)
    if (event.type === 'turn.cancelled') break
  }
  await left(model, 0)
})

test.each([refuse(500), refuse(401), { drop: 'headers' as const }])(
  'one that fails, with %j, is asked again, and nobody is told',
  async (fault) => {
    const { model, foresee, ask } = await room([fault, say('맑아요.')])
    await foresee('부산 날씨 알려줘')
    await model.received(1)
    const events = await ask('부산 날씨 알려줘')
    expect([endingOf(events), of(events, 'model.failed'), of(events, 'notice.given')]).toMatchObject([
      { text: '맑아요.' },
      [],
      [],
    ])
    expect(model.requests).toHaveLength(2)
  },
)

test('a conversation that is summarised first is not readied: the summary is asked for by the turn', async () => {
  const settings = { window: { limit: 4, keep: 2 }, providers: { openai: { lightModel: 'light' } } }
  const { model, foresee, ask, assistant } = await room(
    always(() => say('네.')),
    settings,
  )
  for (const words of ['고래 이야기를 해 줘', '상어 이야기를 해 줘']) await ask(words)
  await foresee('곰 이야기를 해 줘')
  const { say: tell, conversation } = await talk(assistant)
  await tell('새 이야기를 해 줘')
  await conversation.close()
  const models = () => model.requests.map(({ body }) => body.model)
  expect(models()).toEqual(['m', 'm', 'm'])
  await ask('곰 이야기를 해 줘')
  expect(models()).toEqual(['m', 'm', 'm', 'light', 'm'])
})

test.each([
  ['a model that is not of this machine', '부산 날씨 알려줘', {}, (url: string) => url.replace('127.0.0.1', '0.0.0.0')],
  ['a budget, which counts every answer', '부산 날씨 알려줘', { budget: { day: '100000 tokens' } }],
  ['a hook before every turn', '부산 날씨 알려줘', { hooks: [{ on: 'prompt', command: 'true' }] }],
  ['what a service may want', '엄마에게 만원 보내줘', {}],
])('nothing is readied with %s', async (_, words, settings, address?: (url: string) => string) => {
  const { model, assistant, foresee } = await room([say('네.'), say('네.')], settings, address)
  await foresee(words)
  // Whatever was sent before it has arrived with it.
  const { say: tell, conversation } = await talk(assistant)
  await tell('고래 이야기를 해 줘')
  await conversation.close()
  expect(model.requests.map(({ body }) => body.messages.at(-1).content.split('\n')[0])).toEqual(['고래 이야기를 해 줘'])
})
