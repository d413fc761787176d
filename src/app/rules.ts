import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Loaded } from '../config/settings.ts'
import type { Rule } from '../core/permission.ts'
import { createRule, type RulePlace } from '../core/rules.ts'
import { isMissing } from '../std/files.ts'
import type { Surroundings } from './surroundings.ts'

/** The person's rules for tools, as the settings hold them. */
export function ruleOf({ settings }: Loaded, surroundings: Pick<Surroundings, 'cwd' | 'userHome'>): Rule {
  return createRule(settings.permissions, placeOf(surroundings))
}

function placeOf({ cwd, userHome }: Pick<Surroundings, 'cwd' | 'userHome'>): RulePlace {
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
