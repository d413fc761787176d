import { expect, onTestFinished, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Input } from '../../../../src/protocol/index.ts'
import { width } from '../../../../src/std/text/text.ts'
import { editorValue } from '../../../../src/ui/tui/components/editor.ts'
import { type Picker, pickerRows } from '../../../../src/ui/tui/components/picker.ts'
import type { EffectContext } from '../../../../src/ui/tui/effects/effect-context.ts'
import { Effects } from '../../../../src/ui/tui/effects/effects.ts'
import { type Msg, reduce } from '../../../../src/ui/tui/screen/reduce.ts'
import { createScreen, type KeyEffect } from '../../../../src/ui/tui/screen/screen-state.ts'
import { decodeBytes, decoder } from '../../../../src/ui/tui/terminal/key-decoder.ts'
import { plainOf } from '../../../../src/ui/tui/terminal/style.ts'
import type { Item } from '../../../../src/ui/tui/transcript/scrollback.ts'
import type { StatusFacts, TuiEngine, TuiHost } from '../../../../src/ui/tui/tui-host.ts'
import { fakeHost } from '../memory-host.ts'

/** The hands over a host in memory: what reached the conversation and what was printed, one by one as it comes. */
function hands(more: Partial<TuiHost & TuiEngine> = {}) {
  let state = createScreen([])
  const print = (items: readonly Item[]) => {
    for (const item of items) if (item.type === 'rows') printed.put(item.rows(look).map(plainOf))
    for (const item of items) if (item.type === 'rows') all.push(...item.rows(look).map(plainOf))
  }
  const all: string[] = []
  const alerts: string[] = []
  const heard = channel<Omit<Input, 'id'>>()
  const kept: string[] = []
  const printed = channel<string[]>()
  const look = {
    columns: 60,
    words: tuiMessages.ko,
    say: { failure: () => '', notice: () => '', path: (file: string) => file },
  }
  const host = fakeHost(
    async ({ input: { id: _, ...input }, emit }) => {
      heard.put(input)
      emit({ type: 'turn.done', message: 'm', text: '네' })
    },
    { history: { read: async () => ['지난 말'], add: async (input) => void kept.push(input) }, ...more },
  )
  const listeners: ((msg: Msg) => void)[] = []
  const stage: EffectContext = {
    store: {
      subscribe: (listener) => void listeners.push(listener),
      get state() {
        return state
      },
      dispatch(msg) {
        if (msg.type === 'print') print(msg.items)
        const [next, commands] = reduce(state, msg)
        state = next
        for (const listener of listeners) listener(msg)
        return commands
      },
    },
    leave() {},
    suspend() {},
    kitty() {},
    recolour() {},
    call: (text) => alerts.push(text),
    write() {},
    alert: (text) => alerts.push(text),
    outside: async () => 0,
    crash: (thrown) => {
      throw thrown
    },
  }
  const session = new Effects(host, tuiMessages.ko, stage)
  session.start()
  onTestFinished(() => session.close())
  const perform = (command: KeyEffect) => session.perform(command)
  const type = (bytes: string) => {
    for (const key of decodeBytes(decoder, Buffer.from(bytes))[1])
      for (const command of stage.store.dispatch({ type: 'key', key, now: 0, columns: 60 })) perform(command)
  }
  return { perform, type, heard, printed, alerts, state: () => state, kept, all: () => all }
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
  const prompt = async (name: string, args: string) =>
    name === 'good:greet' ? { text: `Greet ${args} @notes.md`, foreign: true } : undefined
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
    ['기본', '  문서 3개'],
  ])
  expect([await run('compact'), await printed.next()].flat().join(' ')).toBe(
    '· 앞 대화를 요약하고 있어요. · 지금은 요약할 앞 대화가 없어요. 답하는 중이라면 끝난 뒤에   다시 해 주세요.',
  )
})

test('what rings is shown and heard at once, noted when it was, and put off by a key or a word', async () => {
  const told: string[] = []
  async function* rings() {
    yield { text: '⏰ 약 먹기', canWait: true, told: async () => told.push('약') }
    yield { text: '예약한 이체를 보냈어요.', canWait: false, told: async () => told.push('이체') }
  }
  const { perform, printed, alerts } = hands({ rings })
  const said = [await printed.next(), await printed.next(), await printed.next()]
  expect(said.slice(1)).toEqual([
    ['⏰ 약 먹기', '   Alt+S 완료 · Ctrl+S 10분 뒤 다시 · /snooze 내일'],
    ['예약한 이체를 보냈어요.'],
  ])
  expect(alerts).toEqual(['⏰ 약 먹기', '예약한 이체를 보냈어요.'])
  await expect.poll(() => told).toEqual(['약', '이체'])
  perform({ do: 'run', command: 'snooze', rest: '20분' })
  expect(await printed.next()).toEqual(['· 미뤘어요: 20분'])
})

