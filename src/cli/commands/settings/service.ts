import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deedPartsOf, recordFileDeed } from '../../../app/context/record-deed.ts'
import { builtIns, claimingBuiltIns } from '../../../app/services/built-in.ts'
import { servicesFolder } from '../../../app/services/grants.ts'
import { ensureHome } from '../../../memory/home-layout.ts'
import { serviceMessages } from '../../../messages/engine/service.ts'
import { refuse } from '../../../protocol/index.ts'
import { sharedWords } from '../../../services/declared/claim.ts'
import {
  disabledPath,
  disabledServices,
  type FoundService,
  findServices,
  makeService,
  switchService,
} from '../../../services/declared/folder.ts'
import { writeAtomic } from '../../../std/fs/files.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { textTable } from '../../output/text-table.ts'
import { packageRoot } from '../../update-notice.ts'
import { settingsOf } from '../mcp/servers.ts'

async function folderOf(cli: Cli): Promise<string> {
  const { paths } = await settingsOf(cli)
  await ensureHome(paths.home, cli.now(), cli.language)
  return servicesFolder(paths.home)
}

/** The services that come with the program. */
const builtIn = (language: Cli['language']) =>
  builtIns.map(({ file }) => ({
    name: file.name,
    version: file.version,
    description: descriptionOf({ file }, language),
  }))

/** `service new <name> [--code]`: a folder that works as it is, to be changed. */
export const scaffoldService: CommandRun = async (cli, { args: [name = ''], options }) => {
  const say = serviceMessages[cli.language].desk
  const path = await makeService(await folderOf(cli), name, options.code ? typesPath() : undefined)
  if (!path) return refuse(say.notMade(name))
  await cli.terminal.print(say.made(path, name, options.code ? 'service.ts' : 'service.json'))
  return 0
}

/** Return where the published types of services lie in this installation. */
function typesPath(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../../../dist/' : import.meta.url.includes('/chunks/') ? '../' : './'
  return fileURLToPath(new URL(`${up}types/library/service.d.ts`, import.meta.url))
}

/** `service list`: the program's own and the person's, each on, off or broken. */
export const listServices: CommandRun = async (cli, { options }) => {
  const say = serviceMessages[cli.language].desk
  const folder = await folderOf(cli)
  const [off, found] = await Promise.all([disabledServices(folder), findServices(folder, cli.language)])
  const own = found.map((one) => ({
    name: one.name,
    version: one.file?.version ?? '',
    description: descriptionOf(one, cli.language),
    problems: one.problems,
  }))
  const all = [...builtIn(cli.language).map((one) => ({ ...one, problems: [] as string[] })), ...own].map((one) => ({
    ...one,
    state: one.problems.length > 0 ? ('broken' as const) : off.includes(one.name) ? ('off' as const) : ('on' as const),
  }))
  if (options.json) {
    await cli.terminal.json(all)
    return 0
  }
  await cli.terminal.print(
    textTable(
      say.heads,
      all.map((one) => [one.name, one.version, say.states[one.state], one.description]),
    ),
  )
  await noteShared(
    cli,
    found.filter(({ name }) => !off.includes(name)),
  )
  return 0
}

/** Says which words of the person's services (of `only` one) a service before them takes. */
async function noteShared(cli: Cli, own: readonly FoundService[], only?: string): Promise<void> {
  const { shared } = serviceMessages[cli.language].desk
  for (const { name, word, other } of sharedWords([...(await claimingBuiltIns()), ...own]))
    if (only === undefined || only === name) await cli.terminal.note(shared(name, word, other))
}

function descriptionOf({ file }: Pick<FoundService, 'file'>, language: Cli['language']): string {
  const text = file?.description ?? file?.title ?? ''
  return typeof text === 'string' ? text : text[language]
}

/** `service check [name]`: everything that is wrong with the person's services; 1 when something is. */
export const checkService: CommandRun = async (cli, { args: [name], options }) => {
  const say = serviceMessages[cli.language].desk
  const all = await findServices(await folderOf(cli), cli.language)
  const found = all.filter((one) => name === undefined || one.name === name)
  if (name !== undefined && found.length === 0) return refuse(say.none(name))
  if (options.json)
    await cli.terminal.json(found.map((one) => ({ name: one.name, folder: one.folder, problems: one.problems })))
  else if (found.length === 0) await cli.terminal.note(say.empty)
  else
    for (const { name: of, problems } of found) {
      if (problems.length === 0) await cli.terminal.print(say.fine(of))
      for (const problem of problems) await cli.terminal.print(say.problem(of, problem))
    }
  if (!options.json) await noteShared(cli, all, name)
  return found.some(({ problems }) => problems.length > 0) ? 1 : 0
}

