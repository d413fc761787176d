import type { JsonObject } from '../../protocol/index.ts'
import { canonicalArgs } from './canonical-args.ts'
import type { SimpleCommand } from './command-line.ts'
import type { PermissionRule, RuledTool } from './policy.ts'
import { readCommand } from './shell-parser.ts'

/** The three lists of the settings `permissions.allow|ask|deny`. */
export interface RuleLists {
  allow: readonly string[]
  ask: readonly string[]
  deny: readonly string[]
}

/** The place in which patterns are compared: the start of relative paths, and the end of links. */
export interface RulePlace {
  /** Absolute path of what `path` spells (`~`, relative). */
  resolve(path: string): string
  /** Every link followed as far as the path exists. */
  realPath(path: string): string
}

/** One rule as written: the tool's name (`*` stands for any letters) and, in brackets, a pattern for its arguments. */
export interface Pattern {
  tool: RegExp
  /** It spells the whole name of one tool. */
  isExact: boolean
  args?: string
}

/**
 * Reads `tool` or `tool(pattern)`. What has no closing bracket is taken for all calls of the tool, what has no name
 * for all tools: in `ask` and `deny` the safe reading; `allow` takes nothing that is not `whole`.
 */
export function readRule(text: string): Pattern & { whole: boolean } {
  const [, name, args] = /^([\w.*-]+)(?:\((.*)\))?$/s.exec(text.trim()) ?? []
  if (name !== undefined)
    return { tool: glob(name), isExact: !name.includes('*'), whole: true, ...(args === undefined ? {} : { args }) }
  return { tool: glob(/^[\w.*-]+/.exec(text.trim())?.[0] ?? '*'), isExact: false, whole: false }
}

/** The list that decides over a call, and the rules in it that do, as they are written. */
export interface RuleVerdict {
  list: keyof RuleLists
  rules: string[]
}

/** Settings → which rules decide. Deny wins, then ask, then allow; what no rule speaks of is undefined. */
export function ruleDecider(
  lists: RuleLists,
  place: RulePlace,
): (tool: RuledTool, args: JsonObject) => RuleVerdict | undefined {
  const read = (texts: readonly string[]) => texts.map((text) => ({ ...readRule(text), text }))
  const [deny, ask] = [read(lists.deny), read(lists.ask)]
  const allow = read(lists.allow).filter(({ whole }) => whole)
  return ({ name, category, facts }, args) => {
    const call = subjectOf(facts, args, place)
    const touching = (patterns: typeof deny) =>
      patterns.filter((pattern) => pattern.tool.test(name) && call.touches(pattern.args)).map(({ text }) => text)
    const [denied, asked] = [touching(deny), touching(ask)]
    if (denied.length > 0) return { list: 'deny', rules: denied }
    if (asked.length > 0) return { list: 'ask', rules: asked }
    // A rule with a wildcard in its name was written without a thought of tools that run code or destroy.
    const meant = allow.filter(({ tool, isExact }) => tool.test(name) && (isExact || category !== 'restricted'))
    const isCovered = call.isCovered(meant.map(({ args: pattern }) => pattern))
    return isCovered ? { list: 'allow', rules: touching(meant) } : undefined
  }
}

/** The rule that the second check asks. */
export function createRule(lists: RuleLists, place: RulePlace): PermissionRule {
  const decide = ruleDecider(lists, place)
  return (tool, args) => decide(tool, args)?.list
}

/**
 * One call as patterns see it. It is touched when any part of it is meant (deny, ask), and covered only when every
 * part of it is (allow). A rule without a pattern means all calls.
 */
interface Subject {
  touches(pattern: string | undefined): boolean
  isCovered(patterns: (string | undefined)[]): boolean
}

function subjectOf({ subject }: RuledTool['facts'], args: JsonObject, place: RulePlace): Subject {
  if (subject === 'command' && typeof args.command === 'string') return commandSubject(args.command)
  if (subject === 'url' && typeof args.url === 'string') return partsSubject([args.url], urlMatches)
  const paths = subject === 'paths' || subject === 'folder' ? pathsOf(args) : []
  if (paths.length > 0) return pathSubject(paths, place)
  if (subject === 'folder') return pathSubject(['.'], place)
  return partsSubject([canonicalArgs(args)], (text, pattern) => glob(pattern).test(text))
}

/** The files that a call names; a `from` that counts lines is none. */
export function pathsOf(args: JsonObject): string[] {
  return ['path', 'from', 'to', 'paths']
    .flatMap((name) => args[name] ?? [])
    .filter((value) => typeof value === 'string')
}

