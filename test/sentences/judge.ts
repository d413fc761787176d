// Tables of sentences that were written before the readers were looked at, and what the program makes of each row.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FlowContext } from '../../src/core/flow.ts'
import { planOf } from '../../src/core/reminders/plan.ts'
import { createRouter } from '../../src/core/service/router.ts'
import type { FlowState } from '../../src/core/service/state.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import { memoryTools } from '../../src/memory/tools.ts'
import type { ModelRequest, RequestMessage, ToolCall, ToolContext } from '../../src/protocol/index.ts'
import { openLedger } from '../../src/services/transfer/ledger.ts'
import { readSentence } from '../../src/std/korean/sentence.ts'
import { todayIn } from '../../src/std/time/calendar.ts'
import { toLocal } from '../../src/std/time/local-time.ts'
import { loadRecurrence, nextOccurrence } from '../../src/std/time/recurrence.ts'
import { emptyThread } from '../../src/threads/thread.ts'
import { runsAll } from '../parts.ts'
import { transferService } from '../services/transfer-service.ts'

/** Wednesday, 12 May 2027, 10:20 in Seoul. */
const when = { now: new Date('2027-05-12T01:20:00Z'), zone: 'Asia/Seoul' }

/** `asked`: a question, or no answer, where the row wants a value; it costs a turn and harms nobody. */
export interface Judged {
  text: string
  wanted: string
  got: string
  verdict: 'right' | 'wrong' | 'asked'
}

/** The tables: those that the readers were mended against, and three later ones, of which a part is the sample. */
export type Tables = 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth' | 'seventh'
let folder = 'tables'
const sampleRows = 40

function tableRows(name: string): string[][] {
  const text = readFileSync(new URL(`${folder}/${name}.tsv`, import.meta.url), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.split('\t')]))
}

const verdictOf = (wanted: string, got: string): Judged['verdict'] =>
  got === wanted ? 'right' : got === 'ask' || got === 'none' ? 'asked' : 'wrong'

// ---- transfers

type Slots = Record<string, unknown>
const taskText = ({ target, amount, transfer_date: date }: Slots) =>
  `${String(target ?? '').replace(/^([가-힣]{2})이$/, '$1')}:${amount ?? ''}${typeof date === 'string' ? `@${date}` : ''}`

/** A conversation with the transfer service over a ledger of its own. */
function transferTalk(origin: 'tui' | 'voice' = 'tui') {
  const home = mkdtempSync(join(tmpdir(), 'sentences-'))
  const thread = { ...emptyThread('talk'), flows: {} as Record<string, unknown> }
  const parts = {
    language: 'ko' as const,
    zone: when.zone,
    model: async () => undefined,
    limits: { softMs: 60_000, hardMs: 600_000 },
    log: async () => {},
  }
  const ledger = openLedger(join(home, 'ledger.jsonl'), () => when.now)
  const flow = createRouter({
    ...parts,
    services: [transferService(ledger, parts)],
    chat: async function* (_, context) {
      return { message: context.newId(), text: 'chat' }
    },
  })
  let turn = 0
  let last: FlowState | undefined
  async function say(text: string): Promise<string> {
    turn++
    let id = 0
    const context = {
      turn: `turn-${turn}`,
      signal: new AbortController().signal,
      thread: () => thread,
      now: () => when.now,
      newId: () => `${turn}-${id++}`,
    } as unknown as FlowContext
    const running = flow({ id: `input-${turn}`, text, origin, by: 'owner' } as never, context)
    for (let step = await running.next(); ; step = await running.next()) {
      if (!step.done) {
        if (step.value.type === 'flow.kept') {
          thread.flows[step.value.service] = step.value.state
          last = step.value.state as unknown as FlowState
        }
        continue
      }
      const { kept, state, text: said } = step.value
      if (kept?.state === null) {
        delete thread.flows[kept.service]
        const { stage, slots } = state as { stage: FlowState['stage']; slots: Slots }
        last = { ...(last as FlowState), stage, slots: slots as never }
      }
      return said
    }
  }
  return {
    say,
    open: () => thread.flows.transfer as FlowState | undefined,
    last: () => last,
    executed: async () => (await ledger.books()).sent.map((one) => taskText(one as unknown as Slots)),
    close: () => rmSync(home, { recursive: true }),
  }
}

async function judgeAmounts(): Promise<Judged[]> {
  return each('amounts', async ([text = '', wanted = '']) => {
    const talk = transferTalk()
    await talk.say(text)
    const { stage, slots } = talk.open() ?? {}
    talk.close()
    const got = stage === 'READY' ? String(slots?.amount) : 'ask'
    return { text, wanted, got, verdict: verdictOf(wanted, got) }
  })
}

