import { addPermission, removePermission } from '../../../app/admin/permission-change.ts'
import { explainPermission, reportPermissions } from '../../../app/admin/permission-report.ts'
import { reportLines, verdictLines } from '../../../app/admin/permission-words.ts'
import type { AppContext } from '../../../app/context/app-context.ts'
import type { Cli, CommandRun } from '../../command-context.ts'

/** `permissions`: the policy, rules, what is allowed for running sessions, hooks. */
export const showPermissions: CommandRun = async (cli, { options }) => {
  const report = await reportPermissions((await cli.assistant()).parts)
  await (options.json ? cli.terminal.json(report) : cli.terminal.print(reportLines(report, cli.language).join('\n')))
  return 0
}

/** `permissions why <what...>`: what would happen to a call, and which rule decides it. Runs nothing. */
export const explainVerdict: CommandRun = async (cli, { rest, options }) => {
  const verdict = await explainPermission((await cli.assistant()).parts, rest, cli.stop)
  await (options.json ? cli.terminal.json(verdict) : cli.terminal.print(verdictLines(verdict, cli.language).join('\n')))
  return 0
}

/** `permissions allow <rule>`: what it means runs without a question from now on. */
export const allowRule: CommandRun = (cli, { rest }) =>
  printChange(cli, (parts) => addPermission(parts, 'allow', rest.join(' ')))
/** `permissions ask <rule>`: what it means is always asked about. */
export const askRule: CommandRun = (cli, { rest }) =>
  printChange(cli, (parts) => addPermission(parts, 'ask', rest.join(' ')))
/** `permissions deny <rule>`: what it means never runs. */
export const denyRule: CommandRun = (cli, { rest }) =>
  printChange(cli, (parts) => addPermission(parts, 'deny', rest.join(' ')))
/** `permissions remove <rule>`: takes it out of whichever list it stands in. */
export const removeRule: CommandRun = (cli, { rest }) =>
  printChange(cli, (parts) => removePermission(parts, rest.join(' ')))

async function printChange(cli: Cli, work: (parts: AppContext) => Promise<string[]>): Promise<number> {
  await cli.terminal.note((await work((await cli.assistant()).parts)).join('\n'))
  return 0
}
