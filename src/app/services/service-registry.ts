import type { Flow, FlowContext } from '../../core/flow.ts'
import type { RouterDeps } from '../../core/service/router.ts'
import type { Service, ServiceDeps, StepTools } from '../../core/service/service.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import { type Input, isRemote } from '../../protocol/index.ts'
import type { FoundService } from '../../services/declared/folder.ts'
import { fileExists } from '../../std/fs/files.ts'
import { once } from '../../std/once.ts'
import { serviceFor } from '../../threads/thread.ts'
import type { AppContext } from '../context/app-context.ts'
import { builtIns, type OpenBuiltIn } from './built-in.ts'
import { GrantBook, servicesFolder } from './grants.ts'
import { logService } from './scheduled-transfers.ts'

interface Loaded {
  own: ServiceDeps
  open: ReadonlyMap<string, OpenBuiltIn>
  grants: GrantBook
  /** The state of the person's folder at loading. */
  stamp: string
  /** The services, with what their steps may use. */
  services(tools: StepTools): Service[]
  /** Mistakes in the person's services that were not told yet. */
  problems: string[]
}

/**
 * Loaded at the first turn, for all conversations: opening one costs nothing, and all of them share what is open. The
 * person's own services are loaded anew when something in their folder changed.
 */
const loadings = new WeakMap<AppContext, Promise<Loaded>>()

const router = once(() => import('../../core/service/router.ts'))
const folders = once(() => import('../../services/declared/folder.ts'))
const definitions = once(() => import('../../services/declared/definition.ts'))

/** Chat with services before it. `tools` gives their steps the tools that they name, under the rules of every tool. */
export function withServices(parts: AppContext, chat: Flow, tools: StepTools): Flow {
  return async function* (input, context) {
    if (!loadings.has(parts) && (await isPlainTalk(parts, input, context))) return yield* chat(input, context)
    const [{ createRouter }, { own, services, open, grants, problems }] = await Promise.all([
      router(),
      loadedNow(parts),
    ])
    await grants.look(input, parts.grants)
    if (!isRemote(input.origin))
      for (const text of problems.splice(0)) yield { type: 'notice.given', code: 'service-said', data: { text } }
    for (const one of open.values()) if (one.before) yield* one.before(input)
    // Profile `graph` has a router of its own, and no model call besides.
    const byRules = parts.loaded.settings.window.profile === 'graph'
    const reader = readerOf(parts, own)
    return yield* createRouter({ ...own, services: services(tools), chat, byRules, reader })(input, context)
  }
}

/** A model of this machine reads what neither a service nor a rule of the chat does: asking it costs nothing. */
function readerOf(parts: AppContext, own: ServiceDeps): NonNullable<RouterDeps['reader']> {
  return async (input, context) => {
    const model = await own.model({}, input, context)
    if (!model?.small) return undefined
    const { readRequest } = await import('../../llm/rules/index.ts')
    const tools = await parts.tools.tools(context.thread())
    const request = {
      model: model.model,
      purpose: 'reply' as const,
      system: [],
      tools: tools.map(({ name, schema }) => ({ name, description: '', schema })),
      messages: [{ role: 'user' as const, id: context.turn, at: +context.now(), text: input.text }],
    }
    const { isOwned, open } = await readRequest(request, parts)
    return isOwned || open ? undefined : model
  }
}

/** Talk that no service can want: then none is loaded, and a short run costs nothing more than chat. */
export async function isPlainTalk(parts: AppContext, input: Input, context: FlowContext): Promise<boolean> {
  if (serviceFor(input, context.thread())) return false
  const anyFlow = Object.keys(context.thread().flows).length > 0
  if (anyFlow || builtIns.some(({ file }) => isHinted(file.words, input.text))) return false
  const used = builtIns.map(({ isUsed }) => isUsed?.(parts) ?? false)
  return !(await Promise.all([fileExists(servicesFolder(parts.loaded.paths.home)), ...used])).some(Boolean)
}

/** A wide net that costs nothing: one of the words stands somewhere in the text. */
export function isHinted(words: readonly string[], text: string): boolean {
  const said = text.normalize('NFC').toLowerCase()
  return words.some((word) => said.includes(word.replace(/^\^/, '')))
}

