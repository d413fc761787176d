import { limits } from '../../../protocol/index.ts'
import { sanitise } from '../../../std/text/sanitise.ts'
import { hashOf } from '../config/spec.ts'
import { type ArgsSchema, readSchema } from './schema.ts'

/** A tool as its server describes it. */
export interface DescribedTool extends ArgsSchema {
  /** The server's own name of it. */
  name: string
  /** Its title for people, sanitised by `shownTitle`. */
  title?: string
  description: string
  /** Runs only as a task: the call is started and polled. */
  task: boolean
  /** A hash of everything that a model would read of it. */
  hash: string
}

/** The tools of one server, and the names of the invalid, duplicate and surplus ones. */
export interface Catalogue {
  tools: DescribedTool[]
  broken: string[]
  twice: string[]
  over: string[]
  /** It has resources to read besides. */
  resources: boolean
}

/** Maximum number of tools of one server, and maximum length of a description in characters. */
const mostTools = 256
const mostDescription = 1_500
/**
 * Characters of all tools of one server as a model is sent them: half of a request, so that the conversation has room
 * beside them.
 */
const mostChars = limits.contextChars / 2

/** Parses a server's tool list. A malformed tool is skipped; of two with the same name the first is used. */
export function readCatalogue(listed: readonly unknown[]): Omit<Catalogue, 'resources'> {
  const catalogue: Omit<Catalogue, 'resources'> = { tools: [], broken: [], twice: [], over: [] }
  const seen = new Set<string>()
  let room = mostChars
  for (const [at, one] of listed.entries()) {
    const tool = at < mostTools ? readTool(one) : undefined
    const size = tool ? JSON.stringify([tool.name, tool.description, tool.schema]).length : 0
    if (at >= mostTools || size > room) catalogue.over.push(nameOf(one) ?? `#${at + 1}`)
    else if (!tool) catalogue.broken.push(nameOf(one) ?? `#${at + 1}`)
    else if (seen.has(tool.name)) catalogue.twice.push(tool.name)
    else {
      catalogue.tools.push(tool)
      seen.add(tool.name)
      room -= size
    }
  }
  return catalogue
}

const mostNamed = 10

/** The first of many names, and how many more there are. */
export function listSome(names: readonly string[]): string {
  const more = names.length - mostNamed
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`… +${more}`] : [])].join(', ')
}

function readTool(value: unknown): DescribedTool | undefined {
  const name = nameOf(value)
  if (!name) return undefined
  const { title, description = '', inputSchema, execution, annotations } = value as Record<string, unknown>
  const schema = readSchema(inputSchema)
  if (typeof description !== 'string' || !schema) return undefined
  // Invisible characters are removed for models, too.
  const told = sanitise(description || (typeof title === 'string' ? title : '')).slice(0, mostDescription)
  const task = (execution as { taskSupport?: unknown } | undefined)?.taskSupport === 'required'
  const shown = shownTitle(title ?? (annotations as { title?: unknown } | undefined)?.title)
  return {
    name,
    ...(shown === undefined ? {} : { title: shown }),
    description: told,
    ...schema,
    task,
    hash: hashOf([name, title ?? null, description, inputSchema]),
  }
}

/** Characters of a title that a person is shown. */
const mostTitle = 60
/** Invisible characters. */
const unseen = /[\u115f\u1160\u3164\uffa0]/g

/**
 * A server's title of a tool as it may stand in a question of ours: one short line of letters, figures and the marks
 * within names. It can neither end the quotes that it is shown in, nor ask, nor begin a line. Undefined where nothing
 * is left.
 */
export function shownTitle(title: unknown): string | undefined {
  if (typeof title !== 'string') return undefined
  const text = sanitise(title.slice(0, mostDescription))
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/\p{M}{2,}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N},./&+-]+/gu, ' ')
    .trim()
  const short = [...text].slice(0, mostTitle).join('').trim()
  return /[\p{L}\p{N}]/u.test(short) ? short : undefined
}

function nameOf(value: unknown): string | undefined {
  const name = (value as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' && name.length <= 200 ? name : undefined
}
