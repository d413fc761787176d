import type { Tool } from '../protocol/index.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { type FenceOptions, fenceFor } from './guard.ts'
import { listFiles } from './list-files.ts'
import { moveFile } from './move-file.ts'
import { readFile } from './read-file.ts'
import { searchFiles } from './search-files.ts'
import { writeFile } from './write-file.ts'

export type { FenceOptions } from './guard.ts'

/** The file tools over one set of allowed folders. */
export function fileTools(options: FenceOptions): Tool[] {
  const makers = [readFile, listFiles, searchFiles, writeFile, editFile, moveFile, deleteFile]
  return makers.map((make) => make((context) => fenceFor(options, context)))
}
