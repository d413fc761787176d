import type { Paths } from '../../config/paths.ts'
import { bytesAt, parseState } from '../../std/fs/state-file.ts'
import { fileMark } from '../../sync/shared-file.ts'
import { agreedForm, agreedPath } from './shared-files.ts'

/** The device that was named for remote tasks, by its id: where the store cannot tell who runs them. */
export function runnerOf(paths: Pick<Paths, 'state'>): string | undefined {
  const text = bytesAt(agreedPath(paths))
  return text && parseState(text, (value) => stringAt(value))
}

function stringAt(value: unknown): string | undefined {
  const runner = (value as { runner?: unknown } | null)?.runner
  return typeof runner === 'string' && runner !== '' ? runner : undefined
}

/** Names it; the others hear of it by the next exchange. */
export async function nameRunner(paths: Pick<Paths, 'state'>, device: string): Promise<void> {
  const path = agreedPath(paths)
  await agreedForm.write(path, new Map([['/runner', device]]), fileMark(path))
}
