import { relative } from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { memoryMessages } from '../messages/memory.ts'
import { AssistantError, type Tool, type ToolContext, type ToolResult } from '../protocol/index.ts'
import { pathsIn } from './layout.ts'
import { addFact, type Receipt } from './store.ts'

/** Which page a fact belongs on (SPEC §4): about a person, about the project or team, about how this agent should act. */
type Scope = 'personal' | 'workspace' | 'agent'

const schema = {
  type: 'object',
  properties: { content: { type: 'string' }, scope: { enum: ['personal', 'workspace', 'agent'] } },
  required: ['content'],
} as const

/** Remembers one fact. The answer is given when the line is on the disk, and names it. */
export function saveMemory(home: string): Tool {
  return {
    name: 'save_memory',
    category: 'safe',
    idempotent: true,
    timeoutMs: 0,
    description: 'Remember a lasting fact. workspace: project, team; agent: how to act.',
    schema: schema as unknown as Tool['schema'],
    async *run(args, context) {
      const { content, scope = 'personal' } = args as FromSchema<typeof schema>
      const say = memoryMessages[context.language]
      // A remote sender reads and writes the page of the mapped profile only.
      if (context.origin === 'telegram' && scope !== 'personal') return { text: say.personalOnly, isError: true }
      try {
        return told(home, await addFact(pageOf(home, scope, context), content, provenance(context), context.now()), context)
      } catch (error) {
        if (!(error instanceof AssistantError)) throw error
        const { code, detail = '' } = error.failure
        return { text: code === 'bad-input' ? say.nothing : say.failed(detail), isError: true }
      }
    },
  }
}

/** The file of the page that `scope` means in this turn. */
function pageOf(
  home: string,
  scope: Scope,
  { workspace, agent, profile }: Pick<ToolContext, 'workspace' | 'agent' | 'profile'>,
): string {
  const paths = pathsIn(home)
  if (scope === 'personal') return paths.personal(profile)
  return scope === 'workspace' ? paths.workspace(workspace).memory : paths.agent(workspace, agent).memory
}

function provenance({ now, zone, conversation }: ToolContext) {
  // Sweden writes dates as ISO 8601 does.
  return { date: new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now()), conversation }
}

function told(home: string, receipt: Receipt, { language }: ToolContext): ToolResult {
  const say = memoryMessages[language]
  const place = `${relative(home, receipt.file)}:${receipt.line}`
  const conflicts = receipt.conflicts.map(({ line, text }) => say.conflict(text, line))
  const { file: _, ...data } = receipt
  return {
    text: [say[receipt.status](receipt.text, place), ...conflicts].join('\n'),
    data: { ...data, file: relative(home, receipt.file) },
  }
}
