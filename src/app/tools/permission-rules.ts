import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import { addToList, removeFromList } from '../../config/write.ts'
import type { PermissionContext, PermissionRule, RuledTool } from '../../core/permissions/policy.ts'
import { type RuleLists, type RulePlace, type RuleVerdict, ruleDecider } from '../../core/permissions/rules.ts'
import type { JsonObject } from '../../protocol/index.ts'
import { isMissing } from '../../std/fs/files.ts'
import type { Environment } from '../environment/environment.ts'

type Place = Pick<Environment, 'cwd' | 'userHome'>
type Ruled = Pick<LoadedSettings, 'settings' | 'policy'>

/** The rules that hold: the organisation's before the person's, whose permissions count only where it lets them. */
function rulesInForce({ settings: { permissions }, policy }: Ruled): RuleLists {
  if (!policy) return permissions
  return {
    allow: policy.personalAllow ? permissions.allow : [],
    ask: [...policy.ask, ...permissions.ask],
    deny: [...policy.deny, ...permissions.deny],
  }
}

/**
 * Return a function that finds the rules for a call, as the settings hold them at that moment: a rule that is added or
 * removed counts at once.
 */
export function deciderOf(ruled: Ruled, place: Place): (tool: RuledTool, args: JsonObject) => RuleVerdict | undefined {
  let [known, decide] = [ruled.settings.permissions, ruleDecider(rulesInForce(ruled), placeOf(place))]
  return (tool, args) => {
    if (known !== ruled.settings.permissions)
      [known, decide] = [ruled.settings.permissions, ruleDecider(rulesInForce(ruled), placeOf(place))]
    return decide(tool, args)
  }
}

/** The same as the second check asks it. */
export function ruleOf(ruled: Ruled, place: Place): PermissionRule {
  const decide = deciderOf(ruled, place)
  return (tool, args) => decide(tool, args)?.list
}

/** Return true if the organisation forbids a call, whoever makes it. */
export function forbiddenByPolicy({ policy }: Ruled, place: Place, tool: RuledTool, args: JsonObject): boolean {
  if (!policy) return false
  return ruleDecider({ allow: [], ask: [], deny: policy.deny }, placeOf(place))(tool, args)?.list === 'deny'
}

/**
 * The conversation's mode; where the organisation lets nobody lift a question, edits are not accepted unasked either.
 */
export function modeOf(
  { mode }: Pick<PermissionContext, 'mode'>,
  { policy }: Pick<LoadedSettings, 'policy'>,
): Pick<PermissionContext, 'mode'> {
  return mode && !(mode === 'accept' && policy?.personalAllow === false) ? { mode } : {}
}

/** Writes a rule into the person's settings; it holds at once. Throws `storage` where the disk refuses. */
export async function addRule(
  loaded: Pick<LoadedSettings, 'settings' | 'paths'>,
  list: keyof RuleLists,
  rule: string,
  now: Date,
) {
  await addToList(loaded.paths.config, `permissions.${list}`, rule, now)
  const { permissions } = loaded.settings
  if (!permissions[list].includes(rule))
    loaded.settings.permissions = { ...permissions, [list]: [...permissions[list], rule] }
}

/**
 * Takes a rule out of every list of the person's settings; the lists it stood in. Throws `storage` where the disk
 * refuses.
 */
export async function removeRule(
  loaded: Pick<LoadedSettings, 'settings' | 'paths'>,
  rule: string,
  now: Date,
): Promise<(keyof RuleLists)[]> {
  const found: (keyof RuleLists)[] = []
  for (const list of ruleLists) {
    if (await removeFromList(loaded.paths.config, `permissions.${list}`, rule, now)) found.push(list)
    const { permissions } = loaded.settings
    loaded.settings.permissions = { ...permissions, [list]: permissions[list].filter((one) => one !== rule) }
  }
  return found
}

/** The lists, in the order in which they win. */
export const ruleLists = ['deny', 'ask', 'allow'] as const

/** Return the place that paths of rules are compared in. */
export function placeOf({ cwd, userHome }: Place): RulePlace {
  return {
    resolve: (path) => resolve(cwd, path === '~' || path.startsWith('~/') ? join(userHome, path.slice(1)) : path),
    realPath: (path) => (isAbsolute(path) ? realOf(path) : path),
  }
}

/** The folder that exists is followed, the rest appended. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    // A path that cannot be followed (a loop, no rights) stays as it is spelled; the file tools refuse it.
    if (!isMissing(error) || dirname(path) === path) return path
    return join(realOf(dirname(path)), basename(path))
  }
}
