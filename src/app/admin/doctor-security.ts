import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import type { Policy } from '../../config/policy.ts'
import { readRule } from '../../core/permissions/rules.ts'
import { warningText } from '../../messages/commands/config.ts'
import { doctorMessages } from '../../messages/commands/doctor.ts'
import type { Language } from '../../messages/language.ts'
import { codeOf, isMissing } from '../../std/fs/files.ts'
import type { AppContext } from '../context/app-context.ts'

export interface Check {
  name: string
  ok: boolean
  text: string
}

type Say = (typeof doctorMessages)['ko']
/** Read and write for the owner's group and for everybody else. */
const others = 0o077
/** As many places as a sentence can name. */
const mostNamed = 3

/** Check that nobody else on this machine can look into the assistant's folders; `fix` shuts them. */
export async function checkFolderModes(paths: Paths, fix: boolean, say: Say): Promise<Check> {
  const roots = [paths.home, dirname(paths.config), paths.state]
  const outer = roots.filter((root) => !roots.some((other) => root.startsWith(other + sep)))
  const open = (await Promise.all([...new Set(outer)].map(openAt))).flat()
  if (open.length === 0) return { name: 'files', ok: true, text: say.shut }
  const left = fix ? (await Promise.all(open.map(shutOne))).flat() : open
  const named = (left.length > 0 ? left : open).slice(0, mostNamed).map(({ path }) => path)
  const more = Math.max(0, (left.length > 0 ? left : open).length - mostNamed)
  return {
    name: 'files',
    ok: left.length === 0,
    text: left.length > 0 ? say.open(named, more, fix) : say.shutNow(named, more),
  }
}

interface Open {
  path: string
  mode: number
}

/** Return what others can reach from here: a folder that is shut shuts all that is in it. Links are not followed. */
async function openAt(path: string): Promise<Open[]> {
  const found = await lstat(path).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
  if (!found || found.isSymbolicLink() || (found.mode & others) === 0) return []
  const inside = found.isDirectory() ? await readdir(path) : []
  const open: Open[] = [{ path, mode: found.mode }]
  for (const name of inside) open.push(...(await openAt(join(path, name))))
  return open
}

/** A file of somebody else cannot be shut. */
async function shutOne({ path, mode }: Open): Promise<Open[]> {
  try {
    await chmod(path, mode & 0o777 & ~others)
    return []
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return isMissing(error) ? [] : [{ path, mode }]
  }
}

/** The organisation's policy: whether it can be read, and whether others than the administrator can change it. */
export async function checkPolicy({ path, damage }: Policy, language: Language): Promise<Check> {
  const say = doctorMessages[language]
  if (damage !== undefined)
    return { name: 'policy', ok: false, text: warningText({ code: 'policy', path, detail: damage }, language) }
  const { uid, mode } = await stat(path)
  const isOpen = uid !== 0 || (mode & 0o022) !== 0
  return { name: 'policy', ok: !isOpen, text: isOpen ? say.policyOpen(path) : say.policy(path) }
}

/** Check rights: tools that run unasked, the place where commands run, people let in from outside. */
export async function* checkSecurity(parts: AppContext): AsyncGenerator<Check> {
  const { language, loaded } = parts
  const say = doctorMessages[language]
  const wide = loaded.settings.permissions.allow.filter((rule) => readRule(rule).args === undefined && /\*/.test(rule))
  const count = loaded.settings.permissions.allow.length
  yield {
    name: 'rules',
    ok: wide.length === 0,
    text: wide.length > 0 ? say.wideRules(wide.join(', ')) : say.rules(count),
  }
  const sandboxed = await hasSandbox(parts)
  yield { name: 'sandbox', ok: sandboxed, text: sandboxed ? say.sandboxed : say.bare }
  const { AccessFile } = await import('../../ui/telegram/inbound/access.ts')
  const { senders } = await new AccessFile(loaded.paths.config).read()
  const granted = senders.filter(({ grants, folders }) => grants.length + folders.length > 0).length
  yield { name: 'telegram', ok: true, text: say.senders(senders.length, granted) }
}

async function hasSandbox({ environment, loaded }: AppContext): Promise<boolean> {
  const [{ findSandbox }, { bareEnv }] = await Promise.all([
    import('../../tools/shell/sandbox/sandbox.ts'),
    import('../../tools/shell/environment.ts'),
  ])
  const { userHome, platform, machine, node, env } = environment
  const places = { userHome, platform, machine, node, own: [loaded.paths.home], env: bareEnv(env) }
  return (await findSandbox(places, AbortSignal.timeout(loaded.settings.limits.toolMs))) !== undefined
}
