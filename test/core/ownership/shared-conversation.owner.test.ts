import { type ChildProcess, spawn } from 'node:child_process'
import { chown, lchown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { type Envelope, isEnding } from '../../../src/protocol/index.ts'
import { lockFolder } from '../../../src/std/fs/lock.ts'
import { journalPath, loadThread } from '../../../src/threads/journal.ts'
import { rig, says, story, waitFor } from '../rig.ts'

const id = '01OWNER000000000000000000A'
const echo: Flow = async function* (input, context) {
  yield { type: 'model.asked', call: 1, provider: 'test', model: 'echo', purpose: 'reply' }
  return { message: context.newId(), text: input.text }
}
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A process on the conversation; `seen` grows with what it prints. */
async function terminal(home: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../fixtures/core-guest.ts'), home, id], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { owner } = JSON.parse(String((await lines.next()).value))
  const read = async (count: number) => {
    const seen: Envelope[] = []
    while (seen.filter(({ event }) => isEnding(event)).length < count)
      seen.push(JSON.parse(String((await lines.next()).value)))
    return seen
  }
  return { child, owner: owner as boolean, read, say: (text: string) => child.stdin.write(`${text}\n`) }
}
const home = () => mkdtemp(join(tmpdir(), 'owner-'))

test('eight processes that open one conversation at once: one owner, and all see the same story', {
  timeout: 60_000,
}, async () => {
  const folder = await home()
  const all = await Promise.all(Array.from({ length: 8 }, () => terminal(folder)))
  expect(all.filter(({ owner }) => owner)).toHaveLength(1)
  for (const [n, { say }] of all.entries()) say(`말 ${n}`)
  const stories = await Promise.all(all.map(({ read }) => read(8)))
  const told = stories.map((seen) =>
    seen
      .filter(({ event }) => event.type !== 'text.added')
      .map(({ epoch, seq, event }) => `${epoch}.${seq} ${event.type}`),
  )
  for (const one of told) expect(one).toEqual(told[0])
  const said = stories[0]?.flatMap(({ event }) => (event.type === 'turn.done' ? [event.text] : []))
  expect(said?.sort()).toEqual(all.map((_, n) => `말 ${n}`))
})

test('an owner that was stopped does not hang whoever comes: busy, and a guest again once it goes on', async () => {
  const folder = await home()
  const owner = await terminal(folder)
  owner.child.kill('SIGSTOP')
  const { open, options } = await rig(echo, folder)
  options.patienceMs = 300
  await expect(open(id)).rejects.toMatchObject({ failure: { code: 'busy' } })
  owner.child.kill('SIGCONT')
  options.patienceMs = 5_000
  const guest = await open(id)
  expect(await guest.isOwner()).toBe(false)
  await guest.close()
})

test('what guests give to an owner that dies runs once, whenever it dies, and its socket does not stay behind', {
  timeout: 60_000,
}, async () => {
  for (const after of [1, 3, 5, 7]) {
    const folder = await home()
    const owner = await terminal(folder)
    const { open, options } = await rig(echo, folder)
    const guest = await open(id)
    const leave = new AbortController()
    let count = 0
    const killing = (async () => {
      for await (const _ of guest.follow(0, leave.signal)) if (++count === after) owner.child.kill('SIGKILL')
    })()
    const words = ['하나', '둘', '셋', '넷', '다섯']
    await Promise.all(words.map((word) => guest.submit(says(word), 'queue')))
    const seen = await story(guest, words.length)
    leave.abort()
    await killing
    const begun = seen.flatMap(({ event }) => (event.type === 'turn.started' ? [event.input.text] : []))
    expect({ after, begun: begun.sort() }).toEqual({ after, begun: [...words].sort() })
    expect(await guest.isOwner()).toBe(true)
    expect(await readdir(options.runtime)).toHaveLength(1)
    await guest.close()
  }
})

test('what guests give to an owner that is leaving is run by the next one', async () => {
  const one = await rig(echo)
  const owner = await one.open(id)
  const guest = await one.open(id)
  const words = ['하나', '둘', '셋', '넷']
  const giving = Promise.all(words.map((word) => guest.submit(says(word), 'queue')))
  await owner.close()
  await giving
  const leave = new AbortController()
  const begun: string[] = []
  for await (const { event } of guest.follow(0, leave.signal)) {
    if (event.type === 'turn.started') begun.push(event.input.text)
    if (isEnding(event) && begun.length === words.length) leave.abort()
  }
  expect(begun).toEqual(words)
  await guest.close()
})

test('a guest that closed stays away: its readers leave, and it never becomes the owner', async () => {
  const one = await rig(echo)
  const owner = await one.open(id)
  const guest = await one.open(id)
  const reading = Array.fromAsync(guest.follow(0, new AbortController().signal))
  await waitFor(guest, 'conversation.created')
  await guest.close()
  expect((await reading).map(({ event }) => event.type)).toEqual(['conversation.created'])
  await expect(guest.submit(says('아직?'), 'queue')).rejects.toMatchObject({ failure: { code: 'busy' } })
  await owner.close()
  expect(await readdir(lockFolder(journalPath(one.options.folder, id)))).toEqual(['1'])
})

test('a conversation whose locks were lost, in a power cut or on the way to another machine, goes on', async () => {
  const one = await rig(echo)
  for (const word of ['하나', '둘', '셋']) {
    const conversation = await one.open(id)
    await conversation.submit(says(word), 'queue')
    await waitFor(conversation, 'turn.done', (await loadThread(one.options.folder, id)).seq)
    await conversation.close()
  }
  await rm(dirname(lockFolder(journalPath(one.options.folder, id))), { recursive: true })
  const conversation = await one.open(id)
  await conversation.submit(says('넷'), 'queue')
  await story(conversation, 4)
  await conversation.close()
  const { messages, turns } = await loadThread(one.options.folder, id)
  expect({ turns, last: messages.at(-1)?.text }).toEqual({ turns: 4, last: '넷' })
})

test('an owner whose conversation was deleted writes no more into what is gone', async () => {
  const one = await rig(echo)
  const conversation = await one.open(id)
  await rm(one.options.folder, { recursive: true })
  await expect(conversation.submit(says('하나'), 'queue')).rejects.toMatchObject({ failure: { code: 'busy' } })
  await conversation.close()
})

test('a folder that cannot be used is a failure with a code: locks that are a file, a socket path too long', async () => {
  const locked = await rig(echo)
  await mkdir(locked.options.folder, { recursive: true })
  await writeFile(join(locked.options.folder, '.locks'), '')
  await expect(locked.open(id)).rejects.toMatchObject({ failure: { code: 'storage' } })
  expect(await readdir(locked.options.runtime)).toEqual([])
  const deep = await rig(echo)
  deep.options.runtime = join(deep.options.runtime, 'x'.repeat(120))
  await expect(deep.open(id)).rejects.toMatchObject({ failure: { code: 'storage' } })
})

test.runIf(process.getuid?.() === 0)(
  'sockets are not made in a folder of somebody else, nor behind a link of theirs',
  async () => {
    const [mine, theirs] = [await rig(echo), await rig(echo)]
    await mkdir(theirs.options.runtime, { recursive: true })
    await chown(theirs.options.runtime, 4_242, 4_242)
    await expect(theirs.open(id)).rejects.toMatchObject({ failure: { code: 'storage' } })
    const target = await home()
    await symlink(target, mine.options.runtime)
    await lchown(mine.options.runtime, 4_242, 4_242)
    await expect(mine.open(id)).rejects.toMatchObject({ failure: { code: 'storage' } })
    expect(await readdir(target)).toEqual([])
  },
)
