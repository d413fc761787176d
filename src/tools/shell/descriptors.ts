import { readdir, readFile } from 'node:fs/promises'

/** O_CLOEXEC in the flags of /proc/self/fdinfo, which are octal (open(2), Linux). */
const closedOnExec = 0o2000000
/** Descriptors above are not looked at: a table of that many would be opened for every program. */
const highest = 4_096

/**
 * How many descriptors a program that is started now would inherit, counted from 0: the highest one that the system would not close, and
 * one. Whoever started us may have left files open; a program of a model must not find them. 3 where there is no /proc.
 */
export async function inheritedDescriptors(): Promise<number> {
  const names = await readdir('/proc/self/fdinfo').catch(() => [])
  const open = await Promise.all(names.map(async (name) => ((await leaks(name)) ? Number(name) : 0)))
  return Math.max(2, ...open.filter((descriptor) => descriptor < highest)) + 1
}

async function leaks(name: string): Promise<boolean> {
  const text = await readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => '')
  const flags = /^flags:\s+([0-7]+)/m.exec(text)?.[1]
  return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0
}
