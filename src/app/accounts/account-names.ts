import type { Language } from '../../messages/language.ts'
import { accountCommandMessages } from '../../messages/tools/account-commands.ts'
import { accountName, fail } from '../../protocol/index.ts'

/**
 * The wished name of an account, or one out of `usual` that is not taken yet. Throws `bad-input` for one that cannot
 * be.
 */
export function freeName(
  asked: string | undefined,
  usual: string,
  taken: Readonly<Record<string, unknown>>,
  language: Language,
): string {
  const say = accountCommandMessages[language]
  if (asked !== undefined) {
    if (!accountName.test(asked)) fail('bad-input', { data: { sentence: say.badName(asked) } })
    if (Object.hasOwn(taken, asked)) fail('bad-input', { data: { sentence: say.taken(asked) } })
    return asked
  }
  const letters = usual.normalize('NFC').replace(/[^\p{L}\p{N}-]+/gu, '-')
  const base = letters.replace(/^-+|-+$/g, '').slice(0, 24) || 'account'
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`
    if (!Object.hasOwn(taken, name)) return name
  }
}
