import type { Policy } from '../../config/policy.ts'
import { permissionMessages } from '../../messages/commands/permissions.ts'
import type { Language } from '../../messages/language.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import { ownerLine } from './folder-ownership.ts'
import type { PermissionReport, PermissionVerdict } from './permission-report.ts'

/** The report as lines: the policy, rules, what is allowed for running sessions, hooks. */
export function reportLines(report: PermissionReport, language: Language): string[] {
  const say = permissionMessages[language]
  const rules = report.rules.map(({ list, rule, readable, from, idle }) => {
    const unread = readable ? '' : list === 'allow' ? say.unreadable.allow : say.unreadable.other
    const remarks = [say.sources[from], unread, idle ? say.idle : ''].filter(Boolean)
    return `  ${say.lists[list]}: ${showHidden(rule)}${remarks.length > 0 ? ` — ${remarks.join('; ')}` : ''}`
  })
  const sessions = report.sessions.map(
    ({ conversation, title, pid, tools }) => `  ${title || conversation} (pid ${pid}): ${tools.join(', ')}`,
  )
  const hooks = report.hooks.map(
    ({ on, tool, command }) =>
      `  ${say.hook(on, tool ?? (on === 'before' || on === 'after' ? say.all : ''), showHidden(command))}`,
  )
  const folders = report.folders.map((one) => `  ${ownerLine(one, language)}`)
  return [
    ...(report.policy ? policyLines(report.policy, language) : []),
    ...[
      say.head.rules,
      ...(rules.length > 0 ? rules : [`  ${say.noRules}`]),
      `  ${say.restricted}`,
      `  ${say.network(report.sandboxHosts.join(', '))}`,
    ],
    ...[say.head.sessions, ...(sessions.length > 0 ? [...sessions, `  ${say.kept}`] : [`  ${say.noSessions}`])],
    ...(hooks.length > 0 ? [say.head.hooks, ...hooks] : []),
    ...(folders.length > 0 ? [say.head.folders, ...folders] : []),
  ]
}

function policyLines(
  { path, damage, personalAllow, sandboxRequired, providers, hosts }: Policy,
  language: Language,
): string[] {
  const say = permissionMessages[language]
  const lines = [
    ...(damage === undefined ? [] : [say.policy.damage(damage)]),
    ...(personalAllow ? [] : [say.policy.personalAllow]),
    ...(sandboxRequired ? [say.policy.sandboxRequired] : []),
    ...(providers ? [say.policy.providers(providers.join(', '))] : []),
    ...(hosts ? [say.policy.hosts(hosts.join(', '))] : []),
  ]
  return [say.head.policy(path), ...lines.map((line) => `  ${line}`)]
}

/** Return the decision about a call and its rule, in words. */
export function verdictLines(found: PermissionVerdict, language: Language): string[] {
  const say = permissionMessages[language].why
  const { verdict, outcome, afterForeignText, contained, line, category } = found
  const rules = (verdict?.rules ?? []).map(showHidden).join(', ')
  const unclear = line && !line.whole ? [say.unread] : line && !line.certain ? [say.uncertain] : []
  return [
    say.outcome[outcome],
    verdict ? say.rule(verdict.list, rules) : say.noRule(say.categories[category] ?? category),
    ...(line && line.commands.length > 0 ? [say.commands(line.commands.map(showHidden).join(' · '))] : []),
    ...unclear,
    ...(contained === null || outcome === 'refuse' ? [] : [say.contained(contained)]),
    ...(afterForeignText === outcome ? [] : [say.later(say.outcome[afterForeignText])]),
  ]
}
