import { tui } from '../../../messages/surfaces/tui.ts'
import type { Id } from '../../../protocol/index.ts'
import { holderOf } from '../../../std/fs/lock.ts'
import { mapLimit } from '../../../std/map-limit.ts'
import { journalPath } from '../../../threads/journal.ts'
import type { Choosable } from '../../../ui/tui/components/items.ts'
import type { Assistant } from '../../assistant.ts'

/** Earlier conversations to go on with, the latest first. */
export async function conversationChoices(assistant: Assistant): Promise<Choosable[]> {
  const all = await assistant.conversations.list()
  return all.map(({ id, title, updatedAt, messages }) => ({
    id,
    label: title || id,
    note: `${when(updatedAt, assistant)} · ${messages}`,
  }))
}

/** Locks that are looked at, at once. */
const mostLooks = 32

/** Conversations but `here` that somebody has open: a Telegram chat, or another screen. The latest first. */
export async function liveChoices(
  assistant: Pick<Assistant, 'conversations' | 'parts' | 'language' | 'home'>,
  chats: readonly { chat: number; conversation: Id }[],
  here: Id,
): Promise<Choosable[]> {
  const { elsewhere } = tui[assistant.language]
  const others = (await assistant.conversations.list()).filter(({ id }) => id !== here)
  const found = await mapLimit(others, mostLooks, async ({ id, title, updatedAt }): Promise<Choosable[]> => {
    const chat = chats.find(({ conversation }) => conversation === id)?.chat
    const isOpen = chat !== undefined || (await holderOf(journalPath(`${assistant.home}/conversations`, id)))
    const where = chat === undefined ? elsewhere.screen : `${elsewhere.telegram} ${chat}`
    return isOpen ? [{ id, label: title || id, note: `${where} · ${when(updatedAt, assistant)}` }] : []
  })
  return found.flat()
}

/** Day and time as a list shows them, in the zone of the settings. */
function when(at: number, { language, parts: { zone } }: Pick<Assistant, 'language' | 'parts'>): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(at)
}

/** Models of every provider that can be asked. */
export async function modelChoices(assistant: Assistant): Promise<Choosable[]> {
  const current = await assistant.model()
  const models = await assistant.models()
  return models.map(({ provider, model }) => ({
    id: `${provider}:${model}`,
    label: model,
    note: provider,
    current: provider === current.provider && model === current.model,
  }))
}

/** Agents of every workspace. */
export async function agentChoices(assistant: Assistant): Promise<Choosable[]> {
  return (await assistant.agents()).map(({ name, workspace, wakeWord }) => ({
    id: `${workspace}/${name}`,
    label: name,
    note: [workspace, wakeWord].filter(Boolean).join(' · '),
  }))
}
