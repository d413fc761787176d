import { describe, expect, onTestFinished, test as sample } from 'vitest'
import type { Assistant } from '../../src/app/assistant.ts'
import { embeddingServer } from '../fakes/embeddings.ts'
import { callTool, type ModelServer, modelServer, say as reply, type Script, type Seen } from '../fakes/model-server.ts'
import { opensearch } from '../fakes/opensearch.ts'
import { longTest as test } from '../parts.ts'
import { begin, index, journal, only, type Place, place, say } from './docs-rig.ts'

// The five conversations of the graph and its error, each in twenty wordings, with profile `graph`: how many requests
// reach the model's server is part of the promise, and so is what stands in them.

const files = [
  '회사-연차휴가.md',
  '회사-병가.md',
  '회사-재택근무.md',
  '회사-출장비.md',
  '요리-김치찌개.md',
  '가전-세탁기.md',
]

/** Every subject in every wording. */
const each = <S>(subjects: readonly S[], wordings: readonly ((subject: S) => string)[]) =>
  subjects.flatMap((subject) => wordings.map((wording) => ({ subject, words: wording(subject) })))

const routed = (route: 'documents' | 'conversation') => reply(JSON.stringify({ route, reason: '시험' }))
/** What the model is told besides what was said: the system prompt, and what was fetched for the newest message. */
const system = ({ body }: Seen): string => {
  const of = (wanted: string) => body.messages.filter(({ role }: { role: string }) => role === wanted)
  return [
    of('system')[0].content,
    ...(of('user')
      .at(-1)
      .content.match(/<context [\s\S]*<\/context>/) ?? []),
  ].join('\n')
}
const isRoute = ({ body }: Seen) =>
  body.temperature === 0 && body.response_format?.json_schema.schema.required.includes('route')
const lastWords = ({ body }: Seen): string => body.messages.at(-1).content

async function graph(
  more: Record<string, string> = {},
): Promise<{ at: Place; server: ModelServer; assistant: Assistant }> {
  const server = await modelServer()
  onTestFinished(() => server.close())
  const at = await place(files, {
    OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    OPENAI_BASE_URL: server.openai,
    ASSISTANT_WINDOW_PROFILE: 'graph',
    ...more,
  })
  const assistant = await begin(at)
  await index(assistant, at.folder)
  return { at, server, assistant }
}

/** One turn in a conversation of its own against a script; the requests that it took and what happened. */
async function turn({ server, assistant }: Awaited<ReturnType<typeof graph>>, words: string, ...script: Script[]) {
  const before = server.requests.length
  server.add(...script)
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true })
  const events = await say(conversation, words)
  await conversation.close()
  return { id: conversation.id, events, requests: server.requests.slice(before) }
}

describe('1. talk: two requests', () => {
  const wordings = each(
    ['안녕하세요', '안녕', '반가워요', '좋은 아침이에요', '오랜만이에요'],
    [(hi) => hi, (hi) => `${hi}!`, (hi) => `${hi} 잘 지냈어요?`, (hi) => `${hi}, 오늘도 잘 부탁해요`],
  )
  sample(`in ${wordings.length} wordings`, async () => {
    const all = await graph()
    for (const { words } of wordings) {
      const { events, requests } = await turn(all, words, routed('conversation'), reply('반가워요.'))
      expect(requests.map(isRoute), words).toEqual([true, false])
      expect(only(events, 'route.decided')).toEqual([
        { type: 'route.decided', to: 'chat', by: 'model', reason: '시험' },
      ])
      expect(events.at(-1)).toMatchObject({ type: 'turn.done', text: '반가워요.' })
    }
    await all.assistant.close()
    expect(all.server.requests).toHaveLength(2 * wordings.length)
  })
})

describe('2. a tool: three requests', () => {
  const wordings = each(
    [
      ['123 * 456', '56088'],
      ['17 + 25', '42'],
      ['1000 / 8', '125'],
      ['99 - 1', '98'],
      ['2^10', '1024'],
    ] as const,
    [
      ([sum]) => `${sum} 계산해줘`,
      ([sum]) => `${sum} 얼마야?`,
      ([sum]) => `계산 좀 부탁해: ${sum}`,
      ([sum]) => `${sum}의 값을 구해 주세요`,
    ],
  )
  test(`in ${wordings.length} wordings`, async () => {
    const all = await graph()
    for (const { subject, words } of wordings) {
      const script = [
        routed('conversation'),
        callTool('calculator', { expression: subject[0] }),
        (r: Seen) => reply(`답: ${lastWords(r)}`),
      ]
      const { events, requests } = await turn(all, words, ...script)
      expect(requests.map(isRoute), words).toEqual([true, false, false])
      expect(events.at(-1)).toMatchObject({
        type: 'turn.done',
        text: expect.stringMatching(new RegExp(subject[1].replace(/(?=(...)+$)/g, ',?'))),
      })
    }
    await all.assistant.close()
    expect(all.server.requests).toHaveLength(3 * wordings.length)
  })
})

