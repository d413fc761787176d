import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../std/fs/files.ts'
import { sanitiseLine } from '../../std/text/sanitise.ts'
import { frontMatter } from './front-matter.ts'

/** A command that somebody wrote as a Markdown file; its name is the file's. */
export interface OwnCommand {
  name: string
  description: string
  /** Arguments that may stand behind it, as its author names it. */
  argumentHint: string
  body: string
  /** The model that answers it. */
  model?: string
  /** The tools that are offered for it. */
  tools?: string[]
  /** It stands in the person's own folder, not in a project's. */
  own: boolean
}

const mostBytes = 64 << 10
const mostCommands = 200

/** Commands of these folders (`*.md`, folders below them as `folder-name`); the first of a name counts. */
export async function readCommands(folders: readonly { path: string; own: boolean }[]): Promise<OwnCommand[]> {
  const found = new Map<string, OwnCommand>()
  for (const { path, own } of folders)
    for (const file of (await filesIn(path)).sort()) {
      const name = file
        .slice(0, -'.md'.length)
        .replaceAll(/[/\\\s:]+/g, '-')
        .normalize('NFC')
        .toLowerCase()
      if (found.has(name) || found.size >= mostCommands || !/^[\p{L}\p{N}_-]+$/u.test(name)) continue
      const command = await readCommand(join(path, file), name, own)
      if (command) found.set(name, command)
    }
  return [...found.values()]
}

async function filesIn(path: string): Promise<string[]> {
  try {
    return (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.md'))
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return []
  }
}

async function readCommand(path: string, name: string, own: boolean): Promise<OwnCommand | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile() || found.size > mostBytes) return undefined
  const { fields, body } = await frontMatter(await readFile(path, 'utf8'))
  if (body === '') return undefined
  const textField = (key: string) =>
    typeof fields[key] === 'string' ? sanitiseLine((fields[key] as string).trim()) : ''
  const tools = listOf(fields.tools ?? fields['allowed-tools'])
  const model = textField('model')
  return {
    name,
    description: textField('description') || (body.split('\n')[0] ?? '').replace(/^#+\s*/, '').slice(0, 100),
    argumentHint: textField('argument-hint'),
    body,
    ...(model === '' || model === 'inherit' ? {} : { model }),
    ...(tools.length > 0 ? { tools } : {}),
    own,
  }
}

/** `[a, b]` or `a, b`. */
function listOf(value: unknown): string[] {
  const words = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(/[,\s]+/) : []
  return words.map((word) => word.trim()).filter(Boolean)
}

/** The body with what was typed behind the name: `$ARGUMENTS`, or `$1` … `$9`; without either it stands at the end. */
export function filledCommand({ body }: Pick<OwnCommand, 'body'>, typed: string): string {
  const words = Array.from(typed.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
  let isUsed = false
  // In one pass: what was typed is never read as a place to fill.
  const filled = body.replace(/\$ARGUMENTS\b|\$([1-9])(?!\d)/g, (_, digit?: string) => {
    isUsed = true
    return digit === undefined ? typed : (words[Number(digit) - 1] ?? '')
  })
  return isUsed || typed === '' ? filled : `${filled}\n\n${typed}`
}
