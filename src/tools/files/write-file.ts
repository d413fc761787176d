import { readFile, unlink } from 'node:fs/promises'
import { toolMessages } from '../../messages/tools/tools.ts'
import { AssistantError, type Tool, type ToolContext } from '../../protocol/index.ts'
import { unlessSystem, writeAtomic } from '../../std/fs/files.ts'
import type { Decoded } from '../../std/text/decode.ts'
import { fileDeeds } from '../checkpoints/checkpointed.ts'
import { textResult, tool } from '../tool.ts'
import { effectOfWriting } from './autorun-files.ts'
import { diffLines } from './diff.ts'
import { areInWorkingFolder, faultText, type PathPolicyOf, withFileErrors } from './file-errors.ts'
import { inFolderOf, makeParents } from './folder-handle.ts'
import { type PathPolicy, refuseBySystem, refusePath, writablePath } from './path-policy.ts'
import { readText } from './read-file.ts'

const maxWritten = 1 << 20
const maxDiffLines = 80
/** Mode of a new file, as an editor would create it. */
const newFileMode = 0o644

/** Makes or replaces a text file as one step, keeping its mode. */
export function writeFile(policyOf: PathPolicyOf): Tool {
  return tool({
    name: 'write_file',
    facts: { group: 'core', kind: 'edit', subject: 'paths', reads: 'nothing', leavesNothing: false },
    deeds: fileDeeds({ targets: ['path'] }, policyOf),
    category: 'sensitive',
    idempotent: true,
    description: 'Create or replace a file with all of content.',
    schema: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
      required: ['path', 'content'],
    },
    effect: ({ path }) => effectOfWriting([path]),
    editsHere: ({ path }, context) => areInWorkingFolder([path], policyOf, context),
    explain: async ({ path, content }, context) => {
      try {
        requireFit(path, content)
        const before = await currentFile(path, await policyOf(context))
        return { effect: await effectOf(path, before, content, context), risk: before === undefined ? 'low' : 'medium' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ path, content }, context) =>
      withFileErrors(context, async () => {
        const say = toolMessages[context.language].files
        requireFit(path, content)
        const policy = await policyOf(context)
        const before = await currentFile(path, policy)
        const target = await writablePath(path, policy)
        if (before && 'text' in before && before.encoding === 'utf-8' && before.text === content)
          return textResult(say.same(path))
        await policy.foreign?.keep(target, content, context.sources)
        await saveFile(target, path, content, { policy, mode: before?.mode })
        return textResult(say.wrote(path, linesOf(content).length, before === undefined), {
          path,
          created: before === undefined,
        })
      }),
  })
}

function requireFit(path: string, content: string): void {
  if (Buffer.byteLength(content) > maxWritten) refusePath('large', path, { limit: '1 MB' })
}

/** Puts `content` where `target` is, as one step; text in UTF-8. */
export async function saveFile(
  target: string,
  path: string,
  content: string | Uint8Array,
  { policy, mode }: { policy: PathPolicy; mode: number | undefined },
) {
  try {
    await makeParents(target, path, policy)
    await inFolderOf(target, path, policy, async (folder, name) => {
      // A folder may have become a link while the person was asked.
      if ((await writablePath(path, policy)) !== target) refusePath('outside', path)
      if (await savedByEditor(target, content, policy)) return
      await writeAtomic(folder.at(name), content, mode ?? newFileMode, mode !== undefined)
      if (await folder.verify()) return
      await unlink(folder.at(name)).catch(() => {})
      refusePath('outside', path)
    })
  } catch (error) {
    refuseBySystem(error, path)
  }
}

/**
 * Return true if an editor that is open over the folder has saved the text: then it shows what changed, and we write
 * nothing over it.
 */
async function savedByEditor(target: string, content: string | Uint8Array, { editor }: PathPolicy): Promise<boolean> {
  if (!editor || typeof content !== 'string') return false
  await editor.write(target, content)
  const saved = await readFile(target, 'utf8').catch(unlessSystem)
  return saved === content
}

export type PreviousFile = (Decoded & { mode: number }) | { mode: number }

/** Return the content of `path`: its text, `{mode}` alone for a file that is no text, undefined for none. */
async function currentFile(path: string, policy: PathPolicy): Promise<PreviousFile | undefined> {
  await writablePath(path, policy)
  try {
    return await readText(path, policy)
  } catch (error) {
    const fault = error instanceof AssistantError ? error.failure.data?.fault : undefined
    if (fault === 'missing') return undefined
    if (fault === 'binary' || fault === 'large') return { mode: newFileMode }
    throw error
  }
}

/** The effect shown on the approval card: the differences. */
export async function effectOf(
  path: string,
  before: PreviousFile | undefined,
  content: string,
  { language }: ToolContext,
): Promise<string> {
  const say = toolMessages[language].files
  const lines = linesOf(content)
  if (before === undefined)
    return cutLines([say.create(path, lines.length), ...lines.map((line) => `+ ${line}`)], say.cut)
  if (!('text' in before)) return `${say.replace(path, lines.length, 0)}\n${say.opaque}`
  if (before.text === content && before.encoding === 'utf-8') return say.same(path)
  const changes = await diffLines(linesOf(before.text), lines)
  const countLines = (sign: string) => changes.filter((line) => line.startsWith(sign)).length
  const recode = before.encoding === 'utf-8' ? [] : [say.recode(before.encoding)]
  return cutLines([say.replace(path, countLines('+'), countLines('-')), ...recode, ...changes], say.cut)
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function cutLines(lines: string[], more: (count: number) => string): string {
  if (lines.length <= maxDiffLines) return lines.join('\n')
  return [...lines.slice(0, maxDiffLines), more(lines.length - maxDiffLines)].join('\n')
}
