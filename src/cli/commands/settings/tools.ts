import { cliMessages } from '../../../messages/commands/cli.ts'
import type { Language } from '../../../messages/language.ts'
import { desktopMessages } from '../../../messages/tools/desktop.ts'
import { purposeOf } from '../../../messages/tools/tool-words.ts'
import { fail, type Image, type JsonObject, type ToolResult } from '../../../protocol/index.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import { exitTool } from '../../../ui/oneshot/exit-code.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'

/**
 * `tools`, `tools list`: what there is and how it is asked for; then what would be there with a key, and where the
 * key goes.
 */
export const listTools: CommandRun = async (cli, { options }) => {
  const assistant = await cli.assistant()
  const tools = await assistant.tools.list()
  const say = cliMessages[cli.language].tools
  if (options.json) {
    await cli.terminal.json(tools.map(({ tool, missing }) => ({ ...tool, ...(missing ? { missing } : {}) })))
    return 0
  }
  const usable = tools.filter(({ missing }) => missing === undefined)
  const purposeText = (tool: { name: string; description: string }) => purposeOf(tool, cli.language)
  const rows = usable.map(({ tool }) => [tool.name, say.categories[tool.category], purposeText(tool)])
  await cli.terminal.print(textTable(say.heads, rows))
  const wanting = tools.flatMap(({ tool, missing }) => (missing ? [[tool.name, missing, purposeText(tool)]] : []))
  if (wanting.length === 0) return 0
  await cli.terminal.print(`\n${textTable(say.wantingHeads, wanting)}`)
  await cli.terminal.note(say.wanting(assistant.parts.loaded.paths.secrets))
  return 0
}

/** `tools call <name> [arguments] [--yes]`: runs a tool as its owner would; 54 when it fails or was not allowed. */
export const callTool: CommandRun = async (cli, { args: [name = '', text], options }) => {
  const { tools } = await cli.assistant()
  const args = argumentsOf(text, cli.language)
  const category = (await tools.list()).find(({ tool }) => tool.name === name)?.tool.category
  const yes = options.yes === true && category !== 'restricted'
  const { agrees, orNo } = answerOf(cli, yes, (effect) => cliMessages[cli.language].tools.question(showHidden(effect)))
  const result = await tools.call(name, args, agrees, cli.stop).catch(orNo)
  if (options.json) await cli.terminal.json(result)
  else if (result.isError) await cli.terminal.note(result.text, 'error')
  else await cli.terminal.print(result.text)
  if (!options.json) await showImages(cli, result.images ?? [])
  return result.isError ? exitTool : 0
}

/** Pictures go to a terminal only, painted by ourselves; the sanitiser sees the text and not them. */
async function showImages({ terminal, environment, language }: Cli, images: readonly Image[]): Promise<void> {
  if (images.length === 0 || !terminal.stdoutIsTerminal) return
  const { paintImage: paint, pictureProtocol } = await import('../../../tools/picture/paint.ts')
  const canvas = {
    protocol: pictureProtocol(environment.env),
    columns: Math.min(terminal.columns || mostColumns, mostColumns),
    rows: mostRows,
  }
  for (const image of images) {
    const painted = paint(image, canvas)
    if (painted) await terminal.write(painted)
    else await terminal.note(desktopMessages[language].undrawable(Buffer.byteLength(image.data, 'base64')))
  }
}

const mostColumns = 80
const mostRows = 24

/** Arguments as JSON, as they were typed. Throws `bad-input`. */
export function argumentsOf(text: string | undefined, language: Language): JsonObject {
  try {
    const value = JSON.parse(text ?? '{}')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return fail('bad-input', { data: { sentence: cliMessages[language].tools.badJson } })
}

/**
 * The person's yes to a call of theirs, asked for where it is not given already; what fails because of a no is a
 * result that says so.
 */
export function answerOf(cli: Cli, yes: boolean, question: (effect: string) => string) {
  let refused = false
  return {
    async agrees(effect: string): Promise<boolean> {
      refused = !(yes || (cli.terminal.canAsk && (await confirmQuestion(cli, question(effect)))))
      return !refused
    },
    orNo(error: unknown): ToolResult {
      if (!refused) throw error
      const say = cliMessages[cli.language]
      return { text: cli.terminal.canAsk ? say.left : say.tools.denied, isError: true }
    },
  }
}
