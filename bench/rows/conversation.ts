import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAssistant } from '../../src/app/create-assistant.ts'
import type { Envelope, Event } from '../../src/protocol/index.ts'
import { loadThread, openJournal } from '../../src/threads/journal.ts'
import { say, scriptedServer } from '../../test/fakes/model-server.ts'
import { cost, inTurns, median, node, program } from '../measure.ts'
import type { Result, Row } from '../row.ts'
import { needs, withHome } from '../subject.ts'

const ids = {
  empty: '01KC0000000000000000000000',
  long: '01KC0000000000000000000001',
  longest: '01KC0000000000000000000002',
}

/**
 * Writes a conversation of so many messages as turns would have: the window slides every fifteen, the checkpoint
 * stands at the end.
 */
export async function converse(home: string, id: string, messages: number): Promise<void> {
  const folder = join(home, 'conversations')
  mkdirSync(folder, { recursive: true })
  const lines: string[] = []
  const put = (event: Event, turn?: string) => {
    const seq = lines.length + 1
    const envelope: Envelope = {
      v: 1,
      epoch: 1,
      seq,
      conversation: id,
      ...(turn ? { turn } : {}),
      at: 1_790_000_000_000 + seq,
      event,
    }
    lines.push(`${JSON.stringify(envelope)}\n`)
  }
  put({ type: 'conversation.created', agent: '비서', workspace: 'default', profile: 'me' })
  const said = '회의에서 정한 것과 다음에 할 일을 몇 줄로 적어 둔 이야기입니다. '.repeat(4)
  for (let n = 0; n < messages; n += 2) {
    const turn = `turn-${n}`
    put(
      { type: 'turn.started', input: { id: turn, text: `${n} ${said}`, origin: 'tui', by: 'owner' }, agent: '비서' },
      turn,
    )
    if (n % 30 === 28)
      put({ type: 'window.slid', upto: `answer-${n - 16}`, summary: `- ${n}까지의 이야기`, dropped: 15 }, turn)
    put({ type: 'turn.done', message: `answer-${n}`, text: said }, turn)
  }
  writeFileSync(join(folder, `${id}.jsonl`), lines.join(''), { mode: 0o600 })
  const journal = await openJournal(folder, id)
  await journal.checkpoint(await loadThread(folder, id), true)
  await journal.close()
}

/** A conversation that goes on, by the real program: what its length adds to an empty one. */
export const conversation: Row = {
  name: 'conversation',
  async measure({ runs, quick }) {
    needs('dist/cli.cjs')
    await using server = await scriptedServer([], { otherwise: say('네.') })
    return await withHome(server.openai, async (env) => {
      const home = env.ASSISTANT_HOME ?? ''
      for (const [name, messages] of [
        ['empty', 2],
        ['long', 10_000],
        ['longest', 100_000],
      ] as const)
        await converse(home, ids[name], messages)
      const wall = (id: string) => async () => (await cost({ argv: [node, program, '-r', id, '-p', 'hi'], env })).wallMs
      const [empty = 0, long = 0, longest = 0] = await inTurns(
        quick ? 3 : Math.ceil(runs / 4),
        Object.values(ids).map(wall),
      )
      return [
        await firstOpening(join(home, 'conversations')),
        { row: '10,000 messages, beyond an empty conversation', unit: 'ms', value: long - empty, limit: { most: 300 } },
        {
          row: '100,000 messages, beyond an empty conversation',
          unit: 'ms',
          value: longest - empty,
          limit: { most: 500 },
        },
        {
          row: 'a turn in 10,000 messages, beyond its request',
          unit: 'ms',
          value: await overhead(server.openai, home),
          limit: { most: 20 },
        },
      ]
    })
  },
}

/**
 * A journal of 40,000 messages that never slid and has no checkpoint, as an imported one: the fold against reading
 * its lines.
 */
async function firstOpening(folder: string): Promise<Result> {
  const [id, said] = [
    '01KC0000000000000000000003',
    '회의에서 정한 것과 다음에 할 일을 적어 둔 이야기입니다. '.repeat(4),
  ]
  const lines: string[] = []
  const put = (event: Event) =>
    lines.push(JSON.stringify({ v: 1, epoch: 1, seq: lines.length + 1, conversation: id, at: 1, event }))
  for (let n = 0; n < 40_000; n += 2) {
    put({
      type: 'turn.started',
      input: { id: `turn-${n}`, text: `${n} ${said}`, origin: 'tui', by: 'owner' },
      agent: '비서',
    })
    put({ type: 'turn.done', message: `answer-${n}`, text: said })
  }
  const path = join(folder, `${id}.jsonl`)
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
  const timed = async (work: () => unknown) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const read = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line && JSON.parse(line))
  const [floor, value] = [
    [await timed(read), await timed(read)],
    [await timed(() => loadThread(folder, id)), await timed(() => loadThread(folder, id))],
  ]
  return {
    row: 'first opening of 40,000 messages without a checkpoint',
    unit: 'ms',
    value: Math.min(...value),
    floor: { value: Math.min(...floor), what: 'reading and parsing its lines' },
    limit: { most: 2_000 },
  }
}

/**
 * What a turn needs beside asking a model that answers at once: the median of turns less the median of bare requests.
 */
async function overhead(model: string, home: string): Promise<number> {
  const assistant = await createAssistant({
    env: { ASSISTANT_HOME: home, OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: model },
    cwd: home,
    pid: process.pid,
    platform: process.platform,
    machine: process.arch,
    node: process.execPath,
    zone: 'Asia/Seoul',
    userHome: home,
    tempDir: '/tmp',
    clock: () => Date.now(),
    flags: {},
  })
  const open = await assistant.open({ kind: 'id', id: ids.long }, { canAsk: false })
  const turns: number[] = []
  const bare: number[] = []
  for (let n = 0; n < 12; n++) {
    const began = performance.now()
    const { turn, seq } = await open.submit({ text: 'hi', origin: 'tui', by: 'owner' }, 'queue')
    for await (const { event, turn: of } of open.follow(seq, AbortSignal.timeout(10_000)))
      if (of === turn && event.type === 'turn.done') break
    turns.push(performance.now() - began)
    const asked = performance.now()
    await (
      await fetch(`${model}/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'm', stream: true, messages: [] }),
      })
    ).text()
    bare.push(performance.now() - asked)
  }
  await open.close()
  await assistant.close()
  return median(turns.slice(2)) - median(bare.slice(2))
}
