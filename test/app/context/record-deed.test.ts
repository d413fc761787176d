import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Assistant } from '../../../src/app/assistant.ts'
import { recordAccount } from '../../../src/app/context/record-deed.ts'
import { changeLists } from '../../../src/app/lists/lists-of.ts'
import { changeMoney } from '../../../src/app/money/money-of.ts'
import { answerReminders } from '../../../src/app/reminders/reminder-store.ts'
import { createSettingsDesk } from '../../../src/app/surfaces/tui/settings.ts'
import type { Cli, CommandRun } from '../../../src/cli/command-context.ts'
import { addServer, changeServer, removeServer } from '../../../src/cli/commands/mcp/servers.ts'
import {
  aliasProfile,
  createAgent,
  createProfile,
  createWorkspace,
  editAgent,
  renameProfile,
  useAgent,
  useWorkspace,
} from '../../../src/cli/commands/people/agents.ts'
import { setValue } from '../../../src/cli/commands/settings/config.ts'
import { allowRule, removeRule } from '../../../src/cli/commands/settings/permissions.ts'
import { disableService, enableService } from '../../../src/cli/commands/settings/service.ts'
import { snoozeBy } from '../../../src/core/reminders/read-snooze.ts'
import { assistantAt, endingOf, freshHome, talk } from '../../journeys/home.ts'

const now = Date.parse('2026-11-28T10:00:00+09:00')

/** Every file of settings, agents and servers by its name. */
function settingsOf(home: string): Record<string, string> {
  const isState = (path: string) => /config|mcp\.json|workspaces|profiles|disabled\.json/.test(path)
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(home.length))
    .filter((path) => isState(path) && !/\.lock|checkpoints/.test(path))
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(home, path), 'latin1')]))
}

/** A command line over an assistant, whose output nobody reads. */
const cliOf = (assistant: Assistant) =>
  ({
    ...{ environment: assistant.parts.environment, language: 'ko', now: () => new Date(now) },
    terminal: { note: async () => {}, print: async () => {}, canAsk: false },
    ...{ assistant: async () => assistant, stop: new AbortController().signal },
  }) as unknown as Cli

test('settings, agents, rules, servers and services by commands and pages are taken back by a sentence', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home, { clock: () => now })
  onTestFinished(() => assistant.close())
  const cli = cliOf(assistant)
  const { say } = await talk(assistant)
  const run =
    (command: CommandRun, args: string[], rest: string[] = [], options = {}) =>
    () =>
      command(cli, { args, rest, options })
  const desk = createSettingsDesk(assistant, cli.stop)
  const typed = { action: 'accept' as const, content: { answer: '41000' } }
  const deeds: (() => Promise<unknown>)[] = [
    run(setValue, ['limits.toolMs', '20000']),
    run(setValue, ['limits.toolMs', '30000']),
    run(setValue, ['limits.toolMs']),
    () => desk.change('limits.toolMs', async () => typed),
    run(createAgent, ['왓슨']),
    run(editAgent, ['왓슨', '홈즈'], [], { name: '왓슨', yes: true }),
    run(useAgent, ['왓슨']),
    run(createWorkspace, ['집']),
    run(useWorkspace, ['집']),
    run(createProfile, ['지우']),
    run(renameProfile, ['지우', '지수']),
    run(aliasProfile, ['지수', '딸']),
    run(allowRule, [], ['calculator']),
    run(removeRule, [], ['calculator']),
    run(addServer, ['files'], ['true']),
    run(changeServer, ['files', 'safe', 'true']),
    run(removeServer, ['files']),
    run(disableService, ['transfer']),
    run(enableService, ['transfer']),
  ]
  const before: Record<string, string>[] = []
  for (const deed of deeds) {
    before.push(settingsOf(home))
    await deed()
    expect(settingsOf(home), String(before.length)).not.toEqual(before.at(-1))
  }
  for (const was of before.reverse()) {
    expect(endingOf(await say('방금 그거 취소해'))).toMatchObject({ text: expect.stringContaining('되돌렸어요') })
    expect(settingsOf(home)).toEqual(was)
  }
})

test('an account that a command removed is told as final, and the deed before it stays', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home, { clock: () => now })
  onTestFinished(() => assistant.close())
  const { say } = await talk(assistant)
  await changeLists(assistant.parts, { action: 'add', list: '장보기', items: ['우유'] })
  await recordAccount(assistant.parts, 'mail', async () => ({ name: 'work' }))
  const page = pagesOf(home)
  expect(endingOf(await say('방금 그거 취소해'))).toMatchObject({
    text: expect.stringContaining('mail.work는 되돌릴 수 없어요'),
  })
  expect(pagesOf(home)).toEqual(page)
})

/** Pages of lists, memory and the book by their names. */
function pagesOf(home: string): Record<string, string> {
  const names = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.md$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
  return Object.fromEntries(names.map((path) => [path.slice(home.length), readFileSync(path, 'utf8')]))
}

test('what commands, touches and screens did is taken back by the sentence of the chat, newest first', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home, { clock: () => now })
  onTestFinished(() => assistant.close())
  const { parts } = assistant
  const { say } = await talk(assistant)
  const context = {
    now: () => new Date(now),
    zone: 'Asia/Seoul',
    language: 'ko' as const,
    profile: 'me',
    by: 'owner' as const,
  }
  await assistant.memory.add('딸 이름은 지우', 'personal')
  await changeMoney(parts, { action: 'book', items: [{ what: '커피', won: 4500 }] })
  await changeLists(parts, { action: 'add', list: '할 일', items: ['견적서'], due: '금요일' })
  const deeds: (() => Promise<unknown>)[] = [
    () => assistant.memory.add('커피를 좋아한다', 'personal'),
    () => assistant.memory.forget('지우'),
    () => changeLists(parts, { action: 'add', list: '장보기', items: ['우유'] }),
    () => answerReminders(parts, context, (store, trace) => snoozeBy(store, '1번 완료', context, trace)),
  ]
  const before: Record<string, string>[] = []
  for (const deed of deeds) {
    before.push(pagesOf(home))
    await deed()
    expect(pagesOf(home)).not.toEqual(before.at(-1))
  }
  // Done with the reminder is done with the thing on the list.
  expect(pagesOf(home)['/lists/me/할 일.md']).toContain('- [x] 견적서')
  for (const was of before.reverse()) {
    await say('방금 그거 취소해')
    expect(pagesOf(home)).toEqual(was)
  }
})
