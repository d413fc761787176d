import { describe, expect, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { createRouter } from '../../../src/core/service/router.ts'
import type { Service, ServiceDeps } from '../../../src/core/service/service.ts'
import { AssistantError, type ModelPart, type Provider } from '../../../src/protocol/index.ts'
import { declaredService } from '../../../src/services/declared/definition.ts'
import type { ServiceFile, StepFile } from '../../../src/services/declared/schema.ts'
import minimal from '../../../src/services/minimal/service.json' with { type: 'json' }
import { sleep } from '../../../src/std/abort.ts'
import { line } from '../../services/rig.ts'
import { rig, says, story, usage } from '../rig.ts'

const pieces = (...texts: string[]): ModelPart[] => [
  ...texts.map((text) => ({ type: 'text' as const, text })),
  { type: 'end', stop: 'end', usage },
]

/** A model whose answers are made by functions, one per request; what it was asked is kept. */
function model(
  answers: ((signal: AbortSignal) => AsyncIterable<ModelPart>)[],
): Provider & { asked: Parameters<Provider>[0][] } {
  const asked: Parameters<Provider>[0][] = []
  const provider: Provider = async function* (request, signal) {
    asked.push(structuredClone(request))
    yield { type: 'opened' }
    yield* answers[asked.length - 1]?.(signal) ?? []
  }
  return Object.assign(provider, { asked })
}

const tells = (...texts: string[]) =>
  async function* () {
    yield* pieces(...texts)
  }
const fails = async function* (): AsyncGenerator<ModelPart> {
  throw new AssistantError({ code: 'server' })
}
const hangs = async function* (signal: AbortSignal): AsyncGenerator<ModelPart> {
  await sleep(60_000, signal)
}

const parts = (provider: Provider | undefined): ServiceDeps => ({
  language: 'ko',
  zone: 'Asia/Seoul',
  model: async () => provider && { provider, providerName: 'test', model: 'm' },
  limits: { softMs: 60_000, hardMs: 600_000 },
  log: async () => {},
})

async function told(flow: Flow, text: string): Promise<string[]> {
  const conversation = await (await rig(flow)).open('one')
  const { seq } = await conversation.submit(says(text), 'queue')
  const lines = (await story(conversation, 1, seq)).flatMap(({ event }) => line(event))
  // A reader that was slow for a moment gets several pieces as one: what counts is what they add up to, and when it
  // began.
  return lines.reduce<string[]>((all, one) => {
    const before = all.at(-1)
    return before?.startsWith('+') && one.startsWith('+') ? all.with(-1, before + one.slice(1)) : all.concat(one)
  }, [])
}

/** The minimal service, its one step changed. */
const talk = (format: 'text' | 'json', card: object = {}, more: Partial<StepFile> = {}): ServiceFile => ({
  ...minimal,
  steps: {
    reply: {
      ...minimal.steps.reply,
      kind: 'talk',
      format,
      card: { attempts: 2, backoff: 1, timeout: 60_000, ...card },
      ...more,
    },
  },
})
const talkService = (file: ServiceFile, given: ServiceDeps) => declaredService(file, { steps: {} }, { parts: given })

describe('a step that talks', () => {
  test('shows its words as they come', async () => {
    const { run } = talkService(talk('text'), parts(model([tells('안녕', '하세요.')])))
    expect(await told(run, '미니멀 안녕')).toEqual([
      'reply 응답 생성 중',
      'model reply',
      '+안녕하세요.',
      'reply ok 응답 생성 중 {"action":"ASK"}',
      'TALKING 1/1 {} []',
      'done 안녕하세요.',
    ])
  })

  test('shows the message out of JSON letter by letter, and keeps its action', async () => {
    const { run } = talkService(
      talk('json'),
      parts(model([tells('{"action":"ASK","mess', 'age":"얼', '마를 보내', '드릴까요?"}')])),
    )
    expect(await told(run, 'x')).toEqual([
      'reply 응답 생성 중',
      'model reply',
      '+얼마를 보내드릴까요?',
      'reply ok 응답 생성 중 {"action":"ASK"}',
      'TALKING 1/1 {} []',
      'done 얼마를 보내드릴까요?',
    ])
  })

  test('takes plain words for the message when the model forgot the format', async () => {
    const { run } = talkService(talk('json'), parts(model([tells('그냥 ', '말이에요.')])))
    expect((await told(run, 'x')).at(-1)).toBe('done 그냥 말이에요.')
  })

  test('an action that nobody declared, or an answer that does not fit its schema, is only its message', async () => {
    const answer = (action: string) => `{"action":"${action}","message":"보냈어요"}`
    const action = async (reply: string, { card, ...more }: Partial<StepFile> = {}) => {
      const { run } = talkService(talk('json', card, more), parts(model([tells(reply)])))
      return (await told(run, 'x')).filter((line) => /^(?:reply ok|done)/.test(line))
    }
    const ended = (name: string) => [`reply ok 응답 생성 중 {"action":"${name}"}`, 'done 보냈어요']
    expect(await action(answer('DONE'))).toEqual(ended('DONE'))
    expect(await action(answer('PAY'))).toEqual(ended('ASK'))
    expect(await action(answer('PAY'), { actions: ['PAY'] })).toEqual(ended('PAY'))
    expect(await action('{"action":"DONE","message":"보냈어요"')).toEqual(ended('ASK'))
    const card = { attempts: 1, schema: { type: 'object', required: ['reason'] } }
    expect(await action(answer('DONE'), { card })).toEqual(ended('ASK'))
  })

  test('an answer without a message is asked for once more, then the person is told', async () => {
    const silent = tells('{"action":"DONE"}')
    const { run } = talkService(talk('json'), parts(model([silent, tells('{"action":"DONE","message":"네"}')])))
    expect((await told(run, 'x')).filter((line) => /^(?:reply ok|done)/.test(line))).toEqual([
      'reply ok 응답 생성 중 {"action":"DONE"}',
      'done 네',
    ])
    const never = talkService(talk('json'), parts(model([silent, silent])))
    expect((await told(never.run, 'x')).at(-1)).toBe('done 답을 만들지 못했어요. 다시 말씀해 주세요.')
  })

  test('is told what was summed up, what was said last and what is said now, also after the service has ended', async () => {
    const provider = model([
      tells('{"action":"ASK","message":"어디로요?"}'),
      tells('{"action":"DONE","message":"끝이에요."}'),
      tells('{"action":"ASK","message":"네."}'),
    ])
    const { run } = talkService(talk('json'), parts(provider))
    const conversation = await (await rig(run)).open('one')
    const say = async (text: string) => {
      const { seq } = await conversation.submit(says(text), 'queue')
      await story(conversation, 1, seq)
    }
    await say('여행')
    await say('부산')
    await conversation.append({
      type: 'window.slid',
      upto: '',
      summary: '지난번에 엄마에게 만원을 보냈다',
      dropped: 0,
    } as never)
    await say('총 얼마 보냈어?')
    const { system, messages } = provider.asked[2] as Parameters<Provider>[0]
    expect(system.map(({ name }) => name)).toEqual(['step', 'summaries'])
    expect(system[1]?.text).toBe('지난번에 엄마에게 만원을 보냈다')
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', '여행'],
      ['assistant', '어디로요?'],
      ['user', '부산'],
      ['assistant', '끝이에요.'],
      ['user', '총 얼마 보냈어?'],
    ])
  })

  test('tries again with a label after a failure, and falls back when nothing helps', async () => {
    const { run } = talkService(talk('json'), parts(model([fails, tells('{"message":"네"}')])))
    expect(await told(run, 'x')).toEqual([
      'reply 응답 생성 중',
      'model reply',
      'reply 응답 재생성 중... (1/2)',
      'model reply',
      '+네',
      'reply ok 응답 생성 중 {"action":"ASK"}',
      'TALKING 1/1 {} []',
      'done 네',
    ])
    const broken = talkService(talk('json'), parts(model([fails, fails])))
    expect((await told(broken.run, 'x')).at(-1)).toBe('done 답을 만들지 못했어요. 다시 말씀해 주세요.')
  })

  test('an attempt that takes too long is aborted, not waited for', async () => {
    const aborted: boolean[] = []
    const slow = async function* (signal: AbortSignal): AsyncGenerator<ModelPart> {
      signal.addEventListener('abort', () => aborted.push(true))
      yield* hangs(signal)
    }
    const before = performance.now()
    // The second attempt has as long; what it needs is loaded by then.
    const { run } = talkService(talk('text', { timeout: 2_000 }), parts(model([slow, tells('늦지 않았어요')])))
    expect((await told(run, 'x')).at(-1)).toBe('done 늦지 않았어요')
    expect(aborted).toEqual([true])
    expect(performance.now() - before).toBeLessThan(30_000)
  }, 60_000)

  test('says that it needs a model where there is none', async () => {
    const { run } = talkService(talk('text'), parts(undefined))
    expect((await told(run, 'x')).at(-1)).toContain('이 서비스에는 모델이 필요해요')
  })
})

