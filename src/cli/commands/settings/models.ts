import { availableParallelism, totalmem } from 'node:os'
import { localModel } from '../../../app/docs/local-model.ts'
import { setUpNetwork } from '../../../app/environment/load-config.ts'
import { type DownloadedModels, openDownloadedModels } from '../../../app/models/downloaded-models.ts'
import { chooseRecognisers } from '../../../app/surfaces/voice/voice-models.ts'
import { type DownloadableModel, filesOf } from '../../../audio/models/manifest.ts'
import { recommendModels } from '../../../audio/models/recommend.ts'
import { tryModel } from '../../../audio/models/trial.ts'
import { loadSettings } from '../../../config/settings.ts'
import { voiceMessages } from '../../../messages/surfaces/voice.ts'
import { type Failure, fail, failureOf } from '../../../protocol/index.ts'
import { programOf } from '../../child-programs.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'
import { mb, progressOf } from './pull-progress.ts'

/** Settings, manifest and folder of the models. */
export const shelfOf = async ({ environment, now }: Cli): Promise<DownloadedModels> =>
  openDownloadedModels(await withNetwork(environment, now()))

async function withNetwork(environment: Cli['environment'], now: Date) {
  const loaded = await loadSettings({ ...environment, now })
  setUpNetwork(loaded, environment.env)
  return loaded
}

/** This machine, as models care about it. */
export const thisMachine = () => ({ cores: availableParallelism(), memoryGb: Math.round(totalmem() / 1e9) })

/** `models list [--all]`: what fits this machine and what is here; all there are. */
export const listModels: CommandRun = async (cli, { options }) => {
  const shelf = await shelfOf(cli)
  const { store } = shelf
  // An engine comes with a model and is none.
  const all = shelf.models.filter(({ use }) => use !== 'engine')
  const say = voiceMessages[cli.language].models
  const stateOfAll = await Promise.all(all.map((model) => store.state(model)))
  if (options.json) {
    await cli.terminal.json(
      all.map(({ config: _, generate: __, ...model }, i) => ({ ...model, installed: stateOfAll[i] === 'here' })),
    )
    return 0
  }
  const machine = thisMachine()
  const uses = new Set(all.map(({ use }) => use))
  const fitting = recommendModels(all, cli.language, machine, [...uses])
  const isShown = (model: DownloadableModel, i: number) =>
    options.all === true || fitting.includes(model) || stateOfAll[i] !== 0
  const models = all.filter(isShown)
  const states = stateOfAll.filter((_, i) => isShown(all[i] as DownloadableModel, i))
  const stateOf = (state: 'here' | number | undefined, { size }: DownloadableModel) =>
    state === 'here' ? say.installed : state ? say.partial(Math.min(99, Math.floor((100 * state) / size))) : say.absent
  const useNames = { ...voiceMessages[cli.language].check.uses, embed: say.embed, chat: say.chat, engine: '' }
  const rows = models.map((m, i) => [
    m.name,
    useNames[m.use],
    m.languages.join(' '),
    mb(m.size),
    m.licence,
    stateOf(states[i], m),
  ])
  await cli.terminal.print(textTable(say.heads, rows, String))
  const { first, second } = await chooseRecognisers(shelf)
  if (first && second) await cli.terminal.note(say.twoPass(first.name, second.name))
  if (models.length < all.length) await cli.terminal.note(say.others(all.length - models.length))
  const names = recommendModels(models, cli.language, machine).map(({ name, licence }) => `${name} (${licence})`)
  if (names.length > 0) await cli.terminal.note(say.advice(machine.cores, machine.memoryGb, names.join(', ')))
  return 0
}

/** `models pull <name>`: shows the licence, downloads, checks, tries. */
export const pullModel: CommandRun = async (cli, { args: [name = ''], options }) => {
  if (name.startsWith('ollama:')) {
    const { pullForOllama } = await import('./chat-models.ts')
    return pullForOllama(cli, name.slice('ollama:'.length), options.yes === true)
  }
  const { loaded, models, store } = await shelfOf(cli)
  const say = voiceMessages[cli.language].models
  const model = name === '' ? await chatForMachine(models) : findModel(cli, models, name)
  if (await store.isIntact(model)) {
    if (model.use === 'chat') await (await import('./local-models.ts')).repairEngine(cli, loaded)
    await cli.terminal.note(say.already(model.name))
    return 0
  }
  if (model.use === 'chat') {
    const { pullChat } = await import('./local-models.ts')
    return pullChat(
      cli,
      loaded,
      model,
      options.yes === true,
      progressOf(cli, model),
      () => void cli.terminal.note(say.trying),
    )
  }
  if (!(await acceptLicence(cli, model, options.yes === true))) return 1
  return (await pullFiles(cli, store, model, progressOf(cli, model))) ? 0 : 1
}

/**
 * Downloads, checks and tries a model, telling what is wrong with it. Return true if it can be used now. `isPart`: of
 * several under one bar, which tells of them together.
 */
