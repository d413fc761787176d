import { sourcesOf } from '../../../llm/models/capabilities.ts'
import { pullModel } from '../../../llm/ollama-pull.ts'
import { chatModelMessages } from '../../../messages/commands/chat-models.ts'
import { fail } from '../../../protocol/index.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'

/** Milliseconds for a server to say what its model can do. */
const askMs = 10_000

/** `models show [name]`: what the chat's model can do, and from where that is known. */
export const showChatModels: CommandRun = async (cli, { args: [name], options }) => {
  const assistant = await cli.assistant()
  const { access, model, can, learnt } = await assistant.describeModel(
    name,
    AbortSignal.any([cli.stop, AbortSignal.timeout(askMs)]),
  )
  const kind = access.kind === 'offline' ? 'compatible' : access.kind
  const sources = sourcesOf(kind, model, learnt)
  const say = chatModelMessages[cli.language]
  if (options.json) {
    await cli.terminal.json({
      provider: access.name,
      model,
      baseUrl: access.baseUrl ?? null,
      capabilities: can,
      sources,
      refused: { ...learnt.lacks, ...learnt.leftOut },
    })
    return 0
  }
  await cli.terminal.print(`${access.name}:${model}${access.baseUrl ? `  ${access.baseUrl}` : ''}`)
  const rows = Object.entries(can).map(([field, value]) => [
    say.fields[field as keyof typeof can],
    say.value(value),
    say.sources[sources[field as keyof typeof can]],
  ])
  await cli.terminal.print(textTable(say.heads, rows, String))
  for (const [what, said] of Object.entries({ ...learnt.lacks, ...learnt.leftOut }))
    await cli.terminal.print(say.refused(what, said))
  return 0
}

/** `models forget [name]`: what refusals taught is forgotten, and the next request tries again. */
export const forgetLearnt: CommandRun = async (cli, { args: [name] }) => {
  const { model, forgotten } = await (await cli.assistant()).forgetModel(name)
  const say = chatModelMessages[cli.language]
  await cli.terminal.print(forgotten ? say.forgotten(model) : say.nothingLearnt(model))
  return 0
}

/** `models pull ollama:<name>`: Ollama fetches it; asked first, told as it comes. */
export async function pullForOllama(cli: Cli, model: string, yes: boolean): Promise<number> {
  const say = chatModelMessages[cli.language]
  const { access } = await (await cli.assistant()).describeModel(`ollama:${model}`, cli.stop).catch((error) => {
    if (error?.failure?.code !== 'model-missing') throw error
    return { access: undefined }
  })
  const baseUrl = access?.baseUrl ?? (await cli.assistant()).parts.loaded.settings.providers.ollama.baseUrl
  if (!yes && !cli.terminal.canAsk) fail('bad-input', { data: { sentence: say.pullNeedsYes(model) } })
  if (!yes && !(await confirmQuestion(cli, say.pullQuestion(model)))) return 1
  let shown = ''
  for await (const { status, bytes, of } of pullModel(baseUrl, model, cli.stop)) {
    const line = of > 0 ? say.pulling(status, Math.floor((100 * bytes) / of)) : status
    if (line !== shown)
      await (cli.terminal.canAsk
        ? cli.terminal.aside(`\r\x1b[K${line}`)
        : line.endsWith('0%') || of === 0
          ? cli.terminal.note(line)
          : undefined)
    shown = line
  }
  if (cli.terminal.canAsk) await cli.terminal.aside('\n')
  await cli.terminal.note(say.pulled(model))
  return 0
}
