import { mailMessages } from '../../messages/tools/mail.ts'
import { refuse, type Tool, type ToolContext } from '../../protocol/index.ts'
import { refuses, tool } from '../tool.ts'
import { answerFault, explainEffect, mailFault } from './mail-effects.ts'
import { type Mailboxes, type MailPlace, readMailId } from './mailboxes.ts'

const timeoutMs = 60_000
const mostIds = 100
/** Mails that a card names. */
const mostNamed = 5

const schema = {
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'string', maxLength: 300 } },
    unread: { type: 'boolean' },
    move: { type: 'string', maxLength: 200, description: 'archive, trash, junk, inbox or the name of a folder' },
  },
  required: ['ids'],
  additionalProperties: false,
} as const

interface Wanted {
  ids: readonly string[]
  unread?: boolean
  move?: string
}

/** The tool that marks mail as read or unread, archives it or moves it. */
export function markMail(mailboxes: Mailboxes): Tool {
  return tool({
    name: 'mark_mail',
    facts: { group: 'mail', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: { object: ({ ids }) => (Array.isArray(ids) ? ids.join(', ') : ''), undo: 'final' },
    category: 'sensitive',
    effect: () => 'sends',
    timeoutMs,
    description: 'Mark mails as read or unread, or move them (archive, trash, a folder).',
    schema,
    explain: async (args, context) =>
      explainEffect(async () => cardOf(args, await namesOf(mailboxes, args, context), context), 'low'),
    run: (args, context) =>
      answerFault(async () => {
        const say = mailMessages[context.language]
        const { unread = false, move } = args
        let folder = ''
        for (const { account, folder: from, uids } of groupsOf(mailboxes, args, context)) {
          const request =
            move === undefined
              ? ({ do: 'mark', folder: from, uids, unread } as const)
              : ({ do: 'move', folder: from, uids, to: move } as const)
          const answer = await mailboxes.ask(account, request, context.signal)
          if ('fault' in answer)
            return refuses(
              answer.fault === 'missing' && answer.detail === move
                ? say.noFolder(move ?? '')
                : mailFault(answer, context),
            )
          folder = answer.value.folder ?? ''
        }
        const count = args.ids.length
        return { text: move === undefined ? say.marked(count, unread) : say.moved(count, folder) }
      }),
  })
}

function cardOf({ unread = false, move }: Wanted, names: string, { language }: ToolContext): string {
  const say = mailMessages[language]
  return move === undefined ? say.cardMark(names, unread) : say.cardMove(names, move)
}

/** The mails by sender and subject: nobody says yes to a number. */
async function namesOf(mailboxes: Mailboxes, args: Wanted, context: ToolContext): Promise<string> {
  const say = mailMessages[context.language]
  const names: string[] = []
  for (const { account, folder, uids } of groupsOf(mailboxes, args, context)) {
    const answer = await mailboxes.ask(account, { do: 'heads', folder, uids }, context.signal)
    if ('fault' in answer) return refuse(mailFault(answer, context))
    names.push(...answer.value.heads.map(({ from, subject }) => `${from || say.nobody} · ${subject || say.noSubject}`))
  }
  if (names.length === 0) return refuse(say.noId)
  const more = names.length > mostNamed ? [say.andMore(names.length - mostNamed)] : []
  return [...names.slice(0, mostNamed), ...more].join('\n')
}

function groupsOf(mailboxes: Mailboxes, { ids }: Wanted, { language, profile }: ToolContext) {
  const known = mailboxes.of(profile).map(([name]) => name)
  const places = placesOf(ids, language)
  const odd = places.find(({ account }) => !known.includes(account))
  if (odd) refuse(mailMessages[language].noAccount(odd.account, known.join(', ')))
  const byFolder = Map.groupBy(places, ({ account, folder }) => JSON.stringify([account, folder]))
  return [...byFolder.values()].map((some) => {
    const [{ account, folder }] = some as [MailPlace, ...MailPlace[]]
    return { account, folder, uids: some.map(({ uid }) => uid) }
  })
}

function placesOf(ids: readonly string[], language: 'ko' | 'en'): MailPlace[] {
  if (ids.length === 0 || ids.length > mostIds) refuse(mailMessages[language].noId)
  return ids.map((id) => readMailId(id) ?? refuse(mailMessages[language].badId(id)))
}