export async function pullFiles(
  cli: Cli,
  store: DownloadedModels['store'],
  model: DownloadableModel,
  progress: (bytes: number, of: number | undefined) => void,
  isPart = false,
): Promise<boolean> {
  const say = voiceMessages[cli.language].models
  if (model.sha256 === 'unpinned') await cli.terminal.note(say.unpinned)
  try {
    const sum = await store.pull(model, {
      env: cli.environment.env,
      signal: cli.stop,
      progress,
      trial: (folder) => tryIn(cli, model, folder),
      trying: () => void (isPart || cli.terminal.note(say.trying)),
    })
    if (model.sha256 === 'unpinned') await cli.terminal.note(say.recorded(sum))
  } catch (error) {
    const sentence = cli.stop.aborted ? undefined : sentenceOf(cli, failureOf(error))
    if (sentence === undefined) throw error
    // The bar has not come to its end.
    if (isPart && cli.terminal.canAsk) await cli.terminal.aside('\n')
    await cli.terminal.note(isPart ? say.partFailed(model.name, sentence) : sentence, 'error')
    return false
  }
  if (!isPart) await cli.terminal.note(say.pulled(model.name))
  return true
}

/** The chat model for this machine. */
async function chatForMachine(models: DownloadableModel[]): Promise<DownloadableModel> {
  const { recommendedChat } = await import('./local-models.ts')
  return recommendedChat({ models }) ?? fail('config', { detail: 'no chat model in the list' })
}

/** Loads a model and uses it once; the error, or undefined. */
async function tryIn(cli: Cli, model: DownloadableModel, folder: string): Promise<string | undefined> {
  if (model.use !== 'embed') {
    const engine = { program: programOf('voice-engine'), node: process.execPath, env: cli.environment.env }
    return tryModel(engine, filesOf(model, folder))
  }
  const { localEmbedder } = await import('../../../retrieval/embedders/local.ts')
  const tried = localEmbedder(localModel(model, folder)).embed([model.name], cli.stop)
  return tried.then(
    () => undefined,
    (error) => failureOf(error).detail ?? String(error),
  )
}

async function acceptLicence(
  cli: Cli,
  { name, licence, note = '' }: DownloadableModel,
  yes: boolean,
): Promise<boolean> {
  const say = voiceMessages[cli.language].models
  const question = say.licence(name, licence, typeof note === 'string' ? note : note[cli.language])
  if (yes || !cli.terminal.canAsk) {
    await cli.terminal.note(yes ? question : `${question}\n${say.licenceNeeded}`)
    return yes
  }
  return confirmQuestion(cli, question)
}

/** Return what went wrong, as a sentence of its own where the general one says too little. */
function sentenceOf({ language }: Cli, { code, data, status, detail }: Failure): string | undefined {
  const say = voiceMessages[language].models
  if (data?.full === true) return say.noSpace
  if (data?.missing === 'tar') return say.noUnpacker
  if (data?.entry !== undefined) return say.badArchive(String(data.entry))
  if (code === 'malformed') return data?.sum === undefined ? say.badFile : say.badSum
  if (code === 'refused') return say.untrusted(detail ?? '')
  if (code === 'server') return detail === 'redirects' ? say.redirects : say.status(status ?? 0)
  return undefined
}

/** `models verify [name]`: whether files are as they were when they were installed; 1 when some are not. */
export const verifyModels: CommandRun = async (cli, { args: [name] }) => {
  const { models, store } = await shelfOf(cli)
  const say = voiceMessages[cli.language].models
  let odd = 0
  let seen = 0
  for (const model of name ? [findModel(cli, models, name)] : models) {
    const changed = await store.changed(model)
    if (!changed) continue
    seen++
    if (changed.length > 0) odd++
    await cli.terminal.print(
      changed.length === 0 ? say.intact(model.name) : `${say.changed(model.name)} (${changed.join(', ')})`,
    )
  }
  if (seen === 0) await cli.terminal.note(say.none)
  return odd > 0 ? 1 : 0
}

/** `models remove <name>`: with what was downloaded of it. */
export const removeModel: CommandRun = async (cli, { args: [name = ''], options }) => {
  const { loaded, models, store } = await shelfOf(cli)
  const say = voiceMessages[cli.language].models
  const { forgetOwn, unloadEngine } = await import('./local-models.ts')
  if (await forgetOwn(cli, loaded, name)) {
    await cli.terminal.note(say.removed(name))
    return 0
  }
  const model = findModel(cli, models, name)
  if (model.use === 'chat') await unloadEngine(cli, loaded)
  if (model.ships) {
    await cli.terminal.note(say.ships(name))
    return 0
  }
  if (options.yes !== true && cli.terminal.canAsk && !(await confirmQuestion(cli, say.remove(name)))) return 1
  await cli.terminal.note((await store.remove(model)) ? say.removed(name) : say.none)
  return 0
}

function findModel({ language }: Cli, models: DownloadableModel[], name: string): DownloadableModel {
  const found = models.find((model) => model.name === name)
  return found ?? fail('bad-input', { data: { sentence: voiceMessages[language].models.unknown(name) } })
}
