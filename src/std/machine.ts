import { readFileSync } from 'node:fs'
import { availableParallelism, freemem, networkInterfaces, totalmem } from 'node:os'

/** Bytes of memory of this machine. */
export function machineMemory(): number {
  return totalmem()
}

/** Number of processors that may be used. */
export const processorCount = (): number => availableParallelism()

/** Bytes of memory that can be had now: what is free, within the limit of a container (cgroup v2, v1). */
export function availableMemory(): number {
  const limits = [
    ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory.current'],
    ['/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/fs/cgroup/memory/memory.usage_in_bytes'],
  ] as const
  const rooms = limits.map(([limit, used]) => numberIn(limit) - numberIn(used)).filter(Number.isFinite)
  return Math.max(0, Math.min(freemem(), ...rooms))
}

function numberIn(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').trim())
  } catch {
    return Number.NaN
  }
}

/** The network addresses of this machine, as one text: another text means another network. */
export function addresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  return all.map(({ address }) => address).join(' ')
}
