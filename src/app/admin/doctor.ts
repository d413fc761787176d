import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { doctorMessages } from '../../messages/commands/doctor.ts'
import { damageMessages } from '../../messages/engine/damage.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import { keyFileMessages } from '../../messages/surfaces/tui-keys.ts'
import { AssistantError, failureOf } from '../../protocol/index.ts'
import { damageData, takeDamage } from '../../std/fs/damage.ts'
import { format, formatOfHome } from '../../std/fs/format.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Check } from './doctor-security.ts'

export interface DoctorOptions {
  /** Mends what can be mended without a question: files that others can see. */
  fix: boolean
  /** Says also who and what may do how much. */
  security: boolean
}

/** Looks at everything that can be wrong with this installation, one sentence each with what to do. */
export async function* diagnoseHome(parts: AppContext, options: DoctorOptions): AsyncGenerator<Check> {
  const say = doctorMessages[parts.language]
  const { paths, issues } = parts.loaded
  const warnings = [...issues, ...parts.loaded.warnings]
  yield await checkHome(paths.home, say, damageMessages[parts.language].newer)
  const { checkSecurity: security, checkFolderModes } = await import('./doctor-security.ts')
  yield await checkFolderModes(paths, options.fix, say)
  yield* stateOf(parts, options.fix)
  yield* (await import('./doctor-sync.ts')).checkSync(parts, options.fix)
  yield { name: 'settings', ok: warnings.length === 0, text: say.settings(paths.config, warnings.length) }
  yield* checkKeybindings(parts)
  const { policy } = parts.loaded
  if (policy) yield await (await import('./doctor-security.ts')).checkPolicy(policy, parts.language)
  yield await (await import('./doctor-model.ts')).askedModel(parts)
  const { serviceTroubles } = await import('../services/troubles.ts')
  for (const text of await serviceTroubles(paths.home, parts.language)) yield { name: 'services', ok: false, text }
  yield* checkDocuments(parts)
  yield* checkEmbedder(parts)
  yield* (await import('./doctor-accounts.ts')).checkAccounts(parts)
  if (options.security) yield* security(parts)
}

/** Every file that something is kept in: what is wrong with it, and what became of it. */
async function* stateOf({ loaded, language }: AppContext, fix: boolean): AsyncGenerator<Check> {
  const say = damageMessages[language]
  const { stateFiles } = await import('./state-files.ts')
  let [count, ill] = [0, 0]
  const told = new Set<string>()
  for await (const { path, faults, mend } of stateFiles(loaded.paths)) {
    count++
    if (faults.length === 0) continue
    ill++
    told.add(path)
    const done = fix ? await mend() : undefined
    const text =
      done === 'mended'
        ? say.fixed(path)
        : done === 'in-use'
          ? say.inUse(path)
          : say.damaged(damageData({ path, faults }))
    yield { name: 'state', ok: done === 'mended', text: done === 'no-copy' ? `${text} ${say.unfixed}` : text }
  }
  // What was healed before it was looked at is known to nobody else.
  for (const damage of takeDamage().filter(({ path }) => !told.has(path))) {
    ill++
    yield { name: 'state', ok: damage.healed === true, text: say.damaged(damageData(damage)) }
  }
  if (ill === 0) yield { name: 'state', ok: true, text: say.fine(count) }
}

/** The keys that a person chose; nothing where there are none. */
async function* checkKeybindings({ loaded, language }: AppContext): AsyncGenerator<Check> {
  const { readKeys } = await import('../environment/key-file.ts')
  const { keys, problem, path } = await readKeys(loaded.paths.config, language)
  const text = problem ?? (keys && keyFileMessages[language].fine(path, Object.keys(keys.chosen).length))
  if (text !== undefined) yield { name: 'keybindings', ok: problem === undefined, text }
}

/**
 * The documents of the workspace in use: whether their store answers and their folders are still there. Nothing where
 * there are none.
 */
async function* checkDocuments({ docs, loaded, language }: AppContext): AsyncGenerator<Check> {
  const { workspace } = loaded.settings
  if (!(await docs.has(workspace))) return
  const say = doctorMessages[language]
  try {
    const library = await docs.library(workspace)
    const { files, chunks } = await library.status(AbortSignal.timeout(loaded.settings.limits.toolMs))
    const { documents: roots } = await library.chosen()
    const gone = roots.filter((root) => !existsSync(root))
    const ok = gone.length === 0 && (files > 0 || roots.length === 0)
    yield {
      name: 'documents',
      ok,
      text: gone.length > 0 ? say.documentsGone(gone.join(', ')) : say.documents(files, chunks, ok),
    }
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    yield { name: 'documents', ok: false, text: turnMessages[language].failure(failureOf(error)) }
  }
}

/**
 * The embedder that was chosen and is not in use yet: its model may not be here. What is in use is asked by the
 * documents.
 */
async function* checkEmbedder(parts: AppContext): AsyncGenerator<Check> {
  const { store, embedder: chosen } = parts.loaded.settings.docs
  const isUsed = store !== 'keyword' && (await parts.docs.has(parts.loaded.settings.workspace))
  if (chosen === 'none' || isUsed) return
  try {
    const { chosenEmbedder } = await import('../docs/document-stores.ts')
    const { name } = await chosenEmbedder(parts)
    yield { name: 'embedder', ok: true, text: doctorMessages[parts.language].embedder(name) }
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    yield { name: 'embedder', ok: false, text: turnMessages[parts.language].failure(failureOf(error)) }
  }
}

async function checkHome(
  path: string,
  say: (typeof doctorMessages)['ko'],
  newer: (path: string) => string,
): Promise<Check> {
  if (formatOfHome(path) > format) return { name: 'home', ok: false, text: newer(path) }
  try {
    await access(path, constants.W_OK)
    const { bavail, bsize } = await statfs(path)
    const freeMb = Math.floor((bavail * bsize) / 1e6)
    return { name: 'home', ok: freeMb >= 100, text: say.home(path, freeMb) }
  } catch {
    return { name: 'home', ok: false, text: say.homeClosed(path) }
  }
}
