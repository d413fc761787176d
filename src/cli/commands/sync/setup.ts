import { hostname } from 'node:os'
import { resolve as resolvePath } from 'node:path'
import { storeAt, withoutPassword } from '../../../app/sync/device.ts'
import { syncMessages } from '../../../messages/engine/sync.ts'
import { fail } from '../../../protocol/index.ts'
import { ensureDir } from '../../../std/fs/files.ts'
import {
  readConfiguration,
  removeConfiguration,
  type SyncConfiguration,
  writeConfiguration,
} from '../../../sync/configuration.ts'
import { readHeader, type StoreLock, writeHeader } from '../../../sync/header.ts'
import { acceptInvitation } from '../../../sync/invitation.ts'
import { type SharedKind, sharedKinds } from '../../../sync/shared-file.ts'
import { isAddress, isOpenAddress, StoreFault, type SyncStore } from '../../../sync/stores/store.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { askLine } from '../../output/ask-line.ts'
import { passwordFrom } from '../data/password.ts'
import { settingsOf } from '../mcp/servers.ts'
import { withStoreSentence, withSync } from './session.ts'

/** Shorter words are found by trying. */
const leastPassphrase = 8

/** `sync init <place>`: makes a store there, or joins the one that is there. */
export const initSync: CommandRun = async (cli, { args: [typed = ''], options }) => {
  const say = syncMessages[cli.language]
  if (typed === '') return fail('bad-input', { data: { sentence: say.noPlace } })
  const { paths } = await settingsOf(cli)
  const known = readConfiguration(paths.state)
  if (known !== undefined && known !== 'newer')
    return fail('bad-input', { data: { sentence: say.already(withoutPassword(known.store)) } })
  const place = isAddress(typed) ? typed : resolvePath(cli.environment.cwd, typed)
  return withStoreSentence(cli, withoutPassword(place), async () => {
    if (!isAddress(place)) await ensureDir(place)
    const { isNew, key } = await enterStore(cli, place, options)
    await writeConfiguration(paths.state, {
      ...{ store: place, name: nameOf(options.name), paused: false, without: [] },
      ...(key ? { key: key.toString('base64') } : {}),
    })
    await cli.terminal.print(isNew ? say.made(withoutPassword(place)) : say.joined(withoutPassword(place)))
    if (isNew) await cli.terminal.note(say.again)
    if (!key && isOpenAddress(place)) await cli.terminal.note(say.status.open(paths.home))
    return (await import('./sync.ts')).syncNow(cli, { args: [], rest: [], options: {} })
  })
}

/** Makes an empty place a store, or opens the one that is there with its passphrase. */
async function enterStore(
  cli: Cli,
  place: string,
  options: CommandCall['options'],
): Promise<{ isNew: boolean; key?: Buffer | undefined }> {
  const store = await storeAt(place)
  try {
    const header = await readHeader(store, cli.stop)
    const wantsLock = options.encrypt === true || options.passwordFile !== undefined
    if (!header)
      return {
        isNew: true,
        key: await writeHeader(store, wantsLock ? await newPassphrase(cli, options) : undefined, cli.stop),
      }
    if (header.isLocked) return { isNew: false, key: await keyFor(cli, store, header, options) }
    return wantsLock
      ? fail('bad-input', { data: { sentence: syncMessages[cli.language].notLocked } })
      : { isNew: false }
  } finally {
    await store.close()
  }
}

/** By a code from another device, or by the passphrase. */
async function keyFor(cli: Cli, store: SyncStore, header: StoreLock, options: CommandCall['options']): Promise<Buffer> {
  if (typeof options.invitation !== 'string') return header.keyOf(await givenPassphrase(cli, options))
  const noKey = (error?: unknown) =>
    fail('bad-input', { data: { sentence: syncMessages[cli.language].badCode } }, error)
  try {
    const key = await acceptInvitation(store, options.invitation, +cli.now(), cli.stop)
    return header.opens(key) ? key : noKey()
  } catch (error) {
    if (error instanceof StoreFault && error.fault === 'locked') return noKey(error)
    throw error
  }
}

const nameOf = (given: CommandCall['options'][string]) =>
  (typeof given === 'string' && given.trim() ? given.trim() : hostname()).slice(0, 60)

async function givenPassphrase(cli: Cli, options: CommandCall['options']): Promise<string> {
  const say = syncMessages[cli.language]
  const given = await passwordFrom(cli, options.passwordFile, say.passphrase)
  return given === '' ? fail('bad-input', { data: { sentence: say.needsPassphrase } }) : given
}

async function newPassphrase(cli: Cli, options: CommandCall['options']): Promise<string> {
  const say = syncMessages[cli.language]
  const first = await passwordFrom(cli, options.passwordFile, say.newPassphrase)
  const isTyped = typeof options.passwordFile !== 'string'
  const problem =
    [...first].length < leastPassphrase
      ? say.short
      : isTyped && (await askLine(cli, say.oncemore, true)) !== first
        ? say.differ
        : ''
  return problem === '' ? first : fail('bad-input', { data: { sentence: problem } })
}

/** `sync pause`: this device neither sends nor receives, until `sync resume`. */
export const pauseSync: CommandRun = (cli) => changeSync(cli, { paused: true }, syncMessages[cli.language].paused)

/** `sync resume`: takes part again. */
export const resumeSync: CommandRun = (cli) => changeSync(cli, { paused: false }, syncMessages[cli.language].resumed)

/** `sync kinds`: what is shared; `sync kinds memory off` keeps one kind to this device. */
export const chooseKinds: CommandRun = async (cli, { args: [kind, state], options }) =>
  withSync(cli, async ({ configuration }) => {
    const say = syncMessages[cli.language]
    const { without } = configuration
    if (kind === undefined) {
      const rows = sharedKinds.map((one) => ({ kind: one, shared: !without.includes(one) }))
      if (options.json) await cli.terminal.json(rows)
      else {
        const lines = rows.map((one) => `${one.shared ? '●' : '○'} ${one.kind}  ${say.kinds[one.kind]}`)
        await cli.terminal.print([...lines, say.neverShared].join('\n'))
      }
      return 0
    }
    const found = sharedKinds.find((one) => one === kind)
    if (!found || !['on', 'off'].includes(state ?? ''))
      return fail('bad-input', { data: { sentence: say.noKind(kind) } })
    const others: SharedKind[] = without.filter((one) => one !== found)
    const sentence = state === 'on' ? say.nowShared(say.kinds[found]) : say.nowKept(say.kinds[found])
    return changeSync(cli, { without: state === 'on' ? others : [...others, found] }, sentence)
  })

/** `sync leave`: nothing is shared any more; everything stays here. */
export const leaveSync: CommandRun = async (cli) => {
  const { paths } = await settingsOf(cli)
  if (readConfiguration(paths.state) === undefined)
    return fail('bad-input', { data: { sentence: syncMessages[cli.language].none } })
  await removeConfiguration(paths.state)
  await cli.terminal.print(syncMessages[cli.language].left)
  return 0
}

async function changeSync(cli: Cli, change: Partial<SyncConfiguration>, sentence: string): Promise<number> {
  return withSync(cli, async ({ configuration }, { state }) => {
    await writeConfiguration(state, { ...configuration, ...change })
    await cli.terminal.print(sentence)
    return 0
  })
}
