import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export type Env = Record<string, string | undefined>

/** The first of `programs` that is on the PATH. */
export async function firstOnPath<P extends string>(programs: readonly P[], env: Env): Promise<P | undefined> {
  for (const program of programs) if (await isOnPath(program, env)) return program
  return undefined
}

async function isOnPath(program: string, env: Env): Promise<boolean> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const found = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return true
  }
  return false
}
