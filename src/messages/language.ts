export type Language = 'ko' | 'en'

/**
 * The language that the system is set to (LC_ALL, else LC_MESSAGES, else LANG); undefined where it says nothing about
 * one (C, POSIX). Whoever reads neither Korean nor English reads rather English.
 */
export function languageOfLocale(env: Readonly<Record<string, string | undefined>>): Language | undefined {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || 'C'
  if (/^(?:C|POSIX)(?:\.|$)/i.test(locale)) return undefined
  return /^ko(?:[_.@-]|$)/i.test(locale) ? 'ko' : 'en'
}