const subjects = [
  ['휴가 정책', '회사-연차휴가.md'],
  ['연차휴가 규정', '회사-연차휴가.md'],
  ['병가 규정', '회사-병가.md'],
  ['재택근무 지침', '회사-재택근무.md'],
  ['출장비 기준', '회사-출장비.md'],
] as const

const questions = each(subjects, [
  ([what]) => `회사 ${what} 알려줘`,
  ([what]) => `${what} 좀 찾아줄래?`,
  ([what]) => `우리 회사 ${what}에 대해 설명해 주세요`,
  ([what]) => `${what} 문서에 뭐라고 적혀 있어?`,
])

const stores: { name: string; env: () => Promise<Record<string, string>> }[] = [
  { name: 'keyword', env: async () => ({}) },
  {
    name: 'vector',
    env: async () => {
      const embedder = await embeddingServer()
      onTestFinished(() => embedder[Symbol.asyncDispose]())
      return {
        ASSISTANT_DOCS_STORE: 'vector',
        ASSISTANT_DOCS_EMBEDDER: 'compatible',
        ASSISTANT_DOCS_EMBED_MODEL: 'embed-1',
        ASSISTANT_DOCS_EMBED_URL: `${embedder.url}/v1`,
      }
    },
  },
  {
    name: 'opensearch',
    env: async () => {
      const cluster = await opensearch({ user: 'admin:secret' })
      onTestFinished(() => cluster[Symbol.asyncDispose]())
      return { ASSISTANT_DOCS_STORE: 'opensearch', OPENSEARCH_URL: cluster.url.replace('://', '://admin:secret@') }
    },
  },
]

describe.each(stores)('3. a document, store $name: two requests', ({ env }) => {
  test(`in ${questions.length} wordings; the journal holds the passages once, as they were sent`, async () => {
    const all = await graph(await env())
    for (const { subject, words } of questions) {
      const { id, events, requests } = await turn(all, words, routed('documents'), reply('15일이에요 (회사.md:1).'))
      expect(requests.map(isRoute), words).toEqual([true, false])
      const prompt = system(requests[1] as Seen)
      expect(prompt, words).toMatch(
        new RegExp(`\\[참고 문서\\][^]*<untrusted source="documents">[^]*^\\[\\d\\] ${subject[1]}:\\d+$`, 'm'),
      )
      expect(system(requests[0] as Seen)).not.toContain('[참고 문서]')
      const [found] = only(events, 'sources.found')
      expect(found?.sources.map(({ file }) => file.split('/').at(-1))).toContain(subject[1])
      const log = await journal(all.at, id)
      const times = found?.sources.map(
        ({ text }) => log.split(JSON.stringify(text).slice(1, -1).slice(0, 60)).length - 1,
      )
      expect(times).toEqual(times?.map(() => 1))
    }
    await all.assistant.close()
    expect(all.server.requests).toHaveLength(2 * questions.length)
  })
})

test('passages stay with the message that they were found for; who decides about the next input does not see them', async () => {
  const all = await graph()
  all.server.add(routed('documents'), reply('15일이에요.'), routed('conversation'), reply('천만에요.'))
  const conversation = await all.assistant.open({ kind: 'new' }, { canAsk: true })
  await say(conversation, '휴가 정책이 뭐야?')
  await say(conversation, '고마워')
  await conversation.close()
  const told = all.server.requests.map(({ body }) =>
    (body.messages as { content: string }[]).flatMap(({ content }) =>
      content.includes('[참고 문서]') ? [content.includes('휴가 정책이 뭐야?')] : [],
    ),
  )
  expect(told).toEqual([[], [true], [], [true]])
})

describe('4. a long conversation: three requests, one of them a summary', () => {
  const wordings = each(
    ['프로젝트 마감일', '예산', '내 이름', '회의 날짜', '담당자'],
    [
      (what) => `아까 말한 ${what} 뭐였지?`,
      (what) => `${what} 다시 말해줘`,
      (what) => `${what} 기억해?`,
      (what) => `앞에서 얘기한 ${what} 알려줘`,
    ],
  )
  test(`in ${wordings.length} wordings`, async () => {
    const all = await graph()
    for (const { words } of wordings) {
      const conversation = await all.assistant.open({ kind: 'new' }, { canAsk: true })
      for (let n = 1; n <= 5; n++) {
        all.server.add(routed('conversation'), reply(`${n}번째 대답`))
        await say(conversation, `${n}번째 이야기: 마감은 3월 15일, 예산은 1억 원이야`)
      }
      const before = all.server.requests.length
      all.server.add(routed('conversation'), reply('- 마감 3월 15일'), reply('3월 15일이에요.'))
      const events = await say(conversation, words)
      await conversation.close()
      expect(
        only(events, 'model.asked').map(({ purpose }) => purpose),
        words,
      ).toEqual(['route', 'summary', 'reply'])
      expect(only(events, 'model.asked').map(({ call }) => call)).toEqual([1, expect.any(Number), 2])
      const [, , last] = all.server.requests.slice(before) as [Seen, Seen, Seen]
      expect(all.server.requests).toHaveLength(before + 3)
      expect(system(last)).toContain('1. - 마감 3월 15일')
      // The newest five of eleven, the question last.
      expect(last.body.messages.filter(({ role }: { role: string }) => role !== 'system')).toHaveLength(5)
      expect(lastWords(last)).toContain(words)
    }
    await all.assistant.close()
    expect(all.server.requests).toHaveLength(13 * wordings.length)
  }, 60_000)
})

