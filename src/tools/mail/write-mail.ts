import { accountMessages } from '../../messages/tools/accounts.ts'
import { mailMessages } from '../../messages/tools/mail.ts'
import { finalDeed, refuse, type Tool, type ToolContext, type ToolResult } from '../../protocol/index.ts'
import type { AccountFault } from '../accounts/fault.ts'
import { refuses, tool } from '../tool.ts'
import { sentenceOf } from '../web/api-client.ts'
import { type Mailboxes, readMailId } from './mailboxes.ts'
import type { OutgoingMail } from './outgoing.ts'

const timeoutMs = 60_000
const mostPeople = 20
const mostIds = 100

const schema = {
  type: 'object',
  properties: {
    to: { type: 'array', items: { type: 'string', maxLength: 300 } },
    cc: { type: 'array', items: { type: 'string', maxLength: 300 } },
    subject: { type: 'string', maxLength: 300 },
    text: { type: 'string', maxLength: 50_000 },
    reply_to: { type: 'string', maxLength: 300, description: 'id of the mail it answers' },
    account: { type: 'string', maxLength: 100 },
  },
  required: ['to', 'subject', 'text'],
  additionalProperties: false,
} as const

interface Written {
  to: readonly string[]
  cc?: readonly string[]
  subject: string
  text: string
  reply_to?: string
  account?: string
}

/** The tool that saves a draft in the mailbox. Nothing is sent. */
export function draftMail(mailboxes: Mailboxes): Tool {
  return tool({
    name: 'draft_mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('subject'),
    category: 'sensitive',
    effect: () => 'sends',
    timeoutMs,
    description: 'Write a draft into the user’s drafts folder.',
    schema,
    explain: async (args, context) => explainEffect(() => draftCard(mailboxes, args, context, 'cardDraft'), 'low'),
    run: (args, context) =>
      answerFault(async () => {
        const { account, mail } = await planOf(mailboxes, args, context)
        const written = await mailboxes.compose(mail, context.signal)
        const answer =
          'fault' in written
            ? written
            : await mailboxes.ask(account, { do: 'draft', message: written.value.message }, context.signal)
        if ('fault' in answer) return refuses(faultText(answer, context))
        return { text: mailMessages[context.language].drafted(args.subject, answer.value.folder ?? '') }
      }),
  })
}

/** The tool that sends a mail. It always asks, shows the whole text, and is refused for remote origins. */
export function sendMail(mailboxes: Mailboxes): Tool {
  return tool({
    name: 'send_mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('subject'),
    category: 'restricted',
    effect: () => 'sends',
    timeoutMs,
    description: 'Send a mail from the user’s address. Asked every time.',
    schema,
    explain: async (args, context) => explainEffect(() => draftCard(mailboxes, args, context, 'cardSend'), 'high'),
    run: (args, context) =>
      answerFault(async () => {
        const say = mailMessages[context.language]
        const { account, mail } = await planOf(mailboxes, args, context)
        const answer = await mailboxes.send(account, mail, context.signal)
        if ('fault' in answer) return refuses(answer.fault === 'timeout' ? say.unsure : faultText(answer, context))
        const { rejected } = answer.value
        return {
          text: rejected.length > 0 ? say.partly(rejected.join(', ')) : say.sent([...mail.to, ...mail.cc].join(', ')),
        }
      }),
  })
}

const markSchema = {
  type: 'object',
  properties: { ids: { type: 'array', items: { type: 'string', maxLength: 300 } }, unread: { type: 'boolean' } },
  required: ['ids'],
  additionalProperties: false,
} as const

