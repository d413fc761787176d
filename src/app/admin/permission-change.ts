import { type RuleLists, readRule } from '../../core/permissions/rules.ts'
import { permissionMessages } from '../../messages/commands/permissions.ts'
import { fail } from '../../protocol/index.ts'
import { closestMatch } from '../../std/text/closest-match.ts'
import type { AppContext } from '../context/app-context.ts'
import { recordSettings } from '../context/record-deed.ts'
import { addRule, removeRule, ruleLists } from '../tools/permission-rules.ts'

/**
 * Writes a rule into the person's settings; what there is to say about it. Throws `bad-input` for what is no rule:
 * one that is not whole would mean more than was written.
 */
export async function addPermission(parts: AppContext, list: keyof RuleLists, text: string): Promise<string[]> {
  const { loaded, language, now } = parts
  const say = permissionMessages[language]
  const rule = text.trim()
  const { tool, isExact, whole, args } = readRule(rule)
  if (!whole) fail('bad-input', { data: { sentence: say.badRule(rule) } })
  await recordSettings(parts, `permissions.${list} ${rule}`, () => addRule(loaded, list, rule, now()))
  const meant = (await parts.tools.tools()).filter(({ name }) => tool.test(name))
  const stubborn = meant
    .filter(({ category, isContained }) => category === 'restricted' && !(isExact && isContained))
    .map(({ name }) => name)
  return [
    say.added(list, rule),
    ...(meant.length === 0 ? [say.noTool(args === undefined ? rule : rule.slice(0, rule.indexOf('(')))] : []),
    ...(list === 'allow' && stubborn.length > 0 ? [say.alwaysAsks(stubborn.join(', '))] : []),
    ...(list === 'allow' && loaded.policy?.personalAllow === false ? [say.idle] : []),
  ]
}

/**
 * Takes a rule out of the person's settings, whichever list it stands in, and out of this program's conversations.
 * Throws `bad-input` where there is none.
 */
export async function removePermission(parts: AppContext, text: string): Promise<string[]> {
  const { loaded, language, now, sessionRules } = parts
  const say = permissionMessages[language]
  const rule = text.trim()
  const known = [...ruleLists.flatMap((list) => loaded.settings.permissions[list]), ...sessionRules.all()]
  const stood = sessionRules.remove(rule)
  const removed = await recordSettings(parts, `permissions ${rule}`, () => removeRule(loaded, rule, now()))
  if (removed.length > 0 || stood) return [say.removed(rule)]
  return fail('bad-input', { data: { sentence: say.notThere(rule, closestMatch(rule, known) ?? '') } })
}
