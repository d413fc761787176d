import { mailMessages } from '../../messages/tools/mail.ts'
import { finalDeed, refuse, type Tool, type ToolContext } from '../../protocol/index.ts'
import type { MailAddress } from '../../std/mail/mail-header.ts'
import { ShownPlans } from '../accounts/shown-plans.ts'
import { refuses, tool } from '../tool.ts'
import { placeOfMail } from './find-mail.ts'
import { answerFault, explainEffect, mailFault } from './mail-effects.ts'
import type { MailText } from './mail-message.ts'
import type { Mailboxes, MailPlace } from './mailboxes.ts'
import type { OutgoingMail } from './outgoing.ts'

const timeoutMs = 60_000
const mostPeople = 20

const schema = {
  type: 'object',
  properties: {
    to: { type: 'array', items: { type: 'string', maxLength: 300 } },
    cc: { type: 'array', items: { type: 'string', maxLength: 300 } },
    subject: { type: 'string', maxLength: 300 },
    text: { type: 'string', maxLength: 50_000 },
    reply_to: { type: 'string', maxLength: 300, description: 'id of the mail it answers, or words of it' },
    all: { type: 'boolean', description: 'answer everybody who got it' },
    forward: { type: 'string', maxLength: 300, description: 'id of the mail it passes on, or words' },
    account: { type: 'string', maxLength: 100 },
  },
  required: ['text'],
  additionalProperties: false,
} as const

interface Written {
  to?: readonly string[]
  cc?: readonly string[]
  subject?: string
  text: string
  reply_to?: string
  all?: boolean
  forward?: string
  account?: string
}

/** A mail that is fully understood, and the mailbox it is written in. */
interface MailPlan {
  account: string
  mail: OutgoingMail
}

/** The tool that saves a draft in the mailbox. Nothing is sent. */
export function draftMail(mailboxes: Mailboxes): Tool {
  const shown = new ShownPlans<MailPlan>()
  return tool({
    name: 'draft_mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('subject'),
    category: 'sensitive',
    effect: () => 'sends',
    timeoutMs,
    description: 'Write a draft into the user’s drafts folder.',
    schema,
    explain: (args, context) => showCard(mailboxes, shown, args, context, 'cardDraft'),
    run: (args, context) =>
      answerFault(async () => {
        const { account, mail } = await shown.take(args, context, () => planOf(mailboxes, args, context))
        const written = await mailboxes.compose(mail, context.signal)
        const answer =
          'fault' in written
            ? written
            : await mailboxes.ask(account, { do: 'draft', message: written.value.message }, context.signal)
        if ('fault' in answer) return refuses(mailFault(answer, context))
        return { text: mailMessages[context.language].drafted(mail.subject, answer.value.folder ?? '') }
      }),
  })
}

/** The tool that sends a mail. It always asks, shows the whole text, and is refused for remote origins. */
export function sendMail(mailboxes: Mailboxes): Tool {
  const shown = new ShownPlans<MailPlan>()
  return tool({
    name: 'send_mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('subject'),
    category: 'restricted',
    effect: () => 'sends',
    timeoutMs,
    description: 'Send a mail from the user’s address. Asked every time.',
    schema,
    explain: (args, context) => showCard(mailboxes, shown, args, context, 'cardSend'),
    run: (args, context) =>
      answerFault(async () => {
        const say = mailMessages[context.language]
        const { account, mail } = await shown.take(args, context, () => planOf(mailboxes, args, context))
        const answer = await mailboxes.send(account, mail, context.signal)
        if ('fault' in answer) return refuses(answer.fault === 'timeout' ? say.unsure : mailFault(answer, context))
        const { rejected } = answer.value
        return {
          text: rejected.length > 0 ? say.partly(rejected.join(', ')) : say.sent([...mail.to, ...mail.cc].join(', ')),
        }
      }),
  })
}

