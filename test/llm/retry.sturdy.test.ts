import { describe, expect, test as sample } from 'vitest'
import { withFallback } from '../../src/llm/fallback.ts'
import { createProvider } from '../../src/llm/index.ts'
import type { Sleep } from '../../src/llm/retry.ts'
import type { FailureCode, ModelPart, Provider } from '../../src/protocol/index.ts'
import { sleep } from '../../src/std/abort.ts'
import { type ModelServer, modelServer, type Reply, refuse, type Script, say, silent } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'
import { ask, listen } from './collect.ts'

const kinds = ['openai', 'anthropic', 'zai', 'responses', 'ollama'] as const
type Kind = (typeof kinds)[number]
/** The settings of a wire: Responses is OpenAI's second one. */
const wireOf = (server: ModelServer, kind: Kind) =>
  kind === 'responses'
    ? ({ kind: 'openai', wire: 'responses', name: 'responses', baseUrl: server.openai } as const)
    : ({ kind, baseUrl: kind === 'ollama' ? server.url : server[kind] } as const)
/** Events before the first words: a role, or the head of a message. */
const heads: Record<Kind, number> = { openai: 2, zai: 2, anthropic: 4, responses: 4, ollama: 1 }
const headOf = (kind: Kind) => heads[kind]

/** Waits no time and remembers how long it should have; the limit for the first byte is left to run. */
function clock() {
  const waits: number[] = []
  const wait: Sleep = async (ms, signal) => {
    if (ms === firstByteMs) return sleep(ms, signal)
    waits.push(ms)
  }
  return { waits, wait }
}
const firstByteMs = 1_500
/** What a busy machine may add to a gap. */
const slackMs = 2_000

const provider = (server: ModelServer, kind: Kind, wait?: Sleep): Provider =>
  createProvider({ ...wireOf(server, kind), key: 'k', zone: 'UTC', firstByteMs }, wait)

/** A story in short: texts and ends as they are, failures by their code. */
const short = (part: ModelPart): unknown => {
  if (part.type === 'text') return part.text
  if (part.type === 'failed')
    return `${part.failure.code} → ${part.next}${part.attempt ? ` ${part.attempt.number}/${part.attempt.of}` : ''} in ${part.waitMs}${part.model ? ` with ${part.model}` : ''}`
  return part.type
}

async function tell(kind: Kind, script: Script[]) {
  await using server = await modelServer(...script)
  const { waits, wait } = clock()
  const { parts, failure } = await listen(provider(server, kind, wait))
  return {
    story: [...parts.map(short), ...(failure ? [failure.code] : [])],
    requests: server.requests.length,
    waits,
    failure,
  }
}

const retryAfter = (value: string) => refuse(429, { headers: { 'retry-after': value } })
const dropAt = (kind: Kind): Reply => ({ text: ['하나', '둘'], drop: headOf(kind) })

describe.each(kinds)('requests to %s', (kind) => {
  test.each<[string, Script[], unknown[], number]>([
    ['401 is asked once', [refuse(401)], ['auth'], 1],
    ['403 is asked once', [refuse(403)], ['auth'], 1],
    ['404 is asked once', [refuse(404)], ['model-missing'], 1],
    ['400 is asked once', [refuse(400)], ['bad-request'], 1],
    [
      '500 for ever is asked three times',
      [refuse(500), refuse(503), refuse(529)],
      ['server → retry 2/3 in 250', 'server → retry 3/3 in 750', 'server'],
      3,
    ],
    ['500 once is asked twice', [refuse(500), say('네')], ['server → retry 2/3 in 250', 'opened', '네', 'end'], 2],
    [
      'a dropped connection is asked again',
      [{ drop: 'headers' }, say('네')],
      ['network → retry 2/3 in 250', 'opened', '네', 'end'],
      2,
    ],
    [
      'a drop before the first part is asked again',
      [{ drop: 0 }, say('네')],
      ['network → retry 2/3 in 250', 'opened', '네', 'end'],
      2,
    ],
    ['a drop after the first part is not', [dropAt(kind), say('no')], ['opened', '하나', 'network'], 1],
    [
      '429 is asked again after what it says',
      [retryAfter('2'), say('네')],
      ['rate-limited → retry 2/2 in 2000', 'opened', '네', 'end'],
      2,
    ],
    [
      '429 without a time is asked again after 5 s',
      [refuse(429), say('네')],
      ['rate-limited → retry 2/2 in 5000', 'opened', '네', 'end'],
      2,
    ],
    [
      '429 twice is asked twice',
      [retryAfter('1'), retryAfter('1'), say('no')],
      ['rate-limited → retry 2/2 in 1000', 'rate-limited'],
      2,
    ],
    ['429 for more than a minute is asked once', [retryAfter('61'), say('no')], ['rate-limited'], 1],
    [
      '429 for a minute is waited for',
      [retryAfter('60'), say('네')],
      ['rate-limited → retry 2/2 in 60000', 'opened', '네', 'end'],
      2,
    ],
    [
      'a rate limit does not use up the second chances',
      [retryAfter('1'), refuse(500), refuse(500), say('네')],
      [
        'rate-limited → retry 2/2 in 1000',
        'server → retry 3/4 in 250',
        'server → retry 4/4 in 750',
        'opened',
        '네',
        'end',
      ],
      4,
    ],
    // SPEC §2: who said nothing for so long is not asked again by itself; the next model is, where there is one.
    ['a silent server is asked once', [silent(), say('no')], ['timeout'], 1],
    ['headers without a byte are silence too', [{ hang: 0 }, say('no')], ['timeout'], 1],
    ['an empty reply is asked once', [say(''), say('no')], ['opened', 'empty'], 1],
    [
      'an error in the middle before a word is asked again',
      [{ error: { type: 'overloaded_error', message: 'busy' } }, say('네')],
      ['opened', 'server → retry 2/3 in 250', 'opened', '네', 'end'],
      2,
    ],
    [
      'a malformed stream is asked once',
      [{ body: 'data: {', headers: { 'content-type': 'text/html' } }, say('no')],
      ['malformed'],
      1,
    ],
  ])('%s', async (_, script, story, requests) => {
    expect(await tell(kind, script)).toMatchObject({ story, requests })
  })

  sample('the failure says how long the provider wants to be left alone', async () => {
    expect((await tell(kind, [retryAfter('3600')])).failure).toMatchObject({
      code: 'rate-limited',
      retryAfterMs: 3_600_000,
    })
  })

  test('the gaps of two retries are 250 and 750 ms', async () => {
    await using server = await modelServer(refuse(500), { drop: 'headers' }, say('네'))
    await listen(provider(server, kind))
    const [first = 0, second = 0] = server.gaps()
    expect(first).toBeGreaterThanOrEqual(248)
    expect(first).toBeLessThan(250 + slackMs)
    expect(second).toBeGreaterThanOrEqual(748)
    expect(second).toBeLessThan(750 + slackMs)
  })

  test('a slow answer is no silence: the limit counts to the first byte only', async () => {
    expect(await tell(kind, [say(['하나', '둘', '셋'], { everyMs: 100 })])).toMatchObject({
      story: ['opened', '하나둘셋', 'end'],
    })
  })
})

