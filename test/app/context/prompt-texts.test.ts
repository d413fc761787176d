import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnTexts, toolText, withGuide } from '../../../src/app/context/prompt-texts.ts'
import { promptMessages, promptVersion } from '../../../src/messages/engine/prompt.ts'
import { toolGuides, toolLoaderMessages } from '../../../src/messages/tools/tool-guides.ts'

const pages = { base: 'B', persona: 'P', workspace: '', instructions: '', agent: '', personal: '' }
const none = new Map<string, string>()
const at = { origin: 'tui', cwd: '/work', platform: 'linux' } as const

function home(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('how to work tells of those tools that are there, and of the surface, folder and system', () => {
  const { guide, surface } = withGuide(pages, [{ name: 'reminders' }], at, 'en', none)
  expect(guide).toContain('- Time: what is to be told later')
  expect(guide).not.toContain('save_memory')
  expect(surface).toBe(
    'Shown in: a terminal chat. Markdown is rendered (headings, lists, tables, code).\nWorking folder: /work · system: Linux',
  )
})

test.each<[string, boolean]>([
  ['ollama:qwen3:8b', true],
  ['gemma3:270m', true],
  ['gemma-4-e2b-it', true],
  ['Llama-3.2-3B-Instruct', true],
  ['qwen3-30b-a3b', false],
  ['mixtral-8x7b', false],
  ['claude-sonnet-4-6', false],
  ['gpt-4o', false],
])('%s is shown a whole turn: %s', (model, isShown) => {
  for (const language of ['ko', 'en'] as const) {
    const { example } = promptMessages[language]
    expect(withGuide(pages, [{ name: 'reminders' }], { ...at, model }, language, none).guide?.includes(example)).toBe(
      isShown,
    )
    expect(withGuide(pages, [], { ...at, model }, language, none).guide).not.toContain(example)
  }
})

test('every surface has its own style, in both languages; a remote one is told of no folder', () => {
  for (const language of ['ko', 'en'] as const) {
    const styles = Object.values(promptMessages[language].surfaces)
    expect(new Set(styles).size).toBe(styles.length)
  }
  expect(withGuide(pages, [], { origin: 'voice', platform: 'darwin' }, 'ko', none).surface).toBe(
    promptMessages.ko.surfaces.voice,
  )
})

test('a text in prompts/ of the home takes the place of ours; an empty one takes it away', async () => {
  const own = await readOwnTexts(
    home({
      'prompts/guide.md': '내 방식\n',
      'prompts/surface-tui.md': '',
      'prompts/tools/shell.md': 'only ls',
      'prompts/a.txt': 'x',
    }),
  )
  expect([...own]).toEqual([
    ['guide', '내 방식'],
    ['surface-tui', ''],
    ['tools/shell', 'only ls'],
  ])
  expect(withGuide(pages, [{ name: 'reminders' }], { origin: 'tui', platform: 'linux' }, 'ko', own)).toMatchObject({
    guide: '내 방식',
    surface: '',
  })
  expect(toolText({ name: 'shell', description: 'd' }, 'ko', own)).toBe('only ls')
  expect(toolText({ name: 'git', description: 'd' }, 'en', own)).toBe(toolGuides.en.git)
  expect(toolText({ name: 'mcp_a_b', description: 'd' }, 'en', own)).toBe('d')
  expect([...(await readOwnTexts(home({})))]).toEqual([])
})

test('whoever changes a text for models gives it a new version', () => {
  const texts = JSON.stringify([promptMessages, toolGuides, toolLoaderMessages], (_, value) =>
    typeof value === 'function' ? value('G', 'S') : value,
  )
  const digest = createHash('sha256').update(texts).digest('hex').slice(0, 12)
  expect([promptVersion, digest]).toEqual([19, '9b53f5dd282a'])
})
