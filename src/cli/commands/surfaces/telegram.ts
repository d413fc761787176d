import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inviteToBot } from '../../../app/admin/telegram-link.ts'
import { requireAgent } from '../../../app/conversations/require-agent.ts'
import { askDaemon } from '../../../app/environment/ask-daemon.ts'
import { attachableChats, handoffToTelegram } from '../../../app/surfaces/daemon/daemon.ts'
import { listWorkspaces } from '../../../memory/agents.ts'
import { nameOf } from '../../../memory/home-layout.ts'
import { telegramCommandMessages } from '../../../messages/surfaces/telegram-commands.ts'
import { codeOf } from '../../../std/fs/files.ts'
import { exitUsage } from '../../../ui/oneshot/exit-code.ts'
import { AccessFile, type Sender } from '../../../ui/telegram/inbound/access.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { conversationId } from '../../conversation-id.ts'
import { askLine } from '../../output/ask-line.ts'
import { showInvitation } from '../../output/invitation.ts'
import { textTable } from '../../output/text-table.ts'
import { settingsOf } from '../mcp/servers.ts'

/**
 * `telegram pair <code> [-w -a --profile]`: lets in whoever was given this code; asks for the workspace where it can.
 */
export const pairChat: CommandRun = async (cli, { args: [code = ''], options }) => {
  const { parts, home } = await cli.assistant()
  const say = telegramCommandMessages[cli.language]
  const given = await readRights(cli, options)
  if (!given) return 1
  const access = new AccessFile(parts.loaded.paths.config)
  const id = await access.waits(code, +parts.now())
  if (id === undefined) return noteRefusal(cli, say.badCode)
  if (id < 0 && given.profile) return noteRefusal(cli, say.groupProfile, exitUsage)
  if (cli.terminal.canAsk && !given.workspace) {
    const names = await listWorkspaces(home)
    const own = parts.loaded.settings.workspace
    const typed = nameOf((await askLine(cli, say.whichWorkspace(names.join(', '), own))) || own)
    if (!names.includes(typed)) return noteRefusal(cli, say.noWorkspace(typed, names.join(', ')))
    given.workspace = typed
  }
  given.workspace ??= parts.loaded.settings.workspace
  if (cli.terminal.canAsk && !given.profile && id > 0) {
    const mine = parts.loaded.settings.profile
    given.profile = nameOf((await askLine(cli, say.whichProfile(mine))) || mine)
  }
  await checkAgent(cli, given)
  const sender = await access.pair(code, given, +parts.now())
  if (!sender) return noteRefusal(cli, say.badCode)
  await cli.terminal.note(say.paired(sender.id))
  // Whoever was let in hears so at once, and what they had written is answered.
  await askDaemon(parts, { do: 'welcome', chat: sender.id })
  return 0
}

/** `telegram invite [-w -a --profile]`: a link to the bot that lets in whoever opens it first. */
export const inviteToTelegram: CommandRun = async (cli, { options }) => {
  const { parts } = await cli.assistant()
  const say = telegramCommandMessages[cli.language]
  const given = await readRights(cli, options)
  if (!given) return 1
  await checkAgent(cli, given)
  const token = parts.secrets.get('TELEGRAM_BOT_TOKEN')?.value
  if (!token) return noteRefusal(cli, say.noToken)
  const { settings, paths } = parts.loaded
  const rights = { profile: settings.profile, workspace: settings.workspace, ...given }
  const found = await inviteToBot(token, rights, { settings, config: paths.config, now: +parts.now() })
  if ('fault' in found) return noteRefusal(cli, found.fault === 'token' ? say.tokenRefused : say.unreachable)
  if (options.json) await cli.terminal.json({ name: found.name, link: found.link })
  else await showInvitation(cli, found)
  if (!(await askDaemon(parts, { do: 'status' }))) await cli.terminal.note(say.startDaemon)
  return 0
}

/** `telegram list [--json]`: who is let in, and how far. */
export const listChats: CommandRun = async (cli, { options }) => {
  const { senders } = await (await accessOf(cli)).read()
  const say = telegramCommandMessages[cli.language]
  if (options.json) await cli.terminal.json(senders)
  else if (senders.length === 0) await cli.terminal.note(say.none)
  else {
    const rows = senders.map((one) => [
      one.id,
      one.workspaces.join(', ') || '-',
      one.agent ?? '-',
      one.profile,
      [...one.grants, ...one.folders].join(', ') || '-',
    ])
    await cli.terminal.print(textTable(say.heads, rows))
  }
  return 0
}

/**
 * `telegram map <id> [-w -a --profile]`: where a person's conversations belong. A new workspace is added to those
 * they may choose.
 */
export const mapChat: CommandRun = async (cli, { args: [id = ''], options }) => {
  const given = await readRights(cli, options)
  if (!given) return 1
  const say = telegramCommandMessages[cli.language]
  if (Object.keys(given).length === 0) return noteRefusal(cli, say.nothingToMap, exitUsage)
  await checkAgent(cli, given, (await (await accessOf(cli)).sender(Number(id)))?.workspace)
  // The agent of before is one of the workspace of before.
  const noteMove = ({ agent, ...sender }: Sender) => {
    const stays = agent !== undefined && (given.workspace ?? sender.workspace) === sender.workspace
    return { ...sender, ...(stays ? { agent } : {}), ...given }
  }
  return changeAccess(cli, id, noteMove, ({ id: number }) => say.changed(number))
}

