import { type Envelope, type Id, isSilent, type Message } from '../protocol/index.ts'
import { isoMinute } from '../std/time/local-time.ts'
import { inlineImages } from './image-store.ts'
import { loadThread } from './journal.ts'
import { readMessages, readThread } from './thread-store.ts'

/** The whole journal, its pictures in it, and what it folds into, as one JSON document. */
export async function exportJson(folder: string, id: Id): Promise<string> {
  const envelopes: Envelope[] = []
  for await (const envelope of readThread(folder, id)) envelopes.push(await inlineImages(folder, envelope))
  const { title, agent, workspace, createdAt, updatedAt } = await loadThread(folder, id)
  const messages = await Array.fromAsync(readMessages(folder, id))
  return `${JSON.stringify({ v: 1, id, title, agent, workspace, createdAt, updatedAt, messages, envelopes }, null, 2)}\n`
}

/** The conversation as a page for people: a heading per message, tools as quotes. */
export async function exportMarkdown(folder: string, id: Id, zone: string, names: { user: string }): Promise<string> {
  const thread = await loadThread(folder, id)
  const parts = [`# ${thread.title ?? id}`]
  for await (const message of readMessages(folder, id))
    parts.push(messageSection(message, names.user, thread.agent, isoMinute(message.at, zone)))
  return `${parts.join('\n\n')}\n`
}

function messageSection(message: Message, user: string, agent: string, time: string): string {
  if (message.role === 'tool') return `> ${message.name} (${message.outcome})\n${message.text.replace(/^/gm, '> ')}`
  const who = message.role === 'user' ? user : agent
  const calls =
    message.role === 'assistant'
      ? (message.calls ?? []).map(({ name, args }) => `> ${name} ${JSON.stringify(args)}`)
      : []
  const said = isSilent(message.text) ? '' : message.text.trimEnd()
  return [`## ${who} · ${time}`, said, ...calls].filter(Boolean).join('\n\n')
}
