import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serviceName } from '../../core/service/service-name.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import type { Language } from '../../messages/language.ts'
import { AssistantError } from '../../protocol/index.ts'
import { markOf } from '../../std/fs/file-cache.ts'
import { ensureDir, isMissing, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { closestMatch } from '../../std/text/closest-match.ts'
import { handlerFunctions } from './code.ts'
import { completedHook } from './definition.ts'
import { functionsOf, stepsOf } from './flow.ts'
import { type Handler, inspectHandler } from './handler.ts'
import type { ServiceFile } from './schema.ts'
import { codeFiles, declaredFiles } from './template.ts'

/** A service read from the user's folder: its declaration and its hooks, or what is wrong with it. */
export interface FoundService {
  name: string
  folder: string
  file?: ServiceFile
  handler?: Handler
  problems: string[]
}

type Problems = (typeof serviceMessages)['ko']['declared']['problems']

/** Names that are taken by the program itself. */
const reserved = ['transfer', 'minimal', 'chat', 'general']

/** Every service in `folder`, read and checked, in order of their names. Nothing in it can fail the others. */
export async function findServices(folder: string, language: Language): Promise<FoundService[]> {
  const names = await namesIn(folder)
  const inspect = (name: string) => inspectService(join(folder, name), name, language)
  // A folder that cannot be read is a problem of that one service, not of the others.
  return Promise.all(
    names.map((name) =>
      inspect(name).catch((error) => ({ name, folder: join(folder, name), problems: [String(error)] })),
    ),
  )
}

/**
 * Changes when anything in the folder that makes its services changes; costs a look at each of its files. Never
 * fails.
 */
export async function stampOf(folder: string): Promise<string> {
  const names = await namesIn(folder).catch(() => [])
  const files = (await Promise.all(names.map((name) => sourcesIn(join(folder, name))))).flat()
  // A file that cannot be looked at is told by its reader; here its mark is only the same as before.
  return [disabledPath(folder), ...files].map((path) => `${path} ${markOf(path)}`).join('\n')
}

/** Everything that may be part of a service: its files of code and data, without what was installed. */
async function sourcesIn(folder: string, depth = 3): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const all = entries.map((one) => {
    const path = join(folder, one.name)
    if (one.isDirectory())
      return depth > 0 && one.name !== 'node_modules' && !one.name.startsWith('.') ? sourcesIn(path, depth - 1) : []
    return /\.(?:json|[cm]?[jt]s)$/.test(one.name) ? [path] : []
  })
  return (await Promise.all(all)).flat().sort()
}

