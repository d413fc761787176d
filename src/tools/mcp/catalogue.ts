import type { Json, JsonObject } from '../../protocol/index.ts'
import { hashOf } from './spec.ts'

/** A tool as its server describes it. */
export interface Described {
  /** The server's own name of it. */
  name: string
  description: string
  schema: JsonObject
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

/**
 * Reads a server's list, tool by tool: one that is malformed does not hide the others, and of two with one name the first counts.
 * A schema is good when a validator can use it.
 */
export async function readCatalogue(listed: readonly unknown[]): Promise<Catalogue> {
  const { Validator } = await import('@cfworker/json-schema')
  const works = (schema: JsonObject) => {
    try {
      new Validator(schema, '2020-12', false).validate({})
      return true
    } catch {
      return false // Whatever a validator throws at a schema of somebody else: it cannot be used.
    }
  }
  const catalogue: Catalogue = { tools: [], broken: [], twice: [] }
  for (const [at, one] of listed.slice(0, mostTools).entries()) {
    const tool = readTool(one)
    if (!tool || !works(tool.schema)) catalogue.broken.push(nameOf(one) ?? `#${at + 1}`)
    else if (catalogue.tools.some(({ name }) => name === tool.name)) catalogue.twice.push(tool.name)
    else catalogue.tools.push(tool)
  }
  return catalogue
}

function readTool(value: unknown): Described | undefined {
  const name = nameOf(value)
  if (!name) return undefined
  const { title, description = '', inputSchema } = value as Record<string, unknown>
  if (typeof description !== 'string') return undefined
  if (typeof inputSchema !== 'object' || inputSchema === null || Array.isArray(inputSchema)) return undefined
  const { $schema: _, ...schema } = inputSchema as JsonObject
  if (schema.type !== 'object' || !mapOrNone(schema.properties) || !namesOrNone(schema.required)) return undefined
  const told = (description || (typeof title === 'string' ? title : '')).slice(0, mostDescription)
  return { name, description: told, schema, hash: hashOf([name, title ?? null, description, inputSchema]) }
}

function nameOf(value: unknown): string | undefined {
  const name = (value as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' && name.length <= 200 ? name : undefined
}

const mapOrNone = (value: Json | undefined) =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (one) => typeof one === 'boolean' || (typeof one === 'object' && one !== null && !Array.isArray(one)),
    ))
const namesOrNone = (value: Json | undefined) =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