/**
 * `telegram grant <id> <what>`: a sensitive tool may be asked for by button in that chat, or a folder looked into by
 * file tools.
 */
export const grantTools: CommandRun = async (cli, { args: [id = '', what = ''] }) => {
  const folder = folderOf(cli, what)
  if (folder) {
    if (!(await isFolder(folder))) return noteRefusal(cli, telegramCommandMessages[cli.language].noFolder(folder))
    return changeAccess(cli, id, (sender) => ({ ...sender, folders: [...sender.folders, folder] }), grantedTools(cli))
  }
  // Whoever is in a group may press the button there: what is confirmed needs one person.
  if (Number(id) <= 0 || !(await isService(cli, what))) {
    const known = (await (await cli.assistant()).tools.list()).find((one) => one.tool.name === what)
    if (known?.tool.category !== 'sensitive')
      return noteRefusal(cli, telegramCommandMessages[cli.language].notGrantable(what))
  }
  return changeAccess(cli, id, (sender) => ({ ...sender, grants: [...sender.grants, what] }), grantedTools(cli))
}

/** `telegram revoke <id> [what]`: takes one tool or folder back, or shuts the person out. */
export const revokeTools: CommandRun = async (cli, { args: [id = '', what] }) => {
  if (what) {
    const gone = folderOf(cli, what) ?? what
    const withoutGone = (all: string[]) => all.filter((one) => one !== gone)
    const changeSender = (one: Sender) => ({
      ...one,
      grants: withoutGone(one.grants),
      folders: withoutGone(one.folders),
    })
    return changeAccess(cli, id, changeSender, grantedTools(cli))
  }
  const say = telegramCommandMessages[cli.language]
  const removed = await (await accessOf(cli)).remove(Number(id))
  await cli.terminal.note(removed ? say.removed(id) : say.nobody(id), removed ? 'plain' : 'error')
  return removed ? 0 : 1
}

/** Return true if it is a service whose confirmation a remote person needs a grant for: that is no tool. */
async function isService(cli: Cli, what: string): Promise<boolean> {
  const { grantableServices } = await import('../../../app/services/grants.ts')
  return (await grantableServices((await settingsOf(cli)).paths.home, cli.language)).includes(what)
}

/** Return what is meant as a folder: no tool has such a name. Absolute; undefined for anything else. */
function folderOf({ environment: { cwd, userHome } }: Cli, what: string): string | undefined {
  if (/^~(?:[/\\]|$)/.test(what)) return join(userHome, what.slice(1))
  return /[/\\]|^\.{1,2}$/.test(what) ? resolve(cwd, what) : undefined
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
}

async function noteRefusal(cli: Cli, sentence: string, code = 1): Promise<number> {
  await cli.terminal.note(sentence, 'error')
  return code
}

/** Throws `bad-input`, saying who is there, when the agent that is asked for is not in the workspace. */
async function checkAgent(cli: Cli, { agent, workspace }: Partial<Sender>, before?: string): Promise<void> {
  const place = workspace ?? before
  if (agent && place) await requireAgent((await cli.assistant()).home, { agent, workspace: place }, cli.language)
}

/**
 * `telegram handoff [id]`: goes on with a conversation in the chat of its profile; without an id, what chats have
 * open.
 */
export const handOff: CommandRun = async (cli, { args: [prefix], options }) => {
  const assistant = await cli.assistant()
  if (!prefix) {
    const chats = await attachableChats(assistant)
    if (options.json) await cli.terminal.json(chats)
    else if (chats.length === 0) await cli.terminal.note(telegramCommandMessages[cli.language].noChats)
    else for (const { chat, conversation } of chats) await cli.terminal.print(`${chat}  ${conversation}\n`)
    return 0
  }
  const chat = await handoffToTelegram(assistant, await conversationId(assistant, prefix, cli.language))
  await cli.terminal.note(telegramCommandMessages[cli.language].handedOff(chat))
  return 0
}

const grantedTools =
  ({ language }: Cli) =>
  ({ id, grants, folders }: Sender) =>
    telegramCommandMessages[language].granted(id, [...grants, ...folders].join(', '))

async function accessOf(cli: Cli): Promise<AccessFile> {
  return new AccessFile((await cli.assistant()).parts.loaded.paths.config)
}

async function changeAccess(
  cli: Cli,
  id: string,
  work: (sender: Sender) => Sender,
  said: (sender: Sender) => string,
): Promise<number> {
  const sender = await (await accessOf(cli)).change(Number(id), work)
  await cli.terminal.note(
    sender ? said(sender) : telegramCommandMessages[cli.language].nobody(id),
    sender ? 'plain' : 'error',
  )
  return sender ? 0 : 1
}

/** Return what the flags ask for; undefined (and said why) when there is no such workspace. */
export async function readRights(cli: Cli, { workspace, agent, profile }: CommandCall['options']) {
  const given: Partial<Pick<Sender, 'workspace' | 'agent' | 'profile'>> = {
    ...(typeof workspace === 'string' ? { workspace: nameOf(workspace) } : {}),
    ...(typeof agent === 'string' ? { agent: nameOf(agent) } : {}),
    ...(typeof profile === 'string' ? { profile: nameOf(profile) } : {}),
  }
  const names = await listWorkspaces((await cli.assistant()).home)
  if (!given.workspace || names.includes(given.workspace)) return given
  await cli.terminal.note(telegramCommandMessages[cli.language].noWorkspace(given.workspace, names.join(', ')), 'error')
  return undefined
}
