import { describe, expect, test } from 'vitest'
import type { Envelope, Event, Input, Usage } from '../../../../src/protocol/index.ts'
import { type Block, type View, view, withoutPrinted } from '../../../../src/ui/tui/transcript/chat-view.ts'
import { foldEnvelope } from '../../../../src/ui/tui/transcript/reduce-event.ts'

const input: Input = { id: 'i1', text: '안녕', origin: 'tui', by: 'owner' }
const usage: Usage = { input: 100, output: 20, cached: 0 }

/** The view after these facts of turn `t1`. */
function story(events: Event[], from: View = view): View {
  return events.reduce((state, event, index) => {
    const envelope: Envelope = {
      v: 1,
      epoch: 1,
      seq: index + 1,
      conversation: 'c1',
      turn: 't1',
      at: 1000 + index,
      event,
    }
    return foldEnvelope(state, envelope)
  }, from)
}
const started: Event = { type: 'turn.started', input, agent: '비서' }
const said: Block = { type: 'said', text: '안녕', images: 0, origin: 'tui' }
const paragraph = (text: string): Block => ({
  type: 'parts',
  parts: [{ type: 'text', kind: 'paragraph', level: 0, indent: 0, marker: '', text }],
})
const answered = (call: number, text: string): Event => ({
  type: 'model.answered',
  call,
  purpose: 'reply',
  message: 'm',
  text,
  calls: [],
  usage,
  stop: 'end',
  model: 'glm',
  firstMs: 1,
  totalMs: 2,
})
const text = (call: number, at: number, text: string): Event => ({ type: 'text.added', call, at, text })

describe('an answer', () => {
  test('streams: finished lines are given out, the rest stays live, the end gives out the rest', () => {
    const streaming = story([started, text(1, 0, '첫 줄\n둘'), text(1, 5, '째')])
    expect(streaming.done).toEqual([said, paragraph('첫 줄')])
    expect([streaming.stream.text.line, streaming.turn]).toEqual([
      '둘째',
      { id: 't1', since: 1000, doing: 'writing', label: '' },
    ])
    const over = story(
      [answered(1, '첫 줄\n둘째'), { type: 'turn.done', message: 'm', text: '첫 줄\n둘째' }],
      withoutPrinted(streaming),
    )
    expect([over.done, over.turn, over.tokens, over.model]).toEqual([[paragraph('둘째')], undefined, 120, 'glm'])
  })

  test('is shown once, whatever of it is told again', () => {
    const events = [
      started,
      text(1, 0, '하나'),
      text(1, 0, '하나'),
      text(1, 1, '나 둘'),
      text(1, 2, ' 둘'),
      answered(1, '하나 둘 셋'),
      answered(1, '하나 둘 셋'),
    ]
    expect(story([...events, { type: 'turn.done', message: 'm', text: '하나 둘 셋' }]).done).toEqual([
      said,
      paragraph('하나 둘 셋'),
    ])
  })

  test('of an earlier conversation, where only whole answers were kept', () => {
    expect(story([started, answered(1, '답'), { type: 'turn.done', message: 'm', text: '답' }]).done).toEqual([
      said,
      paragraph('답'),
    ])
  })

  test('of a flow, which says its own words at the end', () => {
    expect(story([started, { type: 'turn.done', message: 'm', text: '이체가 완료됐어요.' }]).done).toEqual([
      said,
      paragraph('이체가 완료됐어요.'),
    ])
  })

  test('of a step that is not a reply is not shown', () => {
    const step: Event = {
      ...(answered(1, '{"route":"chat"}') as Extract<Event, { type: 'model.answered' }>),
      purpose: 'route',
    }
    expect(story([started, step]).done).toEqual([said])
  })

  test('keeps its partial when it fails or is stopped', () => {
    const failure = { code: 'network' as const }
    expect(
      story([started, text(1, 0, '반쯤'), { type: 'turn.failed', failure, partial: '반쯤', retryable: true }]).done,
    ).toEqual([said, paragraph('반쯤'), { type: 'failed', failure, retryable: true }])
    expect(story([started, text(1, 0, '반'), { type: 'turn.cancelled', by: 'person', partial: '반' }]).done).toEqual([
      said,
      paragraph('반'),
      { type: 'cancelled', empty: false },
    ])
  })

  test('starts anew after a retry and after a tool', () => {
    const failure = { code: 'server' as const }
    const state = story([
      started,
      { type: 'model.failed', call: 1, failure, next: 'retry', waitMs: 250 },
      text(1, 0, '찾아볼게요'),
      answered(1, '찾아볼게요'),
      { type: 'tool.called', id: 'c', name: 'datetime', args: {} },
      { type: 'tool.ended', id: 'c', name: 'datetime', message: 't', outcome: 'ok', text: '9시', untrusted: false },
      text(2, 0, '9시예요'),
    ])
    expect(state.done).toEqual([
      said,
      paragraph('찾아볼게요'),
      { type: 'tool', name: 'datetime', args: {}, outcome: 'ok', text: '9시', untrusted: false },
    ])
    expect(state.stream.text.line).toBe('9시예요')
  })
})

