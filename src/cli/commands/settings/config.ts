import { deedPartsOf, recordSettings } from '../../../app/context/record-deed.ts'
import { takeSetAside } from '../../../config/layers.ts'
import { listSettings, type SettingRow } from '../../../config/list.ts'
import { nearKey } from '../../../config/near-key.ts'
import { isKey } from '../../../config/schema.ts'
import { type LoadedSettings, loadSettings } from '../../../config/settings.ts'
import { setSetting } from '../../../config/write.ts'
import { cliMessages } from '../../../messages/commands/cli.ts'
import { warningText } from '../../../messages/commands/config.ts'
import type { ExpectedValue } from '../../../messages/commands/config-warning.ts'
import { AssistantError, fail } from '../../../protocol/index.ts'
import { exitCodeOf } from '../../../ui/oneshot/exit-code.ts'
import type { Cli, CommandRun } from '../../command-context.ts'

const loadConfig = ({ environment, now }: Cli): Promise<LoadedSettings> => loadSettings({ ...environment, now: now() })

/** `config get <key>`: the value alone, so that a script can use it. */
export const getValue: CommandRun = async (cli, { args: [key = ''], options }) => {
  const row = rowOf(cli, await loadConfig(cli), key)
  await (options.json ? cli.terminal.json(row) : cli.terminal.print(showValue(row.value)))
  return 0
}

/** `config set <key> [value]`: writes the user's file; without a value the default holds again. */
export const setValue: CommandRun = async (cli, { args: [key = '', value] }) => {
  const loaded = await loadConfig(cli)
  const { paths } = loaded
  const save = () => setSetting(paths.config, key, value, cli.now())
  await recordSettings(deedPartsOf(loaded, cli.now), key, save).catch((error) => explainRefusal(error, cli, key))
  const say = cliMessages[cli.language].config
  await cli.terminal.note((value === undefined ? say.unset : say.saved)(key, paths.config))
  return 0
}

/** `config list`: the settings that somebody set, with value and origin; `--all` and JSON list every one. */
export const listValues: CommandRun = async (cli, { options }) => {
  const rows = listSettings(await loadConfig(cli), cli.language)
  const shown = options.all ? rows : rows.filter(({ origin }) => origin.layer !== 'default')
  if (options.json) await cli.terminal.json(rows)
  else for (const row of shown) await cli.terminal.print(lineOf(row, cli))
  if (!options.json && shown.length < rows.length)
    await cli.terminal.note(cliMessages[cli.language].config.more(shown.length, rows.length - shown.length), 'quiet')
  return 0
}

/** `config path`: the user's config file, whether it exists or not. */
export const printPath: CommandRun = async (cli) => {
  await cli.terminal.print((await loadConfig(cli)).paths.config)
  return 0
}

/** `config validate`: everything that is wrong with the settings of all layers; 52 if there is something. */
export const validateConfig: CommandRun = async (cli) => {
  const { issues, warnings: passed } = await loadConfig(cli)
  const warnings = [...issues, ...passed]
  for (const warning of warnings) await cli.terminal.note(warningText(warning, cli.language), 'error')
  takeSetAside()
  if (warnings.length > 0) return exitCodeOf('config')
  await cli.terminal.note(cliMessages[cli.language].config.valid)
  return 0
}

function rowOf(cli: Cli, loaded: LoadedSettings, key: string): SettingRow {
  return listSettings(loaded, cli.language).find((row) => row.key === key) ?? refuseKey(cli, key)
}

function lineOf({ key, value, origin, meaning }: SettingRow, { language }: Cli): string {
  const { origins } = cliMessages[language].config
  const where = origin.where ? ` ${origin.where}` : ''
  return `${key} = ${showValue(value) || cliMessages[language].config.empty}\n    ${meaning} [${origins[origin.layer]}${where}]`
}

const showValue = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function refuseKey({ language }: Cli, key: string): never {
  const suggestion = nearKey(key)
  const warning = { code: 'unknown' as const, key, where: 'assistant config', ...(suggestion ? { suggestion } : {}) }
  return fail('config', { data: { sentence: warningText(warning, language) } })
}

/** Return what `setSetting` refuses, as the sentence that a bad file would get. */
function explainRefusal(error: unknown, cli: Cli, key: string): never {
  if (!isKey(key)) refuseKey(cli, key)
  const expected =
    error instanceof AssistantError ? (error.failure.data?.expected as unknown as ExpectedValue | undefined) : undefined
  if (!expected) throw error
  const warning = { code: 'refused' as const, key, expected }
  return fail('config', { data: { sentence: warningText(warning, cli.language) } }, error)
}
