import { eventMessages } from '../../../messages/tools/events.ts'
import { refuse, type ToolContext } from '../../../protocol/index.ts'
import { runIsolated } from '../../../std/process/isolated.ts'
import { mailFault } from '../../mail/mail-effects.ts'
import { type Mailboxes, readMailId } from '../../mail/mailboxes.ts'
import { draftJob } from '../calendar-jobs.ts'
import type { Calendars } from '../calendars.ts'
import { fileOf, placeFor } from '../change-event.ts'
import type { CalendarEvent } from '../event.ts'
import { faultText, findEvent } from '../find-event.ts'
import { wholeWhen } from '../tell-events.ts'
import { findInvitation } from './find-invitation.ts'
import type { GivenAnswer, InvitationReply } from './reply-invitation.ts'

/** What a call says. */
export interface AnswerArgs {
  id?: string
  find?: string
  on?: string
  answer: GivenAnswer
  comment?: string
}

/** An answer that is fully understood: what is sent to whom, and what is written on which calendar. */
export interface AnswerPlan {
  event: CalendarEvent
  reply: Omit<InvitationReply, 'as'>
  /** The mailbox that tells the organizer. */
  mail?: { account: string; from: string; to: string }
  /** The file of one's own calendar; without `etag` it is new. */
  put?: { account: string; href: string; name: string; etag?: string }
  /** The server tells the organizer. */
  isTold: boolean
}

/** Plan an answer to the invitation that is meant. Throws a sentence where there is none, or no way to answer. */
export async function planAnswer(
  calendars: Calendars,
  mailboxes: Mailboxes,
  args: AnswerArgs,
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
  { id, answer, comment }: AnswerArgs & { id: string },
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
    reply: replyOf({ ics: texts[0] ?? '', address, answer, comment }, event, context),
    ...(canSend ? { mail: { account, from: settings.address, to } } : {}),
    ...(place
      ? { put: { account: place.account, name: place.name || place.account, href: hrefFor(place.url, event.uid) } }
      : {}),
  }
}

async function planByEvent(
  calendars: Calendars,
  mailboxes: Mailboxes,
  { id, answer, comment }: AnswerArgs & { id: string },
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
    reply: replyOf({ ics: file.ics, address, answer, comment }, event, context),
    put: { account, href, etag, name: event.calendar || account },
    ...(!schedules && sender
      ? { mail: { account: sender[0], from: sender[1].address, to: event.organizerAddress } }
      : {}),
  }
}

/** A series is answered as a whole by mail, by its single time where that has an event of its own. */
const replyOf = (
  { comment, ...given }: Pick<InvitationReply, 'ics' | 'address' | 'answer'> & { comment: string | undefined },
  { occurrence }: CalendarEvent,
  { now, zone }: ToolContext,
): AnswerPlan['reply'] => ({
  ...{ do: 'answer', ...given, now: +now(), zone },
  ...(comment === undefined ? {} : { comment }),
  ...(occurrence === undefined ? {} : { occurrence }),
})

const ownAddress = ({ attendees = [] }: CalendarEvent, own: readonly string[]) =>
  attendees.find(({ address }) => own.some((one) => one.toLowerCase() === address.toLowerCase()))?.address

const hrefFor = (url: string, uid: string) =>
  new URL(`${encodeURIComponent(uid.replace(/[^\w@.-]/g, '_')).slice(0, 200)}.ics`, url.endsWith('/') ? url : `${url}/`)
    .href

/** Tell what will be sent and kept, for the question before it. */
export function answerCard(
  { event, mail, put, isTold }: AnswerPlan,
  { answer, comment }: AnswerArgs,
  context: ToolContext,
): string {
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
export async function sendReply(
  mailboxes: Mailboxes,
  { event, reply }: AnswerPlan,
  { account, from, to }: { account: string; from: string; to: string },
  { answer, comment }: AnswerArgs,
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
export async function keepAnswer(
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
