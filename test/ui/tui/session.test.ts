import { expect, onTestFinished, test } from 'vitest'
import { tui } from '../../../src/messages/tui.ts'
import type { Input } from '../../../src/protocol/index.ts'
import type { TuiHost } from '../../../src/ui/tui/host.ts'
import type { Item } from '../../../src/ui/tui/printer.ts'
import { type Command, screen } from '../../../src/ui/tui/screen.ts'
import { createSession, type Stage } from '../../../src/ui/tui/session.ts'
import { plainOf } from '../../../src/ui/tui/style.ts'
import { fakeHost } from './fake.ts'

/** The hands over a host in memory: what reached the conversation and what was printed, one by one as it comes. */
function hands(more: Partial<TuiHost> = {}) {
  let state = screen([])
  const heard = channel<Omit<Input, 'id'>>()
  const printed = channel<string[]>()
  const look = { columns: 60, words: tui.ko, say: { failure: () => '', notice: () => '', path: (file: string) => file } }
  const host = fakeHost(async ({ input: { id: _, ...input }, emit }) => {
    heard.put(input)
    emit({ type: 'turn.done', message: 'm', text: '네' })
  }, more)
  const print = (...items: Item[]) => {
    for (const item of items) if (item.type === 'rows') printed.put(item.rows(look).map(plainOf))
  }
  const stage: Stage = {
    get: () => state,
    set: (next) => {
      state = next
    },
    print,
    leave() {},
    suspend() {},
    kitty() {},
    alert() {},
    outside: async () => 0,
    crash: (thrown) => {
      throw thrown
    },
  }
  const session = createSession(host, tui.ko, stage)
  onTestFinished(() => session.close())
  return { perform: (command: Command) => session.perform(command), heard, printed, kept: host.kept }
}

/** Values that are waited for in the order in which they come. */
function channel<T>() {
  const here: T[] = []
  const waiting: ((value: T) => void)[] = []
  return {
    put(value: T) {
      const taker = waiting.shift()
      if (taker) taker(value)
      else here.push(value)
    },
    next: () => (here.length > 0 ? Promise.resolve(here.shift() as T) : new Promise<T>((done) => waiting.push(done))),
  }
}

test("a server's prompt is sent filled in; a file that the server names does not go along, one that the person names does", async () => {
  const prompt = async (name: string, args: string) => (name === 'good:greet' ? `Greet ${args} @notes.md` : undefined)
  const { perform, heard, kept } = hands({ prompt })
  perform({ do: 'prompt', name: 'good:greet', rest: '엄마', text: '/good:greet 엄마' })
  expect(await heard.next()).toEqual({ text: 'Greet 엄마 @notes.md', origin: 'tui', by: 'owner', untrusted: true })
  perform({ do: 'prompt', name: 'no:server', rest: '@notes.md', text: '/no:server @notes.md' })
  expect(await heard.next()).toEqual({
    text: '/no:server @notes.md',
    origin: 'tui',
    by: 'owner',
    attachments: [{ name: 'notes.md', text: '# 메모', untrusted: true }],
  })
  expect(kept).toEqual(['/good:greet 엄마', '/no:server @notes.md'])
})

test('/memory, /tools and /docs are reports; /compact says when there is nothing to summarise', async () => {
  const { perform, printed } = hands()
  await printed.next()
  const run = (command: 'memory' | 'tools' | 'docs' | 'compact') => {
    perform({ do: 'run', command, rest: '' })
    return printed.next()
  }
  expect([await run('memory'), await run('tools'), await run('docs')]).toEqual([
    ['기억', '  개인  매운 것을 못 먹어요'],
    ['도구', '  read_file  파일을 읽어요'],
    ['기본', '    문서 3개'],
  ])
  expect([await run('compact'), await printed.next()].flat().join(' ')).toBe(
    '· 앞 대화를 요약하고 있어요. · 지금은 요약할 앞 대화가 없어요. 답하는 중이라면 끝난 뒤에   다시 해 주세요.',
  )
})
