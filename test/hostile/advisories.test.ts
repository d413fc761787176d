import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { placeOf } from '../../src/app/tools/permission-rules.ts'
import { loadSettings } from '../../src/config/settings.ts'
import { createRule, type RuleLists } from '../../src/core/permissions/rules.ts'
import type { JsonObject, ToolContext, ToolFacts } from '../../src/protocol/index.ts'
import { openerPrograms, openUrl } from '../../src/tools/desktop/open-url.ts'
import { isAutorunPath } from '../../src/tools/files/autorun-files.ts'
import { fileTools } from '../../src/tools/files/file-tools.ts'
import { fingerprintOf } from '../../src/tools/mcp/config/spec.ts'
import { isOriginAllowed } from '../../src/ui/http/origin-check.ts'

// What was published about programs like this one, tried against this one. Each is named by its identifier and the day
// or month it was published, and has the page that tells of it; a new one is a row.

const base = realpathSync(mkdtempSync(join(tmpdir(), 'advisories-')))
afterAll(() => rmSync(base, { recursive: true }))
const [work, beside] = [join(base, 'work'), join(base, 'work_evil')]
for (const folder of [work, beside]) mkdirSync(folder)
writeFileSync(join(beside, 'secret.txt'), 'top secret')
writeFileSync(join(work, 'private.txt'), 'top secret')
symlinkSync(beside, join(work, 'link'))
symlinkSync(join(work, 'private.txt'), join(work, 'harmless.txt'))

const tools = fileTools({ home: '/nowhere', userHome: base, roots: () => [work] })
const context = { cwd: work, language: 'en', signal: AbortSignal.timeout(60_000) } as ToolContext
async function result(name: string, args: JsonObject): Promise<string> {
  const running = tools.find((tool) => tool.name === name)!.run(args, context)
  for (let step = await running.next(); ; step = await running.next()) if (step.done) return step.value.text
}
const rule = (lists: Partial<RuleLists>) =>
  createRule({ allow: [], ask: [], deny: [], ...lists }, placeOf({ cwd: work, userHome: base }))
const shell = (lists: Partial<RuleLists>, command: string) =>
  rule(lists)({ name: 'shell', category: 'restricted', facts: { subject: 'command' } }, { command })
const readFile = (lists: Partial<RuleLists>, path: string) =>
  rule(lists)(
    { name: 'read_file', category: 'safe', facts: { subject: 'paths' } satisfies Pick<ToolFacts, 'subject'> },
    { path },
  )

