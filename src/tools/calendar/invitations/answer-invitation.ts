import { eventMessages } from '../../../messages/tools/events.ts'
import { finalDeed, refuse, type Tool, type ToolContext } from '../../../protocol/index.ts'
import { runIsolated } from '../../../std/process/isolated.ts'
import { ShownPlans } from '../../accounts/shown-plans.ts'
import { answerFault, explainEffect, mailFault } from '../../mail/mail-effects.ts'
import { type Mailboxes, readMailId } from '../../mail/mailboxes.ts'
import { refuses, tool } from '../../tool.ts'
import { draftJob } from '../calendar-jobs.ts'
import type { Calendars } from '../calendars.ts'
import { fileOf, placeFor } from '../change-event.ts'
import type { CalendarEvent } from '../event.ts'
import { faultText, findEvent } from '../find-event.ts'
import { wholeWhen } from '../tell-events.ts'
import { findInvitation } from './find-invitation.ts'
import type { GivenAnswer, InvitationReply } from './reply-invitation.ts'

const timeoutMs = 90_000

const schema = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 300, description: 'of the mail that invites, or of the event' },
    find: { type: 'string', maxLength: 200, description: 'instead of id: its title or organizer' },
    on: { type: 'string', maxLength: 40, description: 'with find: its day' },
    answer: { type: 'string', enum: ['yes', 'no', 'maybe'] },
    comment: { type: 'string', maxLength: 500 },
  },
  required: ['answer'],
  additionalProperties: false,
} as const

interface Args {
  id?: string
  find?: string
  on?: string
  answer: GivenAnswer
  comment?: string
}

/** An answer that is fully understood: what is sent to whom, and what is written on which calendar. */
interface AnswerPlan {
  event: CalendarEvent
  reply: Omit<InvitationReply, 'as'>
  /** The mailbox that tells the organizer. */
  mail?: { account: string; from: string; to: string }
  /** The file of one's own calendar; without `etag` it is new. */
  put?: { account: string; href: string; name: string; etag?: string }
  /** The server tells the organizer. */
  isTold: boolean
}

