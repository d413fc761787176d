import { isPath, isShallow, unescapeName } from '../../sync/merge/fields.ts'

/**
 * Values that a setting takes: a value, whose member of a list it is a part of; a list whose members are told apart; or
 * settings below it.
 */
type Rule = ((value: unknown, member: string) => boolean) | { each: Rule } | { [name: string]: Rule }

const isText = (value: unknown) => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
/** A member is told from others by this. */
const isItself = (value: unknown, member: string) => value === member

/**
 * Return true if another device may have written it. A setting outside the rule may be anything: a newer version may
 * know it.
 */
const acceptedBy = (rule: Rule) => (key: string, value: unknown) =>
  isPath(key) && isShallow(value) && fitsRule(rule, key.split('/').slice(1), value, '')

function fitsRule(rule: Rule, [name, ...rest]: string[], value: unknown, member: string): boolean {
  if (typeof rule === 'function') return name === undefined && (value === undefined || rule(value, member))
  if ('each' in rule) {
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
    return name === undefined
      ? isEmpty
      : name.startsWith('*') && fitsRule(rule.each, rest, value, unescapeName(name.slice(1)))
  }
  if (name === undefined || name.startsWith('*')) return false
  const below = Object.hasOwn(rule, unescapeName(name)) ? rule[unescapeName(name)] : undefined
  return below === undefined || fitsRule(below, rest, value, member)
}

const accepting = (rule: Rule) => ({ accepts: acceptedBy(rule) })

export const agreedSettings = accepting({ runner: isText })

export const agentSettings = accepting({
  ...{
    name: isText,
    wakeWord: isText,
    description: isText,
    model: isText,
    defaultModel: isText,
    permissions: isTexts,
    tools: isTexts,
  },
})

export const workspaceSettings = accepting({ name: isText, description: isText })

export const documentSettings = {
  sets: true,
  ...accepting({ documents: { each: isItself }, without: { each: isItself } }),
}

const profile = { id: isItself, name: isText, aliases: isTexts, description: isText, createdAt: isText }

export const profileSettings = {
  ...accepting({ profiles: { each: profile } }),
  /** Whoever has no name yet is shown when it has come. */
  complete(settings: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
    const memberOf = (key: string) => /^\/profiles\/\*[^/]*/.exec(key)?.[0]
    const isWhole = (member: string) => ['id', 'name', 'aliases'].every((name) => settings.has(`${member}/${name}`))
    return new Map([...settings].filter(([key]) => isWhole(memberOf(key) ?? '') || memberOf(key) === undefined))
  },
}