test('/attach goes on with a conversation that is open elsewhere; without any it says so', async () => {
  const opened: string[] = []
  const alone = hands()
  await alone.printed.next()
  alone.perform({ do: 'run', command: 'attach', rest: '' })
  expect((await alone.printed.next()).join(' ')).toContain('지금 다른 곳에 열린 대화가 없어요.')

  const fresh = fakeHost(async () => {})
  const resume = (id: string) => {
    opened.push(id)
    return fresh.resume(id)
  }
  const { perform, printed, state } = hands({
    resume,
    live: async () => [{ id: 'c7', label: '여행', note: 'Telegram 42' }],
  })
  await printed.next()
  perform({ do: 'run', command: 'attach', rest: '' })
  await expect.poll(() => state().picker?.items.map(({ label }) => label)).toEqual(['여행'])
  perform({ do: 'choose', kind: 'attach', item: { id: 'c7', label: '여행' } })
  expect((await printed.next()).join('')).toContain('그 대화에 들어왔어요.')
  expect(opened).toEqual(['c7'])
})

test('/handoff hands over what was said; before the first word there is nothing to hand over', async () => {
  const silent = hands({ open: () => new Promise(() => {}) })
  await silent.printed.next()
  silent.perform({ do: 'run', command: 'handoff', rest: '' })
  expect((await silent.printed.next()).join('')).toContain('아직 나눈 말이 없어요.')

  const { perform, printed, state } = hands()
  await printed.next()
  perform({ do: 'submit', text: '안녕' })
  await expect.poll(() => state().view.conversation).toBe('conversation-1')
  perform({ do: 'run', command: 'handoff', rest: '' })
  expect(await printed.next()).toEqual(['· 넘겼어요: conversation-1'])
})

test('/open shows the source of that number; among several without a number one is chosen', async () => {
  const shown: string[] = []
  const show = async ({ file, line }: { file: string; line?: number }) => void shown.push(`${file}:${line}`)
  const sources = ['/a.md', '/b.md'].map((file, at) => ({ file, line: at + 3, text: '', score: 1 }))
  const host = fakeHost(async ({ emit }) => {
    emit({ type: 'sources.found', sources })
    emit({ type: 'turn.done', message: 'm', text: '네' })
  })
  const { perform, printed, state } = hands({ show, open: host.open })
  await printed.next()
  perform({ do: 'run', command: 'open', rest: '' })
  expect((await printed.next()).join(' ')).toContain('아직 열어 볼 출처가 없어요.')
  perform({ do: 'submit', text: '휴가는?' })
  await expect.poll(() => state().view.sources.list).toHaveLength(2)
  perform({ do: 'run', command: 'open', rest: '2' })
  await expect.poll(() => shown).toEqual(['/b.md:4'])
  perform({ do: 'run', command: 'open', rest: '' })
  await expect.poll(() => state().picker?.items.map(({ label }) => label)).toEqual(['/a.md:3', '/b.md:4'])
})

test('/fork goes on apart, /export keeps the conversation; before the first word there is nothing to do that with', async () => {
  const silent = hands({ open: () => new Promise(() => {}) })
  await silent.printed.next()
  for (const command of ['fork', 'export'] as const) {
    silent.perform({ do: 'run', command, rest: '' })
    expect((await silent.printed.next()).join('')).toContain('아직 나눈 말이 없어요.')
  }
  const { perform, printed, state } = hands()
  await printed.next()
  perform({ do: 'submit', text: '안녕' })
  await expect.poll(() => state().view.conversation).toBe('conversation-1')
  perform({ do: 'run', command: 'export', rest: '대화.md' })
  expect(await printed.next()).toEqual(['· 저장했어요: conversation-1 대화.md'])
  perform({ do: 'run', command: 'fork', rest: '' })
  expect((await printed.next()).join('')).toContain('여기서 새 대화로 갈라졌어요.')
  await expect.poll(() => state().view.conversation).toBe('conversation-2')
})

test('what was begun is written on in an editor', async () => {
  const { perform, state } = hands()
  perform({ do: 'open-editor', text: '초안' })
  await expect.poll(() => editorValue(state().editor)).toBe('초안, 그리고 더')
})

