import type { Conversation, Decision, Envelope, Event, Id, Input, TurnEvent } from '../../../src/protocol/index.ts'
import type { TuiEngine, TuiHost } from '../../../src/ui/tui/tui-host.ts'
import { stillHost } from './still-host.ts'

/** What one turn says. `answer` waits for the person; `pause` for time or a cancel. */
export type Script = (turn: {
  input: Input
  emit(event: TurnEvent): void
  answered(id: Id): Promise<Decision>
  pause(ms: number): Promise<void>
  cancelled: AbortSignal
}) => Promise<void>

/** A conversation in memory: one turn at a time, a queue, one ordered log that every follower reads from its start. */
function fakeConversation(id: Id, script: Script, past: Event[] = []): Conversation & { log: Envelope[] } {
  const log: Envelope[] = []
  const wakers = new Set<() => void>()
  const queue: { input: Input; turn: Id }[] = []
  const asks = new Map<Id, (decision: Decision) => void>()
  let running: { turn: Id; abort: AbortController } | undefined
  let ids = 0

  const emit = (event: Event, turn?: Id): void => {
    log.push({
      v: 1,
      epoch: 1,
      seq: log.length + 1,
      conversation: id,
      ...(turn ? { turn } : {}),
      at: Date.now(),
      event,
    })
    for (const wake of wakers) wake()
  }
  const next = async (): Promise<void> => {
    const job = running ? undefined : queue.shift()
    if (!job) return
    const abort = new AbortController()
    running = { turn: job.turn, abort }
    const { promise: stopped, resolve } = Promise.withResolvers<void>()
    abort.signal.addEventListener('abort', () => resolve())
    emit({ type: 'turn.started', input: job.input, agent: '비서' }, job.turn)
    let said = ''
    const work = script({
      input: job.input,
      emit: (event) => {
        if (abort.signal.aborted) return
        if (event.type === 'text.added') said += event.text
        emit(event, job.turn)
      },
      answered: (ask) => new Promise((done) => asks.set(ask, done)),
      pause: (ms) => Promise.race([new Promise<void>((done) => setTimeout(done, ms)), stopped]),
      cancelled: abort.signal,
    })
    await Promise.race([work, stopped])
    if (abort.signal.aborted) emit({ type: 'turn.cancelled', by: 'person', partial: said }, job.turn)
    running = undefined
    await next()
  }

  for (const event of past) emit(event)
  for (const envelope of log) envelope.at = 0
  return {
    id,
    log,
    async submit(input) {
      const whole = { ...input, id: `input-${++ids}` }
      const turn = `turn-${ids}`
      queue.push({ input: whole, turn })
      emit({ type: 'input.queued', input: whole })
      void next()
      return { input: whole.id, turn, seq: log.length }
    },
    async withdraw(input) {
      const at = queue.findIndex((job) => job.input.id === input)
      if (at < 0) return false
      queue.splice(at, 1)
      emit({ type: 'input.withdrawn', input })
      return true
    },
    async *follow(from, signal) {
      let at = log.findIndex((envelope) => envelope.seq >= from)
      if (at < 0) at = log.length
      while (!signal.aborted) {
        const envelope = log[at]
        if (envelope) {
          at++
          yield envelope
          continue
        }
        const { promise, resolve } = Promise.withResolvers<void>()
        wakers.add(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
        await promise
        wakers.delete(resolve)
      }
    },
    async answer(ask, decision, by) {
      const done = asks.get(ask)
      if (!done) return 'late'
      asks.delete(ask)
      emit({ type: 'tool.answered', id: ask, decision, by }, running?.turn)
      done(decision)
      return 'taken'
    },
    async cancel(turn) {
      if (running?.turn === turn) running.abort.abort()
    },
    async append(event) {
      emit(event)
    },
    async close() {},
  }
}

/** A host in memory around one script. `kept` is what was remembered and chosen. */
export function fakeHost(
  script: Script,
  more: Partial<TuiHost & TuiEngine> = {},
): TuiHost & TuiEngine & { kept: string[] } {
  const kept: string[] = []
  let made = 0
  const fresh = async (): Promise<Conversation> => {
    const conversation = fakeConversation(`conversation-${++made}`, script)
    await conversation.append({ type: 'conversation.tuned', workspace: '기본' })
    return conversation
  }
  const all: TuiHost & TuiEngine & { kept: string[] } = {
    ...stillHost(fresh),
    kept,
    engine: async () => all,
    get awake() {
      return Promise.resolve(all)
    },
    resume: async (id) =>
      fakeConversation(id, script, [
        { type: 'turn.started', input: { id: 'old', text: '지난번 질문', origin: 'tui', by: 'owner' }, agent: '비서' },
        { type: 'turn.done', message: 'm', text: '지난번 **답**이에요.' },
      ]),
    conversations: async () => [
      { id: 'c1', label: '여행 계획', note: '어제' },
      { id: 'c2', label: '장보기 목록', note: '오늘', current: true },
    ],
    models: async () => [
      { id: 'offline', label: 'offline', current: true },
      { id: 'glm-4.7', label: 'glm-4.7', note: 'Z.AI' },
    ],
    agents: async () => [{ id: '비서', label: '비서', current: true }],
    chooseModel: async (conversation, id) => {
      await conversation.append({ type: 'conversation.tuned', model: id })
      return undefined
    },
    chooseAgent: async (conversation, id) => conversation.append({ type: 'conversation.tuned', agent: id }),
    context: async () => ({ title: '보내는 내용', rows: [{ label: '기본 안내', value: '1,024자' }] }),
    usage: async () => ({ title: '사용량', rows: [{ label: '오늘', value: '3,210 토큰' }] }),
    memory: async () => ({ title: '기억', rows: [{ label: '개인', value: '매운 것을 못 먹어요' }] }),
    tools: async () => ({ title: '도구', rows: [{ label: 'read_file', value: '파일을 읽어요' }] }),
    docs: async (workspace) => ({ title: workspace, rows: [{ label: '', value: '문서 3개' }] }),
    history: { read: async () => [], add: async (input) => void kept.push(input) },
    files: async (query) => ['notes.md', '메모.txt'].filter((file) => file.startsWith(query)),
    attach: async (path) =>
      path === 'notes.md' ? { text: '# 메모' } : path === '그림.png' ? { why: '글이 아니에요' } : undefined,
    clipboard: async () => ({ why: '클립보드에 그림이 없어요.', isEmpty: true }),
    snooze: async (words) => `미뤘어요: ${words}`,
    handoff: async ({ id }) => `넘겼어요: ${id}`,
    export: async ({ id }, path) => `저장했어요: ${id} ${path}`,
    write: async (text) => `${text}, 그리고 더`,
    ...more,
  }
  return all
}