/** The tool that marks mail as read or unread. */
export function markMail(mailboxes: Mailboxes): Tool {
  return tool({
    name: 'mark_mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: { object: ({ ids }) => (Array.isArray(ids) ? ids.join(', ') : ''), undo: 'final' },
    category: 'sensitive',
    idempotent: true,
    effect: () => 'sends',
    timeoutMs,
    description: 'Mark mails as read, or as unread.',
    schema: markSchema,
    explain: async ({ ids, unread = false }, { language }) =>
      explainEffect(async () => {
        placesOf(ids, language)
        return mailMessages[language].cardMark(ids.join(', '), unread)
      }, 'low'),
    run: ({ ids, unread = false }, context) =>
      answerFault(async () => {
        const known = mailboxes.of(context.profile).map(([name]) => name)
        const places = placesOf(ids, context.language)
        const odd = places.find(({ account }) => !known.includes(account))
        if (odd) return refuses(mailMessages[context.language].noAccount(odd.account, known.join(', ')))
        for (const [key, some] of Map.groupBy(places, ({ account, folder }) => JSON.stringify([account, folder]))) {
          const [account, folder] = JSON.parse(key) as [string, string]
          const answer = await mailboxes.ask(
            account,
            { do: 'mark', folder, uids: some.map(({ uid }) => uid), unread },
            context.signal,
          )
          if ('fault' in answer) return refuses(faultText(answer, context))
        }
        return { text: mailMessages[context.language].marked(ids.length, unread) }
      }),
  })
}

function placesOf(ids: readonly string[], language: 'ko' | 'en') {
  if (ids.length === 0 || ids.length > mostIds) refuse(mailMessages[language].noId)
  return ids.map((id) => readMailId(id) ?? refuse(mailMessages[language].badId(id)))
}

/** Validates recipients and text. For a reply, looks up the mail that it replies to. */
async function planOf(
  mailboxes: Mailboxes,
  args: Written,
  context: ToolContext,
): Promise<{ account: string; mail: OutgoingMail }> {
  const say = mailMessages[context.language]
  const answers =
    args.reply_to === undefined ? undefined : (readMailId(args.reply_to) ?? refuse(say.badId(args.reply_to)))
  const own = mailboxes.of(context.profile)
  const wanted = args.account ?? answers?.account ?? own[0]?.[0] ?? ''
  const [account, settings] =
    own.find(([name]) => name === wanted) ?? refuse(say.noAccount(wanted, own.map(([name]) => name).join(', ')))
  const [to, cc] = [args.to, args.cc ?? []]
  if (to.length === 0 || to.length + cc.length > mostPeople) refuse(say.people(mostPeople))
  const odd = [...to, ...cc].find((one) => !isAddress(one))
  if (odd !== undefined) refuse(say.badAddress(odd))
  const mail: OutgoingMail = {
    from: settings.address,
    to,
    cc,
    subject: args.subject,
    text: args.text,
    at: +context.now(),
  }
  if (!answers) return { account, mail }
  const found = await mailboxes.ask(
    answers.account,
    { do: 'read', folder: answers.folder, uid: answers.uid },
    context.signal,
  )
  if ('fault' in found) return refuse(faultText(found, context))
  const id = found.value.message?.messageId
  return { account, mail: { ...mail, ...(id ? { inReplyTo: id } : {}) } }
}

/** Parses "Kim <kim@example.com>" or a bare address. Rejects anything that could be read as two. */
const isAddress = (text: string) => /^(?:[^<>@,;:\r\n]{1,200} ?<[^\s<>@,;]+@[\w.-]+>|[^\s<>@,;:]+@[\w.-]+)$/.test(text)

async function draftCard(
  mailboxes: Mailboxes,
  args: Written,
  context: ToolContext,
  kind: 'cardDraft' | 'cardSend',
): Promise<string> {
  const { mail } = await planOf(mailboxes, args, context)
  return mailMessages[context.language][kind](
    mail.from,
    mail.to.join(', '),
    mail.cc.join(', '),
    mail.subject,
    mail.text,
  )
}

async function explainEffect(effect: () => Promise<string>, risk: 'low' | 'high') {
  try {
    return { effect: await effect(), risk }
  } catch (error) {
    return { refused: sentenceOf(error) ?? rethrow(error) }
  }
}

async function answerFault(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    return refuses(sentenceOf(error) ?? rethrow(error))
  }
}

const faultText = (
  { fault, detail = '' }: { fault: AccountFault; detail?: string },
  { language }: Pick<ToolContext, 'language'>,
) => accountMessages[language].faults[fault](detail)

function rethrow(error: unknown): never {
  throw error
}
