import { relative } from 'node:path'
import type { ToolContext } from '../../protocol/index.ts'
import { formatOfName } from '../../std/text/document-formats.ts'
import { ulidTime } from '../../std/ulid.ts'
import { isObeyedName } from '../files/autorun-files.ts'
import { changedFiles } from '../origin/changed-files.ts'

/** Files that are named; the rest is counted. */
const mostNamed = 5
/** Milliseconds for which a change counts as new in a conversation that has lasted longer. */
const newMs = 3_600_000
/** Programs that only show what they are given, alone in a line. */
const onlyShows =
  /^\s*(?:ls|cat|head|tail|wc|grep|rg|pwd|echo|file|stat|du|diff|cut|uniq|tree)(?:[ \t][^;&|`$()<>\n]*)?$/

/** Files of the working folder that a command may run or obey, and that changed while this conversation went on. */
export interface LateChanges {
  names: string[]
  more: number
}

/** Return what a command may run that was written just now, those first that it names. */
export async function changedLately(
  { cwd, conversation, now }: Pick<ToolContext, 'conversation' | 'now'> & { cwd: string },
  command: string,
): Promise<LateChanges> {
  if (onlyShows.test(command)) return { names: [], more: 0 }
  const since = Math.max(ulidTime(conversation) ?? 0, +now() - newMs)
  const { files } = await changedFiles(cwd, since)
  const names = files.filter(mayRun).map((file) => relative(cwd, file))
  const named = (name: string) => (command.includes(name) ? 0 : 1)
  const sorted = names.sort((a, b) => named(a) - named(b) || a.length - b.length || (a < b ? -1 : 1))
  return { names: sorted.slice(0, mostNamed), more: Math.max(0, sorted.length - mostNamed) }
}

/** Source code that another program may load by its name, and files that programs obey. */
const mayRun = (file: string) => {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const format = formatOfName(name)
  const isSource = format?.reader === 'text' && format.kind === undefined && !/\.(?:json|ya?ml|xml|ics)$/i.test(name)
  return isSource || isObeyedName(name)
}