test('what happens while the editor is open is not forgotten', async () => {
  const editing = Promise.withResolvers<string>()
  const { perform, heard, state } = hands({ write: () => editing.promise })
  perform({ do: 'open-editor', text: '' })
  perform({ do: 'submit', text: '안녕' })
  await heard.next()
  await expect.poll(() => state().view.done.length).toBe(2)
  editing.resolve('다음 말')
  await expect.poll(() => editorValue(state().editor)).toBe('다음 말')
  expect(state().view.done.map(({ type }) => type)).toEqual(['said', 'parts'])
})

test('what a conversation has now is marked where another can be chosen: its model, its agent, itself', async () => {
  const models = async () => [
    { id: 'openai:m1', label: 'm1', current: true },
    { id: 'openai:m2', label: 'm2' },
  ]
  const agents = async () => ['비서', '영어'].map((name) => ({ id: `기본/${name}`, label: name }))
  const conversations = async () => ['conversation-1', 'c2'].map((id) => ({ id, label: id }))
  const { perform, printed, state } = hands({ models, agents, conversations })
  await printed.next()
  await expect.poll(() => state().view.conversation).toBe('conversation-1')
  const now = async (command: 'model' | 'agent' | 'resume') => {
    perform({ do: 'run', command, rest: '' })
    await expect.poll(() => state().picker?.kind).toBe(command)
    return state()
      .picker?.items.filter(({ current }) => current)
      .map(({ label }) => label)
  }
  expect([await now('model'), await now('agent'), await now('resume')]).toEqual([['m1'], ['비서'], ['conversation-1']])
  perform({ do: 'choose', kind: 'model', item: { id: 'openai:m2', label: 'm2' } })
  await expect.poll(() => state().view.model).toBe('openai:m2')
  expect(await now('model')).toEqual(['m2'])
})

test('a file goes along by its name, also with blanks in quotes and with what Korean puts behind it; what cannot go along is told', async () => {
  const files: Record<string, string> = { '여행 계획.md': '제주', 'notes.md': '# 메모', 로: '로' }
  const attach = async (name: string) =>
    name === '그림.png' ? { why: '글이 아니에요' } : files[name] === undefined ? undefined : { text: files[name] }
  const { perform, heard, printed, state } = hands({ attach })
  await printed.next()
  const names = async (text: string) => {
    perform({ do: 'submit', text })
    return (await heard.next()).attachments?.map(({ name }) => name)
  }
  expect(await names('@"여행 계획.md"을 @notes.md를, @notes.md에서 @로 요약해줘')).toEqual([
    '여행 계획.md',
    'notes.md',
    '로',
  ])
  await expect
    .poll(() => state().view.done[0])
    .toMatchObject({ type: 'said', files: ['여행 계획.md', 'notes.md', '로'] })
  perform({ do: 'submit', text: '이 글은? a @notes.md b', pasted: [[7, 20]] })
  const pasted = await heard.next()
  expect([pasted.attachments, pasted.pasted]).toEqual([undefined, [[7, 20]]])
  // Nothing is sent before the person has heard of it; the same text again is.
  const text = '@그림.png @없는것 @없어요.md someone@notes.md'
  perform({ do: 'submit', text })
  expect([await printed.next(), await printed.next(), await printed.next()]).toEqual([
    ['· 글이 아니에요'],
    ['· 없어요.md: 그런 파일이 없어요.'],
    ['· 아직 보내지 않았어요. 다시 Enter를 누르면 그대로 보내요.'],
  ])
  await expect.poll(() => state().editor.text).toBe(text)
  state().editor.text = ''
  expect(await names(text)).toBeUndefined()
})

