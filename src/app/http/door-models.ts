import { listAgents } from '../../memory/agents.ts'
import type { DoorModel } from '../../ui/http/openai/doors.ts'
import type { AppContext } from '../context/app-context.ts'
import { servicesFolder } from '../services/grants.ts'

/** The assistant, its agents and its services, as other programs choose a model. */
export async function doorModels({ loaded, initial, language }: AppContext): Promise<DoorModel[]> {
  const { home } = loaded.paths
  const [{ builtIns }, { findServices, disabledServices }] = await Promise.all([
    import('../services/built-in.ts'),
    import('../../services/declared/folder.ts'),
  ])
  const folder = servicesFolder(home)
  const [agents, own, off] = await Promise.all([
    listAgents(home, initial.workspace),
    findServices(folder, language),
    disabledServices(folder),
  ])
  const whole = own.filter(({ problems }) => problems.length === 0)
  const services = [...builtIns.map(({ file }) => file.name), ...whole.map(({ name }) => name)]
  return [
    { id: 'assistant' },
    ...agents.filter((agent) => agent !== initial.agent).map((agent) => ({ id: `assistant/${agent}`, agent })),
    ...services
      .filter((service) => !off.includes(service))
      .map((service) => ({ id: `assistant/service/${service}`, service })),
  ]
}
