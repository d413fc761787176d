import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { bundled } from '../bundled.ts'
import { stage } from './rig.ts'
import { request } from './settled.ts'

/** The program of a person who answers in a process of their own: HOME and what is said. */
export const person = await bundled('test/fixtures/transfer-person.ts')
/** A folder that goes with the test. */
export async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'once-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A home in which two transfers wait for their yes. */
export async function waiting(): Promise<string> {
  const { say, home, close } = await stage({ offline: true, home: await temporary() })
  await say(request)
  await close()
  return home
}

/** The file of the ledger in a home. */
export const books = (home: string) => join(home, 'ledger.jsonl')

/**
 * Conversations of the whole engine that are disturbed without a fault of the disk: two processes, stopped after an
 * event, two people.
 */
export const disturbances = { processes: 4, events: 24, people: 300 }