async function judgeAnswers(): Promise<Judged[]> {
  return each('answers', async ([text = '', wanted = '', opening = '엄마에게 만원 보내줘']) => {
    const talk = transferTalk()
    await talk.say(opening)
    const asked = talk.open()?.slots.target
    await talk.say(text)
    const open = talk.open()
    const sent = await talk.executed()
    talk.close()
    const { target, amount } = open?.slots ?? {}
    const isSame = open?.stage === 'READY' && target === asked && amount === 10_000 && !open.slots.transfer_date
    const got =
      sent.length > 0
        ? 'yes'
        : !open
          ? 'no'
          : open.stage !== 'READY' || isSame
            ? 'ask'
            : `edit ${String(target)} ${String(amount)}`
    return { text, wanted, got, verdict: verdictOf(wanted, got) }
  })
}

async function judgeDialogues(): Promise<Judged[]> {
  return each('dialogues', async ([text = '', wanted = '']) => {
    const talk = transferTalk()
    for (const turn of text.split(' | ')) await talk.say(turn)
    const open = talk.open()
    const sent = await talk.executed()
    talk.close()
    const tasks = open
      ? [...(open.stage === 'FAILED' ? [] : [open.slots]), ...open.queue].map((task) => taskText(task))
      : sent
    const stage = open ? open.stage : sent.length > 0 ? 'EXECUTED' : talk.last() ? 'CANCELLED' : 'none'
    const got = [stage, ...tasks].join(' ')
    const today = todayIn(when)
    const same = (one: string) => one.replaceAll(`@${today}`, '')
    const first = text.split(' | ')[0] ?? ''
    // A question, a refusal, or nothing begun: no sum that could be agreed to was changed.
    const asks = stage !== 'READY' || (text.includes(' | ') && (await isUnchanged(first, tasks)))
    const verdict =
      wanted === 'ask'
        ? asks && sent.length === 0
          ? 'right'
          : 'wrong'
        : same(got) === same(wanted)
          ? 'right'
          : asks && sent.length === 0
            ? 'asked'
            : 'wrong'
    return { text, wanted, got, verdict }
  })
}

async function isUnchanged(first: string, tasks: readonly string[]): Promise<boolean> {
  const talk = transferTalk()
  await talk.say(first)
  const open = talk.open()
  talk.close()
  return open !== undefined && [open.slots, ...open.queue].map((task) => taskText(task)).join() === tasks.join()
}

// ---- days and reminders

async function judgeDays(): Promise<Judged[]> {
  return each('days', async ([text = '', wanted = '']) => {
    const read = readSentence(text).days(when)[0]
    const rest = read ? (text.slice(0, read.from) + text.slice(read.to)).replace(/^the |\s/g, '') : ''
    const got = read && 'date' in read && !(read.approximate && wanted === 'none') && rest === '' ? read.date : 'none'
    return { text, wanted, got, verdict: verdictOf(wanted, got) }
  })
}

function requestFor(text: string, lines: readonly string[] = [], more: readonly string[] = []): ModelRequest {
  const tools = ['reminders', 'timer', 'schedule', 'search_memory', 'save_memory', 'update_memory', ...more]
  return {
    model: 'rules',
    purpose: 'reply',
    system: [{ name: 'personal', text: ['# personal', ...lines.map((line) => `- ${line}`)].join('\n') }],
    messages: [{ role: 'user', id: 'last', at: +when.now, text }],
    tools: tools.map((name) => ({ name, description: '', schema: {} })),
  }
}

async function replyOf(request: ModelRequest): Promise<{ text: string; calls: ToolCall[] }> {
  const reply = { text: '', calls: [] as ToolCall[] }
  for await (const part of createOffline({ zone: when.zone, language: 'ko' })(request, new AbortController().signal)) {
    if (part.type === 'text') reply.text += part.text
    if (part.type === 'call') reply.calls.push(part.call)
  }
  return reply
}

