import { isBuiltin } from 'node:module'
import { dirname, join, normalize } from 'node:path/posix'
import { type Facts, factsOf, unnamed } from './facts.ts'

/** From the ground up. A file imports its own room and rooms of lower floors; rooms of one floor are neighbours. */
export const floors: readonly (readonly string[])[] = [
  ['std'],
  ['protocol'],
  ['messages'],
  ['config', 'llm', 'memory', 'threads', 'retrieval', 'tools', 'sync', 'audio'],
  ['core'],
  ['services/*'],
  ['ui/*'],
  ['app'],
  ['library'],
  ['cli'],
]

/**
 * Folders inside a crowded room, from the ground up: a file imports its own folder, lower ones and files of the room
 * itself.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  core: [
    'permissions',
    'context',
    'jobs',
    'deeds',
    'turn',
    'conversation',
    'ownership',
    'reminders',
    'schedules',
    'lists',
    'money',
    'service',
    'voice',
  ],
  app: [
    'environment',
    'sync',
    'accounts',
    'models',
    'mcp',
    'docs',
    'context',
    'background',
    'services',
    'schedules',
    'reminders',
    'lists',
    'money',
    'tools',
    'conversations',
    'http',
    'admin',
    'surfaces',
  ],
  'std/korean': ['spelling', 'numbers', 'grammar', 'dates', 'dialogue', 'sentence', 'search'],
  'ui/tui': ['terminal', 'markdown', 'transcript', 'components', 'commands', 'screen', 'effects'],
}

/** Who may import an outside package, and who may import a part of Node that reaches outside the program. */
export const owners: Readonly<Record<string, readonly string[]>> = {
  '@agentclientprotocol/sdk': ['ui/acp'],
  '@cfworker/json-schema': ['tools'],
  '@ennuicastr/webrtcaec3.js': ['audio'],
  '@sapphi-red/speex-preprocess-wasm': ['audio'],
  '@huggingface/tokenizers': ['retrieval'],
  '@mozilla/readability': ['tools'],
  cfb: ['retrieval'],
  commander: ['cli'],
  conf: ['config'],
  diff: ['tools'],
  'eventsource-parser': ['llm', 'std'],
  execa: ['std', 'tools'],
  'fast-png': ['tools'],
  fflate: ['retrieval'],
  grammy: ['ui/telegram'],
  htmlparser2: ['retrieval', 'tools'],
  imapflow: ['tools'],
  ink: ['ui/tui'],
  ioredis: ['sync', 'ui/http'],
  ignore: ['std'],
  'ical.js': ['tools'],
  'get-east-asian-width': ['std'],
  'ipaddr.js': ['std'],
  jose: ['ui/http'],
  'jpeg-js': ['tools'],
  'jsonc-parser': ['tools'],
  'json-schema-to-ts': ['tools', 'memory', 'threads', 'retrieval'],
  'korean-lunar-calendar': ['std'],
  linkedom: ['tools'],
  '@modelcontextprotocol/sdk': ['tools', 'ui/mcp'],
  lowlight: ['ui/tui'],
  marked: ['ui'],
  'modern-tar': ['sync'],
  nodemailer: ['tools'],
  'node-record-lpcm16': ['audio'],
  'opus-decoder': ['audio'],
  '@opensearch-project/opensearch': ['retrieval'],
  opusscript: ['audio'],
  '@opentelemetry/api': ['app'],
  '@opentelemetry/exporter-trace-otlp-http': ['app'],
  '@opentelemetry/resources': ['app'],
  '@opentelemetry/sdk-trace': ['app'],
  'pdfjs-dist': ['retrieval'],
  'rrule-temporal': ['std'],
  'postal-mime': ['retrieval'],
  react: ['ui/tui'],
  'sherpa-onnx-node': ['audio'],
  'smol-toml': ['tools'],
  speaker: ['audio'],
  tsdav: ['tools', 'sync'],
  stemmer: ['std'],
  undici: ['std', 'llm'],
  uqr: ['std'],
  yaml: ['memory'],
  zod: ['config', 'llm', 'memory', 'tools', 'services', 'ui', 'cli'],
  // Node's own. Anything not named here is free to all rooms above the shared words.
  'node:child_process': ['std', 'tools', 'audio', 'llm', 'ui', 'cli'],
  'node:cluster': [],
  'node:http': ['std', 'llm', 'tools', 'ui/http'],
  'node:https': ['std', 'llm', 'tools'],
  'node:net': ['std', 'core', 'llm', 'sync', 'tools', 'audio', 'ui'],
  'node:os': ['std', 'library', 'cli'],
  // Of it `std/fs` takes `nextTick` alone: the moment before the event loop goes on.
  'node:process': ['cli', 'std/fs'],
  'node:readline': ['cli', 'ui'],
  'node:sqlite': ['std', 'retrieval', 'sync'],
  'node:test': [],
  'node:tty': ['cli', 'ui/tui'],
  'node:vm': [],
}

