import { factText } from '../../../memory/page.ts'
import { confidenceOf } from '../../../memory/provenance/confidence.ts'
import { memoryMessages } from '../../../messages/engine/memory.ts'
import { memoryTrustMessages } from '../../../messages/engine/memory-trust.ts'
import { fail } from '../../../protocol/index.ts'
import { hasClosedFiles } from '../../../std/fs/damage.ts'
import type { Cli, CommandRun } from '../../command-context.ts'

type Scope = 'personal' | 'workspace' | 'agent'
const scopeIn = (value: unknown) => value as Scope | undefined
const memoryDesk = async (cli: Cli) => (await cli.assistant()).memory

/** Lines with their place, or JSON; a word on stderr when there are none. */
async function printFacts(
  cli: Cli,
  facts: readonly { text: string; file: string; line: number; from?: { source?: string } }[],
  json: unknown,
  none: string,
): Promise<number> {
  if (json) await cli.terminal.json(facts)
  else if (facts.length === 0) await cli.terminal.note(none)
  else
    for (const { text, file, line, from } of facts)
      await cli.terminal.print(memoryLine(text, [`${file}:${line}`], from?.source, cli))
  return 0
}

/**
 * `memory list [--scope]`: every remembered line with its file, its day and how far it can be relied on; then those
 * whose time is over.
 */
export const listMemory: CommandRun = async (cli, { options }) => {
  const memory = await memoryDesk(cli)
  const scope = scopeIn(options.scope)
  const facts = (await memory.list(scope)).map((fact) => ({ ...fact, confidence: confidenceOf(fact) }))
  const over = (await memory.archived(scope)).map((fact) => ({
    ...fact,
    confidence: confidenceOf(fact),
    archived: true,
  }))
  const say = memoryTrustMessages[cli.language]
  const { unreadable, nothingYet } = memoryMessages[cli.language]
  if (options.json || facts.length + over.length === 0)
    return printFacts(cli, [...facts, ...over], options.json, hasClosedFiles() ? unreadable : nothingYet)
  for (const { text, file, line, from, confidence } of facts) {
    const until = from?.until && say.until(from.until)
    await cli.terminal.print(
      memoryLine(text, [`${file}:${line}`, from?.date, say.confidence[confidence], until], from?.source, cli),
    )
  }
  for (const { text, file, line, from } of over)
    await cli.terminal.print(
      memoryLine(text, [`${file}:${line}`, from?.until && say.over(from.until)], from?.source, cli),
    )
  return 0
}

function memoryLine(text: string, notes: (string | undefined)[], source: string | undefined, cli: Cli): string {
  const mark = source ? ` ${memoryMessages[cli.language].fromOutside(source)}` : ''
  return `- ${text} (${notes.filter(Boolean).join(', ')})${mark}`
}

/** `memory why <text>`: the message and the day behind what is remembered. */
export const explainFact: CommandRun = async (cli, { args: [text = ''], options }) => {
  const origins = await (await memoryDesk(cli)).why(text)
  const say = memoryTrustMessages[cli.language]
  if (options.json) await cli.terminal.json(origins)
  else if (origins.length === 0) return noteNothing(cli, say.noOrigin)
  else for (const origin of origins) await cli.terminal.print(say.origin(origin))
  return 0
}

/** Lines of a search. */
const found = 10

/** `memory search <query>`: the lines that answer best. */
export const searchMemory: CommandRun = async (cli, { args: [query = ''], options }) =>
  printFacts(
    cli,
    await (await memoryDesk(cli)).search(query, found),
    options.json,
    memoryMessages[cli.language].nothingFound,
  )

/** `memory add <text> [--scope]`: says it is remembered when it is on the disk. */
export const addFact: CommandRun = async (cli, { args: [text = ''], options }) => {
  const say = memoryMessages[cli.language]
  const receipt = await (await memoryDesk(cli))
    .add(text, scopeIn(options.scope) ?? 'personal')
    .catch((error) => throwMemoryFailure(error, cli))
  if (options.json) await cli.terminal.json(receipt)
  else {
    await cli.terminal.print(say[receipt.status](receipt.text, `${receipt.file}:${receipt.line}`))
    for (const { text, line } of receipt.conflicts) await cli.terminal.note(say.conflict(text, line))
    if (receipt.conflicts.length > 0 && receipt.undo) await cli.terminal.note(say.settleHow(receipt.undo))
  }
  return 0
}

