import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The machine's zone by name. TZ and the link /etc/localtime tell it for nothing; asking Intl, which is right everywhere, costs
 * 10 ms at the start of a process.
 */
export function machineZone(env: Record<string, string | undefined>): string {
  try {
    if (env.TZ && /^\w+\/[\w/+-]+$/.test(env.TZ) && existsSync(join('/usr/share/zoneinfo', env.TZ))) return env.TZ
    if (env.TZ) return Intl.DateTimeFormat().resolvedOptions().timeZone
    const [, name] = /\/zoneinfo\/(.+)$/.exec(readlinkSync('/etc/localtime')) ?? []
    if (name) return name
  } catch {
    // No such link: a container, or another system.
  }
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
