import { expect, test } from 'vitest'
import type { Event, Json } from '../../../src/protocol/index.ts'
import { foldFrames, framed } from '../../../src/ui/http/sse-frames.ts'
import { Random } from '../../random.ts'

/** The frames of an answer that comes in these pieces. */
function told(pieces: readonly string[]) {
  const text = pieces.join('')
  const usage = { input: 1, output: 1, cached: 0 }
  const events = [
    ...pieces.map((piece) => ({ type: 'text.added', call: 1, at: 0, text: piece })),
    { type: 'model.answered', call: 1, purpose: 'reply', message: 'm', text, calls: [], usage, stop: 'end' },
    { type: 'turn.done', message: 'm', text },
  ] as Event[]
  let state = framed
  const all: { event: string; data: Json }[] = []
  for (const event of events) {
    const [next, more] = foldFrames(state, event, { failure: () => '', reply: '응답 생성 중' })
    state = next
    all.push(...more)
  }
  const tokens = all.filter(({ event }) => event === 'LLM_TOKEN').map(({ data }) => String(data))
  const done = all.at(-1)?.data as { message: string }
  return { tokens: tokens.join(''), said: all.some(({ event }) => event === 'LLM_DONE'), message: done.message }
}

test('that there is nothing to tell is told by nothing, however it is cut; every other answer comes whole', () => {
  const random = new Random(7)
  const silent = ['[SILENT]', 'SILENT', ' **[SILENT]** \n', '`SILENT`.']
  const loud = [
    'SILENTLY',
    '[SIL',
    '비가 와요. [SILENT]',
    '조용히 SILENT',
    '- 하나\n- 둘',
    '[1] 답',
    'S',
    '…',
    'SILENT 모드예요.',
    '',
    '[['.repeat(40),
  ]
  for (const text of [...silent, ...loud])
    for (let time = 0; time < 20; time++) {
      const pieces: string[] = []
      for (let at = 0; at < text.length; ) {
        const length = 1 + random.below(5)
        pieces.push(text.slice(at, at + length))
        at += length
      }
      const isNothing = silent.includes(text)
      expect(told(pieces), text).toEqual({
        tokens: isNothing ? '' : text,
        said: !isNothing && text !== '',
        message: isNothing ? '' : text,
      })
    }
})

test('a plain answer begins and ends like that of an agent, and a step of a service is none', () => {
  const usage = { input: 1, output: 1, cached: 0 }
  const asked = { type: 'model.asked', call: 1, provider: 'p', model: 'm', purpose: 'reply' }
  const answered = {
    type: 'model.answered',
    call: 1,
    purpose: 'reply',
    message: 'm',
    text: '네',
    calls: [],
    usage,
    stop: 'end',
  }
  const run = (events: object[]) => {
    let state = framed
    return (events as Event[]).flatMap((event) => {
      const [next, more] = foldFrames(state, event, { failure: () => '', reply: '응답 생성 중' })
      state = next
      return more.map(({ event: name, data }) => `${name} ${JSON.stringify(data)}`.slice(0, 70))
    })
  }
  const end = { type: 'turn.done', message: 'm', text: '네' }
  expect(run([asked, answered, asked, answered, end]).slice(0, -1)).toEqual([
    'AGENT_START {"agent":"chat","label":"응답 생성 중"}',
    'LLM_DONE {"action":"DONE","message":"네"}',
    'AGENT_DONE {"agent":"chat","label":"응답 생성 중","success":true}',
  ])
  const step = { step: 'reply', label: '응답 생성 중' }
  expect(
    run([
      { type: 'step.started', ...step },
      asked,
      answered,
      { type: 'step.ended', ...step, ok: true, result: { action: 'ASK' } },
    ]),
  ).toEqual([
    'AGENT_START {"agent":"reply","label":"응답 생성 중"}',
    'LLM_DONE {"action":"ASK","message":"네"}',
    'AGENT_DONE {"agent":"reply","label":"응답 생성 중","success":true,"result":',
  ])
  expect(run([asked, { type: 'turn.cancelled', by: 'person', partial: '' }])[1]).toContain('"success":false')
})
