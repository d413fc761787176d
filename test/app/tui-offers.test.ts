import { describe, expect, test } from 'vitest'
import { serverOffers } from '../../src/app/tui-offers.ts'
import { fake, world } from '../tools/mcp/rig.ts'

const { signal } = new AbortController()

describe('what MCP servers offer in the TUI', () => {
  test('a resource goes along by @server:uri; a prompt is filled in with the words behind it', async () => {
    const { hub } = await world({ good: fake() })
    const offers = serverOffers({ mcp: async () => hub, language: 'ko' }, signal)
    expect(await offers.resource('good:note://1')).toBe('content of note://1')
    expect(await offers.resource('nobody:note://1')).toBeUndefined()
    expect(await offers.prompts()).toEqual([
      { name: 'good:greet', description: 'Greets.', args: [{ name: 'who', description: '', required: true }] },
    ])
    expect(await offers.prompt('good:greet', '우리 엄마')).toBe('Greet 우리 엄마.')
    await expect(offers.prompt('good:greet', '')).rejects.toMatchObject({
      failure: { code: 'bad-input', data: { sentence: '이렇게 써 주세요: /good:greet <who>' } },
    })
    expect(await offers.prompt('nobody:greet', '엄마')).toBeUndefined()
  })

  test('without a server nothing is offered', async () => {
    const offers = serverOffers({ mcp: async () => undefined, language: 'ko' }, signal)
    expect([await offers.prompts(), await offers.prompt('a:b', ''), await offers.resource('a:b')]).toEqual([
      [],
      undefined,
      undefined,
    ])
  })
})
