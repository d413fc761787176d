import { expect, test } from 'vitest'
import { say, scriptedServer } from '../../fakes/model-server.ts'
import { assistantAt, endingOf, freshHome, talk } from '../../journeys/home.ts'

const words = ['안녕', '이 코드를 리뷰해 줘: function f(a) { return a }', '서울 인구가 얼마나 돼?']

/** Ask a server that has these models three things of different weight; no model is chosen. */
async function askAll(models: string[], env: Record<string, string> = {}) {
  await using server = await scriptedServer([], { models, otherwise: say('네.') })
  const assistant = await assistantAt(freshHome(), {
    env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai, ...env },
    flags: { provider: 'openai' },
  })
  const first = await assistant.model()
  const { say: tell } = await talk(assistant)
  const endings = []
  for (const text of words) endings.push(endingOf(await tell(text)))
  await assistant.close()
  return { first: first.model, asked: [...new Set(server.requests.map(({ body }) => body.model))], endings }
}

test('a server with one model is asked for it, whatever the request weighs', async () => {
  expect(await askAll(['mini-1'])).toMatchObject({ first: 'mini-1', asked: ['mini-1'] })
})

test('a gateway that has the vendor’s models is asked for them', async () => {
  expect((await askAll(['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'other'])).asked).toEqual([
    'gpt-4o-mini',
    // What follows stays where the conversation is in the cache.
    'gpt-4.1',
  ])
  expect((await askAll(['gpt-4o', 'other'])).asked).toEqual(['gpt-4o'])
})

test('a server with several models gets no word before one is chosen, and they are named', async () => {
  const { first, asked, endings } = await askAll(['mini-1', 'big-2'])
  expect({ first, asked }).toEqual({ first: '', asked: [] })
  for (const ending of endings)
    expect(ending).toMatchObject({
      type: 'turn.failed',
      failure: { code: 'model-missing', data: { provider: 'openai', models: ['mini-1', 'big-2'] } },
    })
})

test('a model that the person chose is light and heavy, too', async () => {
  const chosen = await askAll(['mini-1', 'big-2'], { ASSISTANT_MODEL: 'big-2' })
  expect(chosen).toMatchObject({ first: 'big-2', asked: ['big-2'] })
})

test('a choice is kept for the server and asked for no more', async () => {
  await using server = await scriptedServer([], { models: ['mini-1', 'big-2'], otherwise: say('네.') })
  const home = freshHome()
  const more = { env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai }, flags: { provider: 'openai' } }
  const assistant = await assistantAt(home, more)
  expect(await assistant.keepModel('openai', 'big-2')).toBe(true)
  expect((await assistant.model()).model).toBe('big-2')
  // Somebody who chooses another model for one conversation later changes nothing that lasts.
  expect(await assistant.keepModel('openai', 'mini-1')).toBe(false)
  await assistant.close()
  const again = await assistantAt(home, more)
  expect((await again.model()).model).toBe('big-2')
  await again.close()
})
