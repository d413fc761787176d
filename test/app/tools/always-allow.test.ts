import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { allowRules, sessionScope, suggestRule } from '../../../src/app/tools/always-allow.ts'
import type { RuledTool } from '../../../src/core/permissions/policy.ts'
import { createRule } from '../../../src/core/permissions/rules.ts'

const place = { cwd: '/home/kim/work', userHome: '/home/kim' }
const home = mkdtempSync(join(tmpdir(), 'assistant-rules-'))
const subjects: Record<string, RuledTool['facts']['subject']> = {
  ...{ write_file: 'paths', edit_file: 'paths', move_file: 'paths', fetch_url: 'url' },
}
const ruled = (name: string): RuledTool => ({
  name,
  category: 'sensitive',
  facts: { subject: subjects[name] ?? 'arguments' },
})
afterAll(() => rmSync(home, { recursive: true }))

test.each([
  ['write_file', { path: 'notes/a.md', content: 'x' }, 'write_file(~/work/notes/**)'],
  ['write_file', { path: 'a.md', content: 'x' }, 'write_file(~/work/**)'],
  ['edit_file', { path: '/srv/site/index.html' }, 'edit_file(/srv/site/**)'],
  ['move_file', { from: 'a.md', to: 'b.md' }, 'move_file(~/work/**)'],
  ['move_file', { from: 'a.md', to: 'old/a.md' }, 'move_file(~/work/**)'],
  ['move_file', { from: 'new/a.md', to: 'old/a.md' }, undefined],
  ['fetch_url', { url: 'https://example.com/a?b=1' }, 'fetch_url(example.com)'],
  ['mcp_notes_add', { text: '우유' }, 'mcp_notes_add({"text":"우유"})'],
  ['mcp_notes_add', { text: '무엇?' }, undefined],
])('%s %j is allowed for good by %s', (name, args, rule) => {
  expect(suggestRule(ruled(name), args, place)).toBe(rule)
})

test.each([
  ['write_file', { path: 'notes/a.md', content: 'x' }, 'write_file(~/work/notes/**)'],
  ['fetch_url', { url: 'https://example.com/a' }, 'fetch_url(example.com)'],
  ['move_file', { from: 'new/a.md', to: 'old/a.md' }, undefined],
  ['agent', { name: '비서', action: 'create' }, 'agent(*"action":"create"*)'],
  ['mcp_files_do', { action: '*' }, undefined],
  ['mcp_notes_add', { text: '우유' }, 'mcp_notes_add'],
])('%s %j is allowed for a conversation by %s, and that rule allows it', (name, args, scope) => {
  const tool = ruled(name)
  expect(sessionScope(tool, args, place)).toBe(scope)
  const at = {
    resolve: (path: string) => resolve(place.cwd, path.replace('~', place.userHome)),
    realPath: (path: string) => path,
  }
  const allows = createRule({ allow: [scope ?? 'nothing'], ask: [], deny: [] }, at)
  expect(allows(tool, args)).toBe(scope === undefined ? undefined : 'allow')
  expect(
    allows(tool, { path: '/etc/x', url: 'https://evil.example', action: 'remove', name: '"action":"create"' }),
  ).toBe(scope === name ? 'allow' : undefined)
})

test('a rule that was seen on a card is written beside the others and holds at once, for no more than it says', async () => {
  const config = join(home, 'config.json')
  writeFileSync(config, JSON.stringify({ language: 'en', permissions: { allow: ['open_url'] } }))
  const rules = allowRules({
    loaded: {
      settings: { permissions: { allow: ['open_url'], ask: [], deny: ['write_file(~/work/secret/**)'] } },
      paths: { config },
    },
    environment: place,
    now: () => new Date(0),
  } as unknown as Parameters<typeof allowRules>[0])
  const write = (path: string) => rules.rule(ruled('write_file'), { path, content: 'x' })
  expect([
    write('notes/a.md'),
    rules.ruleFor({ ...ruled('shell'), category: 'restricted' }, { command: 'ls' }),
  ]).toEqual([undefined, undefined])
  const rule = rules.ruleFor(ruled('write_file'), { path: 'notes/a.md', content: 'x' }) ?? ''
  await rules.allowAlways(rule)
  expect([write('notes/b.md'), write('other.md'), write('secret/a.md')]).toEqual(['allow', undefined, 'deny'])
  // What could not take effect is not offered.
  expect(rules.ruleFor(ruled('write_file'), { path: 'secret/a.md', content: 'x' })).toBeUndefined()
  expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({
    language: 'en',
    permissions: { allow: ['open_url', 'write_file(~/work/notes/**)'] },
  })
})
