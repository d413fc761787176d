import type { PlanEntry } from '@agentclientprotocol/sdk'
import type { JsonObject, Tool } from '../../protocol/index.ts'
import { textResult, tool } from '../../tools/tool.ts'

const statuses = ['pending', 'in_progress', 'completed'] as const

/**
 * Keeps a plan that the person sees beside the conversation. It changes nothing else: the editor draws what the call
 * says.
 */
export const planTool: Tool = tool({
  name: 'update_plan',
  facts: { group: 'core', kind: 'think', subject: 'arguments', reads: 'nothing', leavesNothing: true },
  deeds: 'none',
  category: 'safe',
  readOnly: true,
  description:
    'Shows the person your plan and how far you are. Work of several steps: call it before the first and again whenever one begins or is done, each time with all steps. Not for a single step.',
  schema: {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        maxItems: 50,
        items: {
          type: 'object',
          properties: { step: { type: 'string' }, status: { type: 'string', enum: statuses } },
          required: ['step', 'status'],
          additionalProperties: false,
        },
      },
    },
    required: ['steps'],
  },
  run: async ({ steps }) =>
    textResult(`${steps.filter(({ status }) => status === 'completed').length}/${steps.length}`),
})

/** The steps of a call of the tool, as far as they are ones; undefined for other tools. */
export function calledPlan(name: string, { steps }: JsonObject): PlanEntry[] | undefined {
  if (name !== planTool.name) return undefined
  return (Array.isArray(steps) ? steps : []).flatMap((one) => {
    const { step, status } = (one ?? {}) as JsonObject
    const known = statuses.find((name) => name === status)
    return typeof step === 'string' && known ? [{ content: step, priority: 'medium' as const, status: known }] : []
  })
}

/** The numbered steps of a plan in words, in its first list. */
export function writtenPlan(answer: string): PlanEntry[] {
  const entries: PlanEntry[] = []
  for (const line of answer.split('\n')) {
    const [, number, words = ''] = /^ {0,3}(\d{1,2})[.)]\s+(\S.*)$/.exec(line) ?? []
    if (number === undefined || Number(number) !== entries.length + 1) continue
    entries.push({ content: words.replace(/\*\*|`/g, ''), priority: 'medium', status: 'pending' })
  }
  return entries
}
