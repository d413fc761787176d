import { randomUUID } from 'node:crypto'
import { readlink } from 'node:fs/promises'
import { identifyProcess, isAlive } from '../../std/process/process-id.ts'

/** Tells if the holder of a lock under this name is dead, as far as that can be said from here. */
export interface Holders {
  /** A name for one more lock of this process. */
  name(): Promise<string>
  isDead(name: string): Promise<boolean>
}

/**
 * Names of locks say which process holds them: `<where> <pid> <started> <random>`. Who sees the same processes (the
 * same boot of the same machine and the same container, on Linux) need not wait for the lease of one that is gone;
 * everybody else does.
 */
export function createHolders(pid: number): Holders {
  const here = placeHere()
  const self = identifyProcess(pid)
  return {
    async name() {
      const [where, who] = await Promise.all([here, self])
      return [where, pid, who?.started ?? '', randomUUID()].join(' ')
    },
    async isDead(name) {
      const [where, other, started = ''] = name.split(' ')
      const there = await here
      if (there === '' || where !== there || started === '') return false
      return !(await isAlive({ pid: Number(other), started }))
    },
  }
}

/** The namespace in which numbers of processes mean the same; '' where that cannot be told. */
async function placeHere(): Promise<string> {
  // Its number is unique among all containers of a machine since it started; that start is in `started`.
  const found = await readlink('/proc/self/ns/pid').catch(() => '')
  return found.replaceAll(' ', '')
}
