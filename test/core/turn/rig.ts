// A chat over real parts: a model that the test writes, tools that count, no settings.
import type { Flow, FlowContext } from '../../../src/core/flow.ts'
import type { PermissionContext } from '../../../src/core/permissions/policy.ts'
import { createChat } from '../../../src/core/turn/chat-flow.ts'
import type { AuditEntry, ToolRunDeps } from '../../../src/core/turn/tool-runner.ts'
import { turnMessages } from '../../../src/messages/engine/turn.ts'
import {
  type Category,
  type Input,
  type JsonObject,
  type Provider,
  type Tool,
  unknownFacts,
} from '../../../src/protocol/index.ts'

export const id = '01TURN000000000000000000AB'

/** A tool that counts how often it ran, so that "was not run" can be seen. */
export function counting(
  name: string,
  category: Category,
  answer: (args: JsonObject) => string = () => 'ok',
  more: Partial<Tool> = {},
): Tool & { runs: JsonObject[] } {
  const runs: JsonObject[] = []
  return {
    name,
    facts: unknownFacts,
    deeds: 'none',
    category,
    idempotent: false,
    timeoutMs: 0,
    description: name,
    schema: { type: 'object', properties: { n: { type: 'number' } } },
    async *run(args) {
      runs.push(args)
      return { text: answer(args) }
    },
    ...more,
    runs,
  }
}

interface Setting {
  tools?: Tool[]
  permits?: Partial<PermissionContext>
  canAsk?: boolean
  rounds?: number
  softMs?: number
  hardMs?: number
}

export function chat(
  provider: Provider,
  { tools = [], permits = {}, canAsk = true, rounds = 10, softMs = 60_000, hardMs = 600_000 }: Setting = {},
) {
  const audit: AuditEntry[] = []
  const session = new Set<string>()
  const map = new Map(tools.map((tool) => [tool.name, tool]))
  const toolRun = (input: Input, context: FlowContext): ToolRunDeps => ({
    tools: map,
    validate: async (_, args) => (typeof (args.n ?? 0) === 'number' ? undefined : 'n: a number, please'),
    permits: () => ({
      origin: input.origin,
      categories: ['safe', 'sensitive', 'restricted'],
      granted: () => false,
      rule: () => undefined,
      session: ({ name }) => session.has(name),
      tainted: context.thread().messages.some((message) => message.role === 'tool' && message.untrusted),
      ...permits,
    }),
    scopeOf: ({ name }) => name,
    allowForSession: (scope) => session.add(scope),
    canAsk,
    toolContext: (signal) => ({
      signal,
      now: () => new Date(),
      zone: 'Asia/Seoul',
      language: 'ko',
      conversation: id,
      turn: input.id,
      origin: input.origin,
      by: input.by,
      agent: '비서',
      workspace: 'home',
      profile: 'me',
    }),
    toolMs: 10_000,
    askMs: 30_000,
    sentences: turnMessages.ko,
    audit: async (entry) => void audit.push(entry),
  })
  const flow: Flow = createChat({
    today: () => '2026-11-21',
    resolveTurn: async (input, context) => ({
      model: { provider, providerName: 'test', model: 'm' },
      schemas: () => tools.map(({ name, description, schema }) => ({ name, description, schema })),
      run: toolRun(input, context),
      pages: async () => ({
        base: 'base',
        persona: 'persona',
        workspace: '',
        instructions: '',
        agent: '',
        personal: '- 이름은 철수',
      }),
    }),
    window: { limit: 30, keep: 15 },
    compaction: true,
    summarise: () =>
      async function* () {
        return { text: '', facts: [] }
      },
    keep: () =>
      async function* () {
        return true
      },
    afterwards: async function* () {},
    budget: () => ({ chars: 80_000, tokens: 100_000 }),
    correction: () => 1,
    problems: async () => [],
    limits: { rounds, sameCalls: 3, softMs, hardMs },
  })
  return { flow, audit, session }
}
