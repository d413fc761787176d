import { join } from 'node:path'
import { type Input, isMessenger, isRemote, type Principal } from '../../protocol/index.ts'

/** The folder of user services. */
export const servicesFolder = (home: string) => join(home, 'services')

/** The places from which a service may act after a yes, beside its grants. */
export interface Reach {
  name: string
  /** A yes that was only heard counts. */
  byVoice: boolean
}

/**
 * True if the confirmed action of a service may be done from an input's place (SPEC §5): at this machine the
 * confirmation itself is the approval; a remote person needs the owner's grant of that service; no program and no job
 * confirms anything.
 */
export function mayAct(
  { origin }: Pick<Input, 'origin'>,
  grants: ReadonlySet<string>,
  { name, byVoice }: Reach,
): boolean {
  if (isMessenger(origin) || origin === 'http') return grants.has(name)
  if (origin === 'voice') return byVoice
  return origin === 'tui' || origin === 'oneshot' || origin === 'acp'
}

/** Names of services of this home that a remote person needs a grant for, the program's own and the person's. */
export async function grantableServices(home: string, language: 'ko' | 'en'): Promise<string[]> {
  const [{ builtIns }, { findServices }, { needsGrant }] = await Promise.all([
    import('./built-in.ts'),
    import('../../services/declared/folder.ts'),
    import('../../services/declared/definition.ts'),
  ])
  const found = await findServices(servicesFolder(home), language)
  return [...builtIns, ...found].flatMap(({ file }) => (file && needsGrant(file) ? [file.name] : []))
}

/** The owner's grants to a remote speaker, as they were when their last input came. */
export class GrantBook {
  readonly #grants = new Map<Principal, ReadonlySet<string>>()

  async look({ origin, by }: Input, grantsOf: (by: Principal) => Promise<ReadonlySet<string>>): Promise<void> {
    if (isRemote(origin)) this.#grants.set(by, await grantsOf(by))
  }

  may(input: Input, reach: Reach): boolean {
    return mayAct(input, this.#grants.get(input.by) ?? new Set(), reach)
  }
}
