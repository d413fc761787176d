import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

let own: string | undefined

/**
 * Names this process in a file's name, with the machine that its number counts on: `3f9` for process 4437, `k2x9` for
 * the machine.
 */
export const writerTag = (): string => (own ??= `${process.pid.toString(36)}${machineTag()}`)

/**
 * The number of the process that a tag names; undefined where it ran on another machine, in another container or
 * before a restart.
 */
export function processOf(tag: string): number | undefined {
  return tag.endsWith(machineTag()) ? Number.parseInt(tag.slice(0, -machineLength), 36) : undefined
}

const machineLength = 4
let machine: string | undefined

/**
 * Name of the scope in which process numbers mean the same: this boot and this container on Linux, elsewhere the name
 * of the machine.
 */
function machineTag(): string {
  machine ??= shortHash(processScope())
  return machine
}

function processScope(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1') + readlinkSync('/proc/self/ns/pid')
  } catch {
    return hostname()
  }
}

/** FNV-1a in four digits of base 36: `node:crypto` would cost every start 4 ms. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(36).padStart(machineLength, '0').slice(-machineLength)
}
