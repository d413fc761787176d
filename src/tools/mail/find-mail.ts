import { mailMessages } from '../../messages/tools/mail.ts'
import { refuse, type ToolContext } from '../../protocol/index.ts'
import { mailFault } from './mail-effects.ts'
import type { MailHead, MailQuery } from './mail-message.ts'
import { inbox, type Mailboxes, type MailPlace, readMailId } from './mailboxes.ts'

/** The mails that words are looked for in, where a part of them is wanted. */
const mostFound = 100

/** Mails by words of their sender or subject, and further limits. */
export interface MailFilter extends Omit<MailQuery, 'words' | 'from' | 'limit'> {
  /** '' for any. */
  words: string
}

/**
 * The mails of a name in the inboxes, the newest first: those of a sender, else those of a subject, else those that say
 * it. Refuses where there is none.
 */
export async function findMail(
  mailboxes: Mailboxes,
  { words, ...limits }: MailFilter,
  context: ToolContext,
): Promise<(MailPlace & { head: MailHead })[]> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  // Servers look for words that stand together: the longest is asked for, the others are looked for here.
  const [longest] = wanted.toSorted((a, b) => b.length - a.length)
  const asked = longest === undefined ? {} : { words: longest }
  const all = await lookIn(mailboxes, { ...limits, ...asked, limit: mostFound }, context)
  const saying = (textOf: (head: MailHead) => string) =>
    all.filter(({ head }) => wanted.every((word) => textOf(head).toLowerCase().includes(word)))
  const found = [
    saying(({ from }) => from),
    saying(({ subject }) => subject),
    saying(({ from, subject }) => `${from} ${subject}`),
    wanted.length < 2 ? all : [],
  ].find((some) => some.length > 0)
  return found ?? refuse(mailMessages[context.language].noMailCalled(words))
}

/** The mail of an id, or the newest of those that words name. */
export async function placeOfMail(mailboxes: Mailboxes, about: string, context: ToolContext): Promise<MailPlace> {
  const place = readMailId(about)
  if (place) return place
  const [newest] = await findMail(mailboxes, { words: about.trim() }, context)
  return newest ?? refuse(mailMessages[context.language].noMailCalled(about))
}

async function lookIn(mailboxes: Mailboxes, query: MailQuery, context: ToolContext) {
  const names = mailboxes.of(context.profile).map(([name]) => name)
  const asked = names.map(async (account) => {
    const answer = await mailboxes.ask(account, { do: 'look', folder: inbox, query }, context.signal)
    return { account, answer }
  })
  const answers = await Promise.all(asked)
  // A mailbox that is away may hold a newer one.
  for (const { answer } of answers) if ('fault' in answer) refuse(mailFault(answer, context))
  return answers
    .flatMap(({ account, answer }) =>
      'value' in answer ? answer.value.heads.map((head) => ({ account, folder: inbox, uid: head.uid, head })) : [],
    )
    .sort((a, b) => b.head.at - a.head.at)
}
