import { accountMessages } from '../../messages/tools/accounts.ts'
import { mailMessages } from '../../messages/tools/mail.ts'
import type { Tool } from '../../protocol/index.ts'
import { fileDeeds } from '../checkpoints/checkpointed.ts'
import { isAutorunPath } from '../files/autorun-files.ts'
import { faultText, type PathPolicyOf, withFileErrors } from '../files/file-errors.ts'
import { writablePath } from '../files/path-policy.ts'
import { saveFile } from '../files/write-file.ts'
import { refuses, tool } from '../tool.ts'
import { mailFault } from './mail-effects.ts'
import { type Mailboxes, readMailId } from './mailboxes.ts'
import { sizeText } from './read-mail.ts'

const timeoutMs = 60_000

const schema = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 300 },
    part: { type: 'string', maxLength: 50 },
    path: { type: 'string', maxLength: 1_000 },
  },
  required: ['id', 'part', 'path'],
  additionalProperties: false,
} as const

/** The tool that saves an attachment under a name shown to the person. The file stays marked as untrusted. */
export function saveAttachment(mailboxes: Mailboxes, policyOf: PathPolicyOf): Tool {
  return tool({
    name: 'save_attachment',
    facts: { group: 'mail', kind: 'edit', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: fileDeeds({ targets: ['path'] }, policyOf),
    category: 'sensitive',
    timeoutMs,
    description: 'Save an attachment of a mail (id and part from mail) as a new file.',
    schema,
    effect: ({ path }) => (isAutorunPath(path) ? 'runs' : 'keeps'),
    explain: async ({ id, part, path }, context) => {
      try {
        const say = mailMessages[context.language]
        const place = readMailId(id)
        if (!place) return { refused: say.badId(id) }
        await writablePath(path, await policyOf(context))
        const { account, folder, uid } = place
        const answer = await mailboxes.ask(account, { do: 'read', folder, uid }, context.signal)
        if ('fault' in answer) return { refused: mailFault(answer, context) }
        const { attachments = [], from = '' } = answer.value.message ?? {}
        const name = attachments.find((one) => one.part === part)?.name ?? ''
        return { effect: say.cardSave(name, from, path), risk: 'medium' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ id, part, path }, context) =>
      withFileErrors(context, async () => {
        const say = mailMessages[context.language]
        const place = readMailId(id)
        const known = mailboxes.of(context.profile).map(([name]) => name)
        if (!place || !known.includes(place.account)) return refuses(say.badId(id))
        const policy = await policyOf(context)
        const target = await writablePath(path, policy)
        const answer = await mailboxes.ask(
          place.account,
          { do: 'fetch', folder: place.folder, uid: place.uid, part },
          context.signal,
        )
        if ('fault' in answer)
          return refuses(accountMessages[context.language].faults[answer.fault](answer.detail ?? ''))
        const bytes = answer.value.file?.bytes ?? new Uint8Array()
        await policy.foreign?.keep(target, bytes, [...(context.sources ?? []), `mail ${place.account}`])
        await saveFile(target, path, bytes, { policy, mode: undefined })
        return { text: say.saved(path, sizeText(bytes.length)), data: { path, bytes: bytes.length } }
      }),
  })
}
