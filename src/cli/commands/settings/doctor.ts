import { cliMessages } from '../../../messages/commands/cli.ts'
import type { CommandRun } from '../../command-context.ts'

/** `doctor [--json] [--fix] [--security]`: every check with what to do; 1 when something is to be looked after. */
export const runDoctor: CommandRun = async (cli, { options }) => {
  const say = cliMessages[cli.language].doctor
  const assistant = await cli.assistant()
  const checks = []
  for await (const check of assistant.doctor({ fix: options.fix === true, security: options.security === true })) {
    checks.push(check)
    if (!options.json)
      await cli.terminal.print(`${check.ok ? '✓' : '✗'} ${say.parts[check.name] ?? check.name}: ${check.text}`)
  }
  const ill = checks.filter(({ ok }) => !ok).length
  if (options.json) await cli.terminal.json({ ok: ill === 0, checks })
  else await cli.terminal.note(ill === 0 ? say.healthy : say.unhealthy(ill))
  return ill === 0 ? 0 : 1
}
