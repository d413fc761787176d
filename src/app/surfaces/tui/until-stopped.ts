import { setupMessages } from '../../../messages/commands/setup.ts'
import type { Language } from '../../../messages/language.ts'
import type { SetupPerson } from '../../admin/setup-wizard.ts'

type Teller = Omit<SetupPerson, 'ask'>

/**
 * Do what a person may stop while it comes; false where they did, which is told. Rejects with the reason where the
 * surface is left.
 */
export async function untilStopped(
  person: Teller,
  { leaving, stop }: Record<'leaving' | 'stop', AbortSignal>,
  language: Language,
  work: (person: Teller, signal: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work(person, AbortSignal.any([leaving, stop]))
  } catch (error) {
    if (!stop.aborted || leaving.aborted) throw error
    person.progress()
    person.tell(setupMessages[language].stopped)
    return false
  }
}