describe('the intent step', () => {
  const chat: Flow = async function* (input, context) {
    return { message: context.newId(), text: `chat: ${input.text}` }
  }
  const answering = (name: string): Service => {
    const run: Flow = async function* (_, context) {
      return { message: context.newId(), text: name }
    }
    return {
      name,
      title: name,
      description: `${name} things`,
      claim: (text) => (text.includes(name) ? 'maybe' : 'no'),
      run,
      resume: run,
    }
  }
  const routed = (provider: Provider | undefined) =>
    createRouter({
      ...parts(provider),
      services: [answering('bank'), answering('cafe')],
      chat,
      intent: { attempts: 2, backoff: 1, timeout: 60_000 },
    })

  test('is asked only when code cannot tell, about the services that might be meant', async () => {
    const provider = model([tells('{"intent":"CAFE"}')])
    expect(await told(routed(provider), 'a cafe?')).toEqual([
      'intent 의도 파악 중',
      'model route',
      'intent ok 의도 파악 중 "CAFE"',
      'route cafe by model',
      'done cafe',
    ])
    expect(provider.asked[0]?.system[0]?.text).toContain('CAFE: cafe things')
    expect(provider.asked[0]?.system[0]?.text).not.toContain('BANK')
    const silent = model([])
    expect(await told(routed(silent), '안녕')).toEqual(['done chat: 안녕'])
    expect(silent.asked).toEqual([])
  })

  test('that fails is tried again with its label; then it is plain chat', async () => {
    expect(await told(routed(model([fails, tells('CAFE?')])), 'a cafe?')).toEqual([
      'intent 의도 파악 중',
      'model route',
      'intent 의도 재파악 중... (1/2)',
      'model route',
      'intent ok 의도 파악 중 "GENERAL"',
      'route chat by model',
      'done chat: a cafe?',
    ])
  })

  test('without a model, doubt is plain chat', async () => {
    expect(await told(routed(undefined), 'a cafe?')).toEqual(['done chat: a cafe?'])
  })
})
