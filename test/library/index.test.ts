import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import {
  type AssistantOptions,
  createAssistant,
  type Event,
  type Provider,
  type Tool,
} from '../../src/library/index.ts'
import { josa, readAmount, readMoment } from '../../src/library/korean.ts'
import type { ServiceDefinition } from '../../src/library/service.ts'
import type { ServiceFile } from '../../src/services/declared/schema.ts'
import { freshHome } from '../journeys/home.ts'

/** An assistant that knows nothing of the machine it runs on; closed by the caller. */
const created = (more: AssistantOptions = {}) =>
  createAssistant({
    home: freshHome(),
    env: { OLLAMA_HOST: '127.0.0.1:9' },
    cwd: tmpdir(),
    settings: { provider: 'offline', language: 'ko', zone: 'Asia/Seoul' },
    ...more,
  })
const types = (events: readonly Event[]) => events.map(({ type }) => type)

describe('the assistant in a program of somebody else', () => {
  test('it is asked, answers in order, and goes on in the same conversation', async () => {
    const assistant = await created()
    const first = await Array.fromAsync(assistant.ask('3*(2+4)는?'))
    expect([first[0]?.type, first.at(-1)]).toEqual([
      'turn.started',
      expect.objectContaining({ type: 'turn.done', text: '18이에요.' }),
    ])
    expect(types(first).filter((type) => type.startsWith('turn.'))).toEqual(['turn.started', 'turn.done'])
    await Array.fromAsync(assistant.ask('5*5는?'))
    expect(await assistant.conversations()).toMatchObject([{ title: expect.any(String), messages: expect.any(Number) }])
    await assistant.close()
  })

  test('its clock and its settings are the caller’s', async () => {
    const assistant = await created({ clock: () => Date.parse('2031-05-05T09:00:00+09:00') })
    const ending = (await Array.fromAsync(assistant.ask('오늘 며칠이야?'))).at(-1)
    expect(ending).toMatchObject({ type: 'turn.done', text: expect.stringContaining('5월 5일 월요일') })
    await assistant.close()
  })

  /** Calls a tool once, then says what came of it. */
  const caller: Provider = async function* ({ messages }) {
    yield { type: 'opened' }
    const last = messages.at(-1)
    if (last?.role === 'tool') yield { type: 'text', text: last.text }
    else yield { type: 'call', call: { id: 'c1', name: 'door', args: { open: true } } }
    yield { type: 'end', stop: last?.role === 'tool' ? 'end' : 'tools', usage: { input: 1, output: 1, cached: 0 } }
  }
  const door = (opened: unknown[]): Tool => ({
    name: 'door',
    category: 'sensitive',
    idempotent: true,
    timeoutMs: 1_000,
    description: 'Opens the door.',
    schema: { type: 'object', properties: { open: { type: 'boolean' } }, required: ['open'] },
    explain: async () => ({ effect: 'the door opens', risk: 'low' }),
    async *run(args) {
      opened.push(args)
      return { text: 'it is open' }
    },
  })

  test.each([
    ['once', [{ open: true }], 'it is open'],
    ['deny', [], expect.any(String)],
  ] as const)('a tool of its own asks before a model may use it: %s', async (choice, done, text) => {
    const opened: unknown[] = []
    const asked: string[] = []
    const approve: NonNullable<AssistantOptions['approve']> = async ({ tool, effect }) => {
      asked.push(`${tool}: ${effect}`)
      return { choice }
    }
    const assistant = await created({ provider: caller, tools: [door(opened)], approve })
    const ending = (await Array.fromAsync(assistant.ask('문 열어'))).at(-1)
    expect({ asked, opened, ending }).toEqual({
      asked: ['door: the door opens'],
      opened: done,
      ending: expect.objectContaining({ type: 'turn.done', text }),
    })
    await assistant.close()
  })

  test('where nobody can be asked such a tool does not run, and a function that throws has not agreed', async () => {
    const opened: unknown[] = []
    const fails = () => {
      throw new Error('no')
    }
    for (const more of [{}, { approve: fails }]) {
      const assistant = await created({ provider: caller, tools: [door(opened)], ...more })
      expect((await Array.fromAsync(assistant.ask('문 열어'))).at(-1)?.type).toBe('turn.done')
      await assistant.close()
    }
    expect(opened).toEqual([])
  })

  test('a signal cancels the turn and keeps what was answered; whoever stops reading cancels it, too', async () => {
    let aborted = 0
    const slow: Provider = async function* (_, signal) {
      yield { type: 'opened' }
      yield { type: 'text', text: 'so far' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      aborted++
      throw signal.reason
    }
    const assistant = await created({ provider: slow })
    const stop = new AbortController()
    const seen: Event[] = []
    for await (const event of assistant.ask('a', { signal: stop.signal })) {
      seen.push(event)
      if (event.type === 'text.added') stop.abort()
    }
    expect(seen.at(-1)).toMatchObject({ type: 'turn.cancelled', by: 'person', partial: 'so far' })
    for await (const event of assistant.ask('b')) if (event.type === 'text.added') break
    await expect.poll(() => aborted).toBe(2)
    await assistant.close()
  })

  test('a home that is a file is a failure with a code, not a crash', async () => {
    await expect(created({ home: import.meta.filename })).rejects.toMatchObject({
      failure: { code: expect.any(String) },
    })
  })
})

test('the readers and writers of Korean are there by name', () => {
  const when = { now: new Date('2026-11-22T10:00:00+09:00'), zone: 'Asia/Seoul' }
  expect(readAmount('엄마한테 만이천원')).toMatchObject({ won: 12_000 })
  expect(readMoment('내일 오후 3시에 보자', when)).toMatchObject({ date: '2026-11-23' })
  expect(josa('물', '을/를')).toBe('물을')
})

test('the type of a service is what the program reads', () => {
  // The compiler compares them: a field that one of them lacks is an error here.
  const names = <T>() => ({ of: (keys: Record<keyof T, true>) => Object.keys(keys).sort() })
  const keys = {
    $schema: true,
    name: true,
    version: true,
    title: true,
    description: true,
    words: true,
    slots: true,
    steps: true,
    batch: true,
    confirm: true,
    done: true,
    cancelled: true,
    failed: true,
    timeout: true,
  } as const
  expect(names<ServiceDefinition>().of(keys)).toEqual(names<ServiceFile>().of(keys))
})
