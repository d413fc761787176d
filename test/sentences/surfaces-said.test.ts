import { expect, test } from 'vitest'
import { createAssistant } from '../../src/library/index.ts'
import { isEnding } from '../../src/protocol/index.ts'
import { freshHome } from '../cli/assistant.ts'
import { sentenceCount } from './count.ts'
import { stateOfLists } from './lists-judge.ts'
import { stateOfMoney } from './money-judge.ts'
import { type Said, saidIn, zone } from './said-over-days.ts'

const origins = ['tui', 'oneshot', 'http', 'telegram', 'voice'] as const

/** Say sentences through one surface; return what they leave. Words of a decline change from one to the next. */
async function saidThrough(origin: (typeof origins)[number], sentences: readonly Said[], language: 'ko' | 'en') {
  const home = freshHome()
  let now = 0
  const assistant = await createAssistant({
    ...{ home, cwd: freshHome(), env: { OLLAMA_HOST: '127.0.0.1:9' }, clock: () => now },
    settings: { provider: 'offline', language, zone },
  })
  let conversation = await assistant.open('new')
  for (const [index, { at, text, isFirst }] of sentences.entries()) {
    now = +at + index * 1_000
    if (isFirst && index > 0) {
      await conversation.close()
      conversation = await assistant.open('new')
    }
    const { turn, seq } = await conversation.submit({ text, origin, by: 'owner' }, 'queue')
    for await (const { turn: of, event } of conversation.follow(seq, AbortSignal.timeout(60_000)))
      if (of === turn && isEnding(event)) break
  }
  await conversation.close()
  await assistant.close()
  return { lists: [...(await stateOfLists(home))], money: await stateOfMoney(home, language) }
}

test.each([
  ['lists/ko.txt', 'ko'],
  ['lists/en.txt', 'en'],
  ['money/ko.txt', 'ko'],
  ['money/en.txt', 'en'],
] as const)(
  'the sentences of %s leave one state whichever surface they came through',
  async (file, language) => {
    const sentences = saidIn(file).slice(0, sentenceCount(4, 60))
    const [first, ...others] = await Promise.all(origins.map((origin) => saidThrough(origin, sentences, language)))
    expect([...(first?.lists ?? []), ...(first?.money ?? [])]).not.toEqual([])
    for (const other of others) expect(other).toEqual(first)
  },
  600_000,
)
