import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { tuiPageMessages } from '../../../messages/surfaces/tui-pages.ts'
import { fail } from '../../../protocol/index.ts'
import { codeOf, fileExists } from '../../../std/fs/files.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { AskForm } from '../../../ui/tui/tui-host.ts'
import type { Assistant } from '../../assistant.ts'

const mostNames = 40
const mostChars = 64 << 10

/**
 * Writes an AGENTS.md out of what this folder says of itself, once the person has seen it and said yes. The sentence
 * about it. Throws `bad-input` where there is one already, `storage` where the disk refuses.
 */
export async function writeInstructions(
  { parts, language }: Pick<Assistant, 'parts' | 'language'>,
  ask: AskForm,
  signal: AbortSignal,
): Promise<string> {
  const say = tuiPageMessages[language].init
  const { cwd } = parts.environment
  const path = join(cwd, 'AGENTS.md')
  if (await fileExists(path)) return fail('bad-input', { data: { sentence: say.there(path) } })
  const text = await draftOf(cwd)
  const schema = {
    type: 'object',
    properties: { write: { type: 'boolean', title: say.question } },
    required: ['write'],
  }
  const said = await ask({ title: path, message: showHidden(text), schema, isStep: true }, signal)
  if (said.action !== 'accept' || said.content.write !== true) return say.kept
  try {
    await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return fail('storage', { detail: codeOf(error) ?? '', data: { path } }, error)
  }
  return say.written(path)
}

/** Return what a folder says of itself: its name and first words, how it is built and tested, what stands in it. */
export async function draftOf(folder: string): Promise<string> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => a.name.localeCompare(b.name))
  const readme = names.find(({ name }) => /^readme(?:\.\w+)?$/i.test(name))
  const about = readme ? firstWords(await textOf(join(folder, readme.name))) : ''
  const commands = [
    ...(await scriptsOf(folder)),
    ...(await targetsOf(folder)),
    ...knownCommands(names.map(({ name }) => name)),
  ]
  const layout = names.slice(0, mostNames).map((entry) => `- \`${entry.name}${entry.isDirectory() ? '/' : ''}\``)
  const more = names.length > mostNames ? [`- … (${names.length - mostNames} more)`] : []
  return [
    `# ${basename(folder)}`,
    ...(about === '' ? [] : ['', about]),
    ...(commands.length === 0 ? [] : ['', '## Commands', '', ...commands.map((command) => `- \`${command}\``)]),
    ...(layout.length === 0 ? [] : ['', '## Layout', '', ...layout, ...more]),
    '',
    '## Conventions',
    '',
    '- ',
    '',
  ].join('\n')
}

async function textOf(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).slice(0, mostChars)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return ''
  }
}

/** The first paragraph that is neither a heading nor a picture. */
function firstWords(markdown: string): string {
  const paragraphs = markdown.split(/\n\s*\n/).map((part) => part.trim())
  return (paragraphs.find((part) => /^[\p{L}\p{N}*_`"'(]/u.test(part)) ?? '').slice(0, 600)
}

async function scriptsOf(folder: string): Promise<string[]> {
  try {
    const { scripts } = JSON.parse((await textOf(join(folder, 'package.json'))) || '{}') as { scripts?: unknown }
    const wanted = /^(?:build|test|lint|check|dev|start|format|typecheck)\b/
    return Object.keys(Object(scripts)).flatMap((name) => (wanted.test(name) ? [`npm run ${name}`] : []))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return []
  }
}

async function targetsOf(folder: string): Promise<string[]> {
  const targets = Array.from(
    (await textOf(join(folder, 'Makefile'))).matchAll(/^([a-z][\w-]*):(?!=)/gm),
    ([, name]) => `make ${name}`,
  )
  return [...new Set(targets)].slice(0, 8)
}

/** Return what projects of a kind are built and tested by. */
function knownCommands(names: readonly string[]): string[] {
  const tools: Record<string, string[]> = {
    'Cargo.toml': ['cargo build', 'cargo test'],
    'go.mod': ['go build ./...', 'go test ./...'],
    'pyproject.toml': ['python -m pytest'],
    'pom.xml': ['mvn test'],
    gradlew: ['./gradlew test'],
  }
  return names.flatMap((name) => (Object.hasOwn(tools, name) ? (tools[name] ?? []) : []))
}
