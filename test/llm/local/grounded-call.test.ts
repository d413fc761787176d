import { expect, test } from 'vitest'
import { isCallGrounded } from '../../../src/llm/local/grounded-call.ts'
import type { JsonObject } from '../../../src/protocol/index.ts'

const when = { now: new Date('2026-11-28T10:00:00+09:00'), zone: 'Asia/Seoul' }
const schema = { type: 'object', properties: { action: { type: 'string', enum: ['create', 'cancel'] } } }

test.each<[string, JsonObject, boolean]>([
  ['내일 3시에 치과 가야 해', { action: 'create', title: '치과', at: '2026-11-29T15:00:00+09:00' }, true],
  ['내일 3시에 치과 가야 해', { action: 'create', title: '치과', at: '2026-11-29T15:00' }, true],
  ['내일 3시에 치과 가야 해', { action: 'create', title: '치과', at: '2026-11-29T06:00:00Z' }, true],
  ['내일 3시에 치과 가야 해', { action: 'create', title: '치과', at: '2026-11-29T16:00:00+09:00' }, false],
  ['내일 3시에 치과 가야 해', { action: 'create', title: '안과', at: '2026-11-29T15:00:00+09:00' }, false],
  ['내일 치과 가야 해', { title: '치과', at: '2026-11-29T09:00:00+09:00' }, false],
  ['내일 치과 가야 해', { title: '치과', at: '2026-11-29' }, true],
  ['내일 치과 가야 해', { title: '치과', at: '내일' }, true],
  ['장보기에 우유 두 개', { items: ['우유'], count: 2 }, true],
  ['장보기에 우유 두 개', { items: ['우유', '계란'] }, false],
  ['장보기에 우유 두 개', { count: 3 }, false],
  ['장보기에 우유 두 개', { action: 'destroy' }, false],
  ['locker number is 4821', { content: 'The locker number is 4821.' }, true],
  ['locker number is 4821', { content: 'locker number is 9999' }, false],
])('“%s” holds all of %o: %s', (text, args, isGrounded) => {
  expect(isCallGrounded(args, { schema }, text, when)).toBe(isGrounded)
})