/** The shared words do no I/O and depend on nothing. */
const pure = ['protocol', 'messages']

/**
 * `std` handles processes as such (locks, groups) and borrows builtins lazily; everybody else is given what they
 * need.
 */
const stdProcess = 'pid kill getBuiltinModule'.split(' ')

/** Lines of code of a file. About 200 is the aim; beyond this a file has two subjects. */
const maxLines = 300

/** A table of sentences or rows has one subject, however many rows. */
const maxTableLines = 400
const mostLines = (file: string) => (isTable(file) ? maxTableLines : maxLines)
const isTable = (file: string) => file.startsWith('messages/') || file.endsWith('-table.ts')

/** Lines of code of one function; beyond this it does two things. */
const maxFunctionLines = 70

/** Files of one folder; beyond this nobody reads the list to its end. */
const maxFiles = 25

/** A tree of sources: path below `src/` → text. */
export type Tree = Readonly<Record<string, string>>

/**
 * Room of a file: `core/turn.ts` → `core`, `ui/tui/app.tsx` → `ui/tui`, `ui/shared.ts` → `ui`. Undefined: on no
 * floor.
 */
export function roomOf(file: string): { room: string; floor: number } | undefined {
  const [first = '', second = '', third] = file.split('/')
  for (const [floor, rooms] of floors.entries()) {
    if (rooms.includes(first) && second) return { room: first, floor }
    if (rooms.includes(`${first}/*`) && second)
      return { room: third === undefined ? first : `${first}/${second}`, floor }
  }
  return undefined
}

const inside = (room: string, folder: string) => room === folder || room.startsWith(`${folder}/`)
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function relativeFinding(file: string, specifier: string): string | undefined {
  const target = normalize(join(dirname(file), specifier))
  const [from, to] = [roomOf(file), roomOf(target)]
  if (!from) return undefined
  if (!to) return `${file} imports ${specifier}, which is on no floor`
  if (!/\.[a-z]+$/.test(specifier)) return `${file} imports ${specifier}: Node finds no file without its ending`
  if (inside(from.room, to.room) || to.floor < from.floor) return undefined
  return `${file} (${from.room}) imports ${specifier} (${to.room}): ${to.floor > from.floor ? 'upwards' : 'a neighbour'}`
}

/** An import from one folder of a room into a higher one. */
function folderFinding(file: string, specifier: string): string | undefined {
  const target = normalize(join(dirname(file), specifier))
  const room = Object.keys(folders).find((one) => inside(dirname(file), one) && inside(dirname(target), one))
  const order = room && folders[room]
  if (!order) return undefined
  const folderOf = (path: string) => path.slice(room.length + 1).split('/')
  const [from = '', to = ''] = [folderOf(file), folderOf(target)].map(([first, second]) =>
    second === undefined ? '' : first,
  )
  if (from === to || from === '' || to === '') return undefined
  if (!order.includes(to)) return `${target} is in no folder that ${room} knows`
  return order.indexOf(to) < order.indexOf(from)
    ? undefined
    : `${file} (${from}) imports ${specifier} (${to}): upwards in ${room}`
}

function outsideFinding(file: string, specifier: string): string | undefined {
  const room = roomOf(file)?.room ?? ''
  const builtin = isBuiltin(specifier)
  if (pure.includes(room)) return `${file} (${room}) imports ${specifier}: the shared words depend on nothing`
  const name = builtin
    ? packageOf(specifier.startsWith('node:') ? specifier : `node:${specifier}`)
    : packageOf(specifier)
  const allowed = owners[name]
  if (allowed?.some((folder) => inside(file, folder)) || (builtin && !allowed)) return undefined
  return allowed
    ? `${file} (${room}) imports ${name}, which belongs to ${allowed.join(', ') || 'nobody'}`
    : `${file} imports ${name}, which has no owner`
}

function ambientFindings(file: string, facts: Facts): string[] {
  const room = roomOf(file)?.room
  if (room === 'cli' || room === 'library') return []
  const members = facts.process.filter((member) => room !== 'std' || !stdProcess.includes(member.split('.')[0] ?? ''))
  const processes = members.map((member) => `${file} reads process${member && `.${member}`}: only cli/ may`)
  return room === 'std'
    ? processes
    : [...processes, ...facts.ambient.map((what) => `${file} uses ${what}: make it an argument`)]
}

