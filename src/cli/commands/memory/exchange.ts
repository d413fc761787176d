import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { ownerReason } from '../../../app/admin/folder-ownership.ts'
import { ownerOfFile } from '../../../app/docs/file-origins.ts'
import { exportedJson, exportedMarkdown } from '../../../memory/exchange.ts'
import { reportMessages } from '../../../messages/commands/reports.ts'
import { memoryTrustMessages } from '../../../messages/engine/memory-trust.ts'
import { fail } from '../../../protocol/index.ts'
import { decodeText } from '../../../std/text/decode.ts'
import type { CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { settingsOf } from '../mcp/servers.ts'

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

/**
 * `memory import <file> [--yes] [--own]`: shows what would be remembered and whose text it is, asks, and says how to
 * undo it.
 */
export const importFrom: CommandRun = async (cli, { args: [file = ''], options }) => {
  const say = memoryTrustMessages[cli.language]
  const failUnread = (error: unknown) => fail('bad-input', { data: { sentence: say.noFile(file) } }, error)
  const path = resolve(cli.environment.cwd, file)
  const bytes = await readFile(path).catch(failUnread)
  const { memory } = await cli.assistant()
  const found = await memory.preview(decodeText(bytes)?.text ?? '')
  if (!found) return fail('bad-input', { data: { sentence: say.noFacts(file) } })
  const { facts, known, kind } = found
  const owner = options.own ? undefined : await ownerOfFile(await settingsOf(cli), cli.environment, path)
  const source = owner?.owner === 'foreign' ? `file ${basename(path)}` : undefined
  if (!options.json) {
    await cli.terminal.note(say.importPreview(say.exports[kind], facts.length, known))
    for (const { text, date } of facts.slice(0, shown)) await cli.terminal.note(`- ${text}${date ? ` (${date})` : ''}`)
    if (facts.length > shown) await cli.terminal.note(say.andMore(facts.length - shown))
    if (owner && source) await cli.terminal.note(say.importForeign(ownerReason(owner, cli.language)))
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
  const done = await memory.takeOver(source ? facts.map((fact) => ({ source, ...fact })) : facts)
  if (options.json) await cli.terminal.json(done)
  else await cli.terminal.print(say.imported(done.count, done.undo))
  return 0
}
