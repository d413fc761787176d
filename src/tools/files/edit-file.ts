import { toolMessages } from '../../messages/tools/tools.ts'
import { AssistantError, type Tool, type ToolContext } from '../../protocol/index.ts'
import { fileDeeds } from '../checkpoints/checkpointed.ts'
import { refuses, textResult, tool } from '../tool.ts'
import { effectOfWriting } from './autorun-files.ts'
import { areInWorkingFolder, faultText, type PathPolicyOf, withFileErrors } from './file-errors.ts'
import { type PathPolicy, refusePath, writablePath } from './path-policy.ts'
import { readText } from './read-file.ts'
import { effectOf, saveFile } from './write-file.ts'

/**
 * Replaces one piece of a text file, which must stand there exactly once unless all are meant, or adds to its end; for
 * that the file need not be there.
 */
export function editFile(policyOf: PathPolicyOf): Tool {
  return tool({
    name: 'edit_file',
    facts: { group: 'core', kind: 'edit', subject: 'paths', reads: 'files', leavesNothing: false },
    deeds: fileDeeds({ targets: ['path'] }, policyOf),
    category: 'sensitive',
    description: 'Replace text in a file. old must match exactly and once, unless all; an empty old appends new.',
    schema: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        old: { type: 'string' },
        new: { type: 'string' },
        all: { type: 'boolean' },
      },
      required: ['path', 'old', 'new'],
    },
    effect: ({ path }) => effectOfWriting([path]),
    editsHere: ({ path }, context) => areInWorkingFolder([path], policyOf, context),
    explain: async (args, context) => {
      try {
        const edited = await editText(args, await policyOf(context), context)
        if (typeof edited === 'string') return { refused: edited }
        return { effect: await effectOf(args.path, edited.before, edited.after, context), risk: 'medium' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: (args, context) =>
      withFileErrors(context, async () => {
        const policy = await policyOf(context)
        const target = await writablePath(args.path, policy)
        const edited = await editText(args, policy, context)
        if (typeof edited === 'string') return refuses(edited)
        const { before } = edited
        const from = [
          ...(context.sources ?? []),
          ...((before && (await policy.foreign?.sourcesOf(before.bytes))) ?? []),
        ]
        await policy.foreign?.keep(target, edited.after, [...new Set(from)])
        await saveFile(target, args.path, edited.after, { policy, mode: before?.mode })
        const say = toolMessages[context.language].files
        const receipt = before ? say.edited(args.path, edited.count) : say.wrote(args.path, 1, true)
        return textResult(receipt, { path: args.path, count: edited.count })
      }),
  })
}

interface Edit {
  path: string
  old: string
  new: string
  all?: boolean | undefined
}

/** The file before and after, or why nothing can be replaced; a new file is nothing before. */
async function editText({ path, old, new: fresh, all = false }: Edit, policy: PathPolicy, { language }: ToolContext) {
  const say = toolMessages[language].files
  await writablePath(path, policy)
  const before = old === '' ? await readOrNone(path, policy) : await readText(path, policy)
  if (!before) return fresh === '' ? say.nothingToEdit : { before, after: appended('', fresh, '\n'), count: 1 }
  // Models write LF; a file that ends its lines with CR LF keeps doing so.
  const crlf = before.text.includes('\r\n') && !before.text.replaceAll('\r\n', '').includes('\n')
  const [from, to] = crlf ? [old, fresh].map((text) => text.replace(/\r?\n/g, '\r\n')) : [old, fresh]
  if (from === to) return say.nothingToEdit
  if (!from)
    return { before, after: requireFit(path, appended(before.text, to as string, crlf ? '\r\n' : '\n')), count: 1 }
  const count = before.text.split(from).length - 1
  if (count === 0) return say.noMatch(path)
  if (count > 1 && !all) return say.manyMatches(path, count)
  return {
    before,
    after: requireFit(
      path,
      before.text.replaceAll(from, () => to as string),
    ),
    count,
  }
}

/** A file, or undefined where there is none. */
async function readOrNone(path: string, policy: PathPolicy) {
  try {
    return await readText(path, policy)
  } catch (error) {
    if (error instanceof AssistantError && error.failure.data?.fault === 'missing') return undefined
    throw error
  }
}

/** A text with another at its end: as lines of its own. */
function appended(text: string, more: string, newline: string): string {
  const joint = text === '' || text.endsWith('\n') ? '' : newline
  return `${text}${joint}${more}${more.endsWith('\n') ? '' : newline}`
}

/** Return a text that is not too large to be read again. */
function requireFit(path: string, text: string): string {
  if (Buffer.byteLength(text) > maxEdited) refusePath('large', path, { limit: '10 MB' })
  return text
}

/** Largest text after an edit, in bytes: what `read_file` still opens. */
const maxEdited = 10 << 20
