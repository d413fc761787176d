import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Assistant } from '../../../src/app/assistant.ts'
import { createAssistant } from '../../../src/app/create-assistant.ts'
import { carriedBy } from '../../../src/core/permissions/carried.ts'
import { purposeOf, toolTitle } from '../../../src/messages/tools/tool-words.ts'
import type { Message, Tool } from '../../../src/protocol/index.ts'

const home = mkdtempSync(join(tmpdir(), 'built-in-'))
let assistant: Assistant
let tools: readonly Tool[]

beforeAll(async () => {
  mkdirSync(join(home, 'skills', 'bread'), { recursive: true })
  writeFileSync(join(home, 'skills', 'bread', 'SKILL.md'), '---\nname: bread\ndescription: bakes bread\n---\nBake.')
  const keys = ['OPENWEATHER_API_KEY', 'TAVILY_API_KEY', 'FAL_KEY', 'TELEGRAM_BOT_TOKEN']
  const accounts = {
    calendars: { a: { kind: 'caldav', url: 'https://example.com/', user: 'a' } },
    mail: { a: { host: 'example.com', smtpHost: 'example.com', user: 'a', address: 'a@example.com' } },
  }
  writeFileSync(join(home, 'config.json'), JSON.stringify(accounts))
  const env = Object.fromEntries(keys.map((key) => [key, '123456789:abcdefghijklmnopqrstuvwxyzabcdefghi']))
  assistant = await createAssistant({
    ...{ cwd: home, pid: process.pid, platform: 'linux', machine: process.arch, zone: 'Asia/Seoul', flags: {} },
    ...{ userHome: home, tempDir: tmpdir(), node: process.execPath, clock: Date.now },
    env: { ...env, ASSISTANT_HOME: home, ASSISTANT_PROVIDER: 'offline', PATH: process.env.PATH ?? '' },
  })
  tools = await assistant.parts.tools.tools()
})
afterAll(async () => {
  await assistant.close()
  rmSync(home, { recursive: true, force: true })
})

// Results that are no text of the person's: public already, or a receipt for what the call itself had said.
const harmless = new Set(
  'answer_invitation calculator datetime get_weather search_wikipedia web_search fetch_url write_file move_file delete_file print_image generate_image open_url save_memory telegram_send_message telegram_send_file undo draft_mail send_mail mark_mail save_attachment'.split(
    ' ',
  ),
)

test('whatever a tool read of the person is noticed when it is sent on; of a tool that is not ours everything', () => {
  const letter = Array.from({ length: 40 }, (_, at) => `paragraph ${at} of a letter`).join('\n')
  const noticed = (name: string) => {
    const message: Message = {
      ...{ role: 'tool', id: 'm', at: 0, call: 'c', name, text: letter, outcome: 'ok', untrusted: true },
    }
    return carriedBy(
      { query: letter.slice(10, 400) },
      {
        ...{ messages: [message], remembered: [], holdsKey: () => false, tainted: false },
        readsOf: (tool) => assistant.parts.factsOf(tool).reads,
      },
    )
  }
  const names = [...tools.map(({ name }) => name), 'mcp_files_read_text_file', 'skill', 'search_documents', 'my_tool']
  expect(names.filter((name) => noticed(name) === undefined).toSorted()).toEqual([...harmless].toSorted())
  expect(names).toEqual(expect.arrayContaining(['git', 'mail', 'search_memory', 'read_file', 'shell', 'clipboard']))
})

test('every tool has a title and a purpose in both languages that are not its name', () => {
  for (const tool of tools)
    for (const language of ['ko', 'en'] as const) {
      expect([tool.name, tool.description], tool.name).not.toContain(toolTitle(tool.name, language))
      expect([tool.name, tool.description], tool.name).not.toContain(purposeOf(tool, language))
    }
})

test('what names an address, a command or a file is judged by it', () => {
  const subjectOf = { command: ['command'], url: ['url'], path: ['paths', 'folder', 'arguments'] } as const
  for (const { name, schema, facts } of tools)
    for (const [argument, subjects] of Object.entries(subjectOf))
      if (argument in (schema.properties as object) && !('action' in (schema.properties as object)))
        expect(subjects, name).toContain(facts.subject)
})
