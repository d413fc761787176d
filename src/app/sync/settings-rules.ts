import { isPath, isShallow, unescapeName } from '../../sync/merge/fields.ts'

/**
 * Values that a setting takes: a value, whose member of a list it is a part of; a list whose members are told apart; or
 * settings below it.
 */
type Rule = ((value: unknown, member: string) => boolean) | { each: Rule } | { [name: string]: Rule }

const text = (value: unknown) => typeof value === 'string'
const texts = (value: unknown) => Array.isArray(value) && value.every(text)
/** A member is told from others by this. */
const itself = (value: unknown, member: string) => value === member

/**
 * Return true if another device may have written it. A setting outside the rule may be anything: a newer version may
 * know it.
 */
const acceptedBy = (rule: Rule) => (key: string, value: unknown) =>
  isPath(key) && isShallow(value) && fits(rule, key.split('/').slice(1), value, '')

function fits(rule: Rule, [name, ...rest]: string[], value: unknown, member: string): boolean {
  if (typeof rule === 'function') return name === undefined && (value === undefined || rule(value, member))
  if ('each' in rule) {
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
    return name === undefined
      ? isEmpty
      : name.startsWith('*') && fits(rule.each, rest, value, unescapeName(name.slice(1)))
  }
  if (name === undefined || name.startsWith('*')) return false
  const below = Object.hasOwn(rule, unescapeName(name)) ? rule[unescapeName(name)] : undefined
  return below === undefined || fits(below, rest, value, member)
}

const accepting = (rule: Rule) => ({ accepts: acceptedBy(rule) })

export const agreedSettings = accepting({ runner: text })

export const agentSettings = accepting({
  ...{
    name: text,
    wakeWord: text,
    description: text,
    model: text,
    defaultModel: text,
    permissions: texts,
    tools: texts,
  },
})

export const workspaceSettings = accepting({ name: text, description: text })

export const documentSettings = { sets: true, ...accepting({ documents: { each: itself }, without: { each: itself } }) }

const profile = { id: itself, name: text, aliases: texts, description: text, createdAt: text }

export const profileSettings = {
  ...accepting({ profiles: { each: profile } }),
  /** Whoever has no name yet is shown when it has come. */
  complete(settings: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
    const memberOf = (key: string) => /^\/profiles\/\*[^/]*/.exec(key)?.[0]
    const isWhole = (member: string) => ['id', 'name', 'aliases'].every((name) => settings.has(`${member}/${name}`))
    return new Map([...settings].filter(([key]) => isWhole(memberOf(key) ?? '') || memberOf(key) === undefined))
  },
}