/**
 * Returns the loaded services, as long as the folder is as it was; a service that failed to load is loaded anew next
 * time.
 */
function loadedNow(parts: AppContext): Promise<Loaded> {
  // One look after the other: two first ones would open every built-in service twice.
  const before = (loadings.get(parts) ?? Promise.resolve(undefined)).catch(() => undefined)
  const loading = before.then(async (known) =>
    known?.stamp === (await stampOf(parts)) ? known : loadServices(parts, known),
  )
  loadings.set(parts, loading)
  return loading
}

const stampOf = async ({ loaded }: AppContext) => (await folders()).stampOf(servicesFolder(loaded.paths.home))

async function loadServices(parts: AppContext, earlier?: Loaded): Promise<Loaded> {
  const { own, open, grants } = earlier ?? {
    own: partsFor(parts),
    open: await openAll(parts),
    grants: new GrantBook(),
  }
  return { own, open, grants, stamp: await stampOf(parts), ...(await servicesOf(parts, own, open, grants)) }
}

async function openAll(parts: AppContext): Promise<ReadonlyMap<string, OpenBuiltIn>> {
  const all = await Promise.all(
    builtIns.map(
      async ({ file, open }) => [file.name, (await open?.(parts)) ?? { code: { steps: {} }, byVoice: true }] as const,
    ),
  )
  return new Map(all)
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
      if (card.model) return models.choose({ ...input, options: { model: card.model } }, context.thread())
      return (await models.light(input)) ?? models.choose(input, context.thread())
    },
    log: (entry) => logService(parts, entry),
  }
}

async function servicesOf(
  { loaded }: AppContext,
  own: ServiceDeps,
  open: ReadonlyMap<string, OpenBuiltIn>,
  grants: GrantBook,
): Promise<Pick<Loaded, 'services' | 'problems'>> {
  const [{ declaredService }, folder, { codeOf }] = await Promise.all([
    definitions(),
    folders(),
    import('../../services/declared/code.ts'),
  ])
  const root = servicesFolder(loaded.paths.home)
  const off = await folder.disabledServices(root)
  const { found, problems } = await usersOf(root, own, off)
  const say = serviceMessages[own.language]
  const all = [
    ...builtIns.map(({ file }) => ({ file, ...(open.get(file.name) ?? { code: { steps: {} }, byVoice: true }) })),
    ...found.flatMap((one) =>
      one.file ? [{ file: one.file, code: codeOf({ ...one, file: one.file }, own.language), byVoice: true }] : [],
    ),
  ].filter(({ file }) => !off.includes(file.name))
  const services = perTools((tools) => {
    const made: Service[] = all.map(({ file, code, byVoice }) =>
      declaredService(file, code, {
        parts: { ...own, tools },
        refusal: (input) => (grants.may(input, { name: file.name, byVoice }) ? undefined : say.remote),
        service: (name) => made.find((one) => one.name === name),
      }),
    )
    return made
  })
  return { services, problems }
}

/** The services are put together once for each surface's tools, as long as their folder is as it was. */
function perTools(make: (tools: StepTools) => Service[]): (tools: StepTools) => Service[] {
  const made = new WeakMap<StepTools, Service[]>()
  return (tools) => {
    const services = made.get(tools) ?? make(tools)
    made.set(tools, services)
    return services
  }
}

/** Services of the user's folder that are in order, and what is wrong with the others. */
async function usersOf(
  root: string,
  own: ServiceDeps,
  off: readonly string[],
): Promise<{ found: FoundService[]; problems: string[] }> {
  const found = await (await folders()).findServices(root, own.language).catch(async (error) => {
    // A folder that cannot be read keeps nobody from talking.
    await own.log({ service: 'declared', error: String(error) })
    return []
  })
  const say = serviceMessages[own.language].desk
  return {
    found: found.filter(({ problems }) => problems.length === 0),
    problems: found.flatMap(({ name, problems: [problem] }) =>
      problem && !off.includes(name) ? [say.leftOut(name, problem)] : [],
    ),
  }
}
