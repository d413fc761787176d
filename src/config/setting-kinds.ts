import type { ZodMiniType } from 'zod/mini'
import type * as Mini from './zod.ts'

/** One setting. Its meaning stands in messages/commands/setting-meanings.ts under the same key. */
export interface Setting<T> {
  default: T
  /** The type of its values; a function, so that zod is loaded only when there is a value to check. */
  type(z: typeof Mini): ZodMiniType<T>
  /**
   * Return true if a value is plainly one of `type`, as it is: then zod, 4 ms of a start, is not loaded. When in doubt,
   * false.
   */
  sure?(value: unknown): boolean
  /** Its environment variable, where it is not `ASSISTANT_` and the key in capitals. */
  env?: string
  /** Changes what is in the variable to what the setting takes. */
  fromEnv?(text: string): unknown
  /** Not taken from a project's file: it decides what a project may do. */
  personal?: true
}

/** A setting with its default and its type. */
export const setting = <T>(
  fallback: T,
  type: Setting<T>['type'],
  more: Omit<Setting<T>, 'default' | 'type'> = {},
): Setting<T> => ({
  default: fallback,
  type,
  ...more,
})

/** Words that are not blank. */
export const nonEmptyText = (z: typeof Mini) => z.string().check(z.trim(), z.minLength(1))
/** The same without the schema library, where it is sure. */
export const areWords = (value: unknown) => typeof value === 'string' && value !== '' && value === value.trim()
/** Words, or nothing. */
export const optionalWords = (env?: string, more: Partial<Setting<string | undefined>> = {}) =>
  setting<string | undefined>(undefined, (z) => z.optional(nonEmptyText(z)), {
    ...(env ? { env } : {}),
    sure: areWords,
    ...more,
  })
/** True or false. */
export const onOff = (fallback: boolean, more: Partial<Setting<boolean>> = {}) =>
  setting<boolean>(fallback, (z) => z.boolean(), { sure: (value) => typeof value === 'boolean', ...more })
/** One of these words. */
export const oneOf = <const T extends string>(
  values: readonly T[],
  fallback: NoInfer<T>,
  more: Partial<Setting<T>> = {},
) => setting<T>(fallback, (z) => z.enum(values), { sure: (value) => values.includes(value as T), ...more })
/** http(s) only: no other scheme is ever called. */
export const addressSetting = (fallback: string, env: string, more: Partial<Setting<string>> = {}) =>
  setting<string>(fallback, (z) => z.url({ protocol: /^https?$/ }), { env, sure: isPlainAddress, ...more })
const isPlainAddress = (value: unknown) =>
  typeof value === 'string' && /^https?:\/\/[\w.-]+(:\d+)?(\/[\w./-]*)?$/.test(value) && URL.canParse(value)
/** Any number of words. */
export const listSetting = (more: Partial<Setting<string[]>> = {}) =>
  setting<string[]>([], (z) => z.array(nonEmptyText(z)), more)
/** A whole number from `least` on. */
export const countSetting = (fallback: number, least = 1) =>
  setting<number>(fallback, (z) => z.int().check(z.gte(least)))
/** At most a day: more is a typing error, and timers end at 2^31 ms. */
export const millisecondsSetting = (fallback: number) =>
  setting<number>(fallback, (z) => z.int().check(z.gte(1), z.lte(86_400_000)))
