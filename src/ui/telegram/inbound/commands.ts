import { telegramMessages } from '../../../messages/surfaces/telegram.ts'
import { reportTopics, type TelegramHost } from '../host.ts'
import type { LedgerEntry } from '../ledger-entries.ts'
import type { ChatKey } from '../place.ts'
import type { Sender } from './access.ts'

/** The answer of a command, and its change of the ledger. */
interface Done {
  text: string
  entries?: LedgerEntry[]
}

/** Every command but /stop. No model hears of them. */
export async function runCommand(
  text: string,
  sender: Sender,
  host: TelegramHost,
  { chat, busy }: { chat: ChatKey; busy: boolean },
): Promise<Done> {
  const [, name = '', wanted = ''] = /^\/([a-z_]+)(?:@\w+)?\s*(.*)$/is.exec(text.trim()) ?? []
  const say = telegramMessages[host.language]
  switch (name.toLowerCase()) {
    case 'start':
      return { text: sender.workspace ? say.start((await host.status(sender)).agent) : say.unmapped(sender.id) }
    case 'help':
      return { text: say.help }
    case 'new':
      return { text: say.fresh, entries: [newConversation(chat)] }
    case 'status': {
      const { agent, model, outside = [] } = await host.status(sender, chat)
      const lines = [say.status(agent, sender.workspace ?? '-', model, busy)]
      return { text: [...lines, ...(outside.length > 0 ? [say.hasRead(outside)] : [])].join('\n') }
    }
    case 'voice':
      return answerByVoice(wanted.trim(), chat, host)
    case 'agent':
      return chooseFrom(wanted.trim(), 'agent', await host.agents(sender.workspace ?? ''), { sender, chat, host })
    case 'workspace':
      return chooseFrom(wanted.trim(), 'workspace', sender.workspaces, { sender, chat, host })
    default: {
      const what = reportTopics.find((one) => one === name.toLowerCase())
      return {
        text: what
          ? await host.about(what, wanted.trim(), sender, chat)
          : say.unknownCommand(text.split(/\s/)[0]?.slice(0, 40) ?? ''),
      }
    }
  }
}

/** `/voice`, `/voice on`, `/voice off`: how it is, or from now on. */
async function answerByVoice(wanted: string, chat: ChatKey, { speech, ledger, language }: TelegramHost): Promise<Done> {
  const say = telegramMessages[language].voice
  const isOn = ledger.chats.get(chat)?.voice === true
  const on = /^(?:on|켜|켜기|켜줘|네)$/i.test(wanted)
    ? true
    : /^(?:off|꺼|끄기|꺼줘)$/i.test(wanted)
      ? false
      : undefined
  if (on === undefined) return { text: isOn ? say.isOn : say.isOff }
  const missing = on ? ((await speech?.missing()) ?? (speech ? undefined : 'voice')) : undefined
  if (missing) return { text: say.missing[missing] }
  return { text: on ? say.on : say.off, entries: [{ type: 'voice', chat, on }] }
}

const newConversation = (chat: ChatKey): LedgerEntry => ({ type: 'chat', chat, conversation: null })

async function chooseFrom(
  wanted: string,
  what: 'agent' | 'workspace',
  all: string[],
  { sender, chat, host }: { sender: Sender; chat: ChatKey; host: TelegramHost },
): Promise<Done> {
  const say = telegramMessages[host.language]
  const current = what === 'agent' ? (await host.status(sender)).agent : (sender.workspace ?? '-')
  if (!wanted) return { text: say.choices(say[what], current, all) }
  const name = all.find((one) => one.normalize('NFC') === wanted.normalize('NFC'))
  if (!name) return { text: `${say.notAllowed(wanted.slice(0, 60))}\n${say.choices(say[what], current, all)}` }
  await host.access.change(sender.id, ({ agent, ...rest }) =>
    what === 'agent' ? { ...rest, agent: name } : { ...rest, workspace: name },
  )
  return { text: say.chosen(say[what], name), entries: [newConversation(chat)] }
}

/** Commands that only show something. `compact` and `snooze` do something. */
const shown: readonly string[] = ['help', 'status', ...reportTopics.filter((one) => !/^(?:compact|snooze)$/.test(one))]

/** Return true for a command that only shows something: it waits for no turn and no question. */
export const isReport = (text: string | undefined): boolean =>
  shown.includes(/^\/([a-z]+)(?:@\w+)?\s*$/i.exec(text ?? '')?.[1]?.toLowerCase() ?? '')
/** Return true for /stop, which waits for nothing. */
export const isStop = (text: string | undefined): boolean => /^\/stop(?:@\w+)?\s*$/i.test(text ?? '')
