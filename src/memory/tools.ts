import { relative } from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { memoryMessages } from '../messages/engine/memory.ts'
import { memoryTrustMessages } from '../messages/engine/memory-trust.ts'
import {
  AssistantError,
  deedText,
  type Explained,
  fail,
  type Id,
  isMessenger,
  type Json,
  type Tool,
  type ToolContext,
  type ToolResult,
  type UndoOutcome,
} from '../protocol/index.ts'
import { dropEntry } from '../std/fs/trash.ts'
import { holdsUntil } from '../std/korean/dates/until.ts'
import { isoDate } from '../std/time/local-time.ts'
import { isCardSecret } from './card-secret.ts'
import { type ConflictChoice, Notebook, type PlacedFact, pageOf, type Scope, scopes } from './notebook.ts'
import type { Provenance } from './page.ts'
import { isGuest } from './profiles.ts'
import { type FindSource, originOf } from './provenance/origin.ts'
import type { Receipt } from './store.ts'

const scope = { type: 'string', enum: ['personal', 'workspace', 'agent'] } as const
const saving = {
  type: 'object',
  properties: { content: { type: 'string' }, scope },
  required: ['content'],
} as const
const searching = {
  type: 'object',
  properties: { query: { type: 'string' }, origin: { type: 'boolean' } },
  required: ['query'],
} as const
const updating = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['update', 'forget', 'settle'] },
    content: { type: 'string' },
    new: { type: 'string' },
    scope,
  },
  required: ['action', 'content'],
} as const

/** The memory tools of models: save, search, and change (after approval). */
export function memoryTools(home: string, find: FindSource): Tool[] {
  return [saveMemory(home), searchMemory(home, find), updateMemory(home)]
}

/** `save_memory`: saves one fact. The result names the line and comes after it is on disk. */
export function saveMemory(home: string): Tool {
  const notebook = new Notebook(home)
  return {
    name: 'save_memory',
    facts: { group: 'core', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: true },
    deeds: { object: ({ content }) => deedText(content), undo: (kept, context) => undoMemory(notebook, kept, context) },
    category: 'safe',
    effect: () => 'keeps',
    idempotent: true,
    timeoutMs: 0,
    description: 'Remember a lasting fact. workspace: project, team; agent: how to act.',
    schema: saving as unknown as Tool['schema'],
    async *run(args, context) {
      const { content, scope = 'personal' } = args as FromSchema<typeof saving>
      const say = memoryMessages[context.language]
      if (context.private) return { text: say.privateNow, isError: true }
      if (isCardSecret(content)) return { text: say.cardSecret, isError: true }
      if (!scopesFor(context).includes(scope)) return { text: say.personalOnly, isError: true }
      return await orFailed(context, async () => {
        const file = pageOf(home, scope, context)
        const until = holdsUntil(content, { now: context.now(), zone: context.zone })
        const from = { ...provenanceOf(context), ...(until ? { until } : {}) }
        return receiptResult(home, await notebook.add(file, content, from, 'tool', context.now()), context)
      })
    },
  }
}

/** Takes back changes of memory, the newest first, with what they put in the trash. */
async function undoMemory(notebook: Notebook, kept: Json, { now }: ToolContext): Promise<UndoOutcome> {
  const { changes = [], trash = [] } = (kept ?? {}) as Partial<MemoryUndo>
  for (const id of changes.toReversed()) if (!(await notebook.undo(now(), id))?.taken) return 'changed'
  for (const id of trash) await dropEntry(notebook.home, id)
  return 'undone'
}

/** Ids of changes in the history of memory, and of entries in the trash. */
interface MemoryUndo {
  changes: Id[]
  trash: string[]
}

/** The deed of changes that can be taken back, named by a line. */
function memoryDeed(object: string, changes: readonly { undo?: Id; trash?: string }[]): Pick<ToolResult, 'deed'> {
  const ids = changes.flatMap(({ undo }) => undo ?? [])
  const trash = changes.flatMap((one) => one.trash ?? [])
  const undo = ids.length === changes.length ? { undo: { changes: ids, trash } } : {}
  return { deed: { object, ...undo } }
}

/** Maximum number of lines in a search result. */
const searchLines = 5

