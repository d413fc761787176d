import { join } from 'node:path'
import type { Loaded } from '../config/settings.ts'
import { ReminderStore } from '../core/reminders/store.ts'
import { reminderTools } from '../core/reminders/tools.ts'
import { crewTools } from '../memory/crew-tools.ts'
import { memoryTools } from '../memory/tools.ts'
import type { Tool } from '../protocol/index.ts'
import { searchConversations } from '../threads/tools.ts'
import { calculator } from '../tools/calculator.ts'
import { datetime } from '../tools/datetime.ts'
import { fileTools } from '../tools/files.ts'
import { type CrewParts, crewPorts } from './crew.ts'
import { type DelegateParts, delegateTask } from './delegate.ts'
import type { Surroundings } from './surroundings.ts'

/** Every built-in tool, in the order in which a model is told of them: one line each. */
export function builtInTools(
  { settings, paths }: Loaded,
  { userHome }: Surroundings,
  conversations: CrewParts & { delegated: DelegateParts['open'] },
): Tool[] {
  return [
    calculator,
    datetime,
    ...fileTools({
      home: paths.home,
      userHome,
      // A remote surface has no folder until the owner adds one for that sender (SPEC §3).
      roots: ({ cwd }) => (cwd ? [cwd, ...settings.roots] : []),
    }),
    ...memoryTools(paths.home),
    searchConversations(conversations.folder),
    ...crewTools(paths.home, crewPorts(conversations)),
    delegateTask({ open: conversations.delegated }),
    ...reminderTools(new ReminderStore(join(paths.home, 'reminders.jsonl'))),
  ]
}
