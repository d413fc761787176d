// Deeds of commands over a disk that fails: what is told as done stands there, and the journal claims nothing else.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deedPartsOf, recordSettings } from '../../src/app/context/record-deed.ts'
import { changeLists } from '../../src/app/lists/lists-of.ts'
import { changeMoney } from '../../src/app/money/money-of.ts'
import type { LoadedSettings } from '../../src/config/settings.ts'
import { setSetting } from '../../src/config/write.ts'
import { MoneyStore } from '../../src/core/money/money-store.ts'
import type { ToolResult } from '../../src/protocol/index.ts'
import type { Step } from './steps.ts'

const now = new Date('2026-11-21T01:35:00Z')
const partsAt = (home: string) => ({
  ...deedPartsOf(
    { settings: { profile: 'me' }, paths: { home, config: join(home, 'config.json') } } as LoadedSettings,
    () => now,
  ),
  ...{ language: 'ko' as const, zone: 'Asia/Seoul' },
})

/** What the journal says of deeds of a tool, the newest last. */
const journal = async (home: string, tool: string) =>
  (await partsAt(home).deeds.open('me', 'owner')).filter((deed) => deed.tool === tool).map(({ state }) => state)

/** Sentences on deeds that were told or noted and not done, or done and noted nowhere; `wanted` are done when told. */
async function claims(
  home: string,
  tool: string,
  { there, wanted = 1 }: { there: number; wanted?: number },
  told: readonly string[],
): Promise<string[]> {
  const states = await journal(home, tool)
  return [
    ...(told.includes('done') && there < wanted ? ['told but not done'] : []),
    ...(states.filter((state) => state === 'done').length > there ? ['noted but not done'] : []),
    ...(states.length < there ? ['done and noted nowhere'] : []),
  ]
}

const tellIfDone = ({ isError, text }: ToolResult, done: (what: string) => void) => {
  if (!isError) return done('done')
  if (!/디스크|저장|쓸 수 없|공간/.test(text)) throw new Error(`not told: ${text}`)
}

const page = (home: string) => join(home, 'lists/me/장보기.md')
const before = '# 장보기\n\n- [ ] 쌀\n'

const listDeed: Step = {
  async prepare(home) {
    mkdirSync(dirname(page(home)), { recursive: true })
    writeFileSync(page(home), before)
  },
  async run(home, done) {
    tellIfDone(await changeLists(partsAt(home), { action: 'add', list: '장보기', items: ['우유'] }), done)
  },
  async check(home, told) {
    const text = existsSync(page(home)) ? readFileSync(page(home), 'utf8') : ''
    const isWhole = [before, `${before}- [ ] 우유\n`].includes(text)
    return [
      ...(isWhole ? [] : [`half a page: ${text}`]),
      ...(await claims(home, 'lists', { there: Number(text.includes('우유')) }, told)),
    ]
  },
}

const moneyDeed: Step = {
  prepare: async (home) => void (await book(home, '점심')),
  run: async (home, done) => tellIfDone(await book(home, '커피'), done),
  async check(home, told) {
    const there = (await new MoneyStore(home).entries('me')).map(({ what }) => what)
    const isWhole = there[0] === '점심' && there.length <= 2
    return [
      ...(isWhole ? [] : [`the book has ${there.join(', ')}`]),
      ...(await claims(home, 'money', { there: there.length, wanted: 2 }, told)),
    ]
  },
}
const book = (home: string, what: string) =>
  changeMoney(partsAt(home), { action: 'book', items: [{ what, won: 4_500, kind: 'spent', key: what }] })

const settingDeed: Step = {
  prepare: async (home) => void (await setSetting(join(home, 'config.json'), 'language', 'ko', now)),
  async run(home, done) {
    const keep = () => setSetting(join(home, 'config.json'), 'provider', 'offline', now)
    await recordSettings(partsAt(home), 'provider', keep)
    done('done')
  },
  async check(home, told) {
    const keys = Object.keys(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')))
    return [
      ...(keys.includes('language') ? [] : ['lost: language']),
      ...(await claims(home, 'settings', { there: Number(keys.includes('provider')) }, told)),
    ]
  },
}

export const deedSteps = { listDeed, moneyDeed, settingDeed }