/** Everything in `file` that breaks a rule of the house, one sentence each. */
function findings(file: string, facts: Facts): string[] {
  const imports = facts.imports.map((specifier) =>
    specifier.startsWith('.') ? relativeFinding(file, specifier) : outsideFinding(file, specifier),
  )
  return [
    ...(roomOf(file) ? [] : [`${file} is on no floor`]),
    ...imports.filter((finding) => finding !== undefined),
    ...facts.imports
      .filter((specifier) => specifier.startsWith('.'))
      .flatMap((specifier) => folderFinding(file, specifier) ?? []),
    ...ambientFindings(file, facts),
    ...facts.undocumented.map((name) => `${file} exports ${name} without a doc comment`),
    ...(facts.lines > mostLines(file)
      ? [
          `${file} has ${facts.lines} lines of code, more than ${mostLines(file)}: move one of its subjects into a file beside it`,
        ]
      : []),
    ...facts.functions
      .filter(({ lines }) => lines > maxFunctionLines)
      .map(
        ({ name, lines }) =>
          `${file}: ${name} has ${lines} lines, more than ${maxFunctionLines}: give a part of it a name`,
      ),
  ]
}

/** Files that import each other, also by way of others, for types alone or only when asked for. */
export function circlesOf(tree: Tree): string[] {
  return circles(new Map(Object.entries(tree).map(([file, source]) => [file, factsOf(file, source)])))
}

function circles(facts: ReadonlyMap<string, Facts>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, way: readonly string[]): void => {
    const met = way.indexOf(file)
    if (met >= 0) found.push(`${[...way.slice(met), file].join(' → ')}: a circle`)
    if (met >= 0 || done.has(file)) return
    for (const specifier of facts.get(file)?.imports ?? [])
      if (specifier.startsWith('.')) visit(normalize(join(dirname(file), specifier)), [...way, file])
    done.add(file)
  }
  for (const file of facts.keys()) visit(file, [])
  return found
}

/** Exported types of one name in two rooms: who searches for one finds the other. */
function namesakes(facts: ReadonlyMap<string, Facts>): string[] {
  const places = new Map<string, string[]>()
  for (const [file, { types }] of [...facts].filter(([file]) => !file.endsWith('.d.ts')))
    if (!file.endsWith('.d.ts')) for (const name of types) places.set(name, [...(places.get(name) ?? []), file])
  return [...places]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name} is exported by ${files.join(' and ')}`)
}

/** Folders that hold more files than a reader looks through. */
function crowds(files: Iterable<string>): string[] {
  const count = new Map<string, number>()
  for (const file of files) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1)
  return [...count]
    .filter(([, files]) => files > maxFiles)
    .map(([folder, files]) => `${folder} holds ${files} files, more than ${maxFiles}: make a folder of one subject`)
}

/**
 * Lines of the function that is longer than `share` of the named functions of a tree; those of one line do not count.
 */
export function functionLines(tree: Tree, share: number): number {
  const all = Object.entries(tree).flatMap(([file, source]) => factsOf(file, source).functions)
  const lines = all.filter((one) => one.lines > 1 && one.name !== unnamed).map((one) => one.lines)
  return lines.toSorted((a, b) => a - b)[Math.ceil(lines.length * share) - 1] ?? 0
}

/**
 * What reads a part of a sentence stands behind one door; programs that use the library are handed the parts one by
 * one.
 */
const READER =
  /import \{[^}]*?(?<!type )\b(read(?!Sentence\b|Answer\b)[A-Z]\w+|normalized?|leftOver|withCorrections|withoutTakenBack)\b[^}]*\} from '[^']*std\/korean\//g

function backDoors(tree: Tree): string[] {
  const others = Object.entries(tree).filter(([file]) => !/^(?:std|library)\//.test(file))
  return others.flatMap(([file, source]) =>
    [...source.matchAll(READER)].map(
      (hit) => `${file} imports ${hit[1]}: std/korean/sentence.ts reads sentences for everybody`,
    ),
  )
}

/** Findings of a whole tree: of each file in order, then of the files together. */
export function judge(tree: Tree): string[] {
  const facts = new Map(Object.entries(tree).map(([file, source]) => [file, factsOf(file, source)] as const))
  return [
    ...[...facts].flatMap(([file, its]) => findings(file, its)),
    ...circles(facts),
    ...namesakes(facts),
    ...crowds(facts.keys()),
    ...backDoors(tree),
  ]
}
