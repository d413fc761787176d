import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { canonicalArgs } from '../../core/permissions/canonical-args.ts'
import type { PermissionRule, RuledTool } from '../../core/permissions/policy.ts'
import { pathsOf } from '../../core/permissions/rules.ts'
import type { JsonObject } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { addRule, ruleOf } from './permission-rules.ts'

/**
 * The person's rules, and how a new one comes among them: seen on a card, written into the settings, in force at
 * once.
 */
export interface AllowRules {
  rule: PermissionRule
  ruleFor(tool: RuledTool, args: JsonObject): string | undefined
  allowAlways(rule: string): Promise<void>
}

/** The rules of the settings, which grow by what the person allows for good. */
export function allowRules({
  loaded,
  environment,
  now,
}: Pick<AppContext, 'loaded' | 'environment' | 'now'>): AllowRules {
  return {
    rule: ruleOf(loaded, environment),
    ruleFor(tool, args) {
      if (tool.category === 'restricted') return undefined
      const rule = suggestRule(tool, args, environment)
      const { permissions } = loaded.settings
      const settings = {
        ...loaded.settings,
        permissions: { ...permissions, allow: [...permissions.allow, rule ?? ''] },
      }
      // Only what would really allow this call is offered.
      return rule !== undefined && ruleOf({ ...loaded, settings }, environment)(tool, args) === 'allow'
        ? rule
        : undefined
    },
    allowAlways: (rule) => addRule(loaded, 'allow', rule, now()),
  }
}

/**
 * The rule for a call and its like: files of the same folder, pages of the same host, otherwise exactly this call.
 * Pure.
 */
export function suggestRule(
  { name, facts: { subject } }: RuledTool,
  args: JsonObject,
  place: { cwd: string; userHome: string },
): string | undefined {
  const paths = subject === 'paths' || subject === 'folder' ? pathsOf(args) : []
  if (paths.length > 0) {
    const folders = paths.map((path) => dirname(resolve(place.cwd, path.replace(/^~(?=\/)/, place.userHome))))
    const around = folders.find((folder) => folders.every((other) => `${other}/`.startsWith(`${folder}/`)))
    return around === undefined ? undefined : ruleText(name, inFolder(around, place))
  }
  if (subject === 'url' && typeof args.url === 'string')
    return URL.canParse(args.url) ? ruleText(name, new URL(args.url).hostname) : undefined
  return ruleText(name, canonicalArgs(args))
}

/**
 * Return the scope of a yes for the conversation: files of the same folder, pages of the same host, calls with the same
 * action, otherwise the tool. Undefined where a rule cannot say it. Pure.
 */
export function sessionScope(
  tool: RuledTool,
  args: JsonObject,
  place: { cwd: string; userHome: string },
): string | undefined {
  if (['paths', 'folder', 'url'].includes(tool.facts.subject)) return suggestRule(tool, args, place)
  if (typeof args.action !== 'string') return tool.name
  return /^[\w.-]+$/.test(args.action) ? `${tool.name}(*"action":"${args.action}"*)` : undefined
}

/**
 * All files below a folder, spelled from the person's home where it lies there: a rule holds wherever the program is
 * started.
 */
function inFolder(folder: string, { userHome }: { userHome: string }): string {
  const below = relative(userHome, folder)
  const isBelow = below !== '' && !below.startsWith('..') && !isAbsolute(below)
  return isBelow ? `~/${below}/**` : `${folder.replace(/\/$/, '')}/**`
}

/** A pattern that holds a sign of its own language cannot be spelled. */
function ruleText(tool: string, pattern: string): string | undefined {
  return /[?\n]|\*(?!\*?$)/.test(pattern) || pattern.length > 200 ? undefined : `${tool}(${pattern})`
}
