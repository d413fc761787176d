import { tokensOf } from '../../../app/http/http-server.ts'
import { isOfOwner } from '../../../app/services/built-in.ts'
import { serviceTroubles } from '../../../app/services/troubles.ts'
import { grantableTools } from '../../../core/permissions/owner-tools.ts'
import { nameOf } from '../../../memory/home-layout.ts'
import { guestProfile } from '../../../memory/profiles.ts'
import { homeMessages } from '../../../messages/commands/home.ts'
import { serveMessages } from '../../../messages/commands/serve.ts'
import { refuse } from '../../../protocol/index.ts'
import { abortable } from '../../../std/abort.ts'
import { hasSharedFolder } from '../../../std/fs/shared-folder.ts'
import { hostLocality } from '../../../std/net/host-locality.ts'
import { ExitSignal } from '../../../ui/oneshot/exit-code.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { textTable } from '../../output/text-table.ts'
import { settingsOf } from '../mcp/servers.ts'

/** Address it listens on unless another is given. */
const home = { host: '127.0.0.1', port: 8787 }

/** `serve`: the assistant for other programs, over HTTP, until it is stopped. */
export const serveHttp: CommandRun = async (cli, { options }) => {
  const say = serveMessages[cli.language]
  const host = String(options.host ?? home.host)
  const isShared = hasSharedFolder()
  const kind = (options.sessions ?? (isShared ? 'redis' : 'disk')) as 'memory' | 'disk' | 'redis'
  if (isShared && kind === 'disk') return refuse(homeMessages[cli.language].notOnDisk)
  const assistant = await cli.assistant()
  const serving = await assistant.serve({
    host,
    port: portOf(options.port, cli),
    sessions: kind,
    origins: originsOf(String(options['allow-origin'] ?? options.allowOrigin ?? ''), cli),
    reloaded: (faults) => void cli.terminal.note(say.reloaded(faults), faults.length > 0 ? 'error' : undefined),
  })
  if (serving.firstToken) await cli.terminal.note(say.firstToken(serving.firstToken, serving.tokensPath))
  if (hostLocality(host) !== 'loopback') await cli.terminal.note(say.notLoopback(host))
  if (serving.storeAway) await cli.terminal.note(say.redisAway, 'error')
  const { paths } = await settingsOf(cli)
  for (const trouble of await serviceTroubles(paths.home, cli.language)) await cli.terminal.note(trouble, 'error')
  await cli.terminal.note(say.listening(serving.url, kind))
  const jobs = assistant.jobs('surface', cli.stop)
  try {
    await abortable(new Promise<never>(() => {}), cli.stop)
  } catch (error) {
    // Going in order when asked to is no failure.
    if (!(error instanceof ExitSignal) || error.by !== 'SIGTERM') throw error
  } finally {
    await cli.terminal.note(say.closing)
    await Promise.all([serving.close(), jobs.catch(() => {})])
  }
  return 0
}

function portOf(given: string | boolean | undefined, cli: Cli): number {
  if (given === undefined) return home.port
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  return refuse(serveMessages[cli.language].portTaken(String(given)))
}

/** Origins as browsers send them: without a path, also where one was written. */
function originsOf(list: string, cli: Cli): string[] {
  const given = list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return given.map((one) => {
    const url = /^https?:\/\//i.test(one) ? URL.parse(one) : null
    return url ? url.origin : refuse(serveMessages[cli.language].badOrigin(one))
  })
}

async function tokenStore(cli: Cli) {
  return tokensOf({ loaded: await settingsOf(cli), now: () => cli.now() })
}

/** `serve token list`. */
export const listTokens: CommandRun = async (cli, { options }) => {
  const say = serveMessages[cli.language]
  const own = (await settingsOf(cli)).settings.profile
  const all = (await (await tokenStore(cli)).all()).map(({ name, grants, profile = own, at, calendar }) => ({
    name,
    grants,
    profile,
    at,
    ...(calendar ? { calendar } : {}),
  }))
  if (options.json) await cli.terminal.json(all)
  else
    await cli.terminal.print(
      textTable(
        say.tokenHeads,
        all.map(({ name, grants, profile, at, calendar }) => [
          name,
          calendar ? say.calendarOnly : grants.join(', '),
          profile,
          at,
        ]),
      ),
    )
  return 0
}

/**
 * `serve token add <name> [--profile]`: its text is shown once, on standard output; it has a memory of its own unless
 * it stands for somebody.
 */
export const addToken: CommandRun = async (cli, { args: [name = ''], options }) => {
  const say = serveMessages[cli.language]
  const people = options.people === true
  if (options.calendar === true) return await addCalendar(cli, name, options)
  const profile = typeof options.profile === 'string' ? nameOf(options.profile) : guestProfile(name)
  const text = await (await tokenStore(cli)).add(name, [], { profile, ...(people ? { people } : {}) })
  if (!text) return refuse(say.takenToken(name))
  await cli.terminal.print(say.newToken(name, text))
  if (people) {
    await cli.terminal.note(say.forPeople)
    return 0
  }
  await cli.terminal.note(
    profile === guestProfile(name) ? say.ownMemory((await settingsOf(cli)).settings.profile) : say.memoryOf(profile),
  )
  return 0
}

/** The address of a calendar, of this home's own person unless it says whose. */
async function addCalendar(cli: Cli, name: string, { profile, people }: CommandCall['options']): Promise<number> {
  const say = serveMessages[cli.language]
  if (people === true) return refuse(say.calendarOfOne)
  const whose = typeof profile === 'string' ? nameOf(profile) : (await settingsOf(cli)).settings.profile
  const text = await (await tokenStore(cli)).add(name, [], { profile: whose, calendar: true })
  if (!text) return refuse(say.takenToken(name))
  await cli.terminal.print(say.newCalendar(`http://${home.host}:${home.port}/calendar/${text}.ics`))
  await cli.terminal.note(say.calendarAddress(name))
  return 0
}

/** `serve token revoke <name>`. */
export const revokeToken: CommandRun = async (cli, { args: [name = ''] }) => {
  const say = serveMessages[cli.language]
  if (!(await (await tokenStore(cli)).remove(name))) return refuse(say.noToken(name))
  await cli.terminal.note(say.revoked(name))
  return 0
}

/**
 * `serve token grant <name> <service>`: its confirmed action is done for this token. `--off` takes it back. Tools
 * cannot be granted: what asks before it runs has nobody to ask over HTTP.
 */
export const grantToken: CommandRun = async (cli, { args: [name = '', what = ''], options }) => {
  const say = serveMessages[cli.language]
  const on = options.off !== true
  if (on) {
    const { grantableServices } = await import('../../../app/services/grants.ts')
    const names = await grantableServices((await settingsOf(cli)).paths.home, cli.language)
    const all = [...names, ...grantableTools]
    if (!all.includes(what)) return refuse(say.notGrantable(what, all.join(', ')))
    const { people, calendar } = (await (await tokenStore(cli)).all()).find((one) => one.name === name) ?? {}
    if (calendar) return refuse(say.calendarReads(name))
    if (people && isOfOwner(what)) return refuse(say.notForPeople(what))
  }
  if (!(await (await tokenStore(cli)).grant(name, what, on))) return refuse(say.noToken(name))
  await cli.terminal.note(on ? say.granted(name, what) : say.withdrawn(name, what))
  return 0
}