test('/rewind asks twice and does nothing by itself: to before which words, and what of it', async () => {
  const asked: unknown[] = []
  const reversal = { path: '/w/a.txt', to: null, now: null, isEdited: false, lines: { removed: 1, added: 3 } }
  const edited = { ...reversal, path: '/w/b.txt', isEdited: true }
  const rewind = {
    points: async () => [{ message: 'm2', text: '두 번째\n말', at: 2, files: 2 }],
    plan: async () => [reversal, edited],
    planUndo: async () => [reversal],
    apply: async (...request: unknown[]) => {
      asked.push(request.slice(1))
      return { done: [reversal], left: [edited] }
    },
    undo: async (_: unknown, also: boolean) => {
      asked.push(['undo', also])
      return { done: [reversal], left: [] }
    },
  }
  const { perform, printed, state } = hands({ rewind })
  await printed.next()
  await expect.poll(() => state().view.conversation).toBe('conversation-1')
  const choose = async (id: string) => {
    const { picker } = state()
    const item = picker?.items.find((one) => one.id === id)
    if (!picker || !item) throw new Error(`no ${id} among ${picker?.items.map((one) => one.id)}`)
    perform({ do: 'choose', kind: picker.kind, item })
  }
  const open = async () => {
    perform({ do: 'run', command: 'rewind', rest: '' })
    await expect.poll(() => state().picker?.kind).toBe('rewind')
  }
  await open()
  expect(state().picker?.items.map(({ label, note }) => [label, note])).toEqual([
    ['두 번째 말', '파일 2개'],
    ['마지막 되감기 취소', '−1 +3 /w/a.txt'],
  ])
  await choose('m2')
  await expect.poll(() => state().picker?.kind).toBe('rewind-what')
  expect([state().picker?.about, state().picker?.selected]).toEqual([
    ['−1 +3 /w/a.txt · 없어져요', '−1 +3 /w/b.txt · 없어져요 · 그 뒤에 다른 손이 고쳐서 그대로 둬요'],
    0,
  ])
  expect(state().picker?.items.map(({ id }) => id)).toEqual(['nothing', 'talk', 'files', 'both', 'files-edited'])
  await choose('nothing')
  await open()
  await choose('m2')
  await expect.poll(() => state().picker?.kind).toBe('rewind-what')
  await choose('files')
  expect((await printed.next()).join('\n')).toContain('그대로 뒀어요: /w/b.txt')
  await open()
  await choose('undo')
  await expect.poll(() => state().picker?.kind).toBe('rewind-what')
  await choose('both')
  await printed.next()
  expect(await printed.next()).toEqual(['· 되감기를 취소했어요.'])
  expect(asked).toEqual([
    ['m2', { talk: false, files: true, edited: false }],
    ['undo', false],
  ])
})

const picture = { mediaType: 'image/png' as const, data: 'aGk=' }

test('a pasted picture is a label that one Backspace removes, and goes along with the words around it; ↑ brings it back', async () => {
  const { type, heard, state } = hands({ clipboard: async () => ({ image: picture }) })
  type('이거 ')
  type('\x16')
  await expect.poll(() => editorValue(state().editor)).toBe('이거 [그림 1]')
  type(' 뭐야?')
  expect(editorValue(state().editor)).toBe('이거 [그림 1] 뭐야?')
  type('\r')
  expect(await heard.next()).toMatchObject({ text: '이거 [그림 1] 뭐야?', images: [picture] })
  type('\x1b[A')
  type('\x7f'.repeat(5))
  expect(editorValue(state().editor)).toBe('이거 ')
  type('\r')
  expect(await heard.next()).not.toHaveProperty('images')
})

test('paths that are dropped become labels where they are pictures, and stay words where they are none', async () => {
  const attach = async (path: string) => (path === '/tmp/내 그림.png' ? { image: picture } : undefined)
  const { type, heard, state } = hands({ attach })
  type("\x1b[200~'/tmp/내 그림.png' /tmp/no.png\x1b[201~")
  await expect.poll(() => editorValue(state().editor)).toBe('[그림 1] /tmp/no.png')
  await expect.poll(() => state().editor.text.length).toBe('_ /tmp/no.png'.length + 1)
  type('\r')
  expect(await heard.next()).toMatchObject({ text: '[그림 1] /tmp/no.png', images: [picture] })
})

test('where the model has no eyes that is said before anything is sent, and what was written comes back', async () => {
  const blind = async () => '이 모델은 그림을 볼 수 없어요.'
  const { type, heard, printed, state } = hands({ clipboard: async () => ({ image: picture }), blind })
  await printed.next()
  type('\x16')
  expect((await said(printed, '볼 수')).length).toBeGreaterThan(0)
  type(' 뭐야?\r')
  expect((await said(printed, '볼 수')).length).toBeGreaterThan(0)
  await expect.poll(() => editorValue(state().editor)).toBe('[그림 1] 뭐야?')
  type('\x01\x1b[3~\r')
  expect(await heard.next()).toEqual({ text: ' 뭐야?', origin: 'tui', by: 'owner' })
})

test('a draft of an earlier session comes back without the labels of pictures that are no more, which is said', async () => {
  const drafts = { left: async () => '[그림 3] 이거 뭐야?', keep: async () => {} }
  const { printed, state } = hands({ drafts })
  expect((await said(printed, '다시 붙여')).length).toBeGreaterThan(0)
  await expect.poll(() => editorValue(state().editor)).toBe('이거 뭐야?')
})

test('a file of keys that does not count is told at the start', async () => {
  const problem = 'keybindings.json: ‘ctrl+t’ 동작은 없어요. 파일 전체를 쓰지 않고 원래 키를 써요.'
  const { printed } = hands({ keybindings: { problem } })
  expect((await said(printed, '원래 키를')).join('')).toContain('! keybindings.json')
})

