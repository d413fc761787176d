import { readFile } from 'node:fs/promises'
import { addressOf, SetupWork } from '../../../app/admin/setup-work.ts'
import { setUpNetwork } from '../../../app/environment/load-config.ts'
import { providerNames } from '../../../config/schema.ts'
import { loadSecrets } from '../../../config/secrets.ts'
import { type LoadedSettings, loadSettings } from '../../../config/settings.ts'
import { listModels, probeModel, type ServerAccess } from '../../../llm/model-catalog.ts'
import { setupMessages } from '../../../messages/commands/setup.ts'
import { localModelMessages } from '../../../messages/engine/local-model.ts'
import { turnMessages } from '../../../messages/engine/turn.ts'
import { AssistantError, type Failure, fail, type ProviderKind, providers } from '../../../protocol/index.ts'
import { exitCodeOf, exitUsage } from '../../../ui/oneshot/exit-code.ts'
import { readStdin } from '../../../ui/oneshot/stdin.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { askLine } from '../../output/ask-line.ts'

type Name = (typeof providerNames)[number]

/** Settings and keys to be written, once they work. */
interface Plan {
  provider: Name
  baseUrl?: string
  key?: string
  /** The variable that the key is kept under. */
  keyName?: string
  model?: string
}

/** Milliseconds for a test: SPEC §2's wait for a first byte. */
const testMs = 20_000

/**
 * `setup`: provider, address, key; tested before anything is written (secrets.json, 0600). At a terminal it asks for
 * what was not given; elsewhere everything comes by flags, the key from a file or standard input, never from the
 * command line.
 */
export const runSetup: CommandRun = async (cli, { options }) => {
  const say = setupMessages[cli.language]
  const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
  setUpNetwork(loaded, cli.environment.env)
  const provider = await providerOf(cli, options)
  if (!provider) {
    await cli.terminal.note(say.providerMissing(providerNames.join(', ')), 'error')
    return exitUsage
  }
  const plan = await planOf(cli, loaded, provider, options)
  const failure = options.test === false ? null : await testPlan(cli, plan)
  if (failure) {
    await cli.terminal.note(turnMessages[cli.language].failure(failure), 'error')
    await cli.terminal.note(say.notSaved)
    return exitCodeOf(failure.code)
  }
  const work = await SetupWork.begin(loaded, cli.environment, cli.now, cli.stop)
  await work.save(plan)
  await cli.terminal.note(say.saved(say.kinds[provider], loaded.paths.config))
  if (plan.keyName && cli.environment.env[plan.keyName]) await cli.terminal.note(say.envWins(plan.keyName))
  return 0
}

async function providerOf(cli: Cli, { provider }: CommandCall['options']): Promise<Name | undefined> {
  const { choose, number, kinds } = setupMessages[cli.language]
  if (provider !== undefined) return providerNames.find((name) => name === provider)
  if (!cli.terminal.canAsk) return undefined
  await cli.terminal.note(choose)
  for (const [at, name] of providerNames.entries()) await cli.terminal.note(`  ${at + 1}. ${kinds[name]}`)
  const typed = await askLine(cli, number)
  return providerNames[Number(typed) - 1] ?? providerNames.find((name) => name === typed)
}

/** A model of this machine: the one that is named or here, else the one that fits, fetched if the person agrees. */
async function localPlan(cli: Cli, loaded: LoadedSettings, { model }: CommandCall['options']): Promise<Plan> {
  const { LocalModels } = await import('../../../app/models/local-models.ts')
  const here = await new LocalModels(loaded, cli.environment).names()
  const name = model === undefined ? here[0] : String(model)
  if (name !== undefined && here.includes(name)) return { provider: 'local', model: name }
  const { pullModel } = await import('./models.ts')
  const status = await pullModel(cli, { args: name === undefined ? [] : [name], rest: [], options: {} })
  const [pulled] = status === 0 ? await new LocalModels(loaded, cli.environment).names() : []
  return pulled === undefined
    ? fail('config', { data: { sentence: localModelMessages[cli.language].fault('no-model', name ?? '', {}) } })
    : { provider: 'local', model: name ?? pulled }
}

