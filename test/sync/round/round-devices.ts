import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sharedFilesOf } from '../../../src/app/sync/shared-files.ts'
import { Replica } from '../../../src/sync/replica/replica.ts'
import { runRound } from '../../../src/sync/round/exchange.ts'
import type { RoundOptions } from '../../../src/sync/round/round.ts'
import { folderStore } from '../../../src/sync/stores/folder.ts'

interface RoundDevice {
  home: string
  /** One round; returns what it held. */
  round(more?: Partial<RoundOptions>): Promise<{ path: string; lines: number }[]>
}

/** Two devices over a folder, until the end of a test. */
export async function roundDevices(): Promise<[RoundDevice, RoundDevice]> {
  const root = mkdtempSync(join(tmpdir(), 'round-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'store'))
  const make = async (name: string): Promise<RoundDevice> => {
    const home = join(root, name)
    mkdirSync(join(home, 'memory'), { recursive: true })
    const replica = await Replica.open(join(home, 'state', 'replica.db'))
    onTestFinished(() => replica.close())
    const places = { home, state: join(home, 'state') }
    const files = sharedFilesOf(places, () => true, { removed: new Set(), now: Date.now })
    const device = { id: `${name}bcdefghij012345`, name }
    const store = folderStore(join(root, 'store'))
    const options = { replica, store, files, device, now: Date.now, signal: new AbortController().signal }
    return { home, round: async (more) => (await runRound({ ...options, ...more })).held }
  }
  return [await make('a'), await make('b')]
}

/** Exchange until both have heard of everything. */
export async function meet(devices: readonly RoundDevice[]): Promise<void> {
  for (let at = 0; at < 2; at++) for (const device of devices) await device.round()
}

export const pageOf = ({ home }: RoundDevice, name = 'me') => join(home, 'memory', `${name}.md`)

/** Write a page as an editor does it. */
export const writeLines = (path: string, ...lines: string[]) =>
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))

/** Lines of a page, in the order of the alphabet; undefined where there is none. */
export const sortedLines = (path: string) =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).sort() : undefined
