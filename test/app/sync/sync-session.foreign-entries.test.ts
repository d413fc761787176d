import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openSync } from '../../../src/app/sync/sync-session.ts'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { ScheduleStore } from '../../../src/core/schedules/store.ts'
import { listAgents, readAgentConfig } from '../../../src/memory/agents.ts'
import { readProfiles } from '../../../src/memory/profiles.ts'
import { RootList } from '../../../src/retrieval/roots.ts'
import { logText } from '../../../src/std/fs/jsonl.ts'
import { writeTwinLog } from '../../../src/std/fs/mirrored-log.ts'
import { writeConfiguration } from '../../../src/sync/configuration.ts'
import { writeHeader } from '../../../src/sync/header.ts'
import { markOf, placesBetween } from '../../../src/sync/merge/position.ts'
import type { ChangeForm } from '../../../src/sync/replica/file-state.ts'
import { packSegment } from '../../../src/sync/replica/segment.ts'
import { folderStore } from '../../../src/sync/stores/folder.ts'
import { ConversationIndex } from '../../../src/threads/conversation-index.ts'
import { exportMarkdown } from '../../../src/threads/export.ts'
import { loadThread, readEnvelopes } from '../../../src/threads/journal.ts'
import { DeliveryLog } from '../../../src/ui/telegram/outbox.ts'
import { partOf } from '../../parts.ts'

/** The whole run damages 10,000 entries: `SYNC_FOREIGN=10000`. */
const numRuns = Number(process.env.SYNC_FOREIGN ?? partOf(20, 5))
const { signal } = new AbortController()
const now = 1_790_000_000_000
const talk = '01FOREIGN00000000000000000'

const input = {
  id: 'i',
  text: 'hi',
  origin: 'tui',
  by: 'owner',
  attachments: [{ name: 'a', text: 'b' }],
  images: [],
  pasted: [[0, 1]],
}
const usage = { input: 1, output: 1, cached: 0 }
const ask = {
  tool: 't',
  category: 'sensitive',
  args: {},
  reason: '',
  effect: '',
  risk: 'low',
  choices: ['once', 'deny'],
}
/** One of each kind that a conversation keeps. */
const events: object[] = [
  { type: 'conversation.tuned', agent: 'a', model: null, workspace: 'w', profile: 'p', mode: 'ask' },
  { type: 'conversation.titled', title: 'x', by: 'person' },
  { type: 'input.queued', input },
  { type: 'input.withdrawn', input: 'i' },
  { type: 'turn.started', input, agent: 'a' },
  { type: 'input.steered', input },
  { type: 'route.decided', to: 'x', by: 'code' },
  { type: 'sources.found', sources: [{ file: 'a.md', line: 1, text: '', score: 1 }] },
  { type: 'context.fetched', parts: [{ name: 'recalled', text: 'x' }] },
  { type: 'context.compacted', before: 2, after: 1 },
  { type: 'model.asked', call: 1, provider: 'p', model: 'm', purpose: 'reply', estimated: 1, window: 2 },
  { type: 'model.failed', call: 1, failure: { code: 'network' }, next: 'stop', waitMs: 0 },
  {
    ...{
      type: 'model.answered',
      call: 1,
      purpose: 'reply',
      message: 'm',
      text: 't',
      calls: [{ id: 'c', name: 'n', args: {} }],
      usage,
    },
    ...{ stop: 'end', model: 'm', carried: {}, firstMs: 1, totalMs: 2 },
  },
  { type: 'tool.called', id: 'c', name: 'n', args: {} },
  { type: 'tool.asked', id: 'c', ask },
  { type: 'tool.answered', id: 'c', decision: { choice: 'once' }, by: 'owner' },
  { type: 'tool.started', id: 'c', idempotent: true },
  {
    type: 'tool.ended',
    id: 'c',
    name: 'n',
    message: 'm2',
    outcome: 'ok',
    text: 't',
    untrusted: true,
    source: 's',
    images: [],
  },
  { type: 'service.moved', service: 's', stage: 'x', slots: {}, task: { index: 0, total: 1 }, buttons: ['ok'] },
  { type: 'step.started', step: 's', label: 'l' },
  { type: 'step.ended', step: 's', label: 'l', ok: true },
  { type: 'hook.called', name: 'h', payload: null },
  { type: 'notice.given', code: 'sync-back', data: {} },
  { type: 'window.slid', upto: 'zz', summary: 's', dropped: 1, facts: ['f'] },
  { type: 'window.restored', upto: 'zz' },
  { type: 'owner.changed', cut: 't' },
  { type: 'partial.kept', call: 1, at: 0, text: 'p' },
  { type: 'flow.kept', service: 's', state: null },
  { type: 'turn.done', message: 'm3', text: 'done', kept: { service: 's', state: null } },
  { type: 'turn.failed', failure: { code: 'network' }, partial: '', retryable: false, usage },
  { type: 'turn.cancelled', by: 'person', partial: 'p', usage },
]
const envelope = (event: object, seq: number, at = now) => ({
  v: 1,
  epoch: 1,
  seq,
  conversation: talk,
  turn: 't',
  at,
  event,
})

