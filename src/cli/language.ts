import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathsOf } from '../config/paths.ts'
import { type Language, languageOfLocale } from '../messages/language.ts'

type Env = Record<string, string | undefined>

/**
 * The language before any setting is loaded, for help and for mistakes on the command line: ASSISTANT_LANG, a trusted
 * project's config file, the user's, the system's (LC_ALL, LANG), then Korean. A project's costs loading the
 * settings, and only where there is one.
 */
export async function languageOf(env: Env, userHome: string, cwd: string): Promise<Language> {
  if (!env.ASSISTANT_LANG && inProject(cwd)) {
    const { loadSettings } = await import('../config/settings.ts')
    return (await loadSettings({ env, cwd, userHome })).settings.language
  }
  const wanted = env.ASSISTANT_LANG || readConfigured(pathsOf(env, userHome, cwd).config)
  if (!wanted) return languageOfLocale(env) ?? 'ko'
  return wanted.slice(0, 2).toLowerCase() === 'en' ? 'en' : 'ko'
}

/** Return true if this folder, or one above it, has settings of its own. */
function inProject(folder: string): boolean {
  const above = dirname(folder)
  return existsSync(join(folder, '.assistant', 'config.json')) || (above !== folder && inProject(above))
}

/** A file that is missing or damaged sets nothing; loading the settings says what is wrong with it. */
function readConfigured(path: string): string | undefined {
  try {
    const { language } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof language === 'string' ? language : undefined
  } catch {
    return undefined
  }
}