/** Validates recipients and text. What an answer or a mail that is passed on does not say follows from that mail. */
async function planOf(mailboxes: Mailboxes, args: Written, context: ToolContext): Promise<MailPlan> {
  const say = mailMessages[context.language]
  const about = args.reply_to ?? args.forward
  const place = about === undefined ? undefined : await placeOfMail(mailboxes, about, context)
  const own = mailboxes.of(context.profile)
  const wanted = args.account ?? place?.account ?? own[0]?.[0] ?? ''
  const [account, settings] =
    own.find(([name]) => name === wanted) ?? refuse(say.noAccount(wanted, own.map(([name]) => name).join(', ')))
  const original = place && (await originalOf(mailboxes, place, context))
  const isOwn = ({ address }: MailAddress) => own.some(([, one]) => one.address.toLowerCase() === address.toLowerCase())
  const answers = args.reply_to !== undefined && original ? original : undefined
  const to = args.to ?? answers?.answerTo.map(addressText) ?? []
  const others = args.all && answers ? answers.others.filter((one) => !isOwn(one)).map(addressText) : []
  const cc = args.cc ?? others.filter((one) => !to.includes(one))
  if (to.length === 0 || to.length + cc.length > mostPeople) refuse(say.people(mostPeople))
  const odd = [...to, ...cc].find((one) => !isAddress(one))
  if (odd !== undefined) refuse(say.badAddress(odd))
  const isForward = args.forward !== undefined && original !== undefined
  const mail: OutgoingMail = {
    ...{ from: settings.address, to, cc, at: +context.now() },
    subject: args.subject ?? subjectOf(original, isForward) ?? refuse(say.needSubject),
    text: isForward ? `${args.text}\n\n${say.forwarded(original.from, original.subject, original.text)}` : args.text,
  }
  if (isForward && place)
    return { account, mail: { ...mail, forwarded: await sourceOf(mailboxes, place, original.subject, context) } }
  const id = answers?.messageId
  return { account, mail: { ...mail, ...(id ? { inReplyTo: id, ...withReferences(answers) } : {}) } }
}

const withReferences = ({ references }: MailText) => (references === undefined ? {} : { references })

/** "Re: 점심", once. */
function subjectOf(original: MailText | undefined, isForward: boolean): string | undefined {
  if (!original) return undefined
  const mark = isForward ? 'Fwd' : 'Re'
  return new RegExp(`^(?:${isForward ? 'fwd?|전달' : 're|회신|답장'})\\s?:`, 'i').test(original.subject)
    ? original.subject
    : `${mark}: ${original.subject}`
}

const addressText = ({ name, address }: MailAddress) => {
  const plain = name.replace(/[<>@,;:"\r\n]/g, ' ').trim()
  return plain ? `${plain} <${address}>` : address
}

async function originalOf(
  mailboxes: Mailboxes,
  { account, folder, uid }: MailPlace,
  context: ToolContext,
): Promise<MailText> {
  const found = await mailboxes.ask(account, { do: 'read', folder, uid }, context.signal)
  if ('fault' in found) return refuse(mailFault(found, context))
  return found.value.message ?? refuse(mailMessages[context.language].noId)
}

async function sourceOf(mailboxes: Mailboxes, { account, folder, uid }: MailPlace, name: string, context: ToolContext) {
  const found = await mailboxes.ask(account, { do: 'source', folder, uid }, context.signal)
  if ('fault' in found) return refuse(mailFault(found, context))
  return { name: name || 'message', bytes: found.value.file?.bytes ?? new Uint8Array() }
}

/** Parses "Kim <kim@example.com>" or a bare address. Rejects anything that could be read as two. */
const isAddress = (text: string) => /^(?:[^<>@,;:\r\n]{1,200} ?<[^\s<>@,;]+@[\w.-]+>|[^\s<>@,;:]+@[\w.-]+)$/.test(text)

function showCard(
  mailboxes: Mailboxes,
  shown: ShownPlans<MailPlan>,
  args: Written,
  context: ToolContext,
  kind: 'cardDraft' | 'cardSend',
) {
  const card = async () => {
    const plan = await planOf(mailboxes, args, context)
    shown.keep(args, context, plan)
    const { from, to, cc, subject, text } = plan.mail
    return mailMessages[context.language][kind](from, to.join(', '), cc.join(', '), subject, text)
  }
  return explainEffect(card, kind === 'cardSend' ? 'high' : 'low')
}
