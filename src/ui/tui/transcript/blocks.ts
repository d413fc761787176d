import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { JsonObject, Source } from '../../../protocol/index.ts'
import { sanitise, sanitiseLine, showHidden } from '../../../std/text/sanitise.ts'
import { expandTabs, pad, truncate, width } from '../../../std/text/text.ts'
import { type Role, type StyledSpan, span, wrapSpans } from '../terminal/style.ts'
import type { Block, ToolCallView } from './chat-view.ts'
import type { Report } from './report.ts'
import type { Wording } from './wording.ts'

/** Words, width and writing of everything printed. */
export interface DrawOptions {
  columns: number
  words: TuiMessages
  say: Wording
  /** Paragraphs are broken where a row is full, by the terminal itself. */
  cutsWords?: boolean | undefined
}

/** Printed rows of a tool's result, and of an own long input; the conversation's log has the whole. */
const shownRows = { result: 6, said: 8 }

/** Rows of everything that is printed once, but Markdown. */
export function blockRows(block: Exclude<Block, { type: 'parts' }>, look: DrawOptions): StyledSpan[][] {
  const { words, say } = look
  switch (block.type) {
    case 'said':
      return saidRows(block, look)
    case 'tool':
      return toolRows(block, look)
    case 'picture':
      return pictureRows(block, look)
    case 'sources':
      return sourceRows(block, look)
    case 'notice':
      return noteRows('· ', say.notice(block.code, block.data), look.columns, 'dim')
    case 'retry':
      return noteRows('! ', `${say.failure(block.failure)} ${retryMessages(block, words)}`.trim(), look.columns, 'warn')
    case 'failed':
      return noteRows(
        '✕ ',
        `${say.failure(block.failure)}\n${block.retryable ? words.remedies.retry : words.remedies.change}`,
        look.columns,
        'error',
      )
    case 'cancelled':
      return noteRows('■ ', block.empty ? words.cancelledEmpty : words.cancelled, look.columns, 'warn')
    case 'denied':
      return noteRows('■ ', words.deniedBy[block.by], look.columns, 'warn')
    case 'granted':
      return grantedRows(block, look)
    case 'receipt':
      return noteRows('✓ ', block.lines.join('\n'), look.columns, block.isBad ? 'warn' : 'dim')
    case 'limited':
      return noteRows('! ', words.limited[block.by], look.columns, 'warn')
    case 'slots':
      return slotRows(block, look)
    case 'compacted':
      return noteRows('· ', words.compacted, look.columns, 'dim')
    case 'tuned':
      return tunedRows(block, look)
    default:
      return block satisfies never
  }
}

function grantedRows(
  { choice, tool, title, rule }: Extract<Block, { type: 'granted' }>,
  { columns, words }: DrawOptions,
): StyledSpan[][] {
  const what = showHidden(words.tool.scope(rule, { name: tool, title }))
  return noteRows('✓ ', words.ask.granted[choice](what, showHidden(rule)), columns, 'warn')
}

/** A sentence behind a sign, its further rows indented; foreign words in it are made safe. */
export function noteRows(sign: string, text: string, columns: number, role: Role): StyledSpan[][] {
  const rows = sanitise(text)
    .split('\n')
    .flatMap((line) => wrapSpans([span(expandTabs(line), role)], Math.max(1, columns - sign.length)))
  return rows.map((row, index) => [span(index === 0 ? sign : ' '.repeat(sign.length), role), ...row])
}

/** A picture that is not painted: what it is, and where its file is. */
function pictureRows(
  { picture, past }: Extract<Block, { type: 'picture' }>,
  { columns, words, say }: DrawOptions,
): StyledSpan[][] {
  const what = 'file' in picture ? say.path(picture.file) : picture.mediaType
  return noteRows('  ', past ? words.picture(what) : words.undrawable(what), columns, 'dim')
}

/**
 * Return where an answer comes from, each place with its number for `/open`, and its file behind it where the terminal
 * follows links.
 */
function sourceRows(
  { sources, first }: Extract<Block, { type: 'sources' }>,
  { columns, words, say }: DrawOptions,
): StyledSpan[][] {
  const rows = sources.flatMap((source, index) => {
    const sign = `  ${first + index} `
    const href = isAbsolute(source.file) ? pathToFileURL(source.file).href : undefined
    const place = { ...span(sourcePlace(source, say), 'dim'), ...(href ? { href } : {}) }
    const heading = source.heading ? [span(` · ${sanitiseLine(source.heading)}`, 'dim')] : []
    const lines = wrapSpans([place, ...heading], Math.max(1, columns - sign.length))
    return lines.map((row, line) => [span(line === 0 ? sign : ' '.repeat(sign.length), 'dim'), ...row])
  })
  return [[span(truncate(`${words.sources} · ${words.openHint}`, columns), 'dim')], ...rows]
}

/** `docs/a.md:12`, `b.pdf (p.3)`: how a source is cited, and what a picker calls it. */
export function sourcePlace({ file, line, page }: Source, say: Wording): string {
  return `${sanitiseLine(say.path(file))}${page === undefined ? (line === undefined ? '' : `:${line}`) : ` (p.${page})`}`
}