test('cancelling while it waits to ask again ends at once, without another request', async () => {
  await using server = await modelServer(retryAfter('30'), say('no'))
  const stop = new AbortController()
  const reason = new Error('cancelled')
  const listening = listen(provider(server, 'openai'), ask(), stop.signal)
  await server.received(1)
  stop.abort(reason)
  await expect(listening).rejects.toBe(reason)
  expect(server.requests).toHaveLength(1)
})

describe('the fallback chain', () => {
  const chain = async (first: Script[], second: Script[]) => {
    await using one = await modelServer(...first)
    await using two = await modelServer(...second)
    const { wait } = clock()
    const both = withFallback([
      { provider: provider(one, 'anthropic', wait), name: 'anthropic', model: 'model-1' },
      { provider: provider(two, 'openai', wait), name: 'openai', model: 'model-2' },
    ])
    const { parts, failure } = await listen(both)
    const models = [...one.requests, ...two.requests].map(({ body }) => body.model)
    return { story: [...parts.map(short), ...(failure ? [failure.code] : [])], models }
  }
  const end = ['opened', '네', 'end']

  test.each<[FailureCode, Script[], unknown[]]>([
    [
      'server',
      [refuse(500), refuse(500), refuse(500)],
      ['server → retry 2/3 in 250', 'server → retry 3/3 in 750', 'server → fallback in 0 with model-2'],
    ],
    ['timeout', [silent()], ['timeout → fallback in 0 with model-2']],
    [
      'network',
      [{ drop: 'headers' }, { drop: 'headers' }, { drop: 'headers' }],
      ['network → retry 2/3 in 250', 'network → retry 3/3 in 750', 'network → fallback in 0 with model-2'],
    ],
    ['rate-limited', [retryAfter('100')], ['rate-limited → fallback in 0 with model-2']],
    ['model-missing', [refuse(404)], ['model-missing → fallback in 0 with model-2']],
    ['empty', [say('')], ['opened', 'empty → fallback in 0 with model-2']],
  ])('%s goes on to the next model, visibly', async (_, first, story) => {
    const told = await chain(first, [say('네')])
    expect(told.story).toEqual([...story, ...end])
    expect(told.models).toEqual([...first.map(() => 'model-1'), 'model-2'])
  })

  test.each<[FailureCode, Script, unknown[]]>([
    ['auth', refuse(401), ['auth']],
    ['bad-request', refuse(400), ['bad-request']],
    ['network', { text: ['하나', '둘'], drop: 4 }, ['opened', '하나', 'network']],
  ])('%s does not, or not any more', async (_, reply, story) => {
    expect(await chain([reply], [say('no')])).toEqual({ story, models: ['model-1'] })
  })

  test('the last model’s failure is the one that is told', async () => {
    expect((await chain([refuse(404)], [refuse(401)])).story).toEqual([
      'model-missing → fallback in 0 with model-2',
      'auth',
    ])
  })
})
