import type { Task } from '../task.ts'
import { dialogues } from './dialogues.ts'
import { documents } from './documents.ts'
import { injection } from './injection.ts'
import { long } from './long.ts'
import { memory } from './memory.ts'
import { noTool } from './no-tool.ts'
import { recall } from './recall.ts'
import { refusals } from './refusals.ts'
import { schedules } from './schedules.ts'
import { several } from './several.ts'
import { surfaces } from './surfaces.ts'
import { tools } from './tools.ts'
import { transfers } from './transfers.ts'
import { voice } from './voice.ts'

/** Every task, group by group. */
export const tasks: readonly (Task & { byCode?: true })[] = [
  ...tools,
  ...several,
  ...noTool,
  ...memory,
  ...recall,
  ...documents,
  ...schedules,
  ...transfers,
  ...refusals,
  ...injection,
  ...long,
  ...voice,
  ...surfaces,
  ...dialogues,
]
