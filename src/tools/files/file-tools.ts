import type { Tool } from '../../protocol/index.ts'
import { type ChangedPaths, withCheckpoints } from '../checkpoints/checkpointed.ts'
import type { CheckpointStore } from '../checkpoints/store.ts'
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

/** Tools that change files, and the arguments that name what they change. */
const changing: readonly [(policyOf: PathPolicyOf) => Tool, ChangedPaths][] = [
  [writeFile, { targets: ['path'] }],
  [editFile, { targets: ['path'] }],
  [moveFile, { entries: ['from'], targets: ['to'] }],
  [deleteFile, { entries: ['path'] }],
]

/** Further abilities of file tools: take back what they changed, read documents. */
interface FileToolPorts {
  checkpoints?: CheckpointStore
  documents?: DocumentReader
}

/** The file tools over one set of allowed folders. */
export function fileTools(options: PathPolicyOptions, { checkpoints, documents }: FileToolPorts = {}): Tool[] {
  const policyOf: PathPolicyOf = (context) => pathPolicyFor(options, context)
  const reading = [readFile(policyOf, documents), listFiles(policyOf), searchFiles(policyOf)]
  return [
    ...reading,
    ...changing.map(([make, names]) => {
      const tool = make(policyOf)
      return checkpoints ? withCheckpoints(tool, names, policyOf, checkpoints) : tool
    }),
  ]
}
