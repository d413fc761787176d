import type { Tool } from '../../protocol/index.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import type { PathPolicyOf } from './file-errors.ts'
import { listFiles } from './list-files.ts'
import { moveFile } from './move-file.ts'
import { type PathPolicyOptions, pathPolicyFor } from './path-policy.ts'
import { type DocumentReader, readFile } from './read-file.ts'
import { searchFiles } from './search-files.ts'
import { writeFile } from './write-file.ts'

export type { PathPolicyOptions } from './path-policy.ts'

/** Tools that change files. */
const changing: readonly ((policyOf: PathPolicyOf) => Tool)[] = [writeFile, editFile, moveFile, deleteFile]

/** Further abilities of file tools: read documents. */
interface FileToolPorts {
  documents?: DocumentReader
}

/** The file tools over one set of allowed folders. */
export function fileTools(options: PathPolicyOptions, { documents }: FileToolPorts = {}): Tool[] {
  const policyOf: PathPolicyOf = (context) => pathPolicyFor(options, context)
  const reading = [readFile(policyOf, documents), listFiles(policyOf), searchFiles(policyOf)]
  return [...reading, ...changing.map((make) => make(policyOf))]
}
