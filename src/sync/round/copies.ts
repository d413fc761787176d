import { editLines, noLines, orderedLines } from '../merge/lines.ts'
import { unpackState } from '../replica/file-state.ts'
import type { Replica } from '../replica/replica.ts'
import { fileMark, type SharedContent, type SharedFile } from '../shared-file.ts'
import { withoutRemoved } from './edit.ts'

/**
 * Bring what only a copy of a shared file says into the file itself. `replica`: what somebody removed stays removed.
 * False if one of the two cannot be read or written now.
 */
export async function joinCopy(replica: Replica | undefined, file: SharedFile, copy: string): Promise<boolean> {
  const { form, path } = file
  await form.ready?.()
  const mark = fileMark(path)
  const [own, other] = [mark === undefined ? emptyContent(file) : await form.read(path), await form.read(copy)]
  if (!own || !other) return false
  const joined = joinContents(own, unremoved(replica, file, other), file)
  const isSame = JSON.stringify(partsOf(joined)) === JSON.stringify(partsOf(own))
  return isSame || (await form.write(path, joined, mark)) === 'written'
}

/** Return what of a copy nobody is known to have removed. */
function unremoved(replica: Replica | undefined, { form, name }: SharedFile, content: SharedContent): SharedContent {
  const kept = replica?.file(name)
  if (!kept || content instanceof Map) return content
  const state = unpackState(kept.state, form.as, form.rules)
  return withoutRemoved(state, content as readonly string[], form.rules.identity)
}

function joinContents(own: SharedContent, other: SharedContent, { form }: SharedFile): SharedContent {
  if (own instanceof Map) return new Map([...(other as ReadonlyMap<string, unknown>), ...own])
  const lines = noLines()
  const rules = { ...form.rules, grows: true }
  editLines(lines, own as readonly string[], markAt(0), rules)
  editLines(lines, other as readonly string[], markAt(1), rules)
  return orderedLines(lines).map(([, { value }]) => value)
}

const markAt = (count: number) => String(count).padStart(15, '0')

const emptyContent = ({ form }: SharedFile): SharedContent => (form.as === 'lines' ? [] : new Map())

const partsOf = (content: SharedContent) => (content instanceof Map ? [...content] : content)
