import type { Tool } from '../protocol/index.ts'
import { type FenceOptions, fenceFor } from './guard.ts'
import { listFiles } from './list-files.ts'
import { readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

export type { FenceOptions } from './guard.ts'

/** The file tools over one set of allowed folders. */
export function fileTools(options: FenceOptions): Tool[] {
  return [readFile, listFiles, writeFile].map((make) => make((context) => fenceFor(options, context)))
}
