import { filledCommand, readCommands } from '../../../memory/skills/own-commands.ts'
import type { Prompt } from '../../../ui/tui/components/items.ts'
import type { FilledPrompt } from '../../../ui/tui/tui-host.ts'
import type { AppContext } from '../../context/app-context.ts'
import { commandFolders } from '../../context/skill-folders.ts'

/** Commands that the person or this project wrote as Markdown files, as they stand on disk now. */
export function ownCommands({ loaded, environment }: Pick<AppContext, 'loaded' | 'environment'>) {
  const readOwn = () => readCommands(commandFolders(loaded, environment))
  return {
    async list(): Promise<Prompt[]> {
      return (await readOwn()).map(({ name, description, argumentHint, body }) => {
        const takes = argumentHint || (/\$(?:ARGUMENTS\b|[1-9])/.test(body) ? '…' : '')
        return { name, description: [takes, description].filter(Boolean).join(' · '), args: [] }
      })
    },
    /** Undefined where there is none of this name. Tools are agreed to by the person's own files only. */
    async fill(name: string, typed: string): Promise<FilledPrompt | undefined> {
      const command = (await readOwn()).find((one) => one.name === name)
      if (!command) return undefined
      const { model, tools, own } = command
      const options = { ...(model ? { model } : {}), ...(tools && own ? { tools } : {}) }
      return {
        text: filledCommand(command, typed),
        foreign: false,
        ...(Object.keys(options).length > 0 ? { options } : {}),
      }
    },
  }
}
