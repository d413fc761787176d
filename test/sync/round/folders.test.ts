import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { meet, pageOf, roundDevices, sortedLines, writeLines } from './round-devices.ts'

const drive = (home: string) => join(home, 'drive')
const memory = (home: string) => join(home, 'memory')
const takeAway = (home: string) => renameSync(memory(home), drive(home))
function bringBack(home: string): void {
  rmSync(memory(home), { recursive: true })
  renameSync(drive(home), memory(home))
}

test('a drive that nobody had read comes back and is edited before it is read: what stood in its place stays', async () => {
  const [a, b] = await roundDevices()
  writeLines(pageOf(a), '- told by a')
  writeLines(pageOf(b), '- on the drive')
  takeAway(b.home)
  await meet([a, b])
  expect(sortedLines(pageOf(b))).toEqual(['- told by a'])
  bringBack(b.home)
  writeLines(pageOf(b), '- on the drive', '- and more')
  await meet([a, b])
  for (const device of [a, b])
    expect(sortedLines(pageOf(device))).toEqual(['- and more', '- on the drive', '- told by a'])
})

test('a drive is away and a page is written in its place: it is told, nothing else is written there, and the drive comes back as it was', async () => {
  const [a, b] = await roundDevices()
  writeLines(pageOf(b), '- one', '- two')
  writeLines(pageOf(b, 'work'), '- work')
  await meet([a, b])
  takeAway(b.home)
  mkdirSync(memory(b.home))
  writeLines(pageOf(b), '- meanwhile')
  writeLines(pageOf(a, 'new'), '- new')
  await meet([a, b])
  expect(await b.round()).toEqual([{ path: 'home/memory/work.md', lines: 1 }])
  expect(readdirSync(memory(b.home)).filter((name) => !name.startsWith('.'))).toEqual(['me.md'])
  expect(sortedLines(pageOf(a))).toEqual(['- meanwhile', '- one', '- two'])
  expect(sortedLines(pageOf(a, 'work'))).toEqual(['- work'])
  bringBack(b.home)
  // A person's own removal on the drive is one.
  writeLines(pageOf(b), '- two')
  await meet([a, b])
  for (const device of [a, b]) {
    expect(sortedLines(pageOf(device))).toEqual(['- meanwhile', '- two'])
    expect([sortedLines(pageOf(device, 'work')), sortedLines(pageOf(device, 'new'))]).toEqual([['- work'], ['- new']])
  }
})

test('a page that was rewritten before its drive was away is an edit when the drive is back', async () => {
  const [a, b] = await roundDevices()
  writeLines(pageOf(b), '- old')
  await meet([a, b])
  writeLines(pageOf(b), '- new')
  takeAway(b.home)
  mkdirSync(memory(b.home))
  expect(await b.round()).toEqual([{ path: 'home/memory/me.md', lines: 1 }])
  bringBack(b.home)
  await meet([a, b])
  for (const device of [a, b]) expect(sortedLines(pageOf(device))).toEqual(['- new'])
})

test.each([{ putBack: true }, { really: true }])(
  'what another folder lacks waits for a decision: %o',
  async (decided) => {
    const [a, b] = await roundDevices()
    writeLines(pageOf(a), '- one')
    writeLines(pageOf(a, 'work'), '- work')
    await meet([a, b])
    rmSync(memory(b.home), { recursive: true })
    mkdirSync(memory(b.home))
    writeLines(pageOf(b), '- two')
    expect(await b.round()).toEqual([{ path: 'home/memory/work.md', lines: 1 }])
    await b.round(decided)
    await meet([a, b])
    for (const device of [a, b]) {
      expect(sortedLines(pageOf(device))).toEqual(['- one', '- two'])
      expect(sortedLines(pageOf(device, 'work'))).toEqual('putBack' in decided ? ['- work'] : undefined)
    }
  },
)

test('a backup that replaced a folder counts as it is, and an edit of the same folder as an edit', async () => {
  const [a, b] = await roundDevices()
  writeLines(pageOf(a), '- one', '- two')
  await meet([a, b])
  rmSync(memory(b.home), { recursive: true })
  mkdirSync(memory(b.home))
  writeLines(pageOf(b), '- two')
  await b.round({ isReplaced: true })
  await meet([a, b])
  expect([a, b].map((device) => sortedLines(pageOf(device)))).toEqual([['- two'], ['- two']])
  takeAway(b.home)
  mkdirSync(memory(b.home))
  bringBack(b.home)
  writeLines(pageOf(b), '- three')
  await meet([a, b])
  expect([a, b].map((device) => sortedLines(pageOf(device)))).toEqual([['- three'], ['- three']])
})
