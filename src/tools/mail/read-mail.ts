import type { Language } from '../../messages/language.ts'
import { accountMessages } from '../../messages/tools/accounts.ts'
import { calendarMessages } from '../../messages/tools/calendar.ts'
import { mailMessages } from '../../messages/tools/mail.ts'
import type { Tool, ToolContext, ToolResult } from '../../protocol/index.ts'
import { isoMinute } from '../../std/time/local-time.ts'
import type { AccountAnswer } from '../accounts/fault.ts'
import { invitationText } from '../calendar/invitations/tell-invitation.ts'
import { refuses, tool } from '../tool.ts'
import { mailDays } from './mail-days.ts'
import type { MailHead, MailQuery, MailText } from './mail-message.ts'
import type { MailFound } from './mailbox.ts'
import { inbox, type Mailboxes, type MailPlace, mailId, readMailId } from './mailboxes.ts'

const usualLimit = 10
const mostLimit = 50
/** About a quarter of the context; `from` continues behind it. */
const mostShown = 20_000
const timeoutMs = 60_000

const schema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['list', 'read'] },
    id: { type: 'string', maxLength: 300 },
    unread: { type: 'boolean' },
    query: { type: 'string', maxLength: 200 },
    sender: { type: 'string', maxLength: 200 },
    since: { type: 'string', maxLength: 40 },
    until: { type: 'string', maxLength: 40, description: 'last day' },
    folder: { type: 'string', maxLength: 200, description: 'a name, sent, drafts, junk, trash or archive' },
    account: { type: 'string', maxLength: 100 },
    limit: { type: 'integer' },
    from: { type: 'integer', description: 'read: characters to skip' },
  },
  required: ['action'],
  additionalProperties: false,
} as const

/** The tool that lists, searches and reads mail. It never marks a message as read. */
export function readMail(mailboxes: Mailboxes): Tool {
  return tool({
    name: 'mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'mail', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    timeoutMs,
    description: 'The user’s mail: list or search (newest first), read one by its id. Marks nothing as read.',
    schema,
    async run(args, context) {
      const say = mailMessages[context.language]
      const known = mailboxes.of(context.profile).map(([name]) => name)
      if (args.action === 'read' && args.id !== undefined) {
        const place = readMailId(args.id)
        if (!place) return refuses(say.badId(args.id))
        if (!known.includes(place.account)) return refuses(say.noAccount(place.account, known.join(', ')))
        return readOne(mailboxes, place, args.from ?? 0, context)
      }
      if (args.account !== undefined && !known.includes(args.account))
        return refuses(say.noAccount(args.account, known.join(', ')))
      const query = queryOf(args, context)
      if (typeof query === 'string') return refuses(query)
      const [accounts, folder] = [args.account === undefined ? known : [args.account], args.folder ?? inbox]
      if (args.action === 'list') return listMail(mailboxes, accounts, folder, query, context)
      const newest = await newestOf(mailboxes, accounts, folder, query, context)
      return newest
        ? readOne(mailboxes, newest, args.from ?? 0, context)
        : listMail(mailboxes, accounts, folder, query, context)
    },
  })
}

function queryOf(
  args: { unread?: boolean; query?: string; sender?: string; since?: string; until?: string; limit?: number },
  context: ToolContext,
): MailQuery | string {
  const days = mailDays(args, context)
  if (typeof days === 'string') return days
  return {
    limit: Math.min(Math.max(1, args.limit ?? usualLimit), mostLimit),
    ...(args.unread ? { unread: true } : {}),
    ...(args.query ? { words: args.query } : {}),
    ...(args.sender ? { from: args.sender } : {}),
    ...days,
  }
}

/** The newest mail that is meant; undefined where there is none. */
async function newestOf(
  mailboxes: Mailboxes,
  accounts: readonly string[],
  folder: string,
  query: MailQuery,
  { signal }: ToolContext,
): Promise<MailPlace | undefined> {
  const found: (MailPlace & { at: number })[] = []
  for (const account of accounts) {
    const answer = await mailboxes.ask(account, { do: 'look', folder, query: { ...query, limit: 1 } }, signal)
    const [head] = 'value' in answer ? answer.value.heads : []
    if (head) found.push({ account, folder, uid: head.uid, at: head.at })
  }
  return found.sort((a, b) => b.at - a.at)[0]
}

async function listMail(
  mailboxes: Mailboxes,
  accounts: readonly string[],
  folder: string,
  query: MailQuery,
  context: ToolContext,
): Promise<ToolResult> {
  const asked = accounts.map(
    async (account) => [account, await mailboxes.ask(account, { do: 'look', folder, query }, context.signal)] as const,
  )
  const answers = await Promise.all(asked)
  const texts = answers.map(([account, answer]) => listText(account, folder, query, answer, context))
  const text = texts.join('\n\n')
  if (answers.every(([, answer]) => 'fault' in answer)) return refuses(text)
  const heads = answers.flatMap(([account, answer]) =>
    'value' in answer ? answer.value.heads.map((head) => ({ account, head })) : [],
  )
  const data = heads.map(({ account, head: { uid, at, ...head } }) => ({
    ...{ id: mailId({ account, folder, uid }), at: new Date(at).toISOString() },
    ...head,
  }))
  if (heads.length === 0) return { text, data }
  return { text, data, untrusted: true, source: `mail ${[...new Set(heads.map(({ account }) => account))].join(', ')}` }
}

