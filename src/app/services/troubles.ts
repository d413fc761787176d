import type { Language } from '../../messages/language.ts'
import { servicesFolder } from './grants.ts'

/**
 * Lists the troubles of a home's services that are switched on: those that are left out, and words that another one
 * takes first.
 */
export async function serviceTroubles(home: string, language: Language): Promise<string[]> {
  const [{ claimingBuiltIns }, { disabledServices, findServices }, { sharedWords }, { serviceMessages }] =
    await Promise.all([
      import('./built-in.ts'),
      import('../../services/declared/folder.ts'),
      import('../../services/declared/claim.ts'),
      import('../../messages/engine/service.ts'),
    ])
  const folder = servicesFolder(home)
  const off = await disabledServices(folder)
  const found = (await findServices(folder, language)).filter(({ name }) => !off.includes(name))
  const say = serviceMessages[language].desk
  const sound = found.filter(({ problems }) => problems.length === 0)
  const shared = sharedWords([...(await claimingBuiltIns(off)), ...sound])
  return [
    ...found.flatMap(({ name, problems: [problem] }) => (problem ? [say.leftOut(name, problem)] : [])),
    ...shared.map(({ name, word, other }) => say.shared(name, word, other)),
  ]
}
