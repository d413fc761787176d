import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exportedJson, exportedMarkdown } from '../../../memory/exchange.ts'
import { reportMessages } from '../../../messages/commands/reports.ts'
import { memoryTrustMessages } from '../../../messages/engine/memory-trust.ts'
import { fail } from '../../../protocol/index.ts'
import { decodeText } from '../../../std/text/decode.ts'
import type { CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'

/** `memory export [--format markdown|json]`: everything that is remembered, what is over too, on standard output. */
export const exportAll: CommandRun = async (cli, { options }) => {
  const { memory } = await cli.assistant()
  const scope = options.scope as 'personal' | 'workspace' | 'agent' | undefined
  const facts = [...(await memory.list(scope)), ...(await memory.archived(scope))]
  const text =
    options.format === 'json'
      ? exportedJson(facts)
      : exportedMarkdown(facts, reportMessages[cli.language].memory.scopes)
  await cli.terminal.print(text.trimEnd())
  return 0
}

/** Lines of a preview. */
const shown = 20

/** `memory import <file> [--yes]`: shows what would be remembered, asks, and says how to undo it. */
export const importFrom: CommandRun = async (cli, { args: [file = ''], options }) => {
  const say = memoryTrustMessages[cli.language]
  const unread = (error: unknown) => fail('bad-input', { data: { sentence: say.noFile(file) } }, error)
  const bytes = await readFile(resolve(cli.environment.cwd, file)).catch(unread)
  const { memory } = await cli.assistant()
  const found = await memory.preview(decodeText(bytes)?.text ?? '')
  if (!found) return fail('bad-input', { data: { sentence: say.noFacts(file) } })
  const { facts, known, kind } = found
  if (!options.json) {
    await cli.terminal.note(say.importPreview(say.exports[kind], facts.length, known))
    for (const { text, date } of facts.slice(0, shown)) await cli.terminal.note(`- ${text}${date ? ` (${date})` : ''}`)
    if (facts.length > shown) await cli.terminal.note(say.andMore(facts.length - shown))
  }
  if (facts.length === 0) {
    if (options.json) await cli.terminal.json({ count: 0 })
    return 0
  }
  const canAsk = cli.terminal.stdinIsTerminal && cli.terminal.stdoutIsTerminal
  if (!options.yes && !(canAsk && (await confirmQuestion(cli, say.importQuestion)))) {
    // Whoever said no knows what they did.
    await cli.terminal.note(canAsk ? say.notImported : say.notImportedYet)
    return 1
  }
  const done = await memory.takeOver(facts)
  if (options.json) await cli.terminal.json(done)
  else await cli.terminal.print(say.imported(done.count, done.undo))
  return 0
}
