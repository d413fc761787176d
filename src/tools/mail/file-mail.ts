import { mailMessages } from '../../messages/tools/mail.ts'
import { deedText, refuse, type Tool, type ToolContext, type ToolResult } from '../../protocol/index.ts'
import { ShownPlans } from '../accounts/shown-plans.ts'
import { refuses, tool } from '../tool.ts'
import { findMail } from './find-mail.ts'
import { mailDays } from './mail-days.ts'
import { answerFault, explainEffect, mailFault } from './mail-effects.ts'
import type { MailHead } from './mail-message.ts'
import { type Mailboxes, type MailPlace, readMailId } from './mailboxes.ts'

const timeoutMs = 60_000
const mostIds = 100
/** Mails that a card names. */
const mostNamed = 5

const schema = {
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'string', maxLength: 300 } },
    find: { type: 'string', maxLength: 200, description: 'instead of ids: its sender or subject, the newest' },
    all: { type: 'boolean', description: 'with find: every such mail' },
    since: { type: 'string', maxLength: 40, description: 'with find' },
    until: { type: 'string', maxLength: 40, description: 'with find: last day' },
    unread: { type: 'boolean' },
    move: { type: 'string', maxLength: 200, description: 'archive, trash, junk, inbox or the name of a folder' },
  },
  additionalProperties: false,
} as const

interface Wanted {
  ids?: readonly string[]
  find?: string
  all?: boolean
  since?: string
  until?: string
  unread?: boolean
  move?: string
}

/** The mails of one folder that are filed, and their names: nobody says yes to a number. */
interface FiledMails {
  account: string
  folder: string
  uids: number[]
  names: string[]
}

/** The tool that marks mail as read or unread, archives it or moves it. */
export function markMail(mailboxes: Mailboxes): Tool {
  const shown = new ShownPlans<FiledMails[]>()
  return tool({
    name: 'mark_mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: { object: ({ ids, find }) => (Array.isArray(ids) ? ids.join(', ') : deedText(find)), undo: 'final' },
    category: 'sensitive',
    effect: () => 'sends',
    timeoutMs,
    description: 'Mark mails as read or unread, or move them (archive, trash, a folder).',
    schema,
    explain: (args, context) =>
      explainEffect(async () => {
        const plan = await planOf(mailboxes, args, context)
        shown.keep(args, context, plan)
        return cardOf(args, plan, context)
      }, 'low'),
    run: (args, context) =>
      answerFault(async () =>
        fileMails(mailboxes, args, await shown.take(args, context, () => planOf(mailboxes, args, context)), context),
      ),
  })
}

async function fileMails(
  mailboxes: Mailboxes,
  { unread = false, move }: Wanted,
  plan: readonly FiledMails[],
  context: ToolContext,
): Promise<ToolResult> {
  const say = mailMessages[context.language]
  let path = ''
  for (const { account, folder, uids } of plan) {
    const request =
      move === undefined
        ? ({ do: 'mark', folder, uids, unread } as const)
        : ({ do: 'move', folder, uids, to: move } as const)
    const answer = await mailboxes.ask(account, request, context.signal)
    if ('fault' in answer)
      return refuses(
        answer.fault === 'missing' && answer.detail === move ? say.noFolder(move ?? '') : mailFault(answer, context),
      )
    path = answer.value.folder ?? ''
  }
  const count = plan.reduce((sum, { uids }) => sum + uids.length, 0)
  return { text: move === undefined ? say.marked(count, unread) : say.moved(count, path) }
}

function cardOf({ unread = false, move }: Wanted, plan: readonly FiledMails[], { language }: ToolContext): string {
  const say = mailMessages[language]
  const names = plan.flatMap((one) => one.names)
  const more = names.length > mostNamed ? [say.andMore(names.length - mostNamed)] : []
  const lines = [...names.slice(0, mostNamed), ...more].join('\n')
  return move === undefined ? say.cardMark(lines, unread) : say.cardMove(lines, move)
}

async function planOf(mailboxes: Mailboxes, args: Wanted, context: ToolContext): Promise<FiledMails[]> {
  const say = mailMessages[context.language]
  const nameOf = ({ from, subject }: MailHead) => `${from || say.nobody} · ${subject || say.noSubject}`
  if (args.ids === undefined) {
    const found = await namedMails(mailboxes, args, context)
    return grouped(found).map((some) => ({ ...some, names: some.mails.map(({ head }) => nameOf(head)) }))
  }
  const known = mailboxes.of(context.profile).map(([name]) => name)
  const places = placesOf(args.ids, context.language)
  const odd = places.find(({ account }) => !known.includes(account))
  if (odd) refuse(say.noAccount(odd.account, known.join(', ')))
  const groups: FiledMails[] = []
  for (const { account, folder, uids } of grouped(places)) {
    const answer = await mailboxes.ask(account, { do: 'heads', folder, uids }, context.signal)
    if ('fault' in answer) return refuse(mailFault(answer, context))
    groups.push({ account, folder, uids, names: answer.value.heads.map(nameOf) })
  }
  return groups.some(({ names }) => names.length > 0) ? groups : refuse(say.noId)
}

/** The newest mail that words name, or all of them. Those that are marked already are left out. */
async function namedMails(mailboxes: Mailboxes, { find, all, since, until, ...wanted }: Wanted, context: ToolContext) {
  const days = mailDays({ ...(since ? { since } : {}), ...(until ? { until } : {}) }, context)
  if (typeof days === 'string') return refuse(days)
  const isMark = wanted.move === undefined
  const words = find?.trim() ?? refuse(mailMessages[context.language].noId)
  const found = await findMail(
    mailboxes,
    { words, ...days, ...(isMark && !wanted.unread ? { unread: true } : {}) },
    context,
  )
  const changed = isMark && wanted.unread ? found.filter(({ head }) => !head.unread) : found
  return (all ? changed : changed.slice(0, 1)).slice(0, mostIds)
}

/** Places by account and folder. */
function grouped<Place extends MailPlace>(places: readonly Place[]) {
  const byFolder = Map.groupBy(places, ({ account, folder }) => JSON.stringify([account, folder]))
  return [...byFolder.values()].map((mails) => {
    const [{ account, folder }] = mails as [Place, ...Place[]]
    return { account, folder, uids: mails.map(({ uid }) => uid), mails }
  })
}

function placesOf(ids: readonly string[], language: 'ko' | 'en'): MailPlace[] {
  if (ids.length === 0 || ids.length > mostIds) refuse(mailMessages[language].noId)
  return ids.map((id) => readMailId(id) ?? refuse(mailMessages[language].badId(id)))
}
