import type { ZodMiniType } from 'zod/mini'
import { accountName, type CalendarAccount, type MailAccount } from '../protocol/index.ts'
import type * as Mini from './zod.ts'

const accountsByName = <T>(z: typeof Mini, account: ZodMiniType<T>): ZodMiniType<Record<string, T>> =>
  z.record(z.string().check(z.regex(accountName)), account)
const nonEmptyText = (z: typeof Mini) => z.string().check(z.trim(), z.minLength(1))
const optionalPort = (z: typeof Mini) => z.optional(z.int().check(z.gte(1), z.lte(65_535)))

/** Calendars by their names. */
export const calendarAccounts = (z: typeof Mini): ZodMiniType<Record<string, CalendarAccount>> =>
  accountsByName(
    z,
    z.strictObject({
      kind: z.enum(['caldav', 'feed', 'file']),
      url: z.optional(z.url({ protocol: /^https?$/ })),
      user: z.optional(nonEmptyText(z)),
      path: z.optional(nonEmptyText(z)),
      profile: z.optional(nonEmptyText(z)),
    }),
  )

/** Mailboxes by their names. */
export const mailAccounts = (z: typeof Mini): ZodMiniType<Record<string, MailAccount>> =>
  accountsByName(
    z,
    z.strictObject({
      host: nonEmptyText(z),
      port: optionalPort(z),
      user: nonEmptyText(z),
      address: nonEmptyText(z),
      smtpHost: z.optional(nonEmptyText(z)),
      smtpPort: optionalPort(z),
      profile: z.optional(nonEmptyText(z)),
    }),
  )
