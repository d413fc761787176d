// What is done over a failing disk: each step knows how a home looks before it, what it does, and what must be true after it
// whatever happened on the way.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Notebook } from '../../src/memory/notebook.ts'
import { mergeProfiles, readProfiles } from '../../src/memory/profiles.ts'
import { listSnapshots, readSnapshot } from '../../src/memory/snapshots.ts'
import { listFacts } from '../../src/memory/store.ts'
import { saveMemory } from '../../src/memory/tools.ts'
import { AssistantError, isEnding } from '../../src/protocol/index.ts'
import { ulid } from '../../src/std/ulid.ts'
import { loadThread } from '../../src/threads/journal.ts'
import { use } from '../tools/context.ts'

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
  check: async (home, told) => missing([...old, ...(told.includes('added') ? ['새로 더한 사실'] : [])], await texts(page(home))),
}

const update: Step = {
  prepare: add.prepare,
  async run(home, done) {
    if (await new Notebook(home).update(page(home), '둘째', '고친 둘째', from, 'person', now)) done('updated')
  },
  async check(home, told) {
    const there = await texts(page(home))
    const second = told.includes('updated') ? ['고친 둘째'] : there.includes('고친 둘째') ? [] : ['둘째 사실은 조금 더 길다']
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
      birth: { agent: 'a', workspace: 'w', profile: 'me' },
      flow: async function* (input) {
        return { message: `${input.id}-answer`, text: `들었어요: ${input.text}` }
      },
      now: () => now,
      newId: () => ulid(Date.now()),
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

export const steps: Record<string, Step> = { add, update, compress, append, merge }

/** Whether a failure is one that a person is told in a sentence: anything else is a bug. */
export const isTold = (error: unknown) =>
  error instanceof AssistantError && ['storage', 'busy', 'interrupted'].includes(error.failure.code)
