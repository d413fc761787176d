import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { isMoneyLine } from '../../core/money/money-book.ts'
import { tellUnreadable } from '../../std/fs/damage.ts'
import { isMissing } from '../../std/fs/files.ts'
import { writeTwinLog } from '../../std/fs/mirrored-log.ts'
import { journalForm, logForm, pageForm, pictureForm, settingsForm, wholeForm } from '../../sync/forms.ts'
import { hasEntries } from '../../sync/round/folders.ts'
import type { FileForm, SharedFile, SharedFiles } from '../../sync/shared-file.ts'
import { isEntry as isJournalEntry } from '../../threads/journal.ts'
import { removeThread } from '../../threads/thread-store.ts'
import { isEntry as isTelegramEntry } from '../../ui/telegram/ledger-entries.ts'
import { remindersForm, schedulesForm } from './numbered-forms.ts'
import {
  agentSettings,
  agreedSettings,
  documentSettings,
  profileSettings,
  workspaceSettings,
} from './settings-rules.ts'

/** One part of a path, as the names of a home are: no folder above, nothing hidden, nothing that a system forbids. */
const part = String.raw`(?![. ])[^/\\:*?"<>|\p{Cc}\p{Cf}]{1,120}(?<![. ])`
const ruleOf = (pattern: string) => new RegExp(`^${pattern.replaceAll('NAME', part)}$`, 'u')

const conversations = (now: () => number): FileForm =>
  journalForm(isJournalEntry, async (path) => {
    await removeThread(dirname(path), basename(path, '.jsonl'), { at: now(), by: 'sync' })
  })

/**
 * Every file that is shared, by its name below the home. What is not here (keys, caches, models, indexes) is no
 * matter of sync.
 */
const rules: readonly ({ of: RegExp } & Omit<SharedFile, 'name' | 'path'>)[] = [
  { of: ruleOf('memory/(?:archive/)?NAME[.]md'), kind: 'memory', form: pageForm },
  { of: ruleOf('workspaces/NAME/(?:agents/NAME/)?(?:archive/)?memory[.]md'), kind: 'memory', form: pageForm },
  { of: ruleOf('system_prompt[.]md'), kind: 'memory', form: pageForm },
  { of: ruleOf('workspaces/NAME/agents/NAME/persona[.]md'), kind: 'memory', form: pageForm },
  { of: ruleOf('workspaces/NAME/agents/NAME/config[.]json'), kind: 'memory', form: settingsForm(agentSettings) },
  { of: ruleOf('workspaces/NAME/config[.]json'), kind: 'memory', form: settingsForm(workspaceSettings) },
  { of: ruleOf('profiles[.]json'), kind: 'memory', form: settingsForm(profileSettings) },
  {
    of: ruleOf('conversations/[0-9A-Z]{26}[.]pictures/[0-9a-f]{64}[.](?:png|jpeg|webp|gif)'),
    kind: 'conversations',
    form: pictureForm,
  },
  { of: ruleOf('reminders[.]jsonl'), kind: 'tasks', form: remindersForm },
  { of: ruleOf('schedules[.]jsonl'), kind: 'tasks', form: schedulesForm },
  { of: ruleOf('heartbeat[.]md'), kind: 'tasks', form: pageForm },
  { of: ruleOf('lists/NAME/NAME[.]md'), kind: 'tasks', form: pageForm },
  {
    of: ruleOf('money[.]jsonl'),
    kind: 'tasks',
    form: logForm(isMoneyLine, (path, values) => writeTwinLog(path, values)),
  },
  { of: ruleOf('documents[.]json'), kind: 'memory', form: settingsForm(documentSettings) },
  { of: ruleOf('services/(?:NAME/)+NAME'), kind: 'memory', isProgram: true, form: wholeForm },
]

const journals = ruleOf('conversations/[0-9A-Z]{26}[.]jsonl')

