import { desktopMessages } from '../../messages/tools/desktop.ts'
import { AssistantError, deedText, type Tool } from '../../protocol/index.ts'
import { backupPath } from '../../std/fs/state-file.ts'
import { refuses, textResult, tool } from '../tool.ts'

/** The settings as this tool may see them; secrets are none of them. */
export interface SettingsDoor {
  /** The file of settings. */
  path: string
  list(language: 'ko' | 'en'): { key: string; value: unknown; meaning: string }[]
  /** Decides what may be done at all, or where keys are sent: only the person changes it, by hand. */
  isLocked(key: string): boolean
  /** Throws an AssistantError `config` for an unknown key or a value that does not fit; returns the file. */
  set(key: string, value: string): Promise<string>
}

/** Lists, reads and changes settings of this program. */
export function settingsTool(door: SettingsDoor): Tool {
  return tool({
    name: 'settings',
    facts: { group: 'setup', kind: 'other', subject: 'arguments', reads: 'settings', leavesNothing: false },
    deeds: {
      object: ({ action, key }) => (action === 'set' ? deedText(key) : undefined),
      files: async () => [door.path, backupPath(door.path)],
      undo: 'files',
    },
    category: 'sensitive',
    idempotent: true,
    description: "The assistant's own settings.",
    schema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['list', 'get', 'set'] },
        key: { type: 'string' },
        value: { type: 'string' },
      },
      required: ['action'],
    },
    explain: async ({ action, key = '', value }, { language }) => {
      const say = desktopMessages[language]
      if (action === 'list') return { effect: say.listSettings, risk: 'low' }
      const row = door.list(language).find((one) => one.key === key)
      if (!row) return { refused: say.noSetting(key) }
      if (action === 'get') return { effect: say.getSetting(key), risk: 'low' }
      if (value === undefined || door.isLocked(key))
        return { refused: value === undefined ? say.needValue : say.lockedSetting(key) }
      return { effect: say.setSetting(key, showValue(row.value), value, row.meaning), risk: 'medium' }
    },
    run: async ({ action, key = '', value }, { language }) => {
      const say = desktopMessages[language]
      const rows = door.list(language)
      if (action === 'list') return textResult(rows.map((row) => `${row.key} = ${showValue(row.value)}`).join('\n'))
      const row = rows.find((one) => one.key === key)
      if (!row) return refuses(say.noSetting(key))
      if (action === 'get') return textResult(`${row.key} = ${showValue(row.value)}\n${row.meaning}`)
      if (value === undefined || door.isLocked(key))
        return refuses(value === undefined ? say.needValue : say.lockedSetting(key))
      return saveSetting(door, row, value, say)
    },
  })
}

async function saveSetting(
  door: SettingsDoor,
  { key, meaning }: { key: string; meaning: string },
  value: string,
  say: Sentences,
) {
  try {
    return textResult(say.savedSetting(key, await door.set(key, value)))
  } catch (error) {
    if (error instanceof AssistantError && error.failure.code === 'config') return refuses(say.badSetting(key, meaning))
    throw error
  }
}

type Sentences = (typeof desktopMessages)['ko' | 'en']

const showValue = (value: unknown) => (value === undefined ? '-' : JSON.stringify(value))
