import { readFile } from 'node:fs/promises'
import { SetupWork } from '../../../app/admin/setup-work.ts'
import { inviteToBot } from '../../../app/admin/telegram-link.ts'
import { telegramCommandMessages } from '../../../messages/surfaces/telegram-commands.ts'
import { fail } from '../../../protocol/index.ts'
import { sleep } from '../../../std/abort.ts'
import { readStdin } from '../../../ui/oneshot/stdin.ts'
import { AccessFile } from '../../../ui/telegram/inbound/access.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { askLine } from '../../output/ask-line.ts'
import { showInvitation } from '../../output/invitation.ts'
import { startBot } from './start-daemon.ts'
import { readRights } from './telegram.ts'

/** Milliseconds between two looks at the link. */
const lookMs = 300

/**
 * `telegram setup [--key-file FILE]`: takes the bot's token, tries and keeps it, starts the daemon, and waits until a
 * phone is connected.
 */
export const telegramSetup: CommandRun = async (cli, { options }) => {
  const { parts } = await cli.assistant()
  const say = telegramCommandMessages[cli.language]
  const given = await readRights(cli, options)
  if (!given) return 1
  const known = parts.secrets.get('TELEGRAM_BOT_TOKEN')?.value
  const fresh = await freshToken(cli, options, known)
  const token = fresh ?? known
  if (!token) return noteRefusal(cli, say.noToken)
  const { settings, paths } = parts.loaded
  const rights = { profile: settings.profile, workspace: settings.workspace, ...given }
  const found = await inviteToBot(token, rights, { settings, config: paths.config, now: +parts.now() })
  if ('fault' in found) return noteRefusal(cli, found.fault === 'token' ? say.tokenRefused : say.unreachable)
  if (fresh) {
    const work = await SetupWork.begin(parts.loaded, cli.environment, cli.now, cli.stop)
    await work.keepSecret('TELEGRAM_BOT_TOKEN', fresh)
    await cli.terminal.note(say.tokenKept(found.name))
  }
  if (!(await startBot(parts))) await cli.terminal.note(say.startDaemon)
  await showInvitation(cli, found)
  if (!cli.terminal.canAsk) return 0
  return waitForPhone(cli, new AccessFile(paths.config), found.until)
}

/** A token that was not there before: out of a file, from standard input, or typed unseen where none is known. */
async function freshToken(
  cli: Cli,
  { keyFile }: CommandCall['options'],
  known: string | undefined,
): Promise<string | undefined> {
  const say = telegramCommandMessages[cli.language]
  if (keyFile === '-') return (await readStdin(process.stdin, { language: cli.language, signal: cli.stop }))?.trim()
  if (typeof keyFile === 'string')
    return (
      await readFile(keyFile, 'utf8').catch((error) =>
        fail('bad-input', { detail: String(error), data: { sentence: say.noToken } }, error),
      )
    ).trim()
  if (known || !cli.terminal.canAsk) return undefined
  await cli.terminal.note(say.botFather)
  return (await askLine(cli, say.tokenLine, true)).trim() || undefined
}

/** Waits until somebody has opened the link; 0 when they have. */
async function waitForPhone(cli: Cli, access: AccessFile, until: number): Promise<number> {
  const say = telegramCommandMessages[cli.language]
  const before = new Map((await access.read()).senders.map(({ id, pairedAt }) => [id, pairedAt]))
  await cli.terminal.note(say.waits, 'quiet')
  while (+cli.now() < until) {
    const { senders } = await access.read()
    const sender = senders.find(({ id, pairedAt }) => before.get(id) !== pairedAt)
    if (sender) {
      await cli.terminal.note(say.connected(sender.profile))
      return 0
    }
    await sleep(lookMs, cli.stop)
  }
  return noteRefusal(cli, say.nobodyCame)
}

async function noteRefusal(cli: Cli, sentence: string): Promise<number> {
  await cli.terminal.note(sentence, 'error')
  return 1
}
