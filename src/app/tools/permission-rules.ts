import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import type { PermissionRule } from '../../core/permissions/policy.ts'
import { createRule, type RulePlace } from '../../core/permissions/rules.ts'
import { isMissing } from '../../std/fs/files.ts'
import type { Environment } from '../environment/environment.ts'

/** The person's rules for tools, as the settings hold them. */
export function ruleOf({ settings }: LoadedSettings, surroundings: Pick<Environment, 'cwd' | 'userHome'>): PermissionRule {
  return createRule(settings.permissions, placeOf(surroundings))
}

function placeOf({ cwd, userHome }: Pick<Environment, 'cwd' | 'userHome'>): RulePlace {
  return {
    resolve: (path) => resolve(cwd, path === '~' || path.startsWith('~/') ? join(userHome, path.slice(1)) : path),
    realPath: (path) => (isAbsolute(path) ? real(path) : path),
  }
}

/** The folder that exists is followed, the rest appended. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    // What cannot be followed (a loop, no rights) stays as it is spelled; the file tools refuse it.
    if (!isMissing(error) || dirname(path) === path) return path
    return join(real(dirname(path)), basename(path))
  }
}
