import { expect, test } from 'vitest'
import { agreementKey, evaluate, type PermissionContext, type questions } from '../../../src/core/permissions/policy.ts'
import { type Category, type JsonObject, type ToolEffect, unknownFacts } from '../../../src/protocol/index.ts'

interface Case {
  category: Category
  effect?: ToolEffect
  args?: JsonObject
  more?: Partial<PermissionContext>
}

/** A tool of this program that sends to a service of its own. */
const own = { name: 'tool', facts: { ...unknownFacts, reads: 'web' as const } }

function judge({ category, effect, args = {}, more = {} }: Case): string {
  const verdict = evaluate({ name: 'tool', category, facts: own.facts, effect: () => effect }, args, {
    origin: 'tui',
    categories: ['safe', 'sensitive', 'restricted'],
    granted: () => true,
    rule: () => undefined,
    session: () => false,
    tainted: false,
    ...more,
  })
  return verdict.do === 'run' ? 'run' : `${verdict.do} ${verdict.because}`
}

// What could lift a question, all of it at once; each row takes out of it what counts.
const all: Partial<PermissionContext> = {
  rule: () => 'allow',
  session: () => true,
  mode: 'accept',
  editsHere: true,
  contained: true,
  repeated: true,
  agreed: new Set([agreementKey(own, {})]),
}
const lifting: Record<string, Partial<PermissionContext>> = {
  rule: { rule: () => 'allow' },
  session: { session: () => true },
  edits: { mode: 'accept', editsHere: true },
  contained: { rule: () => 'allow', contained: true },
  repeated: { rule: () => 'allow', contained: true, repeated: true },
  agreed: { agreed: new Set([agreementKey(own, {})]) },
}
const nothing: string[] = []

/** Each question as it stands alone, and what lifts it. `all`: whatever else the person allowed changes nothing. */
const rows: Record<keyof typeof questions, [Case, because: string, liftedBy: string[]]> = {
  carried: [{ category: 'safe', effect: 'sends', more: { carried: () => 'secret' } }, 'secret', nothing],
  runs: [{ category: 'sensitive', effect: 'runs' }, 'runs', nothing],
  obeyed: [{ category: 'sensitive', effect: 'obeyed' }, 'obeyed', ['rule', 'contained', 'repeated']],
  restricted: [{ category: 'restricted' }, 'category', ['contained', 'repeated']],
  restrictedAfterText: [{ category: 'restricted', more: { tainted: true } }, '(any)', ['repeated']],
  keepsAfterText: [{ category: 'safe', effect: 'keeps', more: { tainted: true } }, 'tainted', nothing],
  sendsAfterText: [{ category: 'safe', effect: 'sends', more: { tainted: true } }, 'tainted', ['agreed']],
  remote: [{ category: 'sensitive', more: { origin: 'telegram' } }, 'category', nothing],
  sensitiveAfterText: [{ category: 'sensitive', more: { tainted: true } }, '(any)', nothing],
  rule: [{ category: 'safe', more: { rule: () => 'ask' } }, 'rule', ['session']],
  sensitive: [{ category: 'sensitive' }, 'category', ['rule', 'session', 'edits', 'contained', 'repeated']],
}

test.each(Object.entries(rows))('the question %s is lifted by what its row says and by nothing else', (name, row) => {
  const [call, because, liftedBy] = row
  const asked = judge(call)
  expect(asked.startsWith('ask')).toBe(true)
  if (because !== '(any)') expect(asked).toBe(`ask ${because}`)
  for (const [lift, more] of Object.entries(lifting)) {
    // A rule that asks is the question itself here.
    if (name === 'rule' && 'rule' in more) continue
    const verdict = judge({ ...call, more: { ...more, ...call.more } })
    expect([lift, verdict === 'run']).toEqual([lift, liftedBy.includes(lift)])
  }
  if (liftedBy.length === 0) expect(judge({ ...call, more: { ...all, ...call.more } })).toMatch(/^ask/)
})

test('a rule that forbids is above every lift, and plan mode above every rule', () => {
  for (const category of ['safe', 'sensitive', 'restricted'] as const) {
    expect(judge({ category, more: { ...all, rule: () => 'deny' } })).toBe('refuse rule')
    expect(judge({ category, more: { ...all, mode: 'plan' } })).toBe('refuse plan')
  }
})

test('a yes to send something holds for that tool and where it sends, and for nothing that is kept', () => {
  const agreed = new Set([agreementKey(own, { to: 'kim', text: 'a' })])
  const after = (effect: ToolEffect, args: JsonObject) =>
    judge({ category: 'safe', effect, args, more: { tainted: true, agreed } })
  expect(after('sends', { to: 'kim', text: 'other words' })).toBe('run')
  expect(after('sends', { to: 'lee', text: 'a' })).toBe('ask tainted')
  expect(after('keeps', { to: 'kim', text: 'a' })).toBe('ask tainted')
  expect(agreementKey({ ...own, name: 'web_search' }, { query: 'a' })).not.toBe(
    agreementKey({ ...own, name: 'get_weather' }, { query: 'a' }),
  )
  expect(agreementKey({ ...own, name: 'x' }, { url: 'https://a.example/1' })).toBe(
    agreementKey({ ...own, name: 'x' }, { url: 'https://a.example/2' }),
  )
  expect(agreementKey({ ...own, name: 'x' }, { url: 'https://a.example/1' })).not.toBe(
    agreementKey({ ...own, name: 'x' }, { url: 'https://b.example/1' }),
  )
})

test('where an address is none, a yes holds for the text as it stands', () => {
  const keys = ['not an address', 'nor this', '', undefined].map((url) =>
    agreementKey({ ...own, name: 'x' }, url === undefined ? {} : { url }),
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test('of another program nobody knows where a call sends: a yes holds for exactly that call', () => {
  const server = { name: 'mcp_bank_send', facts: unknownFacts }
  const yes = agreementKey(server, { recipient: 'kim', amount: 1 })
  expect(agreementKey(server, { amount: 1, recipient: 'kim' })).toBe(yes)
  for (const args of [{ recipient: 'lee', amount: 1 }, { recipient: 'kim', amount: 2 }, {}, { recipient: 'kim' }])
    expect(agreementKey(server, args)).not.toBe(yes)
})