const rule = 'DTSTART;TZID=UTC:20260101T080000\nRRULE:FREQ=DAILY'
const reminder = (title: string) => ({
  ...{ id: '1', kind: 'reminder', title, next: now + 9_000_000, rule, zone: 'UTC', profile: 'me', by: 'owner' },
  ...{ createdAt: now, state: 'waiting', ring: { due: 1, at: 1, missed: 0, late: false, told: ['tui'] } },
})
const schedule = (title: string) => ({
  ...{
    id: '1',
    title,
    prompt: 'p',
    next: now + 9_000_000,
    rule,
    zone: 'UTC',
    missed: 'once',
    tokens: 1,
    minutes: 1,
  },
  ...{ profile: 'me', by: 'owner', createdAt: now, tools: ['t'], state: 'active' },
  results: [{ due: 1, at: 1, outcome: 'done', text: '', tokens: 0, missed: 0, told: [] }],
})
const updated = (id: number) => ({ id, chat: 7, kind: 'text', from: { id: 7, name: 'x' }, text: 'hi' })
const delivered = (id: number): object[] => [
  { type: 'in', update: updated(id) },
  { type: 'skipped', updates: [id], missed: [[7, 1]] },
  { type: 'begun', updates: [id], input: 'i', conversation: talk },
  { type: 'out', out: { key: `k${id}`, chat: 7, parts: [{ html: 'x', plain: 'x', buttons: ['ok'] }] }, updates: [id] },
  { type: 'sent', key: `k${id}`, part: 0, message: 5 },
  { type: 'showing', chat: 7, turn: 't', message: 1 },
  {
    type: 'kept',
    state: {
      ...{
        known: [id],
        keys: ['k'],
        pending: [{ update: updated(id), begun: { updates: [id], input: 'i', conversation: talk, times: 1 } }],
      },
      ...{
        outs: [{ key: `o${id}`, chat: 7, parts: [], next: 0 }],
        chats: [[7, { conversation: talk }]],
        missed: [[7, 1]],
      },
    },
  },
]

interface Sample {
  name: string
  /** What another device may well write: the first is damaged, the second is to come. */
  lines?: (run: number) => [object | string, object | string]
  fields?: (run: number, which: number) => [[string, unknown], [string, unknown]]
}

const at = <T>(list: readonly T[], which: number): T => list[which % list.length] as T
const samples: readonly Sample[] = [
  {
    name: `home/conversations/${talk}.jsonl`,
    lines: (run) => [
      envelope(at(events, run), 50),
      envelope({ type: 'notice.given', code: 'sync-back', data: { run } }, 51, now + run),
    ],
  },
  {
    name: 'state/telegram.jsonl',
    lines: (run) => [at(delivered(run), run), { type: 'voice', chat: 1_000_000 + run, on: true }],
  },
  { name: 'home/memory/me.md', lines: (run) => [`- damaged ${run}`, `- came ${run}`] },
  {
    name: 'home/reminders.jsonl',
    fields: (run) => [
      [`${now + run}.a`, { ...reminder('damaged'), createdAt: now + run }],
      [`${now + run}.b`, { ...reminder(`came ${run}`), createdAt: now + run }],
    ],
  },
  {
    name: 'home/schedules.jsonl',
    fields: (run) => [
      [`${now + run}.a`, { ...schedule('damaged'), createdAt: now + run }],
      [`${now + run}.b`, { ...schedule(`came ${run}`), createdAt: now + run }],
    ],
  },
  {
    name: 'home/profiles.json',
    fields: (run, which) => [
      at<[string, unknown]>(
        [
          [`/profiles/*d${run}/name`, 'd'],
          [`/profiles/*me/aliases`, []],
          ['/profiles', []],
          [`/profiles/*d${run}/id`, `d${run}`],
        ],
        which,
      ),
      [`/came${run}`, true],
    ],
  },
  {
    name: 'home/documents.json',
    fields: (run, which) => [
      at<[string, unknown]>(
        [
          [`/documents/*d${run}`, `d${run}`],
          ['/documents', []],
        ],
        which,
      ),
      [`/documents/*c${run}`, `c${run}`],
    ],
  },
  {
    name: 'home/workspaces/w/agents/a/config.json',
    fields: (run, which) => [
      at<[string, unknown]>(
        [
          ['/name', 'here'],
          ['/permissions', ['safe', 'sensitive']],
          ['/tools', ['clock']],
        ],
        which,
      ),
      [`/came${run}`, true],
    ],
  },
]

