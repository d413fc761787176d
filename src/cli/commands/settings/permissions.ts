import { reportPermissions } from '../../../app/admin/permission-report.ts'
import { permissionMessages } from '../../../messages/commands/permissions.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { Run } from '../../command-context.ts'

/** `permissions`: rules, what is allowed for running sessions, hooks. */
export const permissions: Run = async (cli, { options }) => {
  const report = await reportPermissions((await cli.assistant()).parts)
  if (options.json) {
    await cli.terminal.json(report)
    return 0
  }
  const say = permissionMessages[cli.language]
  const rules = report.rules.map(({ list, rule, readable }) => {
    const remark = readable ? '' : ` — ${list === 'allow' ? say.unreadable.allow : say.unreadable.other}`
    return `  ${say.lists[list]}: ${showHidden(rule)}${remark}`
  })
  const sessions = report.sessions.map(
    ({ conversation, title, pid, tools }) => `  ${title || conversation} (pid ${pid}): ${tools.join(', ')}`,
  )
  const hooks = report.hooks.map(({ on, tool = say.all, command }) => `  ${say.hook(on, tool, showHidden(command))}`)
  const lines = [
    ...[say.head.rules, ...(rules.length > 0 ? rules : [`  ${say.noRules}`]), `  ${say.restricted}`],
    ...[say.head.sessions, ...(sessions.length > 0 ? [...sessions, `  ${say.kept}`] : [`  ${say.noSessions}`])],
    ...(hooks.length > 0 ? [say.head.hooks, ...hooks] : []),
  ]
  await cli.terminal.print(lines.join('\n'))
  return 0
}
