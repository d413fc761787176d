import { setSecret } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { setSetting } from '../../config/write.ts'

/** Removes an account from a setting and deletes its secrets. False if there is no account of that name. */
export async function removeAccount(
  { paths, settings }: LoadedSettings,
  setting: 'calendars' | 'mail',
  name: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const { [name]: gone, ...left } = settings[setting]
  if (!gone) return false
  await setSetting(paths.config, setting, left, now)
  for (const secret of secrets) await setSecret(paths, secret, undefined, now)
  return true
}