/** Where in a value something is damaged, and what becomes of it: nothing, or something else. */
const damage = fc.record({
  where: fc.nat(),
  how: fc.oneof(
    fc.constant({ gone: true as const }),
    fc.record({
      put: fc.oneof(fc.constantFrom(null, 7, -1, 1e308, true, '', [], {}, [null], 'x'.repeat(5_000)), fc.jsonValue()),
    }),
    fc.record({ put: fc.constant('deep') }),
  ),
})

/** Every place in a value, as the way to it. */
function placesIn(value: unknown, way: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [way]
  return [way, ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...way, name]))]
}

const deep = () => JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)

function damaged(value: unknown, { where, how }: { where: number; how: { gone: true } | { put: unknown } }): unknown {
  const places = placesIn(value)
  const way = places[where % places.length] as string[]
  const put = 'put' in how ? (how.put === 'deep' ? deep() : how.put) : undefined
  if (way.length === 0) return put ?? null
  const copy = structuredClone(value) as Record<string, unknown>
  let part = copy
  for (const name of way.slice(0, -1)) part = part[name] as Record<string, unknown>
  const last = way.at(-1) as string
  if ('put' in how) part[last] = put
  else delete part[last]
  return copy
}

/** Of settings that are here already, another value of the same kind is an edit as any other. */
const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
const keys = fc.constantFrom(
  (key: string) => key,
  (key: string) => `${key}/x`,
  (key: string) => key.replace(/[*]/, ''),
  () => '',
  () => '/',
)

function lineForms(sample: Sample, run: number, hurts: (value: unknown) => unknown) {
  const [bad, good] = sample.lines?.(run) ?? ['', '']
  const [first, second] = placesBetween(undefined, undefined, markOf(`evil${run}`, now + run), 2)
  const hurt = hurts(typeof bad === 'string' ? { bad } : bad)
  const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return [
    [
      first,
      typeof bad === 'string' ? String((hurt as { bad?: unknown } | null)?.bad).replaceAll('\n', ' ') : written(hurt),
    ],
    [second, written(good)],
  ]
}

