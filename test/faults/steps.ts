// What is done over a failing disk: each step knows how a home looks before it, what it does, and what must be true
// after it whatever happened on the way.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setSetting } from '../../src/config/write.ts'
import { openQueue } from '../../src/core/jobs/job-queue.ts'
import { ReminderStore } from '../../src/core/reminders/store.ts'
import { createWorkspace } from '../../src/memory/agent-admin.ts'
import { listWorkspaces, readAgent } from '../../src/memory/agents.ts'
import { ensureHome } from '../../src/memory/home-layout.ts'
import { Notebook } from '../../src/memory/notebook.ts'
import { createProfile, mergeProfiles, readProfiles } from '../../src/memory/profiles.ts'
import { listSnapshots, readSnapshot } from '../../src/memory/snapshots.ts'
import { listFacts } from '../../src/memory/store.ts'
import { saveMemory } from '../../src/memory/tools.ts'
import { failureOf, isEnding } from '../../src/protocol/index.ts'
import { RootList } from '../../src/retrieval/roots.ts'
import { openLedger } from '../../src/services/transfer/ledger.ts'
import { sweepLeftovers } from '../../src/std/fs/temporary-files.ts'
import { ulid } from '../../src/std/ulid.ts'
import { forkThread } from '../../src/threads/fork.ts'
import { loadThread } from '../../src/threads/journal.ts'
import { changeServers } from '../../src/tools/mcp/config/edit.ts'
import { TokenFile } from '../../src/ui/http/tokens.ts'
import { AccessFile } from '../../src/ui/telegram/inbound/access.ts'
import { DeliveryLog } from '../../src/ui/telegram/outbox.ts'
import { use } from '../tools/context.ts'
import { deedSteps } from './deed-steps.ts'

export interface Step {
  prepare(home: string): Promise<void>
  /** Tells `done` what is acknowledged; may throw an AssistantError. */
  run(home: string, done: (what: string) => void): Promise<void>
  /** Sentences about what is wrong now; none when all is well. Leaves the home usable for `run`. */
  check(home: string, acknowledged: readonly string[]): Promise<string[]>
}

const now = new Date('2026-11-21T01:35:00Z')
const from = { date: '2026-11-21' }
const page = (home: string, name = 'me') => join(home, `memory/${name}.md`)
const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const old = ['첫째 사실', '둘째 사실은 조금 더 길다', '셋째 사실']
const before = `# 나\n\n${old.map((fact) => `- ${fact}\n`).join('')}`
const texts = async (path: string) => (await listFacts(path)).map(({ text }) => text)
const missing = (wanted: readonly string[], there: readonly string[]) =>
  wanted.filter((fact) => !there.includes(fact)).map((fact) => `lost: ${fact}`)

const add: Step = {
  prepare: async (home) => put(page(home), before),
  async run(home, done) {
    const { text, isError } = await use(saveMemory(home), { content: '새로 더한 사실' })
    if (!isError) return done('added')
    if (!text.startsWith('기억 저장에 실패했습니다')) throw new Error(`not told: ${text}`)
  },
  check: async (home, told) =>
    missing([...old, ...(told.includes('added') ? ['새로 더한 사실'] : [])], await texts(page(home))),
}

const update: Step = {
  prepare: add.prepare,
  async run(home, done) {
    if (await new Notebook(home).update(page(home), '둘째', '고친 둘째', from, 'person', now)) done('updated')
  },
  async check(home, told) {
    const there = await texts(page(home))
    const second = told.includes('updated')
      ? ['고친 둘째']
      : there.includes('고친 둘째')
        ? []
        : ['둘째 사실은 조금 더 길다']
    return missing(['첫째 사실', '셋째 사실', ...second], there)
  },
}

const compress: Step = {
  prepare: add.prepare,
  async run(home, done) {
    const { status } = await new Notebook(home).compress(page(home), before, '- 세 가지 사실', now)
    if (status === 'shorter') done('shorter')
  },
  async check(home, told) {
    const kept = (await listSnapshots(page(home))).map(({ name }) => readSnapshot(page(home), name))
    const originals = [readFileSync(page(home)), ...(await Promise.all(kept))].map(String)
    const text = readFileSync(page(home), 'utf8')
    return [
      ...(originals.includes(before) ? [] : ['the original is nowhere']),
      ...(text === before || text === '- 세 가지 사실\n' ? [] : [`half a page: ${text}`]),
      ...(told.includes('shorter') && text === before ? ['told but not done'] : []),
    ]
  },
}

