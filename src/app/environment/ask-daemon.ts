import { join } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import { askControl } from '../../core/ownership/control-socket.ts'
import type { Id, JsonObject } from '../../protocol/index.ts'
import { holderOf } from '../../std/fs/lock.ts'
import type { Environment } from './environment.ts'
import { runtimeFor } from './runtime-folder.ts'

interface DaemonHome {
  loaded: Pick<LoadedSettings, 'paths'>
  environment: Pick<Environment, 'tempDir'>
}

/** A running daemon's word of itself. */
export interface DaemonStatus {
  pid: number
  startedAt: number
  telegram: 'off' | 'running' | 'token' | 'stopped'
  /** Somebody would be told of what rings: by Telegram, or on the desktop. */
  hears: boolean
  busy: number
  /** A chat, or a topic of one as `chat/topic`. */
  chats: { chat: number | string; conversation: Id }[]
}

/** The lock that a running daemon holds; its note is the socket. */
export const lockPath = ({ loaded }: DaemonHome) => join(loaded.paths.state, 'daemon')

/** Return the folder in which files wait until they are sent. */
export const outboxOf = ({ loaded }: Pick<DaemonHome, 'loaded'>) => join(loaded.paths.state, 'telegram-outbox')

/** Return the socket on which a running daemon listens. */
export function socketPath({ loaded, environment }: DaemonHome): string {
  return join(runtimeFor(loaded.paths.runtime, environment.tempDir), 'daemon.sock')
}

/** Ask the running daemon of this home; undefined if there is none. */
export async function askDaemon(parts: DaemonHome, request: JsonObject): Promise<DaemonStatus | undefined> {
  const holder = await holderOf(lockPath(parts))
  if (!holder?.note) return undefined
  return (await askControl(holder.note, request)) as unknown as DaemonStatus | undefined
}

/**
 * The process of a daemon that holds its lock although it has answered nothing: it hangs, or was stopped by a signal.
 */
export async function silentDaemon(parts: DaemonHome): Promise<number | undefined> {
  const holder = await holderOf(lockPath(parts))
  // One that has just begun has no socket yet.
  return holder?.note ? holder.pid : undefined
}
