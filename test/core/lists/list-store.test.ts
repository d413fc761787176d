import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { ListStore } from '../../../src/core/lists/list-store.ts'
import { type ListArgs, listTool, performList } from '../../../src/core/lists/tools.ts'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import type { Json, ToolContext } from '../../../src/protocol/index.ts'
import { runsAll } from '../../parts.ts'

const homes: string[] = []
afterEach(() => homes.splice(0).forEach((home) => void rmSync(home, { recursive: true })))

function newHome(pages: Record<string, string | Buffer> = {}): string {
  const home = mkdtempSync(join(tmpdir(), 'lists-'))
  homes.push(home)
  mkdirSync(join(home, 'lists', 'me'), { recursive: true })
  for (const [list, page] of Object.entries(pages)) writeFileSync(join(home, 'lists', 'me', `${list}.md`), page)
  return home
}

const now = new Date('2026-05-11T09:00:00+09:00')
const asker = { now: () => now, zone: 'Asia/Seoul', language: 'ko' as const, profile: 'me', by: 'owner' as const }
const does = (home: string, args: ListArgs) =>
  performList(home, new ReminderStore(join(home, 'reminders.jsonl')), args, asker)
const undo = (home: string, kept: Json | undefined) => {
  const { deeds } = listTool(home, new ReminderStore(join(home, 'reminders.jsonl')))
  if (deeds === 'none' || typeof deeds.undo !== 'function' || kept === undefined) throw new Error('no inverse')
  return deeds.undo(kept, asker as unknown as ToolContext)
}
const pageOf = (home: string, list: string) => readFileSync(join(home, 'lists', 'me', `${list}.md`), 'utf8')

const garbage =
  '\uFEFF# 장보기 목록!!\r\n\r\n엄마가 적음:\r\n*  [X]   우유 (저지방)  \r\n- 계란 2판\r\n\t메모 🥚\r\n\r\n```\n- [ ] 코드\n```'

test('a page full of somebody’s own hand keeps it all when things are ticked, added and moved', async () => {
  const home = newHome({ 장보기: garbage })
  await does(home, { action: 'add', list: '장보기', items: ['계란 한 판', '두부'] })
  await does(home, { action: 'tick', items: ['두부'] })
  expect(pageOf(home, '장보기')).toBe(
    garbage.replace('- 계란 2판\r\n\t메모 🥚\r\n', '- 계란 3판\r\n\t메모 🥚\r\n- [x] 두부\r\n'),
  )
})

test('bytes that are no text are never written over, and the refusal says which file it is', async () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00])
  const home = newHome({ 장보기: bytes })
  await expect(does(home, { action: 'add', list: '장보기', items: ['우유'] })).rejects.toThrow()
  expect(readFileSync(join(home, 'lists', 'me', '장보기.md'))).toEqual(bytes)
})

const things = fc.constantFrom('우유', '계란 두 판', '사과 3개', '쌀 10kg', '대파')
const lists = fc.constantFrom('장보기', '할 일', '마트')
const deed: fc.Arbitrary<ListArgs> = fc.oneof(
  fc.record({
    action: fc.constant('add' as const),
    list: lists,
    items: fc.array(things, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    action: fc.constantFrom('tick' as const, 'untick' as const, 'remove' as const),
    items: fc.tuple(things),
  }),
  fc.record({ action: fc.constant('move' as const), items: fc.tuple(things), to: lists }),
  fc.record({ action: fc.constant('clear' as const), list: lists, done: fc.boolean() }),
  fc.record({ action: fc.constantFrom('delete' as const, 'create' as const), list: lists }),
)

test('every deed and its undo leave the pages as they were, to the byte, in chains of ten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 10 }), async (chain) => {
      const home = newHome({ 장보기: garbage })
      const store = new ListStore(home, 'me')
      const states = [await store.pages()]
      const undos: Json[] = []
      for (const args of chain) {
        const { deed } = await does(home, args)
        const after = await store.pages()
        expect(deed !== undefined).toBe(JSON.stringify([...after]) !== JSON.stringify([...(states.at(-1) ?? [])]))
        if (deed?.undo === undefined) continue
        states.push(after)
        undos.push(deed.undo)
      }
      for (const before of states.slice(0, -1).toReversed()) {
        await undo(home, undos.pop())
        expect([...(await store.pages())]).toEqual([...before])
      }
    }),
    { numRuns: runsAll ? 200 : 4 },
  )
})

test('undo after an edit by hand puts the lines back and keeps what the hand wrote', async () => {
  const home = newHome()
  await does(home, { action: 'add', list: '장보기', items: ['우유', '계란'] })
  const { deed } = await does(home, { action: 'clear', list: '장보기' })
  writeFileSync(join(home, 'lists', 'me', '장보기.md'), '# 장보기\n\n- [ ] 손으로 적은 것\n')
  await undo(home, deed?.undo)
  expect(pageOf(home, '장보기')).toBe('# 장보기\n\n- [ ] 손으로 적은 것\n- [ ] 우유\n- [ ] 계란\n')
})

test('two that change the lists at once lose nothing of each other', async () => {
  const home = newHome()
  const names = Array.from({ length: 12 }, (_, at) => `것${at}`)
  await Promise.all(names.map((name) => does(home, { action: 'add', list: '장보기', items: [name] })))
  expect((await new ListStore(home, 'me').items()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('a list of twenty thousand lines is ticked and told in short', async () => {
  const page = `# 창고\n\n${Array.from({ length: 20_000 }, (_, at) => `- [ ] 부품 ${at}번\n`).join('')}`
  const home = newHome({ 창고: page })
  await does(home, { action: 'tick', list: '창고', items: ['부품 12345번'] })
  expect(pageOf(home, '창고')).toBe(page.replace('- [ ] 부품 12345번\n', '- [x] 부품 12345번\n'))
  const { text } = await does(home, { action: 'show', list: '창고' })
  expect(text.split('\n')).toHaveLength(103)
})

test('a due thing rings on its day, rings no more when it is ticked by hand, and a person’s cancel stays', async () => {
  const home = newHome()
  const reminders = new ReminderStore(join(home, 'reminders.jsonl'))
  const states = async () => [...(await reminders.all()).values()].map(({ title, state }) => `${title} ${state}`)
  await does(home, { action: 'add', list: '할 일', items: ['견적서', '세금'], due: '2026-05-15' })
  expect(await states()).toEqual(['견적서 waiting', '세금 waiting'])
  writeFileSync(join(home, 'lists', 'me', '할 일.md'), pageOf(home, '할 일').replace('[ ] 견적서', '[x] 견적서'))
  await reminders.settle('2', 'cancelled')
  await does(home, { action: 'add', list: '할 일', items: ['은행 가기'] })
  expect(await states()).toEqual(['견적서 completed', '세금 cancelled'])
})