function listText(
  account: string,
  folder: string,
  query: MailQuery,
  answer: AccountAnswer<MailFound>,
  { language, zone, now }: ToolContext,
): string {
  const say = mailMessages[language]
  if ('fault' in answer) return faultLine(account, answer, language)
  const { heads, matches, searched } = answer.value
  const isSearch = query.words !== undefined || query.from !== undefined || query.since !== undefined
  const limits = searched === undefined ? [] : [say.searched(searched)]
  if (heads.length === 0)
    return [query.unread && !isSearch ? say.noneUnread(account) : say.none(account), ...limits].join('\n')
  const head = isSearch
    ? say.found(account, matches)
    : query.unread
      ? say.unread(account, matches)
      : say.inFolder(account, matches)
  const some = heads.length < matches ? [say.newest(heads.length)] : []
  const lines = heads.map(
    (one) => `- ${headLine(one, { language, zone, now: now() })} [${mailId({ account, folder, uid: one.uid })}]`,
  )
  return [[head, ...some].join('. '), ...lines, ...limits].join('\n')
}

/** One line that says what went wrong with an account. */
function faultLine(
  account: string,
  { fault, detail = '' }: { fault: keyof (typeof accountMessages)['ko']['faults']; detail?: string },
  language: Language,
): string {
  return accountMessages[language].note(account, accountMessages[language].faults[fault](detail))
}

function headLine(
  { from, subject, at, unread }: MailHead,
  reader: { language: Language; zone: string; now: Date },
): string {
  const say = mailMessages[reader.language]
  return [whenText(at, reader), from || say.nobody, subject || say.noSubject, ...(unread ? [say.isUnread] : [])].join(
    ' · ',
  )
}

/** "11월 22일 일요일 09:12", with its year where that is another one. */
function whenText(at: number, { language, zone, now }: { language: Language; zone: string; now: Date }): string {
  const [date = '', clock = ''] = isoMinute(at, zone).split(' ')
  const year = date.slice(0, 4) !== isoMinute(now, zone).slice(0, 4)
  return `${calendarMessages[language].day({ date, year })} ${clock}`
}

async function readOne(
  mailboxes: Mailboxes,
  place: MailPlace,
  from: number,
  context: ToolContext,
): Promise<ToolResult> {
  const { folder, uid, account } = place
  const reader = { zone: context.zone, own: mailboxes.addresses(context.profile) }
  const answer = await mailboxes.ask(account, { do: 'read', folder, uid, reader }, context.signal)
  if ('fault' in answer) return refuses(faultLine(account, answer, context.language))
  const { message } = answer.value
  if (!message) return refuses(mailMessages[context.language].badId(mailId(place)))
  const { text, cut: _, calendars: __, answerTo: ___, others: ____, invitations, ...data } = message
  return {
    text: messageText(message, Math.max(0, from), context),
    data: {
      id: mailId(place),
      ...data,
      at: new Date(message.at).toISOString(),
      text: text.slice(0, mostShown),
      attachments: message.attachments.map((one) => ({ ...one })),
      invitations: invitations.map(({ method, event: { title, start, end } }) => ({
        ...{ method, title, start: new Date(start).toISOString(), end: new Date(end).toISOString() },
      })),
    },
    untrusted: true,
    source: `mail ${message.from || account}`,
  }
}

function messageText(message: MailText, from: number, { language, zone, now }: ToolContext): string {
  const say = mailMessages[language]
  const part = message.text.slice(from, from + mostShown)
  const to = from + part.length
  const head = say.head(
    message.from || say.nobody,
    [
      message.to,
      ...(message.cc ? [say.copies(message.cc)] : []),
      ...(message.replyTo ? [say.answersTo(message.replyTo)] : []),
    ].join('\n'),
    whenText(message.at, { language, zone, now: now() }),
    message.subject || say.noSubject,
  )
  const more = to < message.text.length ? [say.more(to, message.text.length)] : message.cut ? [say.cut] : []
  const files = message.attachments.map(({ part: at, name, type, size }) =>
    say.attachment(at, name, type, sizeText(size)),
  )
  const invited = message.invitations.flatMap((one) => ['', invitationText(one, { language, zone, now: now() })])
  return [
    head,
    ...invited,
    '',
    part || (message.isLocked ? say.locked : say.empty),
    ...more,
    ...(files.length > 0 ? ['', say.attachments(files)] : []),
  ].join('\n')
}

/** "12 kB" */
export const sizeText = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`