const localText = (at: number | Date) => {
  const { date, hour, minute } = {
    date: todayIn({ now: new Date(at), zone: when.zone }),
    ...toLocal(new Date(at), when.zone),
  }
  return `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The first `count` rings of what a sentence sets; `ask` where it sets nothing. */
async function ringsOf(text: string, count: number): Promise<{ rings: string; title: string; answer: string }> {
  await loadRecurrence()
  const { calls, text: answer } = await replyOf(requestFor(text))
  const made = calls.filter(({ name, args }) => /^(?:reminders|timer)$/.test(name) && args.action === 'create')
  if (made.length === 0) return { rings: 'ask', title: '', answer }
  const times: number[] = []
  for (const { args } of made) {
    const plan = await planOf(args.at as string | undefined, args.repeat as string | undefined, when)
    if (typeof plan === 'string' || 'unread' in plan)
      return { rings: `fault ${JSON.stringify(plan)}`, title: '', answer }
    for (const { next, rule } of [plan, ...(plan.also ?? [])]) {
      times.push(next)
      for (let at: number | undefined = next; rule && at !== undefined && times.length < 40; ) {
        at = nextOccurrence(rule, new Date(at), when.zone)?.getTime()
        if (at !== undefined && at < next + 800 * 86_400_000) times.push(at)
        else break
      }
    }
  }
  const rings = [...new Set(times)].sort((a, b) => a - b).slice(0, Math.max(count, times.length > 1 ? 2 : 1))
  return { rings: rings.map(localText).join(' '), title: String(made[0]?.args.title ?? ''), answer }
}

async function judgeReminders(): Promise<Judged[]> {
  return each('reminders', async ([text = '', wanted = '', title]) => {
    const got = await ringsOf(text, wanted.split(' ').length)
    const isRight = got.rings === wanted && (title === undefined || title === got.title)
    const shown = title === undefined ? got.rings : `${got.rings} ${got.title}`
    return {
      text,
      wanted,
      got: shown,
      verdict: isRight ? 'right' : verdictOf(wanted, got.rings === wanted ? shown : got.rings),
    }
  })
}

// ---- memory

/** The answer of a conversation that remembers some lines, with its search run over them. */
async function recallAnswer(question: string, lines: readonly string[]): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sentences-'))
  try {
    mkdirSync(join(home, 'memory'), { recursive: true })
    writeFileSync(join(home, 'memory', 'owner.md'), `# owner\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`)
    const request = requestFor(question, lines)
    const first = await replyOf(request)
    if (first.calls.length === 0) return first.text
    const results = await Promise.all(first.calls.map((call) => runTool(call, home)))
    const messages = [
      ...request.messages,
      { role: 'assistant', id: 'asked', at: +when.now, text: first.text, calls: first.calls },
      ...results,
    ] as RequestMessage[]
    return (await replyOf({ ...request, messages })).text
  } finally {
    rmSync(home, { recursive: true })
  }
}

async function runTool(call: ToolCall, home: string): Promise<RequestMessage> {
  const base = { role: 'tool' as const, id: `result-${call.id}`, at: +when.now, call: call.id, name: call.name }
  const tool = memoryTools(home, { find: async () => undefined } as never).find(({ name }) => name === call.name)
  if (tool?.name !== 'search_memory') return { ...base, text: '됐어요.', outcome: 'ok' } as RequestMessage
  const context = {
    signal: new AbortController().signal,
    now: () => when.now,
    zone: when.zone,
    language: 'ko',
    conversation: 'c',
    turn: 't',
    origin: 'oneshot',
    by: 'owner',
    agent: '비서',
    workspace: 'default',
    profile: 'owner',
  } as unknown as ToolContext
  const running = tool.run(call.args, context)
  for (let step = await running.next(); ; step = await running.next())
    if (step.done)
      return { ...base, text: step.value.text, outcome: step.value.isError ? 'error' : 'ok' } as RequestMessage
}

async function judgeRecall(): Promise<Judged[]> {
  const lines = tableRows('recall-facts').map(([line = '']) => line)
  return each('recall', async ([text = '', wanted = '']) => {
    const answer = await recallAnswer(text, lines)
    const told = lines.filter((line) => answer.includes(line))
    const near = told.slice(0, 3)
    const got = told.length === 0 ? 'none' : `${told.length}: ${near.join(' / ')}`
    const isHeld = near.some((line) => line.includes(wanted))
    const isAsserted = told.length > 0 && !/가까운|nearest/i.test(answer)
    if (wanted === 'none') return { text, wanted, got, verdict: isAsserted ? 'wrong' : 'right' }
    return { text, wanted, got, verdict: isHeld ? 'right' : isAsserted ? 'wrong' : 'asked' }
  })
}

async function each(name: string, judge: (row: string[]) => Promise<Judged>): Promise<Judged[]> {
  const judged: Judged[] = []
  const rows = tableRows(name)
  const step = folder === 'tables' || runsAll ? 1 : Math.max(1, Math.floor(rows.length / sampleRows))
  for (const row of rows.filter((_, at) => at % step === 0)) judged.push(await judge(row))
  return judged
}

/** What the program makes of every row of a table. */
export async function judgeTable(name: TableName, tables: Tables): Promise<Judged[]> {
  folder = tables === 'first' ? 'tables' : `tables/${tables}`
  return judges[name]()
}

const judges = {
  amounts: judgeAmounts,
  answers: judgeAnswers,
  days: judgeDays,
  dialogues: judgeDialogues,
  recall: judgeRecall,
  reminders: judgeReminders,
}

export type TableName = keyof typeof judges
