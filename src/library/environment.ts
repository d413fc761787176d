import { homedir, tmpdir } from 'node:os'
import type { Environment } from '../app/environment/environment.ts'
import { machineZone } from './machine-zone.ts'

/** The parts of the environment that a caller may choose; everything else is as this process has it. */
export type EnvironmentChoices = Partial<Pick<Environment, 'env' | 'cwd' | 'clock' | 'flags'>>

/** The environment of this process: the only place where `process` becomes a value. Both the command and the library begin here. */
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
    userHome: homedir(),
    tempDir: tmpdir(),
    clock: chosen.clock ?? Date.now,
    flags: chosen.flags ?? {},
    policyFile: '/etc/assistant/policy.json',
  }
}
