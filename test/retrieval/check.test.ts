import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readQuestions } from '../../src/app/docs/question-writer.ts'
import { betterOf, compareSearch } from '../../src/retrieval/check/compare.ts'
import { askableLine, isInOtherWords, knownItem, termsOf } from '../../src/retrieval/check/known-items.ts'
import { createLibrary } from '../../src/retrieval/library.ts'
import type { Embedder } from '../../src/retrieval/ports.ts'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { embeddingServer } from '../fakes/embeddings.ts'
import { modelServer, refuse, say } from '../fakes/model-server.ts'

const { signal } = new AbortController()
const none = { passages: 10, found: new Map<string, number>() }

describe('questions of a person’s own documents', () => {
  test('leave out the rare words of a sentence and say others otherwise', () => {
    const text = '서울 지점의 김민수 대리는 이번 출장에서 병원 근처 숙소에 묵었다.'
    const found = new Map(termsOf({ text }).map((term) => [term, /김민|민수/.test(term) ? 1 : 50]))
    const question = knownItem({ text }, { passages: 100, found })
    expect(question).toBeDefined()
    expect(question).not.toContain('민수')
    expect((question ?? '').split(' ').length).toBeLessThan(text.split(' ').length)
  })

  test('are made of sentences only', () => {
    expect(knownItem({ text: '목차\n1. 서론\n2. 본론' }, none)).toBeUndefined()
    expect(knownItem({ text: 'The tenant pays the deposit before moving into the flat.' }, none)).toBeDefined()
  })
})

describe('questions in other words', () => {
  test.each([
    ['임차인은 입주 전에 보증금을 내야 한다', '세 들어 살 사람은 들어오기에 앞서 얼마를 맡기나요?', true],
    ['임차인은 입주 전에 보증금을 내야 한다', '임차인은 입주 전에 보증금을 내야 하나요?', false],
    ['임차인은 입주 전에 보증금을 내야 한다', '보증금?', false],
    ['임차인은 입주 전에 보증금을 내야 한다', '', false],
    ['The tenant pays the deposit before moving in', 'What must a renter hand over up front?', true],
    ['The tenant pays the deposit before moving in', 'Does the tenant pay deposits before moving?', false],
  ])('%j asked as %j: %s', (line, question, taken) => {
    expect(isInOtherWords(question, line)).toBe(taken)
  })

  test('no sentence is asked in its own words, and every one in words that are all others', () => {
    const word = fc.string({ unit: fc.constantFrom(...'가나다라마바사아자차카타파하'), minLength: 3, maxLength: 6 })
    const words = fc.uniqueArray(word, { minLength: 4, maxLength: 8 })
    fc.assert(
      fc.property(words, (own) => {
        const line = own.join(' ')
        expect(isInOtherWords(line, line)).toBe(false)
        expect(
          isInOtherWords(
            own.map((one) => [...one].map((at) => String.fromCodePoint(at.codePointAt(0)! + 28)).join('')).join(' '),
            line,
          ),
        ).toBe(true)
        expect(askableLine({ text: `목차\n${line}` })).toBe(line)
      }),
    )
  })

  test.each([
    ['{"questions":["언제 내요?","얼마예요?"]}', 2, ['언제 내요?', '얼마예요?']],
    ['```json\n["[가] 뭐예요?", ""]\n```', 2, ['[가] 뭐예요?', '']],
    ['{"questions":["하나"]}', 2, undefined],
    ['{"questions":[1,2]}', 2, undefined],
    ['모르겠어요', 1, undefined],
    ['[not json]', 1, undefined],
  ])('of a model: %j for %i lines', (text, count, questions) => {
    expect(readQuestions(text, count)).toEqual(questions)
  })

  test.each([
    [
      'ko_KR.UTF-8',
      '제',
      '번 상자에는 겨울 이불과 두꺼운 양말을 넣어 두었다.',
      '포근한 침구와 따뜻한 버선은 어디 있나요?',
      /가운데 10개는 .+ 모델이/,
    ],
    [
      'en_US.UTF-8',
      'Box',
      ' keeps the winter blankets and some thick woollen socks.',
      'Where would warm bedding be stored?',
      /worded 10 of \d+ questions anew/,
    ],
  ])(
    '%s: a model words them until it fails; rules make the rest, and both are told',
    async (locale, head, tail, question, told) => {
      const questions = (count: number) => JSON.stringify({ questions: Array(count).fill(question) })
      await using model = await modelServer(say(questions(10)), refuse(401))
      await using vectors = await embeddingServer()
      const home = freshHome()
      onTestFinished(() => rm(home, { recursive: true }))
      for (let n = 0; n < 24; n++) await writeFile(join(home, `${n}.txt`), `${head} ${n}${tail}`)
      const env = bareEnv(home, {
        ...{ OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: model.openai, LANG: locale, LC_ALL: locale },
        ...{ ASSISTANT_DOCS_EMBEDDER: 'ollama', OLLAMA_HOST: vectors.url, ASSISTANT_DOCS_EMBED_MODEL: 'm' },
      })
      expect(
        await run(['docs', 'add', ...Array.from({ length: 24 }, (_, n) => join(home, `${n}.txt`))], env),
      ).toMatchObject({
        code: 0,
      })
      const { code, out, err } = await run(['docs', 'check', '--json'], env)
      expect([code, err]).toEqual([0, expect.stringMatching(told)])
      expect(JSON.parse(out)).toMatchObject({ asked: 24, reworded: 10 })
      // After the refusal nothing was asked any more.
      expect([model.requests.length, err]).toEqual([2, expect.stringMatching(/규칙으로 만들어요\. |made by rules\. /)])
    },
  )
})