const id = '01KC000000000000000000000C'
const append: Step = {
  prepare: async (home) => append.run(home, () => {}),
  async run(home, done) {
    const { openShared } = await import('../../src/core/ownership/shared-conversation.ts')
    const conversation = await openShared(id, {
      folder: join(home, 'conversations'),
      runtime: join(home, 'run'),
      pid: process.pid,
      initial: { agent: 'a', workspace: 'w', profile: 'me' },
      flow: async function* (input) {
        return { message: `${input.id}-answer`, text: `들었어요: ${input.text}` }
      },
      now: () => now,
      newId: () => ulid(Date.now()),
      language: 'ko',
      askMs: 1_000,
      partialMs: 1_000,
    })
    try {
      const { turn, seq } = await conversation.submit({ text: '기록할 말', origin: 'tui', by: 'owner' }, 'queue')
      done(turn)
      for await (const { event, turn: of } of conversation.follow(seq, AbortSignal.timeout(30_000))) {
        if (of !== turn || !isEnding(event)) continue
        if (event.type === 'turn.done') done(event.message)
        break
      }
    } finally {
      await conversation.close()
    }
  },
  async check(home, told) {
    const { messages } = await loadThread(join(home, 'conversations'), id)
    const there = messages.map((message) => message.id)
    const first = messages.length >= 2 ? [] : ['the first turn is lost']
    return [...first, ...missing(told, there)]
  },
}

const merge: Step = {
  async prepare(home) {
    put(page(home, 'me'), before)
    put(page(home, 'you'), '- 너의 첫 사실\n- 너의 둘째 것\n')
    const person = (who: string) => ({ id: who, name: who, aliases: [], createdAt: now.toISOString() })
    put(join(home, 'profiles.json'), JSON.stringify([person('me'), person('you')]))
  },
  async run(home, done) {
    if (!(await readProfiles(home)).some((each) => each.id === 'you')) return
    await mergeProfiles(home, 'you', 'me', now, async () => {})
    done('merged')
  },
  async check(home, told) {
    const mine = await texts(page(home, 'me'))
    const yours = existsSync(page(home, 'you')) ? await texts(page(home, 'you')) : []
    const profiles = (await readProfiles(home)).map((each) => each.id)
    return [
      ...missing(old, mine),
      ...missing(['너의 첫 사실', '너의 둘째 것'], told.includes('merged') ? mine : [...mine, ...yours]),
      ...(profiles.includes('me') ? [] : ['the profile is lost']),
      ...(told.includes('merged') && profiles.includes('you') ? ['told but not done'] : []),
    ]
  },
}

const opening = 1_000_000
const deposit: Step = {
  prepare: async (home) => void (await openLedger(join(home, 'ledger.jsonl'), () => now).deposit(1_000, 'first')),
  async run(home, done) {
    await openLedger(join(home, 'ledger.jsonl'), () => now).deposit(5_000, 'second')
    done('deposited')
  },
  async check(home, told) {
    const { balance } = await openLedger(join(home, 'ledger.jsonl'), () => now).books()
    const wanted = told.includes('deposited') ? [opening + 6_000] : [opening + 1_000, opening + 6_000]
    return wanted.includes(balance) ? [] : [`the balance is ${balance}`]
  },
}

const remind: Step = {
  prepare: async (home) => remind.run(home, () => {}),
  async run(home, done) {
    const more = {
      kind: 'reminder',
      zone: 'Asia/Seoul',
      profile: 'me',
      by: 'owner',
      createdAt: +now,
      next: +now + 60_000,
    } as const
    const { id } = await new ReminderStore(join(home, 'reminders.jsonl')).create({
      title: '회의',
      ...more,
    } as Parameters<ReminderStore['create']>[0])
    done(id)
  },
  async check(home, told) {
    const all = await new ReminderStore(join(home, 'reminders.jsonl')).all()
    return missing(['1', ...told], [...all.keys()])
  },
}

const token: Step = {
  prepare: async (home) => void (await tokensIn(home).add('phone')),
  async run(home, done) {
    await tokensIn(home).add('laptop')
    done('laptop')
  },
  check: async (home, told) =>
    missing(
      ['phone', ...told],
      (await tokensIn(home).all()).map(({ name }) => name),
    ),
}
const tokensIn = (home: string) => new TokenFile(join(home, 'http-tokens.json'), () => now)

const letIn: Step = {
  prepare: async (home) => void (await pair(home, 7)),
  async run(home, done) {
    if (!(await accessIn(home).sender(8))) await pair(home, 8)
    done('8')
  },
  check: async (home, told) =>
    missing(
      ['7', ...told],
      (await accessIn(home).read()).senders.map((one) => String(one.id)),
    ),
}
const accessIn = (home: string) => new AccessFile(join(home, 'config.json'))
async function pair(home: string, who: number) {
  const code = (await accessIn(home).offer(who, +now)) ?? (await accessIn(home).read()).waiting[0]?.code
  await accessIn(home).pair(code ?? '', {}, +now)
}

