import { readFileSync } from 'node:fs'
import { pathsOf } from '../config/paths.ts'
import type { Language } from '../messages/language.ts'

/**
 * The language before any setting is loaded, for help and for mistakes on the command line: ASSISTANT_LANG, then the user's
 * config file, then Korean.
 */
export function languageOf(env: Record<string, string | undefined>, userHome: string, cwd: string): Language {
  const wished = env.ASSISTANT_LANG || configured(pathsOf(env, userHome, cwd).config)
  return wished?.slice(0, 2).toLowerCase() === 'en' ? 'en' : 'ko'
}

/** A file that is missing or damaged wishes nothing; loading the settings says what is wrong with it. */
function configured(path: string): string | undefined {
  try {
    const { language } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof language === 'string' ? language : undefined
  } catch {
    return undefined
  }
}