/** Below the state: what Telegram has handed over. */
const inbox = {
  name: 'state/telegram.jsonl',
  kind: 'tasks',
  form: logForm(isTelegramEntry, (path, values) => writeTwinLog(path, values)),
} as const

/** Settings that devices agree on among themselves. */
export const agreedForm = settingsForm(agreedSettings)
const agreed = { name: 'sync/shared.json', kind: 'memory', form: agreedForm } as const

/** Return the path of the agreed settings. */
export const agreedPath = ({ state }: Pick<Paths, 'state'>): string => join(state, 'sync', 'shared.json')

/** Shared files in the home itself. */
const single = [
  'system_prompt.md',
  'profiles.json',
  'reminders.jsonl',
  'schedules.jsonl',
  'money.jsonl',
  'heartbeat.md',
  'documents.json',
]
/** Folders of the home in which shared files are. */
const folders = [
  { name: 'memory', kind: 'memory' },
  { name: 'workspaces', kind: 'memory' },
  { name: 'conversations', kind: 'conversations' },
  { name: 'services', kind: 'memory', isProgram: true },
  { name: 'lists', kind: 'tasks' },
] as const

/** Facts about a home besides its files. */
interface KnownHome {
  /** Paths below the home that somebody removed here. */
  removed: ReadonlySet<string>
  now(): number
}

/** The shared files of a home, of the kinds that `isShared`. */
export function sharedFilesOf(
  { home, state }: Pick<Paths, 'home' | 'state'>,
  isShared: (file: Pick<SharedFile, 'kind' | 'isProgram'>) => boolean,
  { removed, now }: KnownHome,
): SharedFiles {
  const journal = { of: journals, kind: 'conversations', form: conversations(now) } as const
  const known = (name: string): SharedFile | undefined => {
    if (name === agreed.name) return { ...agreed, path: agreedPath({ state }) }
    if (name === inbox.name) return { ...inbox, path: join(state, 'telegram.jsonl') }
    if (!name.startsWith('home/') || name.length > 1_000 || name !== name.normalize('NFC')) return undefined
    const inside = name.slice('home/'.length)
    const found = [journal, ...rules].find(({ of }) => of.test(inside))
    if (!found) return undefined
    const { of: _, ...shared } = found
    return { name, path: join(home, ...inside.split('/')), ...shared }
  }
  const named = (name: string): SharedFile | undefined => {
    const found = known(name)
    return found && (name === agreed.name || isShared(found)) ? found : undefined
  }
  return {
    named,
    known,
    folders: () => folders.filter(isShared).map((folder) => ({ ...folder, path: join(home, folder.name) })),
    isReachable: (name) => {
      const [root, folder = '', ...below] = name.split('/')
      if (root !== 'home' || below.length === 0) return true
      return hasEntries(join(home, folder))
    },
    isRemoved: (name) => {
      const parts = name.split('/').slice(1)
      return parts.some((_, at) => removed.has(parts.slice(0, at + 1).join('/')))
    },
    async *all() {
      for (const file of single) {
        const found = named(`home/${file}`)
        if (found) yield found
      }
      for (const name of [inbox.name, agreed.name]) {
        const found = named(name)
        if (found) yield found
      }
      for (const { name: folder } of folders)
        for await (const name of filesBelow(join(home, folder), `home/${folder}`)) {
          const file = named(name)
          if (file) yield file
        }
    },
  }
}

/** The names of all files below a folder. Those that macOS takes apart (NFD) are named as everywhere else. */
async function* filesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => noneWhenClosed(folder, error))
  for (const entry of entries) {
    const name = `${prefix}/${entry.name.normalize('NFC')}`
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), name)
    else if (entry.isFile() || entry.isSymbolicLink()) yield name
  }
}

/** A folder that is gone or may not be read holds nothing that could be shared now; what is known of it stays. */
function noneWhenClosed(folder: string, error: unknown): Dirent[] {
  if (!isMissing(error)) tellUnreadable(folder, error)
  return []
}
