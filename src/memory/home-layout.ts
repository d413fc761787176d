import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promptMessages } from '../messages/engine/prompt.ts'
import type { Language } from '../messages/language.ts'
import { fail } from '../protocol/index.ts'
import { ensureDir, writeAtomic } from '../std/fs/files.ts'
import { formatPath } from '../std/fs/format.ts'
import { withLock } from '../std/fs/lock.ts'
import { stateText, writeState } from '../std/fs/state-file.ts'
import { onDisk } from './storage-failure.ts'

/** The paths of the pages of a home (SPEC §4). Names are validated, so that no path leaves the home. */
export function pathsIn(home: string): HomePaths {
  // Cached: each turn asks many times, nearly always for the same home.
  if (latest?.home !== home) latest = { home, paths: layoutOf(home) }
  return latest.paths
}

type HomePaths = ReturnType<typeof layoutOf>
let latest: { home: string; paths: HomePaths } | undefined

const layoutOf = (home: string) => ({
  base: join(home, 'system_prompt.md'),
  profiles: join(home, 'profiles.json'),
  personal: cacheLast((profile: string) => join(home, 'memory', `${nameOf(profile)}.md`)),
  workspaces: join(home, 'workspaces'),
  workspace: cacheLast((workspace: string) => filesIn(join(home, 'workspaces', nameOf(workspace)))),
  agents: (workspace: string) => join(home, 'workspaces', nameOf(workspace), 'agents'),
  agent: cacheLast((workspace: string, agent: string) => {
    const folder = join(home, 'workspaces', nameOf(workspace), 'agents', nameOf(agent))
    return { ...filesIn(folder), persona: join(folder, 'persona.md') }
  }),
})

/** Keep the result for the last names: a turn asks for the same few many times. */
function cacheLast<T, N extends string[]>(make: (...names: N) => T): (...names: N) => T {
  const known = new Map<string, T>()
  return (...names) => {
    const key = names.join('\0')
    const made = known.get(key) ?? make(...names)
    if (known.size >= mostCached) known.clear()
    known.set(key, made)
    return made
  }
}
const mostCached = 64

const filesIn = (folder: string) => ({ folder, config: join(folder, 'config.json'), memory: join(folder, 'memory.md') })

/** Validates a name that becomes one folder, in NFC. Throws `bad-input`. */
export function nameOf(name: string): string {
  const wanted = name.normalize('NFC').trim()
  const usable = wanted !== '' && !/^\.|[/\\:*?"<>|\p{Cc}\p{Cf}]|\.$/u.test(wanted) && Buffer.byteLength(wanted) <= 120
  return usable
    ? wanted
    : fail('bad-input', {
        detail: `not a name: ${JSON.stringify(name.slice(0, 80))}`,
        data: { name: name.slice(0, 80) },
      })
}

/** The contents of a new home. */
export const firstNames = { workspace: 'default', agent: '비서', profile: 'me' } as const

/** Introduction of the first agent, in the language of a new home. */
export const firstAgentShown: Readonly<Record<Language, string>> = { ko: firstNames.agent, en: 'Assistant' }

/** Names of the first workspace and the person there. */
const firstTitles: Readonly<Record<Language, { workspace: string; person: string }>> = {
  ko: { workspace: '기본', person: '나' },
  en: { workspace: 'Default', person: 'Me' },
}

/** The first agent's wake word, in the language of a new home. */
export const firstWakeWord: Readonly<Record<Language, string>> = { ko: '비서야', en: 'Assistant' }

/** The default persona. */
export const firstPersona = (name: string, language: Language = 'ko') => promptMessages[language].persona(name)

/**
 * Makes the files that every home has, its prompts in `language`, and leaves those that are there alone: a person may
 * have changed them. Costs a few lookups when nothing is missing. Throws `storage` when the disk refuses.
 */
export async function ensureHome(home: string, now: Date, language: Language = 'ko'): Promise<void> {
  const paths = pathsIn(home)
  const [workspace, agent] = [
    paths.workspace(firstNames.workspace),
    paths.agent(firstNames.workspace, firstNames.agent),
  ]
  const created = now.toISOString()
  const contents: [string, string][] = [
    [formatPath(home), stateText({})],
    [paths.base, promptMessages[language].base],
    [
      paths.profiles,
      stateText({
        profiles: [{ id: firstNames.profile, name: firstTitles[language].person, aliases: [], createdAt: created }],
      }),
    ],
    [workspace.config, stateText({ name: firstTitles[language].workspace, createdAt: created })],
    [agent.persona, firstPersona(firstAgentShown[language], language)],
    [
      agent.config,
      stateText({
        name: firstNames.agent,
        wakeWord: firstWakeWord[language],
        permissions: ['safe', 'sensitive', 'restricted'],
      }),
    ],
  ]
  const missingFiles = () => contents.filter(([path]) => !existsSync(path))
  if (missingFiles().length === 0) return
  await onDisk(home, async () => {
    await ensureDir(home)
    await withLock(join(home, 'layout'), async () => {
      for (const [path, content] of missingFiles()) {
        await ensureDir(dirname(path))
        await (path.endsWith('.json') ? writeState : writeAtomic)(path, content)
      }
    })
  })
}