describe('tools and questions', () => {
  const ask = {
    tool: 'write_file',
    category: 'sensitive' as const,
    args: { path: 'a' },
    reason: '',
    effect: '',
    risk: 'low' as const,
    choices: ['once' as const, 'deny' as const],
  }
  const called: Event = { type: 'tool.called', id: 'c', name: 'write_file', args: { path: 'a' } }
  const asked: Event = { type: 'tool.asked', id: 'c', ask, expiresAt: 31_000 }

  test('a question stands until somebody answers it, here or elsewhere', () => {
    const open = story([started, called, asked])
    expect([open.questions, open.calls[0]?.state]).toEqual([[{ id: 'c', ask, expiresAt: 31_000 }], 'asked'])
    const closed = story(
      [
        { type: 'tool.answered', id: 'c', decision: { choice: 'once' }, by: 'telegram:1' },
        { type: 'tool.started', id: 'c', idempotent: true },
        { type: 'tool.progressed', id: 'c', text: '50%' },
      ],
      open,
    )
    expect([closed.questions, closed.calls[0]?.state, closed.calls[0]?.progress]).toEqual([[], 'running', '50%'])
  })

  test.each([
    ['session', 'write_file(~/w/**)'],
    ['always', 'write_file(~/w/*.md)'],
  ] as const)(
    'what was allowed for longer than once stands there with the rule that takes it back: %s',
    (choice, rule) => {
      const lasting = { ...asked.ask, scope: 'write_file(~/w/**)', rule: 'write_file(~/w/*.md)' }
      const answer: Event = { type: 'tool.answered', id: 'c', decision: { choice }, by: 'owner' }
      const { done } = story([started, called, { ...asked, ask: lasting }, answer])
      expect(done.at(-1)).toEqual({ type: 'granted', choice, tool: 'write_file', rule })
      expect(
        story([started, called, { ...asked, ask: lasting }, { ...answer, decision: { choice: 'once' } }]).done,
      ).toEqual([said])
    },
  )

  test('a question that nobody answered says so; a turn that ends takes its calls with it', () => {
    const state = story([
      started,
      called,
      asked,
      { type: 'tool.answered', id: 'c', decision: { choice: 'deny' }, by: 'timeout' },
      { type: 'turn.cancelled', by: 'person', partial: '' },
    ])
    expect(state.done).toEqual([
      said,
      { type: 'denied', tool: 'write_file', by: 'timeout' },
      { type: 'tool', name: 'write_file', args: { path: 'a' }, outcome: 'cancelled', text: '', untrusted: false },
      { type: 'cancelled', empty: true },
    ])
    expect([state.calls, state.questions]).toEqual([[], []])
  })
})

test('what an answer was made from is numbered through the turn, whoever found it, and anew in the next one', () => {
  const source = (file: string) => ({ file, line: 1, text: '글', score: 1 })
  const search: Event[] = [
    { type: 'tool.called', id: 'c', name: 'search_documents', args: { query: '휴가' } },
    {
      ...{ type: 'tool.ended', id: 'c', name: 'search_documents', message: 't', outcome: 'ok', untrusted: true },
      ...{ text: '/b.md:1\n글', data: [source('/b.md'), source('/c.md')] },
    } as Event,
  ]
  const state = story([started, { type: 'sources.found', sources: [source('/a.md')] }, ...search])
  expect(state.done).toEqual([
    said,
    { type: 'sources', sources: [source('/a.md')], first: 1 },
    { type: 'tool', name: 'search_documents', args: { query: '휴가' }, outcome: 'ok', text: '', untrusted: true },
    { type: 'sources', sources: [source('/b.md'), source('/c.md')], first: 2 },
  ])
  expect(state.sources.list.map(({ file }) => file)).toEqual(['/a.md', '/b.md', '/c.md'])
  // The next turn keeps them until it has some of its own.
  const ended = story([{ type: 'turn.done', message: 'm', text: '네' }], state)
  expect(ended.sources.list).toHaveLength(3)
  const next: Envelope = { v: 1, epoch: 1, seq: 9, conversation: 'c1', turn: 't2', at: 9, event: started }
  const again = foldEnvelope(foldEnvelope(ended, next), {
    ...next,
    event: { type: 'sources.found', sources: [source('/d.md')] },
  })
  expect(again.sources.list).toEqual([source('/d.md')])
})

