import { eventMessages } from '../../../messages/tools/events.ts'
import { finalDeed, type Tool } from '../../../protocol/index.ts'
import { ShownPlans } from '../../accounts/shown-plans.ts'
import { answerFault, explainEffect } from '../../mail/mail-effects.ts'
import type { Mailboxes } from '../../mail/mailboxes.ts'
import { refuses, tool } from '../../tool.ts'
import type { Calendars } from '../calendars.ts'
import { type AnswerPlan, answerCard, keepAnswer, planAnswer, sendReply } from './plan-answer.ts'

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
        const plan = await planAnswer(calendars, mailboxes, args, context)
        shown.keep(args, context, plan)
        return answerCard(plan, args, context)
      }, 'medium'),
    run: (args, context) =>
      answerFault(async () => {
        const say = eventMessages[context.language]
        const plan = await shown.take(args, context, () => planAnswer(calendars, mailboxes, args, context))
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
