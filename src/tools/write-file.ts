import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolMessages } from '../messages/tools.ts'
import { AssistantError, type Tool, type ToolContext } from '../protocol/index.ts'
import type { Decoded } from '../std/decode.ts'
import { writeAtomic } from '../std/files.ts'
import { diff } from './diff.ts'
import { type FenceOf, faultText, guarded } from './fault.ts'
import { type Fence, refuse, system, writable } from './guard.ts'
import { readText } from './read-file.ts'
import { says, tool } from './tool.ts'

const maxWritten = 1 << 20
const maxDiffLines = 80
/** A new file of the person's own: readable as their editor would leave it. */
const newFileMode = 0o644

/** Makes or replaces a text file as one step, keeping its mode. */
export function writeFile(fenceOf: FenceOf): Tool {
  return tool({
    name: 'write_file',
    category: 'sensitive',
    idempotent: true,
    description: 'Create or replace a file with all of content.',
    schema: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
      required: ['path', 'content'],
    },
    explain: async ({ path, content }, context) => {
      try {
        fits(path, content)
        const before = await current(path, await fenceOf(context))
        return { effect: effect(path, before, content, context), risk: before === undefined ? 'low' : 'medium' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ path, content }, context) =>
      guarded(context, async () => {
        const say = toolMessages[context.language].files
        fits(path, content)
        const fence = await fenceOf(context)
        const before = await current(path, fence)
        const target = await writable(path, fence)
        if (before && 'text' in before && before.encoding === 'utf-8' && before.text === content) return says(say.same(path))
        await save(target, path, content, { fence, mode: before?.mode })
        return says(say.wrote(path, linesOf(content).length, before === undefined), { path, created: before === undefined })
      }),
  })
}

function fits(path: string, content: string): void {
  if (Buffer.byteLength(content) > maxWritten) refuse('large', path, { limit: '1 MB' })
}

/** Puts `content` where `target` is, as one step, in UTF-8. */
export async function save(
  target: string,
  path: string,
  content: string,
  { fence, mode }: { fence: Fence; mode: number | undefined },
) {
  try {
    await mkdir(dirname(target), { recursive: true })
    // A folder may have become a link while the person was asked.
    if ((await writable(path, fence)) !== target) refuse('outside', path)
    await writeAtomic(target, content, mode ?? newFileMode)
    // The umask may have taken bits from the mode that the file had before.
    if (mode !== undefined) await chmod(target, mode)
  } catch (error) {
    system(error, path)
  }
}

export type Before = (Decoded & { mode: number }) | { mode: number }

/** What stands at `path` now: its text, `{mode}` alone for a file that is no text, undefined for none. */
async function current(path: string, fence: Fence): Promise<Before | undefined> {
  await writable(path, fence)
  try {
    return await readText(path, fence)
  } catch (error) {
    const fault = error instanceof AssistantError ? error.failure.data?.fault : undefined
    if (fault === 'missing') return undefined
    if (fault === 'binary' || fault === 'large') return { mode: newFileMode }
    throw error
  }
}

/** For the person who is asked: what will be different. */
export function effect(path: string, before: Before | undefined, content: string, { language }: ToolContext): string {
  const say = toolMessages[language].files
  const lines = linesOf(content)
  if (before === undefined) return cut([say.create(path, lines.length), ...lines.map((line) => `+ ${line}`)], say.cut)
  if (!('text' in before)) return `${say.replace(path, lines.length, 0)}\n${say.opaque}`
  const changes = diff(linesOf(before.text), lines)
  const count = (sign: string) => changes.filter((line) => line.startsWith(sign)).length
  const recode = before.encoding === 'utf-8' ? [] : [say.recode(before.encoding)]
  return cut([say.replace(path, count('+'), count('-')), ...recode, ...changes], say.cut)
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function cut(lines: string[], more: (count: number) => string): string {
  if (lines.length <= maxDiffLines) return lines.join('\n')
  return [...lines.slice(0, maxDiffLines), more(lines.length - maxDiffLines)].join('\n')
}
