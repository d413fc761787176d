import { totalmem } from 'node:os'

/** Bytes of memory of this machine. */
export function machineMemory(): number {
  return totalmem()
}
