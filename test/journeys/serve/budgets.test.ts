import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TokenFile } from '../../../src/ui/http/tokens.ts'
import { modelServer, type Script, say } from '../../fakes/model-server.ts'
import { longTest } from '../../parts.ts'
import { ask, bearer } from '../../ui/http/rig.ts'
import { assistantAt, freshHome } from '../home.ts'

/** Tokens that one answer of the model costs. */
const cost = 100
const answer: Script = () => say('그래요.', { usage: { input: cost - 10, output: 10 } })

/** A server whose model counts tokens, with its settings in a file that anybody may change meanwhile. */
async function started(settings: object, clock: () => number = () => Date.now()) {
  const home = freshHome()
  const model = await modelServer(...Array.from({ length: 60 }, () => answer))
  const config = join(home, 'config.json')
  await writeFile(config, JSON.stringify(settings))
  const assistant = await assistantAt(home, { model: model.openai, clock, flags: { language: 'en' } })
  const told: string[][] = []
  const serving = await assistant.serve({
    ...{ host: '127.0.0.1', port: 0, sessions: 'memory' as const, origins: [] },
    reloaded: (faults) => void told.push(faults),
  })
  onTestFinished(async () => {
    await serving.close()
    await assistant.close()
    await model[Symbol.asyncDispose]()
  })
  const tokens = new TokenFile(join(dirname(assistant.parts.loaded.paths.config), 'http-tokens.json'), () => new Date())
  const port = Number(new URL(serving.url).port)
  let session = 0
  /** How a turn of somebody ended: by its answer, or by the code of its failure. */
  const turn = async (token: string, user?: string): Promise<string> => {
    const headers = { ...bearer(token), ...(user === undefined ? {} : { 'x-end-user': user }) }
    const body = JSON.stringify({ session_id: `s${session++}`, message: '시 한 편 써 줘' })
    const { json } = await ask(port, 'POST', '/v1/agent/chat', headers, body)
    return json().error?.code ?? json().interaction.message
  }
  const change = async (text: string) => {
    const before = told.length
    await writeFile(config, text)
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(before + 1)
    return told.at(-1) ?? []
  }
  return { home, model, tokens, port, turn, change }
}

test('a person has a budget of a day, through every session; others have theirs, and the next day begins anew', async () => {
  let now = Date.parse('2026-11-21T12:00:00+09:00')
  const { model, tokens, turn } = await started({ serve: { personBudget: `${2 * cost}tokens` } }, () => now)
  const front = (await tokens.add('front', [], { people: true })) ?? ''
  const plain = (await tokens.add('plain', [], { profile: 'http-plain' })) ?? ''
  const ann = [await turn(front, 'ann'), await turn(front, 'ann'), await turn(front, 'ann')]
  expect(ann).toEqual(['그래요.', '그래요.', 'budget'])
  // Nothing was asked for her third.
  expect(model.requests).toHaveLength(2)
  expect([await turn(front, 'ben'), await turn(plain), await turn(front, 'ann')]).toEqual([
    '그래요.',
    '그래요.',
    'budget',
  ])
  now += 24 * 3_600_000
  expect(await turn(front, 'ann')).toBe('그래요.')
})

test('a token has a budget over all of its people', async () => {
  const { tokens, turn } = await started({ serve: { tokenBudget: `${2 * cost}tokens` } })
  const [front, desk] = [
    (await tokens.add('front', [], { people: true })) ?? '',
    (await tokens.add('desk', [], { people: true })) ?? '',
  ]
  expect([await turn(front, 'ann'), await turn(front, 'ben')]).toEqual(['그래요.', '그래요.'])
  expect([await turn(front, 'cho'), await turn(desk, 'ann')]).toEqual(['budget', '그래요.'])
})

test('a budget counts what was spent before the server began, from its file', async () => {
  const { home, tokens, turn } = await started({ serve: { personBudget: `${cost}tokens` } })
  const plain = (await tokens.add('plain', [], { profile: 'http-plain' })) ?? ''
  expect(await turn(plain)).toBe('그래요.')
  const month = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7)
  const spent = await readFile(join(home, 'state', 'spent', 'person-plain', `spent-${month}.txt`), 'utf8')
  expect(spent).toMatch(new RegExp(`^day \\d\\d ${cost} 0\\n$`))
})

longTest(
  'changed settings count from the next turn on; ones that cannot be read change nothing',
  {
    timeout: 60_000,
  },
  async () => {
    const { tokens, turn, change } = await started({ serve: { personBudget: `${cost}tokens` } })
    const front = (await tokens.add('front', [], { people: true })) ?? ''
    expect([await turn(front, 'ann'), await turn(front, 'ann')]).toEqual(['그래요.', 'budget'])
    expect(await change(JSON.stringify({ serve: { personBudget: `${3 * cost}tokens` } }))).toEqual([])
    expect([await turn(front, 'ann'), await turn(front, 'ann'), await turn(front, 'ann')]).toEqual([
      '그래요.',
      '그래요.',
      'budget',
    ])
    // Half of a file, and a value that is none: a budget that was lost would be no budget.
    expect(await change('{ "serve": { "personBu')).toHaveLength(1)
    expect(await change(JSON.stringify({ serve: { personBudget: 'much' } }))).toEqual([
      expect.stringContaining('personBudget'),
    ])
    expect([await turn(front, 'ann'), await turn(front, 'ben')]).toEqual(['budget', '그래요.'])
    // Names must be signed from now on.
    expect(
      await change(JSON.stringify({ serve: { issuer: 'https://id.example', keys: 'https://id.example/keys' } })),
    ).toEqual([])
    expect(await turn(front, 'ben')).toBe('bad-end-user')
    expect(await change('{}')).toEqual([])
    expect(await turn(front, 'ben')).toBe('그래요.')
  },
)

test('a token that is made or revoked counts at once', async () => {
  const { tokens, turn } = await started({})
  const plain = (await tokens.add('plain', [], { profile: 'http-plain' })) ?? ''
  expect(await turn(plain)).toBe('그래요.')
  await tokens.remove('plain')
  expect(await turn(plain)).toBe('unauthorized')
})