/** What was printed, up to the row that holds these words. */
async function said(printed: ReturnType<typeof hands>['printed'], words: string): Promise<string[]> {
  for (;;) {
    const rows = await printed.next()
    if (rows.some((row) => row.includes(words))) return rows
  }
}

test('the status line asks the command of the person at the start and after a turn; one that fails is told once', async () => {
  const told: StatusFacts[] = []
  const answers = [{ text: 'gpt-5 on main' }, { why: 'exit 3' }, { why: 'exit 3' }, { text: 'again' }]
  const own = async (facts: StatusFacts) => answers[told.push(facts) - 1] ?? { text: '' }
  const { perform, state, all } = hands({ status: { parts: ['model', 'state'], own } })
  await expect.poll(() => state().ownStatus).toBe('gpt-5 on main')
  expect(state().statusParts).toEqual(['model', 'state'])
  for (const count of [2, 3]) {
    perform({ do: 'submit', text: '안녕' })
    await expect.poll(() => told.length).toBe(count)
    await expect.poll(() => state().ownStatus).toBeUndefined()
  }
  perform({ do: 'submit', text: '안녕' })
  await expect.poll(() => state().ownStatus).toBe('again')
  expect(told[0]).toMatchObject({ agent: '비서', mode: 'ask', tokens: 0, usd: 0 })
  expect(all().filter((line) => line.includes('exit 3'))).toHaveLength(1)
})

test('words typed over the list of conversations also find where they were said; the place in a long list is shown', async () => {
  const all = Array.from({ length: 40 }, (_, at) => ({ id: `c${at}`, label: `대화 ${at}` }))
  const asked: string[] = []
  const search = async (words: string) => {
    asked.push(words)
    return words === '바다펜션' ? [{ id: 'c7', label: '대화 7', note: '제주도 숙소를 바다펜션으로' }] : []
  }
  const { perform, type, state } = hands({ conversations: async () => all, search })
  perform({ do: 'run', command: 'resume', rest: '' })
  await expect.poll(() => state().picker?.kind).toBe('resume')
  const rows = () => pickerRows(state().picker as Picker, 60, 10, tuiMessages.ko).rows.map(plainOf)
  expect(rows()[1]).toMatch(/^› +1\/40$/)
  type('바다')
  type('펜션')
  await expect.poll(() => rows().join('\n')).toContain('제주도 숙소를')
  expect(asked).toEqual(['바다펜션'])
  type('\r')
  expect(state().picker).toBeUndefined()
})

test('the last words of the selected conversation stand below the list, harmless and within the screen, only of the row that stays', async () => {
  const all = Array.from({ length: 9 }, (_, at) => ({
    id: `c${at}`,
    label: `대화 ${at}`,
    note: '3분 전 · ~/일/제주 · 메시지 4개',
  }))
  const asked: string[] = []
  const last = async (id: string) => {
    asked.push(id)
    return [`› ${id} \u001b[2J몇 시에 가?\u202e`, `● ${'아홉 시에 떠나요. '.repeat(30)}`]
  }
  const { perform, type, state } = hands({ conversations: async () => all, last })
  perform({ do: 'run', command: 'resume', rest: '' })
  await expect.poll(() => state().picker?.last?.id).toBe('c0')
  const rows = (columns = 40, height = 10) =>
    pickerRows(state().picker as Picker, columns, height, tuiMessages.ko).rows.map(plainOf)
  expect(rows().slice(-3, -1)).toEqual([
    expect.stringMatching(/^ {2}› c0 .*몇 시에 가\?$/),
    expect.stringMatching(/^ {2}● 아홉 .*…$/),
  ])
  expect([...rows().join('')].filter((letter) => ['\u001b', '\u202e'].includes(letter))).toEqual([])
  expect(rows().slice(2, 7).join('\n')).toContain('~/일/제주')
  for (const columns of [8, 20, 40, 80])
    for (const height of [4, 6, 9, 10, 11, 22]) {
      expect(rows(columns, height).length).toBeLessThanOrEqual(height)
      expect(Math.max(...rows(columns, height).map(width))).toBeLessThanOrEqual(columns)
    }
  // Where the arrow only passes, nothing is read; the rows stay where they are.
  const before = rows().length
  for (let down = 0; down < 4; down++) type('\u001b[B')
  expect(rows().length).toBe(before)
  await expect.poll(() => state().picker?.last?.id).toBe('c4')
  expect(asked).toEqual(['c0', 'c4'])
})