/** `search_memory`: finds facts that are not in the prompt, also by other words. */
function searchMemory(home: string, find: FindSource): Tool {
  const notebook = new Notebook(home)
  return {
    name: 'search_memory',
    facts: { group: 'core', kind: 'search', subject: 'arguments', reads: 'memory', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    idempotent: true,
    timeoutMs: 0,
    description: 'Search remembered facts. origin: with the message and day each came from.',
    schema: searching as unknown as Tool['schema'],
    async *run(args, context) {
      const { query, origin = false } = args as FromSchema<typeof searching>
      const found = await notebook.search(query, context, searchLines, scopesFor(context))
      const marked = found.find(({ from }) => from?.source)?.from?.source
      const lineText = async (fact: PlacedFact) =>
        origin
          ? memoryTrustMessages[context.language].origin(await originOf(home, fact, find))
          : `- ${fact.text} (${relative(home, fact.file)}:${fact.line})`
      const lines = await Promise.all(found.map(lineText))
      return {
        text: lines.join('\n') || memoryMessages[context.language].nothingFound,
        data: found.map((fact) => plainFact(home, fact)),
        ...(marked === undefined ? {} : { untrusted: true, source: `memory (${marked})` }),
      }
    },
  }
}

/** `update_memory`: changes or removes one line; the approval card shows the line. */
function updateMemory(home: string): Tool {
  const notebook = new Notebook(home)
  return {
    name: 'update_memory',
    facts: { group: 'core', kind: 'other', subject: 'arguments', reads: 'memory', leavesNothing: true },
    deeds: { object: ({ content }) => deedText(content), undo: (kept, context) => undoMemory(notebook, kept, context) },
    category: 'sensitive',
    idempotent: true,
    timeoutMs: 0,
    description:
      'Replace or forget the remembered line that contains content. settle: content keep, new or both decides a contradiction.',
    schema: updating as unknown as Tool['schema'],
    async explain(args, context) {
      const { action, content, new: text = '', scope } = args as unknown as Updating
      const say = memoryMessages[context.language]
      if (context.private) return { refused: say.privateNow }
      if (action === 'settle') return explainSettling(notebook, content, context)
      if (action === 'update' && text.trim() === '') return { refused: say.nothing }
      const { line, why } = await factNamed(notebook, content, context, scope)
      if (!line) return { refused: why }
      if (action === 'update') return { effect: say.willUpdate(line.text, text), risk: 'low' }
      return { effect: say.willForget(line.text), risk: 'low', byHand: `assistant memory forget ${inShell(line.text)}` }
    },
    async *run(args, context) {
      const { action, content, new: text = '', scope } = args as unknown as Updating
      const say = memoryMessages[context.language]
      if (context.private) return { text: say.privateNow, isError: true }
      if (action === 'settle') return await orFailed(context, () => settleConflict(notebook, content, context))
      if (action === 'update' && text.trim() === '') return { text: say.nothing, isError: true }
      return await orFailed(context, async () => {
        const { line, why } = await factNamed(notebook, content, context, scope)
        if (!line) return { text: why, isError: true }
        const done = await (action === 'forget'
          ? notebook.forget(line.file, line.text, 'tool', context.now())
          : notebook.update(line.file, line.text, text, provenanceOf(context), 'tool', context.now()))
        if (!done) return { text: say.noSuch(content), isError: true }
        const file = relative(home, done.file)
        const place = `${file}:${done.line}`
        const said = action === 'forget' ? say.forgotten(line.text, place) : say.merged(text, place)
        return { text: said, data: { ...done, file }, ...memoryDeed(action === 'forget' ? line.text : text, [done]) }
      })
    },
  }
}

/** A line as one argument of a shell's command. */
const inShell = (line: string) => `'${line.replaceAll("'", String.raw`'\''`)}'`

/**
 * The newest contradiction on pages that may be read from here; undefined where there is none or `how` decides
 * nothing.
 */
async function openConflict(notebook: Notebook, how: string, context: ToolContext) {
  const readable = scopesFor(context).map((scope) => pageOf(notebook.home, scope, context))
  const conflict = (await notebook.conflicts()).findLast(({ file }) => readable.includes(file))
  return conflict && (how === 'keep' || how === 'new' || how === 'both')
    ? { conflict, how: how as ConflictChoice }
    : undefined
}

async function explainSettling(notebook: Notebook, content: string, context: ToolContext): Promise<Explained> {
  const say = memoryMessages[context.language]
  const open = await openConflict(notebook, content, context)
  if (!open) return { refused: say.noConflicts }
  const { id, others, text } = open.conflict
  const gone = { keep: [text], new: others, both: [] }[open.how]
  const effect = gone.length > 0 ? gone.map(say.willForget).join('\n') : say.bothStay(others.join(', '), text)
  return { effect, risk: 'low', byHand: `assistant memory settle ${id} ${open.how}` }
}

async function settleConflict(notebook: Notebook, content: string, context: ToolContext): Promise<ToolResult> {
  const say = memoryMessages[context.language]
  const open = await openConflict(notebook, content, context)
  const settled = open && (await notebook.settle(open.conflict.id, open.how, context.now()))
  if (!open || !settled) return { text: say.noConflicts, isError: true }
  const { others, text } = open.conflict
  const standing = { keep: others, new: [text], both: [...others, text] }[open.how]
  return {
    text: say.settledAs(standing.join(', ')),
    data: { ...open.conflict, file: relative(notebook.home, open.conflict.file) },
    ...memoryDeed(standing.join(', '), settled),
  }
}

type Updating = { action: 'update' | 'forget' | 'settle'; content: string; new?: string; scope?: Scope }

/**
 * The one fact that `content` names, or why none is meant: nothing says that, several lines do, or it is not to be
 * read from here.
 */
async function factNamed(
  notebook: Notebook,
  content: string,
  context: ToolContext,
  scope?: Scope,
): Promise<{ line?: PlacedFact; why: string }> {
  const say = memoryMessages[context.language]
  const readable = scopesFor(context)
  if (scope && !readable.includes(scope)) return { why: say.personalOnly }
  const found = await notebook.meant(content, context, scope ? [scope] : readable)
  const [line] = found
  if (line && found.length === 1) return { line, why: '' }
  const near = line ? [] : await notebook.search(content, context, nearLines, scope ? [scope] : readable)
  // A line that came from outside is no answer to a request to remove one.
  const own = near.filter(({ from }) => !from?.source)
  return {
    why: say.notOne(
      content,
      found.map(({ text }) => text),
      own.map(({ text }) => text),
    ),
  }
}

/** Lines that are shown where no line is the one that was named. */
const nearLines = 3

/** A remote sender reads and writes the page of the mapped profile only (SPEC §4), and so does a guest. */
const scopesFor = ({ origin, profile }: ToolContext): readonly Scope[] =>
  isMessenger(origin) || isGuest(profile) ? ['personal'] : scopes

/** Maximum number of sources in the provenance of a line. */
const mostSources = 3

/** Origin of a fact that is saved in this turn: the date where the person is, and the conversation. */
function provenanceOf({
  now,
  zone,
  conversation,
  sources = [],
}: Pick<ToolContext, 'now' | 'zone' | 'conversation' | 'sources'>): Provenance {
  const source = sources.length > 0 ? { source: sources.slice(0, mostSources).join(', ') } : {}
  return { date: isoDate(now(), zone), ...(conversation ? { conversation } : {}), ...source }
}

/** Turns a storage failure into an error result, so that the conversation goes on. */
async function orFailed({ language }: ToolContext, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    const { code, detail = '' } = error.failure
    const say = memoryMessages[language]
    if (code !== 'bad-input' && code !== 'storage' && code !== 'busy') return fail(code, error.failure)
    return { text: code === 'bad-input' ? say.nothing : say.failed(detail), isError: true }
  }
}

function receiptResult(home: string, receipt: Receipt & { undo?: Id }, { language }: ToolContext): ToolResult {
  const say = memoryMessages[language]
  const place = `${relative(home, receipt.file)}:${receipt.line}`
  const conflicts = receipt.conflicts.map(({ line, text }) => say.conflict(text, line))
  const { file: _, ...data } = receipt
  return {
    text: [say[receipt.status](receipt.text, place), ...conflicts].join('\n'),
    data: { ...data, file: relative(home, receipt.file) },
    ...(receipt.status === 'known' ? {} : memoryDeed(`${receipt.text} (${place})`, [receipt])),
  }
}

const plainFact = (home: string, { scope, file, line, text }: PlacedFact) => ({
  scope,
  file: relative(home, file),
  line,
  text,
})