test('the queue holds what waits: queued once, withdrawn, steered or begun', () => {
  const second = { ...input, id: 'i2', text: '둘' }
  const third = { ...input, id: 'i3', text: '셋' }
  const queued = (given: Input): Event => ({ type: 'input.queued', input: given })
  const waiting = story([started, queued(second), queued(second), queued(third)])
  expect(waiting.queue.map(({ id }) => id)).toEqual(['i2', 'i3'])
  expect(story([{ type: 'input.withdrawn', input: 'i2' }], waiting).queue.map(({ id }) => id)).toEqual(['i3'])
  expect(story([{ type: 'input.steered', input: second }], waiting).queue.map(({ id }) => id)).toEqual(['i3'])
  expect(
    story(
      [
        { type: 'turn.done', message: 'm', text: '' },
        { type: 'turn.started', input: second, agent: '비서' },
      ],
      waiting,
    ).queue.map(({ id }) => id),
  ).toEqual(['i3'])
})

test('the conversation itself: who, where, which model, and what was cut', () => {
  const state = story([
    { type: 'conversation.created', agent: '비서', workspace: '기본', profile: '나', private: true },
    { type: 'conversation.titled', title: '여행', by: 'code' },
    { type: 'conversation.tuned', model: 'glm-4.7' },
    started,
    text(1, 0, '쓰다가'),
    { type: 'tool.called', id: 'c', name: 'shell', args: { command: 'ls' } },
    { type: 'owner.changed', cut: 't1' },
    { type: 'tool.ended', id: 'c', name: 'shell', message: 'm', outcome: 'unknown', text: '', untrusted: false },
    { type: 'turn.failed', failure: { code: 'interrupted' }, partial: '쓰다가', retryable: true },
  ])
  expect([state.isPrivate, state.agent, state.workspace, state.title, state.model, state.turn]).toEqual([
    true,
    '비서',
    '기본',
    '여행',
    'glm-4.7',
    undefined,
  ])
  const shell: Block = {
    type: 'tool',
    name: 'shell',
    args: { command: 'ls' },
    outcome: 'unknown',
    text: '',
    untrusted: false,
  }
  const failed: Block = { type: 'failed', failure: { code: 'interrupted' }, retryable: true }
  expect(state.done).toEqual([{ type: 'tuned', model: 'glm-4.7' }, said, paragraph('쓰다가'), shell, failed])
})

describe('a service', () => {
  const slots = { target: '엄마', amount: 50000 }
  const moved = (stage: string, index: number, buttons: string[]): Event => ({
    type: 'service.moved',
    service: 'transfer',
    stage,
    slots: { ...slots, memo: null },
    labels: { target: '받는 분', amount: '금액' },
    shown: { amount: '5만원' },
    task: { index, total: 2 },
    buttons,
  })
  const over: Event = { type: 'turn.done', message: 'm', text: '엄마에게 보낼까요?' }

  test('shows what it knows and the words that answer it below its question, as the last move left them', () => {
    const state = story([started, moved('CONFIRMED', 1, []), moved('READY', 2, ['확인', '취소']), over])
    const known = [
      ['받는 분', '엄마'],
      ['금액', '5만원'],
    ] as const
    const card: Block = { type: 'slots', known, task: { index: 2, total: 2 }, buttons: ['확인', '취소'] }
    expect([state.done, state.waits]).toEqual([[said, paragraph('엄마에게 보낼까요?'), card], undefined])
  })

  test('shows no card once it is over, nor when its turn was stopped', () => {
    const ended = story([started, moved('READY', 1, ['확인', '취소']), moved('EXECUTED', 1, []), over])
    expect(ended.done).toEqual([said, paragraph('엄마에게 보낼까요?')])
    const stopped = story([started, moved('READY', 1, ['확인']), { type: 'turn.cancelled', by: 'person', partial: '' }])
    expect([stopped.done, stopped.waits]).toEqual([[said, { type: 'cancelled', empty: true }], undefined])
  })
})

test('a view that is drained after every fact keeps nothing of a long answer', () => {
  let state = story([started])
  for (let line = 0; line < 2000; line++) state = withoutPrinted(story([text(1, line * 3, '한\n\n')], state))
  expect([state.done, state.stream.text.line, state.stream.length]).toEqual([[], '', 6000])
})

test('how full the model is follows its last request; what failed is remembered until something else is asked', () => {
  const asking: Event = { type: 'model.asked', call: 1, provider: 'p', model: 'm', purpose: 'reply', window: 1000 }
  const full = story([started, asking, answered(1, '네')])
  expect([full.window, full.filled]).toEqual([1000, 120])
  const failure = { type: 'turn.failed', failure: { code: 'network' }, partial: '', retryable: true } as const
  expect(story([started, failure]).failed).toBe('안녕')
  expect(story([started, failure, started]).failed).toBeUndefined()
})