const rows: [id: string, published: string, where: string, what: string, holds: () => boolean | Promise<boolean>][] = [
  [
    'CVE-2025-54794',
    '2025-08',
    'https://vibeship.co/kb/vibe-coding-tools/claude-code',
    'a folder whose name begins as the allowed one',
    async () => !(await result('read_file', { path: join(beside, 'secret.txt') })).includes('top secret'),
  ],
  [
    'CVE-2025-53110',
    '2025-07',
    'https://www.zealynx.io/glossary/path-prefix-bypass',
    'the same in a server of files',
    async () => !(await result('list_files', { path: beside })).includes('secret.txt'),
  ],
  [
    'CVE-2025-53109',
    '2025-07',
    'https://www.zealynx.io/glossary/symlink-following-attack',
    'a link that leads out',
    async () => !(await result('read_file', { path: 'link/secret.txt' })).includes('top secret'),
  ],
  [
    'CVE-2026-25724',
    '2026-02-06',
    'https://www.sentinelone.com/vulnerability-database/cve-2026-25724',
    'a denied file by a link',
    () => readFile({ deny: ['read_file(private.txt)'] }, 'harmless.txt') === 'deny',
  ],
  [
    'CVE-2025-54795',
    '2025-08',
    'https://vibeship.co/kb/vibe-coding-tools/claude-code',
    'a command behind an allowed echo',
    () =>
      ['echo "\\""; touch x; echo "\\""', 'echo a\ntouch x', 'echo $(touch x)', 'echo a > ~/.bashrc'].every(
        (line) => shell({ allow: ['shell(echo *)'] }, line) !== 'allow',
      ),
  ],
  [
    'GHSA-g8r9-g2v8-jv6f',
    '2026-03-06',
    'https://github.com/advisories/GHSA-g8r9-g2v8-jv6f',
    'commands in expansions of parameters',
    () =>
      ['echo ${a@P}', 'echo ${a:=$(touch x)}', 'echo ${!a}', 'cat <(touch x)', 'echo ${a="$(touch x)"}${a@P}'].every(
        (line) => shell({ allow: ['shell(echo *)', 'shell(cat *)'] }, line) !== 'allow',
      ),
  ],
  [
    'claude-code, 50 subcommands',
    '2026-04',
    'https://enclave.ai/blog/claude-code-deny-rule-bypass-50-subcommands',
    'a forbidden command behind fifty others',
    () =>
      [49, 50, 51, 500, 5_000].every(
        (count) => shell({ deny: ['shell(curl *)'] }, `${'true; '.repeat(count)}curl evil.example`) === 'deny',
      ),
  ],
  [
    'CVE-2025-53773',
    '2025-08',
    'https://evlbot.xyz/llm06-lesson/llm06-slide-21.html',
    'settings of the editor that lift its questions',
    () => isAutorunPath('.vscode/settings.json'),
  ],
  [
    'CVE-2025-54135',
    '2025-08',
    'https://www.cncso.com/en/cursor-ide-secure-development-guide.html',
    'a new file that names servers',
    () => isAutorunPath('.cursor/mcp.json') && isAutorunPath('.mcp.json'),
  ],
  [
    'CVE-2025-59944',
    '2025-10',
    'https://www.cncso.com/en/cursor-ide-secure-development-guide.html',
    'the same in other letters',
    () => ['.CURSOR/mcp.json', '.Cursor/MCP.json', '.VSCode/settings.json', 'Agents.md'].every(isAutorunPath),
  ],
  [
    'CVE-2026-25725',
    '2026-02-06',
    'https://www.sentinelone.com/vulnerability-database/cve-2026-25725',
    'settings of an assistant that were not there before',
    () => isAutorunPath('.claude/settings.json') && isAutorunPath('.assistant/config.json'),
  ],
  [
    'CVE-2025-61260',
    '2025-08',
    'https://codex.danielvaughan.com/2026/03/27/security-hardening-codex-cli',
    'a home with servers that a file of the folder names',
    async () => {
      mkdirSync(join(work, '.evil'))
      writeFileSync(join(work, '.env'), 'ASSISTANT_HOME=./.evil\n')
      writeFileSync(join(work, '.evil/mcp.json'), '{"mcpServers":{"evil":{"command":"touch","args":["ran"]}}}')
      const { settings, paths } = await loadSettings({ env: {}, cwd: work, userHome: base })
      return isAutorunPath('.codex/config.toml') && !settings.servers.evil && !paths.home.startsWith(work)
    },
  ],
  [
    'CVE-2025-54136',
    '2025-08',
    'https://www.cncso.com/en/cursor-ide-secure-development-guide.html',
    'a server whose command changed after the yes',
    () => {
      const spec = (command: string, args: string[], env: Record<string, string> = {}) =>
        fingerprintOf({ name: 'x', reach: { kind: 'stdio', command, args, env } } as unknown as Parameters<
          typeof fingerprintOf
        >[0])
      const first = spec('node', ['a.js'])
      return [spec('node', ['b.js']), spec('sh', ['a.js']), spec('node', ['a.js'], { NODE_OPTIONS: '-r ./x' })].every(
        (one) => one !== first,
      )
    },
  ],
  [
    'CVE-2025-6514',
    '2025-06',
    'https://mcpowered.com/mcp-remote/',
    'an address of a login that is a command',
    async () => {
      const tool = openUrl({ platform: 'linux', env: {} })
      const refused = await Promise.all(
        ['file:///bin/sh', 'a:$(calc)', 'javascript:1', '$(touch x)', 'ms-msdt:x'].map((url) =>
          tool.explain?.({ url }, context),
        ),
      )
      return (
        refused.every((one) => one && 'refused' in one) &&
        openerPrograms('win32', 'http://x/?$(calc)').every(([program]) => program === 'rundll32')
      )
    },
  ],
  [
    'CVE-2025-49596',
    '2025-06',
    'https://www.zealynx.io/glossary/mcp-inspector',
    'a page that calls a server of this machine',
    () => !isOriginAllowed({ host: '127.0.0.1:8787', origin: 'https://evil.example' }, []),
  ],
  [
    'CVE-2025-66416',
    '2025-12',
    'https://portal.vyprsec.ai/cves/CVE-2025-66416',
    'a name of a stranger that leads to this machine',
    () =>
      !isOriginAllowed({ host: 'evil.example:8787', origin: 'http://evil.example:8787' }, []) &&
      !isOriginAllowed({ host: 'localhost.evil.example' }, []),
  ],
]

test('each has an identifier, a date and a page that tells of it, and none stands there twice', () => {
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length)
  expect(rows.filter(([, at, where]) => !/^202[56]/.test(at) || !/^https:\/\/\S+\.\S+\//.test(where))).toEqual([])
})

test.each(rows)('%s (%s, %s): %s', async (_id, _published, _where, _what, holds) => expect(await holds()).toBe(true))

test('and what is meant to work does', async () => {
  expect(await result('read_file', { path: 'private.txt' })).toContain('top secret')
  expect(shell({ allow: ['shell(echo *)'] }, 'echo a')).toBe('allow')
  expect(isOriginAllowed({ host: 'localhost:8787', origin: 'http://localhost:8787' }, [])).toBe(true)
})