/** `memory forget <text> [--scope]`: the one line that is meant. */
export const forgetFact: CommandRun = async (cli, { args: [text = ''], options }) => {
  const say = memoryMessages[cli.language]
  const memory = await memoryDesk(cli)
  const meant = await memory.meant(text, scopeIn(options.scope))
  const done = await memory.forget(text, scopeIn(options.scope))
  if (!done)
    return noteNothing(
      cli,
      say.notOne(
        text,
        meant.map((fact) => fact.text),
      ),
    )
  if (options.json) await cli.terminal.json(done)
  else await cli.terminal.print(say.forgotten(factText(done.before), `${done.file}:${done.line}`))
  return 0
}

/** `memory trust <text>`: the line is the person's own from now on. */
export const trustFact: CommandRun = async (cli, { args: [text = ''], options }) => {
  const say = memoryMessages[cli.language]
  const done = await (await memoryDesk(cli)).trust(text)
  if (!done) return noteNothing(cli, say.notMarked(text))
  if (options.json) await cli.terminal.json(done)
  else await cli.terminal.print(say.trusted(factText(done.before), `${done.file}:${done.line}`))
  return 0
}

/** `memory undo [id]`: the last change, or a named one. */
export const undoMemory: CommandRun = async (cli, { args: [id], options }) => {
  const say = memoryMessages[cli.language]
  const done = await (await memoryDesk(cli)).undo(id)
  if (!done) return noteNothing(cli, say.nothingToUndo)
  if (options.json) await cli.terminal.json(done)
  else if (done.taken) await cli.terminal.print(say.undone(done.file, factText(done.after ?? done.before ?? null)))
  if (!done.taken) await cli.terminal.note(say.editedSince(done.file), 'error')
  return done.taken ? 0 : 1
}

/** `memory conflicts`: lines that may contradict each other, each with the id that settles it. */
export const listConflicts: CommandRun = async (cli, { options }) => {
  const all = await (await memoryDesk(cli)).conflicts()
  const say = memoryMessages[cli.language]
  if (options.json) await cli.terminal.json(all)
  else if (all.length === 0) await cli.terminal.note(say.noConflicts)
  else {
    for (const { id, file, text, others } of all) await cli.terminal.print(`${id}  ${file}\n${say.sides(others, text)}`)
    await cli.terminal.note(say.settleHow('<id>'))
  }
  return 0
}

/** `memory settle <id> <keep|new|both>`. */
export const settleConflict: CommandRun = async (cli, { args: [id = '', how] }) => {
  const say = memoryMessages[cli.language]
  if (how !== 'keep' && how !== 'new' && how !== 'both')
    return fail('bad-input', { data: { sentence: say.settleHow('<id>') } })
  if (!(await (await memoryDesk(cli)).settle(id, how))) return noteNothing(cli, say.noConflict(id))
  await cli.terminal.print(say.settled)
  return 0
}

/** `memory snapshots`: pages as they were before they were made shorter, oldest first. */
export const listSnapshots: CommandRun = async (cli, { options }) => {
  const all = await (await memoryDesk(cli)).snapshots()
  if (options.json) await cli.terminal.json(all)
  else if (all.length === 0) await cli.terminal.note(memoryMessages[cli.language].noSnapshots)
  else for (const { name, at, bytes } of all) await cli.terminal.print(`${name}  ${at}  ${bytes} B`)
  return 0
}

/** `memory restore <snapshot>`: byte for byte; what stood there becomes a snapshot. */
export const restoreSnapshot: CommandRun = async (cli, { args: [name = ''] }) => {
  const page = await (await memoryDesk(cli)).restore(name).catch((error) => throwMemoryFailure(error, cli))
  await cli.terminal.print(memoryMessages[cli.language].restored(page))
  return 0
}

/** `memory diff <snapshot>`: what changed since. */
export const diffSnapshot: CommandRun = async (cli, { args: [name = ''], options }) => {
  const lines = await (await memoryDesk(cli)).diff(name).catch((error) => throwMemoryFailure(error, cli))
  if (options.json) await cli.terminal.json(lines)
  else await cli.terminal.print(lines.join('\n'))
  return 0
}

async function noteNothing(cli: Cli, sentence: string): Promise<number> {
  await cli.terminal.note(sentence, 'error')
  return 1
}

/** Memory's own failures in memory's own words: what was not saved, and which snapshot is not there. */
function throwMemoryFailure(error: unknown, cli: Cli): never {
  const say = memoryMessages[cli.language]
  const { failure } = error as { failure?: { code: string; detail?: string; data?: { snapshot?: string } } }
  if (failure?.data?.snapshot)
    return fail('bad-input', { data: { sentence: say.noSnapshot(failure.data.snapshot) } }, error)
  if (failure?.code === 'bad-input') return fail('bad-input', { data: { sentence: say.nothing } }, error)
  if (failure?.code === 'storage') return fail('storage', { detail: say.failed(failure.detail ?? '') }, error)
  throw error
}