/** `service show <name> [--svg <file>]`: its steps as a picture. */
export const showService: CommandRun = async (cli, { args: [name = ''], options }) => {
  const say = serviceMessages[cli.language].desk
  const found = [...builtIns, ...(await findServices(await folderOf(cli), cli.language))].find(
    ({ file }) => file?.name === name,
  )
  if (!found?.file) return refuse(say.none(name))
  const { graphText, graphSvg } = await import('../../../services/declared/graph.ts')
  if (typeof options.svg !== 'string') await cli.terminal.print(graphText(found.file, cli.language))
  else {
    await writeAtomic(resolve(cli.environment.cwd, options.svg), graphSvg(found.file, cli.language))
    await cli.terminal.note(say.drawn(options.svg))
  }
  return 0
}

/**
 * `service test [name]`: plays the dialogues of the person's services, or of one of the program's; 1 when an answer
 * is not as written.
 */
export const testService: CommandRun = async (cli, { args: [name] }) => {
  const say = serviceMessages[cli.language].desk
  const found = await findServices(await folderOf(cli), cli.language)
  const mine = found.filter((one) => name === undefined || one.name === name)
  const zone = (await settingsOf(cli)).settings.zone ?? cli.environment.zone
  if (name !== undefined && mine.length === 0) return testBuiltIn(cli, name, zone)
  const { rehearseFolder } = await import('../../../app/services/rehearsal.ts')
  let failed = 0
  let played = 0
  for (const one of mine) {
    for (const problem of one.problems) await cli.terminal.print(say.problem(one.name, problem))
    failed += one.problems.length
    for await (const { file, title, broke } of rehearseFolder(one, found, { language: cli.language, zone })) {
      played++
      await cli.terminal.print(
        broke ? say.broke(one.name, title, `${file}:${broke.line}`, broke) : say.played(one.name, title),
      )
      if (broke) failed++
    }
  }
  if (played + failed === 0) await cli.terminal.note(say.noDialogues)
  return failed > 0 ? 1 : 0
}

/** The dialogues of a service that comes with the program, in a ledger of their own. */
async function testBuiltIn(cli: Cli, name: string, zone: string): Promise<number> {
  const say = serviceMessages[cli.language].desk
  const one = builtIns.find(({ file }) => file.name === name)
  if (!one) return refuse(say.none(name))
  const text = await readFile(join(packageRoot(), 'dist', 'services', `${name}.md`), 'utf8')
  const { rehearseBuiltIn } = await import('../../../app/services/rehearsal.ts')
  const folder = await mkdtemp(join(cli.environment.tempDir, 'assistant-rehearsal-'))
  let failed = 0
  try {
    for await (const { file, title, broke } of rehearseBuiltIn(one, text, folder, zone)) {
      await cli.terminal.print(broke ? say.broke(name, title, `${file}:${broke.line}`, broke) : say.played(name, title))
      if (broke) failed++
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return failed > 0 ? 1 : 0
}

/** `service enable <name>`. */
export const enableService: CommandRun = (cli, { args: [name = ''] }) => toggleService(cli, name, true)
/** `service disable <name>`: the program's own can be switched off too. */
export const disableService: CommandRun = (cli, { args: [name = ''] }) => toggleService(cli, name, false)

async function toggleService(cli: Cli, name: string, on: boolean): Promise<number> {
  const say = serviceMessages[cli.language].desk
  const loaded = await settingsOf(cli)
  const folder = await folderOf(cli)
  const names = [...builtIn(cli.language), ...(await findServices(folder, cli.language))].map((one) => one.name)
  if (!names.includes(name)) return refuse(say.none(name))
  const deed = { tool: 'settings', object: `services ${name}`, paths: [disabledPath(folder)] }
  await recordFileDeed(deedPartsOf(loaded, cli.now), deed, () => switchService(folder, name, on))
  await cli.terminal.note(on ? say.on(name) : say.off(name))
  return 0
}