test(
  'what another device damaged or made up is left out and told once: all that is here stays, and the rest comes',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'assistant-foreign-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
    const [home, store] = [join(root, 'home'), join(root, 'store')]
    const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
    }
    mkdirSync(store)
    await writeHeader(folderStore(store), undefined, signal)
    await writeConfiguration(paths.state, { store, name: 'here', paused: false, without: [] })
    const created = envelope({ type: 'conversation.created', agent: 'a', workspace: 'w', profile: 'me' }, 1)
    const said = [
      envelope({ type: 'turn.started', input: { ...input, id: 'mine', text: 'what I said' }, agent: 'a' }, 2),
      envelope({ type: 'turn.done', message: 'yours', text: 'what you said' }, 3),
    ]
    write(`conversations/${talk}.jsonl`, logText([created, ...said]))
    write('memory/me.md', '- a cat\n')
    write(
      'profiles.json',
      JSON.stringify({ v: 2, profiles: [{ id: 'me', name: '나', aliases: ['I'], createdAt: '2026' }] }),
    )
    write('documents.json', JSON.stringify({ v: 2, documents: ['/papers'] }))
    write(
      'workspaces/w/agents/a/config.json',
      JSON.stringify({ v: 2, name: 'here', permissions: ['safe', 'sensitive'], tools: ['clock'] }),
    )
    await writeTwinLog(join(home, 'reminders.jsonl'), [{ type: 'kept', reminder: reminder('mine') }])
    await writeTwinLog(join(home, 'schedules.jsonl'), [{ type: 'kept', schedule: schedule('mine') }])
    await writeTwinLog(join(paths.state, 'telegram.jsonl'), [{ type: 'in', update: updated(77) }])
    const session = await openSync(paths, () => now)
    if (!session) throw new Error('sync is set up')
    onTestFinished(() => session.close())
    await session.round(signal)

    /** As the program reads it. */
    const stays = async (): Promise<void> => {
      const conversations = join(home, 'conversations')
      const texts = (await loadThread(conversations, talk)).messages.map(({ text }) => text)
      const journal = (await Array.fromAsync(readEnvelopes(join(conversations, `${talk}.jsonl`)))).map(
        ({ event }) => event,
      )
      expect(journal).toEqual(expect.arrayContaining(said.map(({ event }) => event)))
      expect(texts.length).toBeGreaterThan(0)
      expect(await exportMarkdown(conversations, talk, 'UTC', { user: 'me' })).toContain('#')
      const index = new ConversationIndex(conversations)
      await index.read(talk).finally(() => index.close())
      expect(readFileSync(join(home, 'memory/me.md'), 'utf8')).toContain('- a cat\n')
      expect(await readProfiles(home)).toContainEqual({ id: 'me', name: '나', aliases: ['I'], createdAt: '2026' })
      expect((await new RootList(join(home, 'documents.json')).read()).documents).toContain('/papers')
      expect(await listAgents(home, 'w')).toEqual(['a'])
      expect(await readAgentConfig(home, 'w', 'a')).toMatchObject({
        name: 'here',
        permissions: ['safe', 'sensitive'],
        tools: ['clock'],
      })
      const reminders = new ReminderStore(join(home, 'reminders.jsonl'))
      expect([...(await reminders.all()).values()].map(({ title }) => title)).toContain('mine')
      await reminders.due(now)
      const schedules = new ScheduleStore(join(home, 'schedules.jsonl'))
      expect([...(await schedules.all()).values()].map(({ title }) => title)).toContain('mine')
      const telegram = await DeliveryLog.open(join(paths.state, 'telegram.jsonl'))
      expect(telegram.known.has(77)).toBe(true)
      await telegram.close()
    }
    await stays()

    let run = 0
    const one = fc.record({ which: fc.nat(), damage, key: keys })
    await fc.assert(
      fc.asyncProperty(fc.tuple(...samples.map(() => one)), async (plans) => {
        run++
        const device = `evil${String(run).padStart(12, '0')}`
        const files: Record<string, ChangeForm> = {}
        for (const [i, sample] of samples.entries()) {
          const { which, damage, key } = plans[i] as (typeof plans)[number]
          if (sample.lines)
            files[sample.name] = {
              lines: lineForms(sample, run * 7 + which, (value) => damaged(value, damage)) as never,
            }
          const told = sample.fields?.(run, which)
          if (!told) continue
          const [[name, value], good] = told
          const next = damaged({ value }, damage) as { value?: unknown } | null
          const isEdit = key(name) === name && kindOf(next?.value) === kindOf(value) && !sample.name.endsWith('.jsonl')
          const put = next?.value === undefined || isEdit ? 7 : next.value
          const stamp = [run + 10, device]
          files[sample.name] = {
            fields: [
              [key(name), [put], stamp, stamp],
              [good[0], [good[1]], stamp],
            ] as never,
          }
        }
        const { path, bytes } = packSegment(
          { v: 1, device, name: 'evil', number: 1, count: run + 10, at: now, files },
          1,
        )
        mkdirSync(join(store, dirname(path)), { recursive: true })
        writeFileSync(join(store, path), bytes)
        const { refused, received } = await session.round(signal)
        expect(new Set(refused.map(({ path }) => path)).size).toBe(refused.length)
        expect(received.files.length).toBeGreaterThan(0)
        await stays()
        const came = (file: string, text: string) => expect(readFileSync(join(home, file), 'utf8')).toContain(text)
        for (const [i, sample] of samples.entries()) {
          const { which } = plans[i] as (typeof plans)[number]
          const good = sample.lines?.(run * 7 + which)[1]
          if (sample.name.endsWith('.md')) came('memory/me.md', String(good))
        }
        for (const file of ['reminders.jsonl', 'schedules.jsonl']) came(file, `"came ${run}"`)
        for (const file of ['profiles.json', 'workspaces/w/agents/a/config.json']) came(file, `"came${run}"`)
        came('documents.json', `"c${run}"`)
        came(`conversations/${talk}.jsonl`, `"run":${run * 7 + (plans[0]?.which ?? 0)}`)
        came('state/telegram.jsonl', `"chat":${1_000_000 + run * 7 + (plans[1]?.which ?? 0)}`)
        // It is told once; what a person writes then is an edit as ever.
        appendFileSync(join(home, 'memory/me.md'), `- mine ${run}\n`)
        expect((await session.round(signal)).refused).toEqual([])
      }),
      { numRuns },
    )
  },
  120_000 + numRuns * 1_000,
)