/** The tool that answers an invitation: to its organizer by mail or by the calendar's server, and on one's calendar. */
export function answerInvitation(calendars: Calendars, mailboxes: Mailboxes): Tool {
  const shown = new ShownPlans<AnswerPlan>()
  return tool({
    name: 'answer_invitation',
    facts: { group: 'calendar', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('answer'),
    category: 'sensitive',
    effect: () => 'sends',
    timeoutMs,
    description: 'Accept, decline or tentatively accept an invitation, by the id of its mail or event.',
    schema,
    explain: async (args, context) =>
      explainEffect(async () => {
        const plan = await planOf(calendars, mailboxes, args, context)
        shown.keep(args, context, plan)
        return cardOf(plan, args, context)
      }, 'medium'),
    run: (args, context) =>
      answerFault(async () => {
        const say = eventMessages[context.language]
        const plan = await shown.take(args, context, () => planOf(calendars, mailboxes, args, context))
        const answer = say.answers[args.answer]
        const title = plan.event.title || say.untitled
        if (plan.mail) {
          const sent = await sendReply(mailboxes, plan, plan.mail, args, context)
          if (sent !== undefined) return refuses(sent)
        }
        const kept = plan.put ? await keepAnswer(calendars, plan, plan.put, context) : undefined
        if (kept !== undefined) return plan.mail ? { text: say.answerHalf(kept) } : refuses(kept)
        return { text: say.answerDone(title, answer) }
      }),
  })
}

async function planOf(
  calendars: Calendars,
  mailboxes: Mailboxes,
  args: Args,
  context: ToolContext,
): Promise<AnswerPlan> {
  const { find = '', on } = args
  const id =
    args.id ?? (await findInvitation(calendars, mailboxes, { words: find.trim(), ...(on ? { on } : {}) }, context))
  return readMailId(id)
    ? planByMail(calendars, mailboxes, { ...args, id }, context)
    : planByEvent(calendars, mailboxes, { ...args, id }, context)
}

async function planByMail(
  calendars: Calendars,
  mailboxes: Mailboxes,
  { id, answer, comment }: Args & { id: string },
  context: ToolContext,
): Promise<AnswerPlan> {
  const say = eventMessages[context.language]
  const { account = '', folder = '', uid = 0 } = readMailId(id) ?? {}
  const own = mailboxes.addresses(context.profile)
  const reader = { zone: context.zone, own }
  const [, settings] = mailboxes.of(context.profile).find(([name]) => name === account) ?? refuse(say.noInvitation)
  const read = await mailboxes.ask(account, { do: 'read', folder, uid, reader }, context.signal)
  if ('fault' in read) return refuse(mailFault(read, context))
  const { invitations = [], calendars: texts = [] } = read.value.message ?? {}
  const [invitation] = invitations
  if (invitation?.method !== 'REQUEST') return refuse(say.noInvitation)
  const { event } = invitation
  const to = event.organizerAddress ?? refuse(say.noInvitation)
  const address = ownAddress(event, own) ?? settings.address
  const canSend = settings.smtpHost !== undefined
  const isOnline = calendars.of(context.profile).some(([, { kind }]) => kind === 'caldav')
  if (!canSend && !isOnline) return refuse(say.noWay)
  const place = isOnline && answer !== 'no' ? await placeFor(calendars, undefined, context) : undefined
  return {
    ...{ event, isTold: false },
    reply: {
      do: 'answer',
      ics: texts[0] ?? '',
      address,
      answer,
      now: +context.now(),
      zone: context.zone,
      ...about(comment, event),
    },
    ...(canSend ? { mail: { account, from: settings.address, to } } : {}),
    ...(place
      ? { put: { account: place.account, name: place.name || place.account, href: hrefFor(place.url, event.uid) } }
      : {}),
  }
}

async function planByEvent(
  calendars: Calendars,
  mailboxes: Mailboxes,
  { id, answer, comment }: Args & { id: string },
  context: ToolContext,
): Promise<AnswerPlan> {
  const say = eventMessages[context.language]
  const event = await findEvent(calendars, id, context)
  const { account, href, etag } = event
  if (event.organizerAddress === undefined || event.answer === 'organizer') return refuse(say.noInvitation)
  if (href === undefined || !etag) return refuse(say.readOnly(account))
  const [, { user = '' }] = calendars.of(context.profile).find(([name]) => name === account) ?? ['', {}]
  const address = ownAddress(event, [user, ...mailboxes.addresses(context.profile)]) ?? refuse(say.notInvited)
  const { file, schedules } = await fileOf(calendars, { account, href, etag }, context)
  const sender = mailboxes
    .of(context.profile)
    .find(([, one]) => one.smtpHost !== undefined && one.address.toLowerCase() === address.toLowerCase())
  return {
    ...{ event, isTold: schedules },
    reply: {
      do: 'answer',
      ics: file.ics,
      address,
      answer,
      now: +context.now(),
      zone: context.zone,
      ...about(comment, event),
    },
    put: { account, href, etag, name: event.calendar || account },
    ...(!schedules && sender
      ? { mail: { account: sender[0], from: sender[1].address, to: event.organizerAddress } }
      : {}),
  }
}

/** A series is answered as a whole by mail, by its single time where that has an event of its own. */
const about = (comment: string | undefined, { occurrence }: CalendarEvent) => ({
  ...(comment === undefined ? {} : { comment }),
  ...(occurrence === undefined ? {} : { occurrence }),
})

const ownAddress = ({ attendees = [] }: CalendarEvent, own: readonly string[]) =>
  attendees.find(({ address }) => own.some((one) => one.toLowerCase() === address.toLowerCase()))?.address

const hrefFor = (url: string, uid: string) =>
  new URL(`${encodeURIComponent(uid.replace(/[^\w@.-]/g, '_')).slice(0, 200)}.ics`, url.endsWith('/') ? url : `${url}/`)
    .href

function cardOf({ event, mail, put, isTold }: AnswerPlan, { answer, comment }: Args, context: ToolContext): string {
  const say = eventMessages[context.language]
  const by = event.organizer ?? event.organizerAddress ?? ''
  const told = isTold ? say.answerByServer(by) : mail ? say.answerByMail(`${by} (${mail.to})`) : say.answerUntold
  const lines = [
    say.cardAnswer(event.title || say.untitled, wholeWhen(event.days ?? event, context), say.answers[answer]),
    ...(comment ? [comment] : []),
    told,
    ...(put && put.etag === undefined ? [say.answerKept(put.name)] : []),
  ]
  return lines.join('\n')
}

/** Send the answer; the sentence that says why it was not. */
async function sendReply(
  mailboxes: Mailboxes,
  { event, reply }: AnswerPlan,
  { account, from, to }: { account: string; from: string; to: string },
  { answer, comment }: Args,
  context: ToolContext,
): Promise<string | undefined> {
  const say = eventMessages[context.language]
  const { ics } = await runIsolated(draftJob, { ...reply, as: 'reply' }, { signal: context.signal })
  const title = event.title || say.untitled
  const text = say.replyText(say.replySubjects[answer], title, wholeWhen(event.days ?? event, context))
  const mail = {
    ...{ from, to: [to], cc: [], at: +context.now(), calendar: { method: 'REPLY', ics } },
    ...{ subject: say.replySubject(say.replySubjects[answer], title), text: comment ? `${comment}\n\n${text}` : text },
  }
  const sent = await mailboxes.send(account, mail, context.signal)
  return 'fault' in sent ? mailFault(sent, context) : undefined
}

/** Write the answer into one's own calendar. One that is there already stays: the server put it there. */
async function keepAnswer(
  calendars: Calendars,
  { reply }: AnswerPlan,
  { account, href, etag }: { account: string; href: string; etag?: string },
  context: ToolContext,
): Promise<string | undefined> {
  const { ics } = await runIsolated(draftJob, { ...reply, as: 'event' }, { signal: context.signal })
  const kept = await calendars.ask(
    account,
    { do: 'put', href, ics, ...(etag === undefined ? {} : { etag }) },
    context.signal,
  )
  return 'fault' in kept && !(etag === undefined && kept.fault === 'changed') ? faultText(kept, context) : undefined
}
