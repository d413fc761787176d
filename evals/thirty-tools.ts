import type { BroughtTool, JsonObject } from '../src/protocol/index.ts'
import { idleTool } from './idle-tool.ts'

/** Thirty tools of an office: what each is for, and what it answers. Only one of them is ever needed. */
const offices: readonly [name: string, purpose: string][] = (
  [
    ['invoice', ['create', 'send', 'list', 'cancel', 'pay']],
    ['customer', ['find', 'create', 'merge', 'export', 'tag']],
    ['ticket', ['open', 'close', 'assign', 'escalate', 'list']],
    ['stock', ['count', 'order', 'move', 'reserve', 'audit']],
    ['room', ['find', 'book', 'release', 'equip', 'list']],
  ] as const
).flatMap(([thing, deeds]) =>
  deeds.map((deed): [string, string] => [`${thing}_${deed}`, `The office's ${thing}s: ${deed} one by its number.`]),
)
const parcels: readonly [name: string, purpose: string][] = [
  ['parcel_send', 'Hand a parcel to the carrier.'],
  ['parcel_track', 'Where a parcel is now and when it comes, by its number.'],
  ['parcel_return', 'Send a parcel back.'],
  ['parcel_insure', 'Insure a parcel before it leaves.'],
  ['parcel_price', 'What a parcel costs by weight.'],
]

const schema: JsonObject = {
  type: 'object',
  properties: { number: { type: 'string', description: 'Its number.' } },
  required: ['number'],
  additionalProperties: false,
}

/** Tools that stand in the way of a task, beside those of the program. */
export const thirtyTools: readonly BroughtTool[] = [...offices, ...parcels].map(([name, description]) =>
  idleTool({ name, description, schema }, ({ number }) =>
    name === 'parcel_track' && String(number).includes('8812')
      ? 'parcel 8812: in Daejeon, arrives on Monday before noon'
      : 'nothing of that number',
  ),
)
