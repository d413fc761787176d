import { networkInterfaces, totalmem } from 'node:os'

/** Bytes of memory of this machine. */
export function machineMemory(): number {
  return totalmem()
}

/** The network addresses of this machine, as one text: another text means another network. */
export function addresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  return all.map(({ address }) => address).join(' ')
}
