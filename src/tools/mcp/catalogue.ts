import type { JsonObject } from '../../protocol/index.ts'
import { usableSchema } from './schema.ts'
import { hashOf } from './spec.ts'

/** A tool as its server describes it. */
export interface Described {
  /** The server's own name of it. */
  name: string
  description: string
  schema: JsonObject
  /** Answers only as a task: a call that is started and asked after. */
  task: boolean
  /** Of everything that a model would read of it. */
  hash: string
}

/** Tools of one server; the names of those that could not be used, and of those that came twice. */
export interface Catalogue {
  tools: Described[]
  broken: string[]
  twice: string[]
}

/** Tools of one server that are listened to, and characters of a description that a model is sent. */
const mostTools = 256
const mostDescription = 1_500

/** Reads a server's list, tool by tool: one that is malformed does not hide the others, and of two with one name the first counts. */
export function readCatalogue(listed: readonly unknown[]): Catalogue {
  const catalogue: Catalogue = { tools: [], broken: [], twice: [] }
  for (const [at, one] of listed.slice(0, mostTools).entries()) {
    const tool = readTool(one)
    if (!tool) catalogue.broken.push(nameOf(one) ?? `#${at + 1}`)
    else if (catalogue.tools.some(({ name }) => name === tool.name)) catalogue.twice.push(tool.name)
    else catalogue.tools.push(tool)
  }
  return catalogue
}

function readTool(value: unknown): Described | undefined {
  const name = nameOf(value)
  if (!name) return undefined
  const { title, description = '', inputSchema, execution } = value as Record<string, unknown>
  const schema = usableSchema(inputSchema)
  if (typeof description !== 'string' || !schema) return undefined
  const told = (description || (typeof title === 'string' ? title : '')).slice(0, mostDescription)
  const task = (execution as { taskSupport?: unknown } | undefined)?.taskSupport === 'required'
  return { name, description: told, schema, task, hash: hashOf([name, title ?? null, description, inputSchema]) }
}

function nameOf(value: unknown): string | undefined {
  const name = (value as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' && name.length <= 200 ? name : undefined
}
