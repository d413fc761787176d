import { existsSync, readlinkSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../app/environment/environment.ts'

/** The parts of the environment that a caller may choose; everything else is as this process has it. */
export type EnvironmentChoices = Partial<Pick<Environment, 'env' | 'cwd' | 'clock' | 'flags'>>

/**
 * The environment of this process: the only place where `process` becomes a value. Both the command and the library
 * begin here.
 */
export function processEnvironment(chosen: EnvironmentChoices = {}): Environment {
  const env = chosen.env ?? process.env
  return {
    env,
    cwd: chosen.cwd ?? process.cwd(),
    pid: process.pid,
    platform: process.platform,
    machine: process.arch,
    node: process.execPath,
    zone: machineZone(env),
    zoneIsLocal: true,
    zoneNow: () => machineZone(env),
    // An empty HOME is none: what would lie in it is not put into the folder at hand.
    userHome: homedir() || userInfo().homedir,
    tempDir: tmpdir(),
    clock: chosen.clock ?? Date.now,
    flags: chosen.flags ?? {},
    policyFile: '/etc/assistant/policy.json',
  }
}

/**
 * The machine's zone by name. TZ and the link /etc/localtime tell it for nothing; asking Intl, which is right
 * everywhere, costs
 * 10 ms at the start of a process.
 */
function machineZone(env: Record<string, string | undefined>): string {
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
