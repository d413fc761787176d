import type { Input, Tool } from '../../protocol/index.ts'
import { loaderName } from '../tools/tool-groups.ts'

/**
 * Return the tools that a schedule is offered while nobody looks: safe ones, and the sensitive ones that were granted
 * to it.
 */
export function unattendedTools({ unattended }: Input, tools: readonly Tool[]): string[] | undefined {
  if (!unattended) return undefined
  const mayRun = ({ name, category }: Tool) =>
    category === 'safe' || (category === 'sensitive' && unattended.tools.includes(name))
  return [loaderName, ...tools.filter(mayRun).map(({ name }) => name)]
}