describe('which way of searching finds more', () => {
  const comparison = (onlyWords: number, onlyHybrid: number) => ({
    ...{ asked: 100, reworded: 0, words: 60 + onlyWords, hybrid: 60 + onlyHybrid },
    ...{ onlyWords, onlyHybrid },
  })

  test.each([
    [0, 0, 'words'],
    [0, 1, 'words'],
    [0, 4, 'hybrid'],
    [10, 14, 'words'],
    [10, 24, 'hybrid'],
    [24, 10, 'words'],
  ] as const)('%i found by words alone, %i only with meaning: %s', (onlyWords, onlyHybrid, better) => {
    expect(betterOf(comparison(onlyWords, onlyHybrid))).toBe(better)
  })

  test('is measured on the documents: an embedder that knows what a passage is about wins, one that knows nothing does not', async () => {
    const home = await mkdtemp(join(tmpdir(), 'check-'))
    const folder = join(home, 'docs')
    await mkdir(folder)
    // Forty passages whose common words are alike and whose rare words name them; a question has lost those.
    const name = (n: number) => String.fromCodePoint(0xac00 + 37 * n, 0xac00 + 61 * n + 5, 0xb098 + 53 * n)
    const told = (n: number) => `${name(n)} 담당자는 지난주 회의에서 예산과 일정을 다시 정하자고 말했다`
    for (let n = 0; n < 40; n++) await writeFile(join(folder, `${n}.txt`), `${told(n)}.`)
    // What it "understands": which of the passages is asked for, since each is asked for in turn.
    let asked = 0
    const oneHot = (at: number) => Float32Array.from({ length: 40 }, (_, n) => (n === at ? 1 : 0.001))
    const knowing: Embedder = {
      name: 'knowing',
      embed: async (texts, _, as) =>
        texts.map((text) => oneHot(as === 'query' ? order[asked++]! : order.find((n) => text.startsWith(name(n)))!)),
    }
    const empty: Embedder = { name: 'empty', embed: async (texts) => texts.map(() => oneHot(-1)) }
    let order = Array.from({ length: 40 }, (_, n) => n)
    const words = createLibrary({ dir: join(home, 'index'), now: () => new Date() })
    for await (const _ of words.add([folder], signal));
    order = (await words.sample(40, signal)).map(
      ({ text }) => Array.from({ length: 40 }, (_, n) => n).find((n) => text.startsWith(name(n)))!,
    )
    const better = async (embedder: Embedder) => {
      const hybrid = createLibrary({ dir: join(home, 'index'), now: () => new Date(), embedder })
      for await (const _ of hybrid.reindex(signal));
      const events = compareSearch(words, hybrid, 40, signal)
      let step = await events.next()
      while (!step.done) step = await events.next()
      await hybrid.close()
      return betterOf(step.value)
    }
    expect([await better(knowing), await better(empty)]).toEqual(['hybrid', 'words'])
    await words.close()
    await rm(home, { recursive: true })
  })
})
