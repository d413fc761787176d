import { join } from 'node:path'
import type { Flow, FlowContext } from '../../core/flow.ts'
import type { Service, ServiceDeps } from '../../core/service/service.ts'
import type { StepTools } from '../../core/service/talk-service.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import { type Event, type Input, isMessenger, isRemote, type Principal } from '../../protocol/index.ts'
import type { Ledger } from '../../services/transfer/ledger.ts'
import { mayConcernMoney } from '../../services/transfer/money-hint.ts'
import { exists } from '../../std/fs/files.ts'
import { once } from '../../std/once.ts'
import type { AppContext } from '../context/app-context.ts'
import { ledgerPath, logService, openLedgerFile, ranSentence, sendDue } from './scheduled-transfers.ts'

/** Where user services stand. */
export const servicesFolder = (home: string) => join(home, 'services')

/**
 * Where money may move from (SPEC §5): at this machine the confirmation itself is the approval; a remote person needs the owner's grant;
 * a bank outside is not moved by voice, and no program or job moves money.
 */
export function mayTransferMoney({ origin }: Pick<Input, 'origin'>, grants: ReadonlySet<string>, embedded: boolean): boolean {
  if (isMessenger(origin) || origin === 'http') return grants.has('transfer')
  if (origin === 'voice') return embedded
  return origin === 'tui' || origin === 'oneshot'
}

interface Loaded {
  own: ServiceDeps
  ledger: Ledger
  grants: Map<Principal, ReadonlySet<string>>
  /** What the person's folder looked like. */
  stamp: string
  /** The services, with what their steps may use. */
  services(tools: StepTools): Service[]
  /** What is wrong with the person's services and was not told yet. */
  problems: string[]
}

/**
 * Loaded at the first turn, for all conversations: opening one costs nothing, and all of them share one ledger. The person's own
 * services are loaded anew when something in their folder changed.
 */
const loadings = new WeakMap<AppContext, Promise<Loaded>>()

const router = once(() => import('../../core/service/router.ts'))
const folders = once(() => import('../../services/declared/folder.ts'))

/** Chat with services before it. `tools` gives their steps the tools that they name, under the rules of every tool. */
export function withServices(parts: AppContext, chat: Flow, tools: StepTools): Flow {
  return async function* (input, context) {
    if (!loadings.has(parts) && (await isPlainTalk(parts, input, context))) return yield* chat(input, context)
    const [{ createRouter }, { own, services, ledger, grants, problems }] = await Promise.all([router(), loadedNow(parts)])
    if (isRemote(input.origin)) grants.set(input.by, await parts.grants(input.by))
    else for (const text of problems.splice(0)) yield { type: 'notice.given', code: 'service-said', data: { text } }
    yield* due(parts, ledger, input)
    // Profile `graph` has a router of its own, and no model call besides.
    const byRules = parts.loaded.settings.window.profile === 'graph'
    return yield* createRouter({ ...own, services: services(tools), chat, byRules })(input, context)
  }
}

/** Talk that no service can want: then none is loaded, and a short run costs nothing more than chat. */
async function isPlainTalk({ loaded }: AppContext, { text }: Input, context: FlowContext): Promise<boolean> {
  const anyFlow = Object.keys(context.thread().flows).length > 0
  if (anyFlow || mayConcernMoney(text) || /minimal|미니멀/i.test(text)) return false
  const used = await Promise.all([servicesFolder(loaded.paths.home), ledgerPath(loaded)].map(exists))
  return !used.some(Boolean)
}

/**
 * Sends what is due, so that the ledger is right when it is asked; a bank outside may be slow and is left to the jobs. Other surfaces
 * hear of it as it happens; a run that answers once and ends tells it with its answer. A ledger that cannot be read keeps nobody from
 * talking: that goes to the log, and a transfer will say it.
 */
async function* due(parts: AppContext, ledger: Ledger, { origin }: Input): AsyncGenerator<Event> {
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

/** What was loaded, as long as the folder is as it was; what failed to load is loaded anew next time. */
async function loadedNow(parts: AppContext): Promise<Loaded> {
  const before = loadings.get(parts)
  const fresh = before && (await before).stamp === (await stampOf(parts))
  if (fresh) return before
  const loading = load(parts, before)
  loadings.set(parts, loading)
  loading.catch(() => loadings.delete(parts))
  return loading
}

const stampOf = async ({ loaded }: AppContext) => (await folders()).stampOf(servicesFolder(loaded.paths.home))

async function load(parts: AppContext, earlier?: Promise<Loaded>): Promise<Loaded> {
  const { own, ledger, grants } = (await earlier) ?? {
    own: partsFor(parts),
    ledger: await openLedgerFile(parts),
    grants: new Map<Principal, ReadonlySet<string>>(),
  }
  const may = (input: Input) => mayTransferMoney(input, grants.get(input.by) ?? new Set(), ledger.outside === undefined)
  return { own, ledger, grants, stamp: await stampOf(parts), ...(await servicesOf(parts, own, ledger, may)) }
}

function partsFor(parts: AppContext): ServiceDeps {
  const { models, language, zone, loaded } = parts
  const { exchangeSoftMs: softMs, exchangeHardMs: hardMs } = loaded.settings.limits
  return {
    language,
    zone,
    limits: { softMs, hardMs },
    async model(card, input, context) {
      const { provider, failure } = await models.current()
      if (provider === 'offline' || failure) return undefined
      if (card.model) return models.choose({ text: input.text, options: { model: card.model } }, context.thread())
      return (await models.light()) ?? models.choose(input, context.thread())
    },
    log: (entry) => logService(parts, entry),
  }
}

async function servicesOf(
  { language, loaded }: AppContext,
  own: ServiceDeps,
  ledger: Ledger,
  may: (input: Input) => boolean,
): Promise<Pick<Loaded, 'services' | 'problems'>> {
  const [{ slotService }, { talkService }, { createTransfer }, { createMinimal }, folder] = await Promise.all([
    import('../../core/service/slot-service.ts'),
    import('../../core/service/talk-service.ts'),
    import('../../services/transfer/index.ts'),
    import('../../services/minimal/index.ts'),
    import('../../services/declared/folder.ts'),
  ])
  const root = servicesFolder(loaded.paths.home)
  const off = await folder.disabledServices(root)
  const transfer = slotService(createTransfer(ledger, language, may, serviceMessages[language].remote), own)
  const minimal = talkService(createMinimal(language), own)
  const users = await usersOf(root, own, off)
  const isOn = ({ name }: Service) => !off.includes(name)
  return { services: (tools) => [transfer, minimal, ...users.services(tools)].filter(isOn), problems: users.problems }
}

/** Services of the user's folder that are in order, and what is wrong with the others. */
async function usersOf(root: string, own: ServiceDeps, off: readonly string[]): Promise<Pick<Loaded, 'services' | 'problems'>> {
  const { findServices } = await import('../../services/declared/folder.ts')
  const found = await findServices(root, own.language).catch(async (error) => {
    // A folder that cannot be read keeps nobody from talking.
    await own.log({ service: 'declared', error: String(error) })
    return []
  })
  if (found.length === 0) return { services: () => [], problems: [] }
  const { declaredService } = await import('../../services/declared/definition.ts')
  const say = serviceMessages[own.language].desk
  return {
    services: (tools) =>
      found.flatMap(({ file, folder, handler, problems }) =>
        file && problems.length === 0 ? [declaredService(file, folder, handler, own, tools)] : [],
      ),
    problems: found.flatMap(({ name, problems: [problem] }) =>
      problem && !off.includes(name) ? [say.leftOut(name, problem)] : [],
    ),
  }
}
