import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Tool, ToolResult } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { frontMatter } from './front-matter.ts'
import { isUsableSkill, type Skill } from './skills.ts'

const mostBytes = 256 << 10
/** Files of a skill that are named. */
const namedFiles = 100

/**
 * Reads a skill when a model wants to follow it: its instructions and the names of its files, or one of these.
 * Nothing of it is run here: scripts go through the tools that run programs, with all their questions.
 */
export function skillTool(skills: readonly Skill[]): Tool {
  const usable = skills.filter(isUsableSkill)
  return {
    name: 'skill',
    facts: { group: 'core', kind: 'read', subject: 'arguments', reads: 'files', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    idempotent: true,
    timeoutMs: 0,
    description: 'Read a skill: its instructions and the names of its files, or with `file` one of them.',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', enum: usable.map(({ name }) => name) },
        file: { type: 'string', description: 'Path inside the skill.' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    async *run({ name, file }): AsyncGenerator<string, ToolResult> {
      const skill = usable.find((one) => one.name === name)
      if (!skill) return { text: `No such skill: ${String(name)}.`, isError: true }
      return typeof file === 'string' && file !== '' ? readPart(skill, file) : readWholeSkill(skill)
    },
  }
}

/** The instructions of a skill, and the names of its files. */
export async function readWholeSkill({ folder, name }: Skill): Promise<ToolResult> {
  const { body } = await frontMatter(await readFile(join(folder, 'SKILL.md'), 'utf8'))
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'SKILL.md')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
  const named =
    files.length === 0
      ? ''
      : `\n\nFiles in ${folder}: ${files.slice(0, namedFiles).join(', ')}${files.length > namedFiles ? ' …' : ''}`
  return { text: `# ${name}\n\n${body}${named}` }
}

async function readPart({ folder, name }: Skill, file: string): Promise<ToolResult> {
  const none = { text: `${name} has no text file ${file}.`, isError: true }
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, file))])
    const found = await stat(path)
    if (!path.startsWith(root + sep) || !found.isFile() || found.size > mostBytes) return none
    const bytes = await readFile(path)
    return bytes.includes(0) ? none : { text: bytes.toString('utf8') }
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return none
  }
}