async function planOf(
  cli: Cli,
  loaded: LoadedSettings,
  provider: Name,
  options: CommandCall['options'],
): Promise<Plan> {
  if (provider === 'offline') return { provider }
  if (provider === 'local') return localPlan(cli, loaded, options)
  const { baseUrl: now, keyEnv } = loaded.settings.providers[provider]
  const { local } = providers[provider]
  const given =
    options.baseUrl === undefined ? undefined : (addressOf(String(options.baseUrl)) ?? String(options.baseUrl))
  const asksAddress = given === undefined && local && options.provider === undefined && cli.terminal.canAsk
  const baseUrl = given ?? (asksAddress ? await askLine(cli, setupMessages[cli.language].addressLine(now)) : '')
  const key = keyEnv ? await keyOf(cli, keyEnv, provider, options) : undefined
  return {
    provider,
    baseUrl: addressOf(baseUrl) ?? (baseUrl || now),
    ...(key ? { key } : {}),
    ...(keyEnv ? { keyName: keyEnv } : {}),
    ...(options.model === undefined ? {} : { model: String(options.model) }),
  }
}

/** The key from a file, from standard input, typed unseen, or the one that is there already. */
async function keyOf(
  cli: Cli,
  name: string,
  provider: ProviderKind,
  { keyFile }: CommandCall['options'],
): Promise<string | undefined> {
  const say = setupMessages[cli.language]
  const { needsKey } = providers[provider]
  if (typeof keyFile === 'string' && keyFile !== '-') return (await readKeyFile(cli, keyFile)).trim()
  if (keyFile === '-') return (await readStdin(process.stdin, { language: cli.language, signal: cli.stop }))?.trim()
  if (cli.terminal.canAsk) return askLine(cli, (needsKey ? say.keyLine : say.keyOptionalLine)(name), true)
  const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
  const secrets = await loadSecrets(cli.environment.env, loaded.paths, {
    cwd: cli.environment.cwd,
    now: cli.now(),
    warn: () => {},
  })
  const known = secrets.get(name)?.value
  return known ?? (needsKey ? fail('bad-input', { data: { sentence: say.keyMissing } }) : undefined)
}

function readKeyFile(cli: Cli, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) =>
    fail('bad-input', { detail: String(error), data: { sentence: setupMessages[cli.language].keyMissing } }, error),
  )
}

async function testPlan(cli: Cli, { provider, baseUrl, key, model }: Plan): Promise<Failure | null> {
  if (provider === 'offline' || provider === 'local') return null
  const say = setupMessages[cli.language]
  await cli.terminal.note(say.testing, 'quiet')
  const signal = AbortSignal.any([cli.stop, AbortSignal.timeout(testMs)])
  const access = { kind: provider, baseUrl, key }
  const failure = await probeModel({ ...access, ...(model ? { model } : {}) }, signal).catch((): Failure => {
    cli.stop.throwIfAborted()
    return { code: 'timeout', data: { provider } }
  })
  if (failure) return failure
  await cli.terminal.note(say.works)
  const listed = model && provider !== 'zai' ? await listedAt({ ...access, baseUrl: access.baseUrl ?? '' }, signal) : []
  if (model && listed.length > 0 && !listed.some((one) => one.startsWith(model)))
    await cli.terminal.note(say.notListed(model, listed.slice(0, named).join(', ')))
  return null
}

/** Models that are named where the one that was chosen is none of them. */
const named = 8

/** The models that the service lists; none where it lists none, for the test before has said what there is to say. */
function listedAt(access: ServerAccess, signal: AbortSignal): Promise<string[]> {
  return listModels(access, signal).catch((error) => (error instanceof AssistantError ? [] : Promise.reject(error)))
}
