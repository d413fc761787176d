import type { Tool } from '../protocol/index.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { listFiles } from './list-files.ts'
import { moveFile } from './move-file.ts'
import { type PathPolicyOptions, pathPolicyFor } from './path-policy.ts'
import { readFile } from './read-file.ts'
import { searchFiles } from './search-files.ts'
import { writeFile } from './write-file.ts'

export type { PathPolicyOptions } from './path-policy.ts'

/** The file tools over one set of allowed folders. */
export function fileTools(options: PathPolicyOptions): Tool[] {
  const makers = [readFile, listFiles, searchFiles, writeFile, editFile, moveFile, deleteFile]
  return makers.map((make) => make((context) => pathPolicyFor(options, context)))
}