describe('5. another process goes on: two requests', () => {
  const names = ['철수', '영희', '민준', '서연', '지우', '하준', '도윤', '수아', '지민', '예린']
  const wordings = each(names, [() => '내 이름이 뭐라고 했지?', () => '내가 누구라고 했더라?'])
  test(`in ${wordings.length} wordings`, async () => {
    const all = await graph()
    for (const { subject, words } of wordings) {
      const first = await turn(all, `내 이름은 ${subject}야`, routed('conversation'), reply(`${subject}님, 반가워요.`))
      const again = await begin(all.at)
      const before = all.server.requests.length
      all.server.add(routed('conversation'), reply(`${subject}님이에요.`))
      const conversation = await again.open({ kind: 'id', id: first.id }, { canAsk: true })
      const events = await say(conversation, words)
      await conversation.close()
      await again.close()
      const requests = all.server.requests.slice(before)
      expect(requests.map(isRoute), words).toEqual([true, false])
      expect(JSON.stringify(requests[1]?.body.messages)).toContain(`내 이름은 ${subject}야`)
      expect(events.at(-1)).toMatchObject({ type: 'turn.done', text: `${subject}님이에요.` })
    }
    expect(all.server.requests).toHaveLength(4 * wordings.length)
  })
})

describe.each(stores)('a document and a tool, store $name: three requests', ({ env }) => {
  const wordings = each(
    [3, 5, 7, 9, 11],
    [
      (n) => `휴가 규정 보고, ${n}일 쓰면 며칠 남는지 계산해줘`,
      (n) => `연차 15일에서 ${n}일을 빼면? 회사 연차휴가 규정 기준으로`,
      (n) => `회사 휴가 정책상 ${n}일 쉬면 남는 날은?`,
      (n) => `연차휴가 규정에서 ${n}일 쓴 뒤 남는 일수 알려줘`,
    ],
  )
  test(`in ${wordings.length} wordings`, async () => {
    const all = await graph(await env())
    for (const { subject, words } of wordings) {
      const script = [
        routed('documents'),
        callTool('calculator', { expression: `15-${subject}` }),
        reply('계산했어요.'),
      ]
      const { requests } = await turn(all, words, ...script)
      expect(requests.map(isRoute), words).toEqual([true, false, false])
      // The passages stay for the whole turn: the request with the tool's result has them, too.
      expect(requests.map((request) => system(request).includes('회사-연차휴가.md:'))).toEqual([false, true, true])
    }
    await all.assistant.close()
    expect(all.server.requests).toHaveLength(3 * wordings.length)
  })
})

describe('an expression that is none: the tool says so, and the person hears an apology with the cause', () => {
  const wordings = each(
    ['abc', '1 +', '(2 + 3', '4 ** * 5', '7 더하기 사과'],
    [
      (sum) => `${sum} 계산해줘`,
      (sum) => `${sum} 얼마야?`,
      (sum) => `계산 좀 부탁해: ${sum}`,
      (sum) => `${sum}의 값을 구해 주세요`,
    ],
  )
  test(`in ${wordings.length} wordings`, async () => {
    const all = await graph()
    for (const { subject, words } of wordings) {
      const { events, requests } = await turn(
        all,
        words,
        routed('conversation'),
        callTool('calculator', { expression: subject }),
        (request) => reply(`죄송합니다. ${lastWords(request)}`),
      )
      expect(requests.map(isRoute), words).toEqual([true, false, false])
      expect(only(events, 'tool.ended')).toEqual([
        expect.objectContaining({ outcome: 'error', text: expect.stringContaining('계산식이 올바르지 않습니다') }),
      ])
      expect(events.at(-1)).toMatchObject({
        type: 'turn.done',
        text: expect.stringMatching(/^죄송합니다\. .*계산식이 올바르지 않습니다/),
      })
    }
    await all.assistant.close()
    expect(all.server.requests).toHaveLength(3 * wordings.length)
  })
})

test.each(['송금은 어떻게 하는 거야?', '이체 수수료 알려줘', '어제 송금한 거 맞아?'])(
  'what a service might want, and code cannot tell, costs no request besides: %s',
  async (words) => {
    const all = await graph()
    const { requests } = await turn(all, words, routed('conversation'), reply('은행에 물어보세요.'))
    expect(requests.map(isRoute)).toEqual([true, false])
  },
)

test.each(['{"route":"documents"', '문서를 찾아볼게요', '', '[]', '{"route":"rag","reason":3}'])(
  'a router that answers %j means conversation',
  async (nonsense) => {
    const all = await graph()
    const { events, requests } = await turn(all, '휴가 정책이 뭐야?', reply(nonsense), reply('글쎄요.'))
    expect(only(events, 'route.decided')).toMatchObject([{ to: 'chat', by: 'model' }])
    expect(requests).toHaveLength(2)
  },
)
