import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { BroughtTool, Json, JsonObject } from '../src/protocol/index.ts'
import { idleTool } from './idle-tool.ts'
import type { Check, Task } from './task.ts'

// Tasks that nobody here wrote: the Berkeley Function-Calling Leaderboard (https://github.com/ShishirPatil/gorilla,
// Apache-2.0), out of its package of PyPI. They are fetched when they are asked for and are no part of this project.

const version = '2026.3.23'
/** Its kinds of one turn: one call, one of several tools, several calls, no tool that fits. */
const kinds = ['simple_python', 'multiple', 'parallel', 'parallel_multiple', 'live_simple', 'irrelevance'] as const

interface Question {
  id: string
  question: { role: string; content: string }[][]
  function: { name: string; description: string; parameters: JsonObject }[]
}
/** The calls that are right: of each argument the values that count; '' where it may be left out. */
type Truth = Record<string, Record<string, Json[]>>[]

/** Return so many tasks of each kind of a published benchmark; they are fetched once. */
export function publishedTasks(name: string, count: number): Task[] {
  if (name !== 'bfcl') throw new Error(`--published takes bfcl, not ${name}`)
  const folder = fetchOnce()
  return kinds.flatMap((kind) => {
    const truths = new Map(
      kind === 'irrelevance'
        ? []
        : linesOf<{ id: string; ground_truth: Truth }>(join(folder, 'possible_answer', `BFCL_v4_${kind}.json`)).map(
            (one) => [one.id, one.ground_truth],
          ),
    )
    const questions = linesOf<Question>(join(folder, `BFCL_v4_${kind}.json`)).slice(0, count)
    return questions.map((one) => taskOf(kind, one, truths.get(one.id) ?? []))
  })
}

/** Return the folder of the benchmark's files, as pip fetches them. */
function fetchOnce(): string {
  const parts = process.env.ASSISTANT_PARTS ?? join(homedir(), '.cache', 'assistant-parts')
  const folder = join(parts, `bfcl-${version}`)
  if (!existsSync(join(folder, 'bfcl_eval'))) {
    mkdirSync(folder, { recursive: true })
    const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, `bfcl-eval==${version}`]
    const { status, stderr } = spawnSync('python3', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`bfcl-eval could not be fetched: ${stderr}`)
  }
  return join(folder, 'bfcl_eval', 'data')
}

const linesOf = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)

function taskOf(kind: string, { id, question, function: functions }: Question, truth: Truth): Task {
  const tools = functions.map(toolOf)
  return {
    id: `${kind}/${id}`,
    group: kind,
    language: 'en',
    says: (question[0] ?? []).filter(({ role }) => role === 'user').map(({ content }) => content),
    origin: 'tui',
    setting: { tools },
    checks: [callsExactly(truth, new Set(tools.map(({ name }) => name)))],
    right: [],
    wrong: [],
  }
}

/** Names of types that are Python's, not JSON Schema's. */
const types: Record<string, string> = { dict: 'object', float: 'number', tuple: 'array' }

function schemaOf(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(schemaOf)
  if (typeof value !== 'object' || value === null) return value ?? null
  const { optional: _, ...schema } = value
  const mended = Object.entries(schema).flatMap(([key, inner]): [string, Json][] => {
    if (key !== 'type' || typeof inner !== 'string') return [[key, schemaOf(inner)]]
    return inner === 'any' ? [] : [[key, types[inner] ?? inner]]
  })
  return Object.fromEntries(mended)
}

const toolOf = ({ name, description, parameters }: Question['function'][number]): BroughtTool =>
  idleTool({ name, description, schema: schemaOf(parameters) as JsonObject }, () => 'done')

/** Check that the calls of these tools are the right ones, in whatever order. */
function callsExactly(truth: Truth, names: ReadonlySet<string>): Check {
  return ({ calls }) => {
    const left = calls.filter(({ name }) => names.has(name))
    for (const wanted of truth) {
      const [[name, args] = ['', {}]] = Object.entries(wanted)
      const at = left.findIndex((call) => call.name === name && areRight(call.args, args))
      if (at < 0) return `${name} with ${JSON.stringify(args)} was not called: ${JSON.stringify(left)}`
      left.splice(at, 1)
    }
    return left.length > 0 ? `called what nobody asked for: ${JSON.stringify(left)}` : undefined
  }
}

function areRight(args: JsonObject, wanted: Record<string, Json[]>): boolean {
  const isKnown = Object.keys(args).every((key) => key in wanted)
  return (
    isKnown &&
    Object.entries(wanted).every(([key, allowed]) =>
      args[key] === undefined ? allowed.includes('') : allowed.some((one) => isSame(args[key] ?? null, one)),
    )
  )
}

/** The benchmark's own rule: of texts letters count, not case, blanks and marks. */
const plain = (text: string) => text.toLowerCase().replace(/[ ,./\-_*^'"]/g, '')

function isSame(value: Json, wanted: Json): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') return plain(value) === plain(wanted)
  if (Array.isArray(value) && Array.isArray(wanted))
    return value.length === wanted.length && value.every((one, at) => isSame(one, wanted[at] ?? null))
  if (typeof value === 'object' && value !== null && typeof wanted === 'object' && wanted !== null)
    return areRight(value as JsonObject, wanted as Record<string, Json[]>)
  return value === wanted
}
