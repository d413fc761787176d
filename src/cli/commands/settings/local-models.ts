import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { minutesToFetch } from '../../../app/admin/setup-choices.ts'
import { acceptTerms, openTerms } from '../../../app/models/accepted-terms.ts'
import type { DownloadedModels } from '../../../app/models/downloaded-models.ts'
import { findModelFiles } from '../../../app/models/found-models.ts'
import { LocalModels, localSocket } from '../../../app/models/local-models.ts'
import { chatModelsThatFit, machineRoom, pullEngine, pullLocalModel } from '../../../app/models/pull-local.ts'
import type { DownloadableModel } from '../../../audio/models/manifest.ts'
import { stopLocalEngine } from '../../../llm/local/engine-client.ts'
import { GgufError, readGguf } from '../../../llm/local/gguf.ts'
import { chatModelMessages } from '../../../messages/commands/chat-models.ts'
import { localModelMessages } from '../../../messages/engine/local-model.ts'
import { fail, type ModelRequest } from '../../../protocol/index.ts'
import { byteSize } from '../../../std/text/byte-size.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { progressOf } from './pull-progress.ts'

const refuse = (sentence: string): never => fail('bad-input', { data: { sentence } })

/** Choose the chat model for this machine where nobody named one. */
export const recommendedChat = ({ models }: Pick<DownloadedModels, 'models'>): DownloadableModel | undefined =>
  chatModelsThatFit(models, machineRoom())[0]

/** `models pull` of a chat model: asked once with size and licence, then engine and model are fetched and tried. */
export async function pullChat(
  cli: Cli,
  loaded: DownloadedModels['loaded'],
  model: DownloadableModel,
  yes: boolean,
  progress: (bytes: number, of: number | undefined) => void,
  trying: () => void,
): Promise<number> {
  const say = chatModelMessages[cli.language]
  const terms = await openTerms(loaded, model)
  const about = say.pullLocal(model.name, byteSize(model.size), minutesToFetch(model.size), model.licence)
  const question = terms === undefined ? about : `${say.terms(terms)}\n${about}`
  if (!yes && !cli.terminal.canAsk) refuse(say.pullLocalNeedsYes(model.name))
  if (yes && terms !== undefined) await cli.terminal.note(say.terms(terms))
  if (!yes && !(await confirmQuestion(cli, question))) return 1
  await acceptTerms(loaded, model, cli.now())
  await pullLocalModel(model, { loaded, environment: cli.environment, signal: cli.stop, progress, trying })
  await cli.terminal.note(say.pulledLocal(model.name))
  return 0
}

/** Get the engine where it is missing or damaged. */
export async function repairEngine(cli: Cli, loaded: DownloadedModels['loaded']): Promise<void> {
  const engine = { name: chatModelMessages[cli.language].engine, size: 10e6 }
  const { environment, stop: signal } = cli
  await pullEngine({ loaded, environment, signal, progress: progressOf(cli, engine) })
}

/** `models add <file>`: use a model file of one's own, where it lies. Without a file those that other programs have. */
export const addModelFile: CommandRun = async (cli, { args: [file] }) => {
  const say = chatModelMessages[cli.language]
  const loaded = (await cli.assistant()).parts.loaded
  const { environment, language } = cli
  if (file === undefined) {
    const found = await findModelFiles(environment)
    if (found.length === 0) refuse(say.noFiles)
    for (const { path, size } of found) await cli.terminal.print(`${byteSize(size)}\t${path}`)
    return 0
  }
  const path = resolve(environment.cwd, file)
  const say2 = localModelMessages[language]
  if (!(await stat(path).catch(() => undefined))?.isFile()) refuse(say2.fault('gone', path, {}))
  const facts = await readGguf(path).catch((error) => {
    if (error instanceof GgufError) return refuse(say2.fault(error.fault, path, {}))
    throw error
  })
  const name = await new LocalModels(loaded, environment).add(path)
  await repairEngine(cli, loaded)
  if (facts.template === undefined) await cli.terminal.note(say.notForTalk)
  await cli.terminal.note(say.added(name, facts.architecture, byteSize(facts.size)))
  return 0
}

/** `models try [name]`: one question, and how fast it was read and answered. */
export const tryChatModel: CommandRun = async (cli, { args: [name] }) => {
  const say = chatModelMessages[cli.language]
  const { parts } = await cli.assistant()
  const local = new LocalModels(parts.loaded, cli.environment)
  const model = name ?? (await local.names())[0] ?? refuse(localModelMessages[cli.language].fault('no-model', '', {}))
  const chosen = await parts.models.choose({ text: say.tryQuestion, options: { model: `local:${model}` } }, {})
  const request: ModelRequest = {
    model,
    purpose: 'summary',
    system: [{ name: 'base', text: localModelMessages[cli.language].base }],
    messages: [{ role: 'user', id: 'try', at: +cli.now(), text: say.tryQuestion }],
    tools: [],
    maxTokens: 100,
  }
  const began = performance.now()
  let first = 0
  await cli.terminal.note(say.tryQuestion)
  for await (const part of chosen.provider(request, cli.stop)) {
    if (part.type === 'text') {
      first ||= performance.now()
      await cli.terminal.aside(part.text)
    }
    if (part.type !== 'end') continue
    const seconds = (performance.now() - first) / 1_000
    await cli.terminal.aside('\n')
    await cli.terminal.note(say.tried(model, Math.round(first - began), part.usage.output / Math.max(0.001, seconds)))
  }
  return 0
}

/** Forget a file of the person's own under this name. False if there is none. */
export async function forgetOwn(cli: Cli, loaded: DownloadedModels['loaded'], name: string): Promise<boolean> {
  return new LocalModels(loaded, cli.environment).forget(name)
}

/** End the engine's process, so that no removed file stays in use. */
export const unloadEngine = (cli: Cli, loaded: DownloadedModels['loaded']): Promise<boolean> =>
  stopLocalEngine(localSocket(loaded, cli.environment))