const workspace: Step = {
  prepare: (home) => ensureHome(home, now),
  async run(home, done) {
    if (!(await listWorkspaces(home)).includes('lab')) await createWorkspace(home, 'lab', now)
    done('lab')
  },
  async check(home, told) {
    const names = await listWorkspaces(home)
    const agent = names.includes('lab') && (await readAgent(home, { workspace: 'lab', agent: '비서', profile: 'me' }))
    return [
      ...missing(['default', ...told], names),
      ...(agent && agent.persona === '' ? ['an agent without a persona'] : []),
    ]
  },
}

const profile: Step = {
  prepare: (home) => ensureHome(home, now),
  async run(home, done) {
    if (!(await readProfiles(home)).some(({ id }) => id === '영희')) await createProfile(home, '영희', ['희야'], now)
    done('영희')
  },
  check: async (home, told) =>
    missing(
      ['me', ...told],
      (await readProfiles(home)).map((one) => one.id),
    ),
}

const server: Step = {
  prepare: (home) =>
    changeServers(join(home, 'mcp.json'), 'ko', (all) => void Object.assign(all, { files: { command: 'a' } })),
  async run(home, done) {
    await changeServers(join(home, 'mcp.json'), 'ko', (all) => void Object.assign(all, { web: { command: 'b' } }))
    done('web')
  },
  check: async (home, told) =>
    missing(['files', ...told], Object.keys(JSON.parse(readFileSync(join(home, 'mcp.json'), 'utf8')).mcpServers)),
}

const setting: Step = {
  prepare: async (home) => void (await setSetting(join(home, 'config.json'), 'language', 'ko', now)),
  async run(home, done) {
    await setSetting(join(home, 'config.json'), 'provider', 'offline', now)
    done('provider')
  },
  check: async (home, told) =>
    missing(['language', ...told], Object.keys(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')))),
}

const documents: Step = {
  prepare: (home) => roots(home, '/a'),
  async run(home, done) {
    await roots(home, '/b')
    done('/b')
  },
  check: async (home, told) =>
    missing(['/a', ...told], (await new RootList(join(home, 'docs/documents.json')).read()).documents),
}
const roots = (home: string, path: string) =>
  new RootList(join(home, 'docs/documents.json')).change((before) => ({
    ...before,
    documents: [...new Set([...before.documents, path])],
  }))

const copy = '01KC000000000000000000000D'
const fork: Step = {
  prepare: (home) => append.prepare(home),
  async run(home, done) {
    await forkThread(join(home, 'conversations'), id, copy, {}, now)
    done('forked')
  },
  async check(home, told) {
    const [first, second] = await Promise.all([id, copy].map((one) => loadThread(join(home, 'conversations'), one)))
    const isWhole =
      second?.messages.length === first?.messages.length || (second?.messages.length === 0 && !told.includes('forked'))
    return [
      ...(first && first.messages.length >= 2 ? [] : ['the first turn is lost']),
      ...(isWhole ? [] : ['half a fork']),
    ]
  },
}

const putJob: Step = {
  prepare: async (home) => void (await jobsIn(home).put('facts', '1', { words: '첫째' })),
  async run(home, done) {
    for (const id of ['2', '3']) {
      await jobsIn(home).put('facts', id, { words: `${id}번째` })
      done(id)
    }
  },
  check: async (home, told) =>
    missing(
      ['1', ...told],
      (await jobsIn(home).waiting()).map(({ id }) => id),
    ),
}
const jobsIn = (home: string) => openQueue(join(home, 'state/jobs'), () => now)

const telegram: Step = {
  prepare: (home) => telegram.run(home, () => {}),
  async run(home, done) {
    const log = await DeliveryLog.open(join(home, 'telegram.jsonl'))
    const chat = log.chats.size + 1
    try {
      await log.write({ type: 'chat', chat, conversation: 'c' })
      done(String(chat))
    } finally {
      await log.close()
    }
  },
  async check(home, told) {
    const log = await DeliveryLog.open(join(home, 'telegram.jsonl'))
    await log.close()
    return missing(['1', ...told], [...log.chats.keys()].map(String))
  },
}

/** What a person's own commands write; those of which a few points are enough to be tried at each run. */
export const commands = {
  deposit,
  remind,
  token,
  letIn,
  workspace,
  profile,
  server,
  setting,
  documents,
  fork,
  telegram,
  putJob,
  ...deedSteps,
}
export const steps: Record<string, Step> = { add, update, compress, append, merge, ...commands }

/** Whether a failure is one that a person is told in a sentence: anything else is a bug. */
export const isTold = (error: unknown) => ['storage', 'busy', 'interrupted'].includes(failureOf(error).code)

/** Temporary files that stay for ever: what a killed writer left is swept, an hour later, from every folder. */
export async function leftIn(home: string): Promise<string[]> {
  const names = readdirSync(home, { recursive: true, withFileTypes: true })
  const folders = [home, ...names.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name))]
  await sweepLeftovers(folders, Date.now() + 3_600_000)
  return leftovers(home)
}

/** Temporary files that are there now. */
export const leftovers = (home: string): string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /tmp/.test(name) && !name.includes('.locks'),
  )
