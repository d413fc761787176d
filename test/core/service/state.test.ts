import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Slot } from '../../../src/core/service/slots.ts'
import { snapshotOf } from '../../../src/core/service/snapshot.ts'
import {
  advanceState,
  beginTasks,
  dropAll,
  type FlowState,
  loadNext,
  missingSlots,
  newFlowState,
  nextTask,
  type Operation,
  taskKey,
  waitsForChoice,
} from '../../../src/core/service/state.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const errors = { invalid: 'invalid', past: 'past', min: 'min' }
const slots: Slot[] = [
  { name: 'who', type: 'person', required: true, label: 'who', questions: [], errors },
  { name: 'sum', type: 'amount', required: true, label: 'sum', questions: [], errors, min: 1 },
  { name: 'day', type: 'date', required: false, label: 'day', questions: [], errors },
]

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('엄마', '만원', 10_000, 0, -5, 3.5, '2026-11-27', '2020-01-01', '내일'),
) as fc.Arbitrary<never>
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    op: fc.constant('set' as const),
    slot: fc.constantFrom('who', 'sum', 'day', 'nothing', '__proto__'),
    value,
  }),
  fc.record({ op: fc.constant('clear' as const), slot: fc.constantFrom('who', 'sum', 'day') }),
  fc.record({ op: fc.constantFrom('confirm' as const, 'continue' as const, 'cancel' as const) }),
)

describe('the machine', () => {
  test('is READY only when everything is there and nothing is wrong, CONFIRMED only from READY, and keeps only values that are right', () => {
    fc.assert(
      fc.property(fc.array(fc.array(operation, { maxLength: 4 }), { maxLength: 14 }), (turns) => {
        let state: FlowState = newFlowState('t')
        for (const operations of turns) {
          const before = structuredClone(state)
          const after = advanceState(slots, state, operations, when)
          expect(state).toEqual(before)
          if (after.stage === 'READY') {
            expect(missingSlots(slots, after)).toEqual([])
            expect(after.errors).toEqual({})
          }
          if (after.stage === 'CONFIRMED' && before.stage !== 'CONFIRMED') {
            expect(before.stage).toBe('READY')
            expect(operations.some(({ op }) => op === 'confirm')).toBe(true)
          }
          const { sum, day, ...others } = after.slots
          if (sum !== undefined) expect(Number.isSafeInteger(sum) && Number(sum) >= 1).toBe(true)
          if (day !== undefined) expect(String(day) >= '2026-11-21').toBe(true)
          expect(Object.keys(others).every((name) => name === 'who')).toBe(true)
          expect(JSON.parse(JSON.stringify(after))).toEqual(after)
          state = after
        }
      }),
      { numRuns: 500 },
    )
  })

  test('every task of a batch is settled exactly once, in order, under a key of its own', () => {
    const outcome = fc.constantFrom('executed' as const, 'failed' as const, 'cancelled' as const, 'all' as const)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(outcome, { minLength: 6, maxLength: 6 }),
        (count, outcomes) => {
          const tasks = Array.from({ length: count }, (_, i): Operation[] => [
            { op: 'set', slot: 'who', value: `사람${i}` },
            { op: 'set', slot: 'sum', value: i + 1 },
          ])
          let state = beginTasks(slots, newFlowState('t'), tasks, when)
          const keys = new Set<string>()
          for (const how of outcomes) {
            if (state.stage !== 'READY') break
            keys.add(taskKey('c', state))
            if (how === 'all') state = dropAll(state)
            else state = nextTask(slots, state, { slots: state.slots, outcome: how }, when)
            if (waitsForChoice(state)) state = loadNext(slots, state, when)
          }
          expect(state.queue).toEqual([])
          expect(state.settled.map(({ slots: { who } }) => who)).toEqual(tasks.map((_, i) => `사람${i}`))
          expect(keys.size).toBeLessThanOrEqual(count)
          expect(snapshotOf(slots, state)).toMatchObject({ meta: { batch_total: count, batch_progress: count } })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('the eleventh filling turn is UNSUPPORTED, not the tenth', () => {
    const turns = Array.from({ length: 11 }).reduce<FlowState[]>(
      (all) => all.concat(advanceState(slots, all.at(-1) as FlowState, [], when)),
      [advanceState(slots, newFlowState('t'), [{ op: 'set', slot: 'who', value: '엄마' }], when)],
    )
    expect(turns.map(({ stage }) => stage).slice(-2)).toEqual(['FILLING', 'UNSUPPORTED'])
    expect(turns).toHaveLength(12)
  })
})
