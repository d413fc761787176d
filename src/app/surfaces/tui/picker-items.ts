import { capabilitiesOf } from '../../../llm/models/capabilities.ts'
import { setupMessages } from '../../../messages/commands/setup.ts'
import type { Language } from '../../../messages/language.ts'
import { tuiMessages } from '../../../messages/surfaces/tui.ts'
import { tuiPageMessages } from '../../../messages/surfaces/tui-pages.ts'
import { welcomeMessages } from '../../../messages/surfaces/tui-welcome.ts'
import { type Id, providerKinds } from '../../../protocol/index.ts'
import { holderOf } from '../../../std/fs/lock.ts'
import { mapLimit } from '../../../std/map-limit.ts'
import { journalPath } from '../../../threads/journal.ts'
import type { Choosable } from '../../../ui/tui/components/items.ts'
import { previewLines } from '../../../ui/tui/components/picker.ts'
import type { Assistant } from '../../assistant.ts'
import { shownFolder } from './place.ts'

/** Earlier conversations to go on with, the latest first: how old, where, and how long. */
export async function conversationChoices(assistant: Assistant): Promise<Choosable[]> {
  const { language, parts } = assistant
  const all = await assistant.conversations.list()
  return all.map(({ id, title, updatedAt, messages, folder }) => ({
    id,
    label: title || id,
    note: [
      ageInWords(+parts.now() - updatedAt, language),
      ...(folder === undefined ? [] : [shownFolder(folder, parts.environment.userHome)]),
      tuiPageMessages[language].messages(messages),
    ].join(' · '),
  }))
}

/** Return what was said last in a conversation, a line each, the latest at the end. */
export async function lastLines({ conversations }: Pick<Assistant, 'conversations'>, id: Id): Promise<string[]> {
  const said = await conversations.last(id, previewLines)
  return said.map(({ role, text }) => `${role === 'user' ? '›' : '●'} ${text.replace(/\s+/g, ' ').trim()}`)
}

/** Conversations in which these words were said, each once, the best place first. */
export async function searchedConversations(
  { conversations }: Pick<Assistant, 'conversations'>,
  words: string,
): Promise<Choosable[]> {
  const hits = await conversations.search(words)
  const first = hits.filter(
    ({ conversation: { id } }, at) => hits.findIndex((hit) => hit.conversation.id === id) === at,
  )
  return first.map(({ conversation: { id, title }, excerpt }) => ({
    id,
    label: title || id,
    note: excerpt.replace(/\s+/g, ' '),
  }))
}

/** Locks that are looked at, at once. */
const mostLooks = 32

/** Conversations but `here` that somebody has open: a Telegram chat, or another screen. The latest first. */
export async function liveChoices(
  assistant: Pick<Assistant, 'conversations' | 'parts' | 'language' | 'home'>,
  chats: readonly { chat: number | string; conversation: Id }[],
  here: Id,
): Promise<Choosable[]> {
  const { elsewhere } = tuiMessages[assistant.language]
  const others = (await assistant.conversations.list()).filter(({ id }) => id !== here)
  const found = await mapLimit(others, mostLooks, async ({ id, title, updatedAt }): Promise<Choosable[]> => {
    const chat = chats.find(({ conversation }) => conversation === id)?.chat
    const isOpen = chat !== undefined || (await holderOf(journalPath(`${assistant.home}/conversations`, id)))
    const where = chat === undefined ? elsewhere.screen : `${elsewhere.telegram} ${chat}`
    return isOpen ? [{ id, label: title || id, note: `${where} · ${dayAndTime(updatedAt, assistant)}` }] : []
  })
  return found.flat()
}

/** Day and time as a list shows them, in the zone of the settings. */
function dayAndTime(at: number, { language, parts: { zone } }: Pick<Assistant, 'language' | 'parts'>): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(at)
}

/** Models of every provider that can be asked. */
export async function modelChoices(assistant: Assistant): Promise<Choosable[]> {
  const current = await assistant.model()
  const models = await assistant.models()
  return models.map(({ provider, model }) => ({
    id: `${provider}:${model}`,
    label: model,
    note: [provider, ...factsOf(provider, model, assistant.language)].join(' · '),
    current: provider === current.provider && model === current.model,
  }))
}

/**
 * Return what is known of a model: its price, how much it reads at once, whether it sees. Nothing for one that nobody
 * knows.
 */
function factsOf(provider: string, model: string, language: Language): string[] {
  const kind = providerKinds.find((one) => one === provider)
  const { price, window, vision } = kind ? capabilitiesOf(kind, model) : { price: undefined, window: 0, vision: false }
  const say = setupMessages[language]
  return price
    ? [say.price(price.input, price.output), `${Math.round(window / 1000)}K`, ...(vision ? [say.sees] : [])]
    : []
}

/** Return how long ago, in one word. */
function ageInWords(ms: number, language: Language): string {
  const say = tuiPageMessages[language]
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return say.minutesAgo(minutes)
  return minutes < 24 * 60 ? say.hoursAgo(Math.floor(minutes / 60)) : say.daysAgo(Math.floor(minutes / (24 * 60)))
}

/** Workspaces that have an agent; each leads to its first one. */
export async function workspaceChoices(assistant: Pick<Assistant, 'agents' | 'language'>): Promise<Choosable[]> {
  const { names } = welcomeMessages[assistant.language]
  const byWorkspace = Map.groupBy(await assistant.agents(), ({ workspace }) => workspace)
  return [...byWorkspace].map(([workspace, agents]) => ({
    id: `${workspace}/${agents[0]?.name ?? ''}`,
    label: names.workspace(workspace),
    note: agents.map(({ name }) => names.agent(name)).join(', '),
  }))
}

/** Agents of every workspace. */
export async function agentChoices(assistant: Assistant): Promise<Choosable[]> {
  const { names } = welcomeMessages[assistant.language]
  return (await assistant.agents()).map(({ name, workspace, wakeWord }) => ({
    id: `${workspace}/${name}`,
    label: names.agent(name),
    note: [names.workspace(workspace), wakeWord].filter(Boolean).join(' · '),
  }))
}