function partsSubject<T>(parts: T[], matches: (part: T, pattern: string) => boolean): Subject {
  const meant = (part: T, pattern: string | undefined) => pattern === undefined || matches(part, pattern)
  return {
    touches: (pattern) => parts.some((part) => meant(part, pattern)),
    isCovered: (patterns) => parts.every((part) => patterns.some((pattern) => meant(part, pattern))),
  }
}

// ---- commands

function commandSubject(text: string): Subject {
  const { commands, possible, certain, whole } = readCommand(text.normalize('NFC'))
  const touched = (command: SimpleCommand, pattern: string) =>
    command.readings.some((reading) => commandGlob(pattern).test(reading)) || mayMean(command.sure, pattern)
  const covered = (command: SimpleCommand, pattern: string) => commandGlob(pattern).test(command.text)
  return {
    touches: (pattern) =>
      pattern === undefined || !whole || [...commands, ...possible].some((command) => touched(command, pattern)),
    isCovered: (patterns) =>
      patterns.includes(undefined) ||
      (certain && commands.length > 0 && partsSubject(commands, covered).isCovered(patterns)),
  }
}

/** Return true if words that the shell fills in could make the command one that the pattern means. */
function mayMean(sure: string | undefined, pattern: string): boolean {
  const [start = ''] = pattern.trim().split('*')
  return sure !== undefined && (sure.startsWith(start) || start.startsWith(sure))
}

/** `git log *` also means `git log` alone. */
function commandGlob(pattern: string): RegExp {
  const [, stem] = /^(.*[^\s*]) \*$/s.exec(pattern.trim()) ?? []
  return stem === undefined ? glob(pattern.trim()) : new RegExp(`${glob(stem).source.slice(0, -1)}(?: .*)?$`, 's')
}

// ---- paths

function pathSubject(paths: string[], place: RulePlace): Subject {
  const spelled = paths.map((path) => {
    const absolute = place.resolve(path)
    return { absolute: absolute.normalize('NFC'), real: place.realPath(absolute).normalize('NFC') }
  })
  const means = (pattern: string) => pathGlob(place.resolve(pattern))
  const real = (pattern: string) => pathGlob(realHead(pattern, place))
  return {
    // Whichever way a forbidden file is reached, by its name or by a link, it is forbidden …
    touches: (pattern) =>
      pattern === undefined ||
      spelled.some((path) =>
        [means(pattern), real(pattern)].some((it) => it.test(path.absolute) || it.test(path.real)),
      ),
    // … and an allowed folder allows no more than what really lies in it.
    isCovered: (patterns) =>
      spelled.every((path) => patterns.some((pattern) => pattern === undefined || real(pattern).test(path.real))),
  }
}

/** The pattern with the folders before its first wildcard followed to where they really are. */
function realHead(pattern: string, place: RulePlace): string {
  const absolute = place.resolve(pattern)
  const parts = absolute.split('/')
  const wild = parts.findIndex((part) => /[*?]/.test(part))
  if (wild < 0) return place.realPath(absolute)
  return [place.realPath(parts.slice(0, wild).join('/') || '/').replace(/\/$/, ''), ...parts.slice(wild)].join('/')
}

/** `**` crosses folders, `*` and `?` stay in one. */
function pathGlob(pattern: string): RegExp {
  const source = pattern.normalize('NFC').replace(/\*\*\/?|\*|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*'
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part === '?' ? '[^/]' : escaped(part)
  })
  return new RegExp(`^${source}$`, 's')
}

// ---- addresses

/**
 * `example.com`, `*.example.com` (itself and below), or `https://example.com/docs/*`; a host is compared as a host,
 * never as letters.
 */
function urlMatches(text: string, pattern: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  // A name with a dot at its end is the same name.
  url.hostname = url.hostname.replace(/\.$/, '')
  const [, scheme, host = '', path] = /^(?:([a-z]+):\/\/)?([^/]*)(\/.*)?$/is.exec(pattern) ?? []
  if (scheme && `${scheme.toLowerCase()}:` !== url.protocol) return false
  const wanted = host.toLowerCase()
  const here = [url.hostname, url.host]
  const hostFits = here.some((name) => glob(wanted).test(name) || (wanted.startsWith('*.') && name === wanted.slice(2)))
  return hostFits && (path === undefined || glob(path).test(url.pathname + url.search))
}

// ---- letters

/** `*` stands for any letters, none too. */
function glob(pattern: string): RegExp {
  return new RegExp(`^${pattern.normalize('NFC').split('*').map(escaped).join('.*')}$`, 's')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