function saidRows(block: Extract<Block, { type: 'said' }>, { columns, words }: DrawOptions): StyledSpan[][] {
  // Nobody typed the words of a schedule now, wherever they were asked for.
  const [sign, indent] = block.isScheduled ? ['⏰ ', 3] : ['› ', 2]
  const all = sanitise(block.text)
    .split('\n')
    .flatMap((line) => wrapSpans([span(expandTabs(line), 'person')], Math.max(1, columns - indent)))
  const rows = all.slice(0, shownRows.said)
  if (all.length > shownRows.said) rows.push([span(words.cut(all.length - shownRows.said), 'dim')])
  if (block.images > 0) rows.push([span(`🖼 ${block.images}`, 'dim')])
  for (const file of block.files ?? [])
    rows.push([span(truncate(`📎 ${sanitiseLine(file)}`, Math.max(1, columns - 2)), 'dim')])
  if (block.origin !== 'tui' && !block.isScheduled) rows.push([span(`(${block.origin})`, 'dim')])
  return rows.map((row, index) => [span(index === 0 ? sign : ' '.repeat(indent), 'accent'), ...row])
}

function toolRows(block: Extract<Block, { type: 'tool' }>, { columns, words }: DrawOptions): StyledSpan[][] {
  const role: Role = block.outcome === 'ok' ? 'ok' : block.outcome === 'cancelled' ? 'dim' : 'error'
  const label = words.outcome[block.outcome]
  const head = callLine(block, block.args, columns - (label === '' ? 0 : label.length * 2 + 3), role, words)
  const lines = sanitise(block.text)
    .trimEnd()
    .split('\n')
    .filter((line, _, all) => all.length > 1 || line !== '')
  const body = lines
    .slice(0, shownRows.result)
    .map((line) => [span('  ⎿ ', 'dim'), span(truncate(line.replaceAll('\t', ' '), columns - 4), 'dim')])
  const rest = lines.length - shownRows.result
  const more = rest > 0 ? [[span(`    … +${rest}`, 'dim')]] : []
  return [label === '' ? head : [...head, span(` · ${label}`, role)], ...body, ...more]
}

/** `● what is done`, in one row and in words of the person. */
function callLine(
  tool: { name: string; title?: string },
  args: JsonObject,
  columns: number,
  role: Role,
  words: TuiMessages,
): StyledSpan[] {
  const line = showHidden(words.tool.line(tool, args)).replace(/\s*\n\s*/g, ' ')
  return [span('● ', role), span(truncate(line, Math.max(4, columns - 2)))]
}

/** Rows of a running call's output. */
const progressRows = 5

/** The live line of a call that is under way. */
export function liveCall(call: ToolCallView, columns: number, words: TuiMessages): StyledSpan[][] {
  const lines = call.progress === '' ? [] : sanitise(call.progress).split('\n').slice(-progressRows)
  const progress = lines.map((line) => [
    span('  ⎿ ', 'dim'),
    span(truncate(line.replaceAll('\t', ' '), columns - 4), 'dim'),
  ])
  return [callLine(call, call.args, columns, 'accent', words), ...progress]
}

function retryMessages(block: Extract<Block, { type: 'retry' }>, words: TuiMessages): string {
  return block.next === 'fallback' ? words.fallback(block.model ?? '') : ''
}

function tunedRows(block: Extract<Block, { type: 'tuned' }>, { columns, words }: DrawOptions): StyledSpan[][] {
  const agent =
    block.agent === undefined
      ? []
      : noteRows('· ', words.switched.agent(words.names.agent(block.agent)), columns, 'dim')
  if (block.model === undefined) return agent
  return [
    ...agent,
    ...noteRows(
      '· ',
      block.model === null ? words.modelReset : words.switched.model(words.names.model(block.model)),
      columns,
      'dim',
    ),
  ]
}

/** Return what a service knows so far, which task of a batch it is, and the words that answer it. */
function slotRows(
  { known, task, buttons }: Extract<Block, { type: 'slots' }>,
  { columns, words }: DrawOptions,
): StyledSpan[][] {
  const head = task.total > 1 ? noteRows('│ ', `(${task.index}/${task.total})`, columns, 'accent') : []
  const lines = known.flatMap(([label, value]) => noteRows('│ ', sanitiseLine(`${label}: ${value}`), columns, 'strong'))
  const hint = buttons.length > 0 ? noteRows('› ', words.typeOne(buttons), columns, 'dim') : []
  return [...head, ...lines, ...hint]
}

/** A titled list of labels and values. */
export function reportRows(report: Report, columns: number): StyledSpan[][] {
  const rows = report.rows.map(({ label, value }) => ({ label: sanitiseLine(label), value: sanitiseLine(value) }))
  // Values stand under each other, unless a label is too long for that.
  const most = Math.min(
    columns >> 1,
    rows.reduce((most, { label }) => Math.max(most, width(label)), 0),
  )
  return [
    [span(truncate(sanitiseLine(report.title), columns), 'heading')],
    ...rows.flatMap((row) => reportRow(row, most, columns)),
  ]
}

/** Narrower than this a value is hard to read: then it stands below its label. */
const narrowest = 24

function reportRow({ label, value }: Report['rows'][number], most: number, columns: number): StyledSpan[][] {
  if (label === '') {
    const text = value.trimStart()
    return hangText(' '.repeat(2 + value.length - text.length), text, columns)
  }
  const indent = most + 4
  if (width(label) <= most && columns - indent >= Math.min(narrowest, width(value))) {
    const [first = [], ...rest] = wrapSpans([span(value)], columns - indent)
    const later = rest.map((row) => [span(' '.repeat(indent)), ...row])
    return [[span(`  ${pad(label, most)}`, 'strong'), ...(value === '' ? [] : [span('  '), ...first])], ...later]
  }
  return [...hangText('  ', label, columns, 'strong'), ...(value === '' ? [] : hangText('    ', value, columns))]
}

/** Text of any length behind an indent that all of its rows have. */
function hangText(indent: string, text: string, columns: number, ...roles: Role[]): StyledSpan[][] {
  return wrapSpans([span(text, ...roles)], Math.max(1, columns - indent.length)).map((row) => [span(indent), ...row])
}
