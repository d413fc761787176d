import { join } from 'node:path'
import type { Flow, FlowContext } from '../core/flow.ts'
import type { Service, ServiceParts } from '../core/service/service.ts'
import { service as sentences } from '../messages/service.ts'
import { type Event, type Input, isRemote, type Origin, type Principal } from '../protocol/index.ts'
import { mayConcernMoney } from '../services/transfer/hint.ts'
import type { Ledger } from '../services/transfer/ledger.ts'
import { exists } from '../std/files.ts'
import { booksPath, logService, openBooks, ranSentence, sendDue } from './bookings.ts'
import type { EngineParts } from './engine.ts'

/** Where user services stand. */
export const servicesFolder = (home: string) => join(home, 'services')

/**
 * Where money may move from (SPEC §5): at this machine the confirmation itself is the approval; a remote person needs the owner's grant;
 * a bank outside is not moved by voice, and no program or job moves money.
 */
export function mayMove({ origin }: Pick<Input, 'origin'>, grants: ReadonlySet<string>, embedded: boolean): boolean {
  const rules: Record<Origin, () => boolean> = {
    tui: () => true,
    oneshot: () => true,
    voice: () => embedded,
    telegram: () => grants.has('transfer'),
    http: () => grants.has('transfer'),
    mcp: () => false,
    job: () => false,
  }
  return rules[origin]()
}

interface Loaded {
  own: ServiceParts
  services: Service[]
  ledger: Ledger
  grants: Map<Principal, ReadonlySet<string>>
}

/** Loaded at the first turn, once for all conversations: opening one costs nothing, and all of them share one ledger. */
const loadings = new WeakMap<EngineParts, Promise<Loaded>>()

/** Chat with services before it. */
export function withServices(parts: EngineParts, chat: Flow): Flow {
  return async function* (input, context) {
    if (!loadings.has(parts) && (await isPlainTalk(parts, input, context))) return yield* chat(input, context)
    const loading = loadings.get(parts) ?? load(parts)
    loadings.set(parts, loading)
    // What failed to load is loaded anew next time.
    loading.catch(() => loadings.delete(parts))
    const [{ createRouter }, { own, services, ledger, grants }] = await Promise.all([
      import('../core/service/router.ts'),
      loading,
    ])
    if (isRemote(input.origin)) grants.set(input.by, await parts.grants(input.by))
    yield* due(parts, ledger, input)
    // Profile `graph` has a router of its own, and no model call besides.
    const byRules = parts.loaded.settings.window.profile === 'graph'
    return yield* createRouter({ ...own, services, chat, byRules })(input, context)
  }
}

/** Talk that no service can want: then none is loaded, and a short run costs nothing more than chat. */
async function isPlainTalk({ loaded }: EngineParts, { text }: Input, context: FlowContext): Promise<boolean> {
  const anyFlow = Object.keys(context.thread().flows).length > 0
  if (anyFlow || mayConcernMoney(text) || /minimal|미니멀/i.test(text)) return false
  const used = await Promise.all([servicesFolder(loaded.paths.home), booksPath(loaded)].map(exists))
  return !used.some(Boolean)
}

/**
 * Sends what is due, so that the ledger is right when it is asked; a bank outside may be slow and is left to the jobs. Other surfaces
 * hear of it as it happens; a run that answers once and ends tells it with its answer. A ledger that cannot be read keeps nobody from talking: that goes to the log, and a transfer will say it.
 */
async function* due(parts: EngineParts, ledger: Ledger, { origin }: Input): AsyncGenerator<Event> {
  try {
    if (!ledger.outside) await sendDue(parts, ledger)
    if (origin !== 'oneshot') return
    for (const ran of await ledger.ran()) {
      if (ran.told || !(await ledger.tell(ran.booking.key, origin))) continue
      yield { type: 'notice.given', code: 'service-said', data: { text: await ranSentence(ran, parts.language) } }
    }
  } catch (error) {
    await logService(parts, { service: 'transfer', error: String(error) })
  }
}

async function load(parts: EngineParts): Promise<Loaded> {
  const own = partsFor(parts)
  const ledger = await openBooks(parts)
  const none: ReadonlySet<string> = new Set()
  const grants = new Map<Principal, ReadonlySet<string>>()
  return { own, ledger, grants, services: await servicesOf(parts, own, ledger, (by) => grants.get(by) ?? none) }
}

function partsFor(parts: EngineParts): ServiceParts {
  const { models, language, zone, loaded } = parts
  const { exchangeSoftMs: softMs, exchangeHardMs: hardMs } = loaded.settings.limits
  return {
    language,
    zone,
    limits: { softMs, hardMs },
    async model(card, input, context) {
      const { provider, failure } = await models.current()
      if (provider === 'offline' || failure) return undefined
      if (card.model) return models.choose({ text: input.text, wishes: { model: card.model } }, context.thread())
      return (await models.light()) ?? models.choose(input, context.thread())
    },
    log: (entry) => logService(parts, entry),
  }
}

async function servicesOf(
  parts: EngineParts,
  own: ServiceParts,
  ledger: Ledger,
  grants: (by: Principal) => ReadonlySet<string>,
): Promise<Service[]> {
  const [{ slotService }, { talkService }, { createTransfer }, { createMinimal }, folder] = await Promise.all([
    import('../core/service/slot-service.ts'),
    import('../core/service/talk-service.ts'),
    import('../services/transfer/index.ts'),
    import('../services/minimal/index.ts'),
    import('../services/declared/folder.ts'),
  ])
  const { language, loaded } = parts
  const may = (input: Input) => mayMove(input, grants(input.by), ledger.outside === undefined)
  const root = servicesFolder(loaded.paths.home)
  const off = await folder.disabledServices(root)
  const ours = [
    slotService(createTransfer(ledger, language, may, sentences[language].remote), own),
    talkService(createMinimal(language), own),
  ]
  return [...ours, ...(await usersOf(root, own))].filter(({ name }) => !off.includes(name))
}

/** Services of the user's folder that are in order; those that are not are told by `assistant service check`. */
async function usersOf(root: string, own: ServiceParts): Promise<Service[]> {
  const { findServices } = await import('../services/declared/folder.ts')
  const found = await findServices(root)
  if (found.length === 0) return []
  const { declaredService } = await import('../services/declared/definition.ts')
  return found.flatMap(({ file, folder, handler, problems }) =>
    file && problems.length === 0 ? [declaredService(file, folder, handler, own)] : [],
  )
}
