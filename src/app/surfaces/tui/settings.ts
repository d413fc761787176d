import { listSettings, type SettingRow } from '../../../config/list.ts'
import { isKey } from '../../../config/schema.ts'
import { loadSettings } from '../../../config/settings.ts'
import { setSetting } from '../../../config/write.ts'
import { cliMessages } from '../../../messages/commands/cli.ts'
import { warningText } from '../../../messages/commands/config.ts'
import type { ExpectedValue } from '../../../messages/commands/config-warning.ts'
import { tuiPageMessages } from '../../../messages/surfaces/tui-pages.ts'
import { AssistantError, type JsonObject } from '../../../protocol/index.ts'
import type { AskForm, SettingsDesk } from '../../../ui/tui/tui-host.ts'
import type { Assistant } from '../../assistant.ts'
import { recordSettings } from '../../context/record-deed.ts'

/** Create the desk at which a person finds, reads and changes settings; those that differ come first. */
export function createSettingsDesk({ parts, language }: Assistant, signal: AbortSignal): SettingsDesk {
  const { environment, now, deeds } = parts
  const say = tuiPageMessages[language].settings
  const loadAgain = async () => loadSettings({ ...environment, now: now() })
  return {
    async list() {
      const rows = listSettings(await loadAgain(), language)
      const isChanged = ({ origin }: SettingRow) => origin.layer !== 'default'
      return [...rows.filter(isChanged), ...rows.filter((row) => !isChanged(row))].map((row) => ({
        id: row.key,
        label: row.key,
        note: `${shownValue(row.value) || say.empty} · ${row.meaning}`,
        current: isChanged(row),
      }))
    },
    async change(key, ask) {
      const loaded = await loadAgain()
      const row = listSettings(loaded, language).find((one) => one.key === key)
      if (!row || !isKey(key)) return ''
      const text = await askValue(row, `${cliMessages[language].config.origins[row.origin.layer]}`, ask, signal)
      if (text === undefined) return say.kept
      const value = text === '' ? undefined : text
      try {
        await recordSettings({ loaded, now, deeds }, key, () => setSetting(loaded.paths.config, key, value, now()))
      } catch (error) {
        const expected = error instanceof AssistantError ? error.failure.data?.expected : undefined
        if (!expected) throw error
        return warningText({ code: 'refused', key, expected: expected as unknown as ExpectedValue }, language)
      }
      return (value === undefined ? say.reset : say.saved)(key, shownValue(value ?? row.default))
    },
  }
}

/** Ask for a value; '' goes back to the default, undefined where nothing is to change. */
async function askValue(row: SettingRow, from: string, ask: AskForm, signal: AbortSignal): Promise<string | undefined> {
  const now = shownValue(row.value)
  const field: JsonObject =
    typeof row.value === 'boolean'
      ? { type: 'string', enum: ['true', 'false'], default: now }
      : { type: 'string', ...(now === '' ? {} : { default: now }) }
  const schema = { type: 'object', properties: { answer: { ...field, title: row.key } } }
  const answer = await ask({ title: row.key, message: `${row.meaning} [${from}]`, schema, isStep: true }, signal)
  if (answer.action !== 'accept') return undefined
  const given = answer.content.answer
  return given === now ? undefined : typeof given === 'string' ? given : ''
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
