import { join } from 'node:path'
import { tokensOf } from '../../../app/http/http-server.ts'
import { exportPerson, type HttpPerson, type PersonSessions, removePerson } from '../../../app/http/person-data.ts'
import { sessionsInRedis, sessionsOnDisk } from '../../../app/http/person-sessions.ts'
import { isGuest } from '../../../memory/profiles.ts'
import { serveMessages } from '../../../messages/commands/serve.ts'
import { refuse } from '../../../protocol/index.ts'
import { readRedisAddress } from '../../../sync/stores/redis-place.ts'
import { tokenOfPerson } from '../../../ui/http/tokens.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { settingsOf } from '../mcp/servers.ts'

/** `serve person export <token> [--person <id>]`: everything that is kept of a person, as JSON. */
export const exportPersonOf: CommandRun = async (cli, call) => {
  const person = await personOf(cli, call)
  const { paths } = await settingsOf(cli)
  await withSessions(cli, async (sessions) => cli.terminal.json(await exportPerson(paths, person, sessions)))
  return 0
}

/** `serve person remove <token> [--person <id>] --yes`: removes it, for good. */
export const removePersonOf: CommandRun = async (cli, call) => {
  const say = serveMessages[cli.language]
  const person = await personOf(cli, call)
  if (call.options.yes !== true) return refuse(say.removeForGood)
  const { paths } = await settingsOf(cli)
  await withSessions(cli, async (sessions) => {
    const { files, lines, conversations, kept } = await removePerson(paths, person, sessions)
    await cli.terminal.note(say.personRemoved(files, lines, conversations))
    if (kept > 0) await cli.terminal.note(say.moneyKept(kept))
  })
  return 0
}

async function personOf(cli: Cli, { args: [name = ''], options }: CommandCall): Promise<HttpPerson> {
  const say = serveMessages[cli.language]
  const tokens = await tokensOf({ loaded: await settingsOf(cli), now: () => cli.now() }).all()
  const token = tokens.find((one) => one.name === name) ?? refuse(say.noToken(name))
  if (token.people && typeof options.person !== 'string') return refuse(say.whichUser)
  const own = token.people ? tokenOfPerson(token, String(options.person)) : token
  const { profile = '' } = own
  return isGuest(profile) ? { by: `token:${own.name}`, profile } : refuse(say.ownersToken(name))
}

/** The sessions on the disk, and those in Redis where REDIS_URL names one. */
async function withSessions(cli: Cli, work: (sessions: PersonSessions) => Promise<void>): Promise<void> {
  const { paths } = await settingsOf(cli)
  const disk = sessionsOnDisk(join(paths.home, 'conversations'), () => +cli.now())
  const place = readRedisAddress(cli.environment.env.REDIS_URL ?? '')
  if (!place) return work(disk)
  const redis = sessionsInRedis(place)
  const whose = new Map<string, PersonSessions>()
  const both: PersonSessions = {
    async of(person) {
      for (const one of [disk, redis]) for (const id of await one.of(person)) whose.set(id, one)
      return [...whose.keys()]
    },
    lines: async (id) => (await whose.get(id)?.lines(id)) ?? [],
    remove: async (id) => whose.get(id)?.remove(id),
  }
  await work(both).finally(() => redis.close())
}