async function namesIn(folder: string): Promise<string[]> {
  // Every turn asks, and few people have services of their own.
  if (!existsSync(folder)) return []
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Reads one service folder and says everything that is wrong with it: service.ts where there is one, else
 * service.json.
 */
export async function inspectService(folder: string, name: string, language: Language): Promise<FoundService> {
  const say = serviceMessages[language].declared.problems
  const whole = await inspect(folder, ['service.ts', 'service.js'])
  if (typeof whole === 'string') return { name, folder, problems: [whole] }
  const file = whole?.file ?? 'service.json'
  const text = await readTextIfThere(join(folder, file))
  if (text === undefined) return { name, folder, problems: [`service.json: ${say.missing}`] }
  const parsed = whole ? { value: whole.definition ?? null } : parseJson(text)
  // The library behind it is loaded only where there is a declaration to check.
  const { parseService } = await import('./check.ts')
  const declared =
    typeof parsed === 'string'
      ? [`service.json:${lineOf(parsed, text)}: ${say.json(parsed)}`]
      : parseService(parsed.value, language)
  if (typeof parsed === 'string') return { name, folder, problems: declared as string[] }
  if (Array.isArray(declared))
    return { name, folder, problems: declared.map((problem) => locateProblem(problem, text, file)) }
  const problems = [
    ...(declared.name === name ? [] : [`name: ${say.folder(declared.name, name)}`]),
    ...(reserved.includes(declared.name) ? [`name: ${say.taken(declared.name)}`] : []),
  ].map((problem) => locateProblem(problem, text, file))
  const handler = whole ?? (await inspect(folder, ['handler.ts', 'handler.js']))
  if (typeof handler === 'string') return { name, folder, file: declared, problems: [...problems, handler] }
  problems.push(...idleFunctions(handler, declared, say))
  return { name, folder, file: declared, ...(handler ? { handler } : {}), problems }
}

/**
 * A problem with the file and the line where its place stands: "slots.date.type: …" → "service.json:12:
 * slots.date.type: …".
 */
function locateProblem(problem: string, text: string, file: string): string {
  const place = /^[\w.$-]+(?=: )/.exec(problem)?.[0]
  if (!place || place === 'service.json') return place ? `${file}${problem.slice(place.length)}` : problem
  let at = 0
  for (const key of place.split('.')) {
    const hit = new RegExp(`(?<![\\w.])["']?${key.replaceAll('$', '\\$')}["']?\\s*[:(]`).exec(text.slice(at))
    if (!hit) break
    at += hit.index
  }
  return `${file}:${text.slice(0, at).split('\n').length}: ${problem}`
}

function parseJson(text: string): { value: unknown } | string {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}

/**
 * The line that the parser of JSON means, which it says by number or by what stands there (ten characters around it).
 */
function lineOf(message: string, text: string): number {
  const said = /\(line (\d+) /.exec(message)?.[1]
  if (said) return Number(said)
  const [, before, near = '', after] = /(\.\.\.)?"([\s\S]*)"(\.\.\.)? is not valid JSON$/.exec(message) ?? []
  const from = near ? text.indexOf(near) : text.length
  const at = near ? from + (before ? 10 : after ? near.length - 10 : 0) : from
  return text.slice(0, at).split('\n').length
}

async function inspect(folder: string, files: readonly string[]): Promise<Handler | string | undefined> {
  try {
    for (const file of files) {
      const handler = await inspectHandler(join(folder, file), file)
      if (handler) return handler
    }
    return undefined
  } catch (error) {
    const [file = ''] = files
    if (!(error instanceof AssistantError)) throw error
    const why = whyBroken(error.failure.detail ?? '', folder)
    return why.at ? `${why.at}: ${why.reason}` : `${file}: ${why.reason}`
  }
}

/**
 * Of what Node says of a module that does not load: its file and line and the reason, without the source and the
 * stack.
 */
export function whyBroken(detail: string, folder: string): { at?: string; reason: string } {
  const lines = detail.split('\n')
  const own = detail.replaceAll(pathToFileURL(folder).href, '').replaceAll(folder, '')
  const at = /\/([\w./-]+\.[cm]?[tj]s:\d+)/.exec(own)?.[1]
  const reason =
    lines.find((line) => /^\s*\w*Error\b/.test(line)) ?? lines[0]?.replace(/^.*(?:handler|service)\.[tj]s: /, '') ?? ''
  return { ...(at ? { at } : {}), reason: reason.trim() }
}

/**
 * Lists functions of a handler that nothing calls, and functions that steps call and the handler lacks: both would do
 * nothing, silently.
 */
function idleFunctions(handler: Handler | undefined, file: ServiceFile, say: Problems): string[] {
  const { exports = [], hooks = [] } = handler ?? {}
  const called = functionsOf(stepsOf(file))
  const asked = functionsOf(stepsOf(file).filter(({ name }) => file.steps?.[name]))
  const known = [completedHook(file.name), 'session_reset']
  const strange = hooks.filter((hook) => !known.includes(hook))
  const isUsed = hooks.length > 0 || exports.some((name) => [...handlerFunctions, ...called].includes(name))
  return [
    ...asked.filter((name) => !exports.includes(name)).map((name) => say.noCode(name)),
    ...(handler && !isUsed ? [`handler: ${say.noFunction}`] : []),
    ...strange.map((hook) => `handler.hooks: ${say.unknown(hook, closestMatch(hook, known))}`),
  ]
}

/** Return the path of the file that names the services which are off. */
export const disabledPath = (folder: string) => join(folder, 'disabled.json')

/** Names of services that are switched off, built-in ones too. */
export async function disabledServices(folder: string): Promise<string[]> {
  const text = await readTextIfThere(disabledPath(folder))
  const parsed = text === undefined ? undefined : parseJson(text)
  const value = typeof parsed === 'object' ? parsed.value : []
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}

/** Switches a service on or off. */
export async function switchService(folder: string, name: string, on: boolean): Promise<void> {
  await ensureDir(folder)
  await withLock(disabledPath(folder), async () => {
    const others = (await disabledServices(folder)).filter((one) => one !== name)
    await writeAtomic(disabledPath(folder), `${JSON.stringify(on ? others : [...others, name])}\n`)
  })
}

/**
 * Makes the folder of a new service that works as it is: a declaration, or with `types` a project in code whose
 * editor finds the types there. Returns its path; undefined when the name cannot be used.
 */
export async function makeService(folder: string, wanted: string, types?: string): Promise<string | undefined> {
  const name = wanted.normalize('NFC')
  const taken = reserved.includes(name) || (await namesIn(folder)).includes(name)
  if (taken || !serviceName.test(name)) return undefined
  const own = join(folder, name)
  await ensureDir(own)
  const files = types === undefined ? declaredFiles(name) : codeFiles(name, types)
  for (const [file, text] of Object.entries(files)) await writeAtomic(join(own, file), text)
  return own
}

/** The dialogues of a service folder, as Markdown. */
export async function dialoguesIn(folder: string): Promise<{ file: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const files = entries.filter((file) => /^dialogues(?:\/[^/]+)?\.md$/.test(file)).sort()
  return Promise.all(files.map(async (file) => ({ file, text: (await readTextIfThere(join(folder, file))) ?? '' })))
}
