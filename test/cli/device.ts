import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnv, run } from './assistant.ts'

/** A device of a person: a home of its own, and the real program. */
export function device(root: string, name: string, authority = '') {
  const home = join(root, name)
  mkdirSync(home, { recursive: true })
  const env = bareEnv(home, { ASSISTANT_LANG: 'en', ...(authority ? { NODE_EXTRA_CA_CERTS: authority } : {}) })
  const does = async (...args: string[]) => {
    const ended = await run(args, env)
    return { ...ended, all: ended.out + ended.err }
  }
  const page = (file: string) => readFileSync(join(home, file), 'utf8')
  return { home, does, page, sync: () => does('sync', 'now') }
}
