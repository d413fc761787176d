import type { ZodMiniType } from 'zod/mini'
import { accountName, type CalendarAccount, type MailAccount } from '../protocol/index.ts'
import type * as Mini from './zod.ts'

const named = <T>(z: typeof Mini, account: ZodMiniType<T>): ZodMiniType<Record<string, T>> =>
  z.record(z.string().check(z.regex(accountName)), account)
const words = (z: typeof Mini) => z.string().check(z.trim(), z.minLength(1))
const port = (z: typeof Mini) => z.optional(z.int().check(z.gte(1), z.lte(65_535)))

/** Calendars by their names. */
export const calendarAccounts = (z: typeof Mini): ZodMiniType<Record<string, CalendarAccount>> =>
  named(
    z,
    z.strictObject({
      kind: z.enum(['caldav', 'feed', 'file']),
      url: z.optional(z.url({ protocol: /^https?$/ })),
      user: z.optional(words(z)),
      path: z.optional(words(z)),
      profile: z.optional(words(z)),
    }),
  )

/** Mailboxes by their names. */
export const mailAccounts = (z: typeof Mini): ZodMiniType<Record<string, MailAccount>> =>
  named(
    z,
    z.strictObject({
      host: words(z),
      port: port(z),
      user: words(z),
      address: words(z),
      smtpHost: z.optional(words(z)),
      smtpPort: port(z),
      profile: z.optional(words(z)),
    }),
  )
