import { reportMessages } from '../../../messages/commands/reports.ts'
import { memoryTrustMessages } from '../../../messages/engine/memory-trust.ts'
import { tuiPageMessages } from '../../../messages/surfaces/tui-pages.ts'
import { welcomeMessages } from '../../../messages/surfaces/tui-welcome.ts'
import type { Id } from '../../../protocol/index.ts'
import type { When } from '../../../std/time/calendar.ts'
import type { Report } from '../../../ui/tui/transcript/report.ts'
import type { Assistant } from '../../assistant.ts'

/** Return what goes with the next question, part by part: characters and estimated tokens. */
export async function contextReport(assistant: Assistant, id: Id): Promise<Report> {
  const { parts, tools, totalChars, totalTokens, limitChars } = await assistant.context(id)
  const formatNumber = (value: number) => value.toLocaleString(assistant.language)
  const { context: title, size, parts: named } = reportMessages[assistant.language]
  const rows = parts.map(({ name, chars, tokens }) => ({
    label: named[name] ?? name,
    value: size.part(formatNumber(chars), formatNumber(tokens)),
  }))
  return {
    title,
    rows: [
      ...rows,
      { label: size.tools(tools.count), value: size.part(formatNumber(tools.chars), formatNumber(tools.tokens)) },
      {
        label: size.sum,
        value: size.all(formatNumber(totalChars), formatNumber(limitChars), formatNumber(totalTokens)),
      },
    ],
  }
}

/** Tokens and cost of one conversation. */
export async function usageReport(assistant: Assistant, id: Id): Promise<Report> {
  const rows = (await assistant.usage()).filter(({ conversation }) => conversation === id)
  const sumOf = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const formatNumber = (value: number) => value.toLocaleString(assistant.language)
  const say = reportMessages[assistant.language].usage
  const cost = sumOf((row) => row.costUsd ?? 0)
  return {
    title: say.title,
    rows: [
      { label: say.calls, value: formatNumber(rows.length) },
      { label: say.input, value: formatNumber(sumOf((row) => row.input)) },
      { label: say.cached, value: formatNumber(sumOf((row) => row.cached)) },
      { label: say.output, value: formatNumber(sumOf((row) => row.output)) },
      ...(cost > 0 ? [{ label: say.cost, value: `$${cost.toFixed(4)}` }] : []),
    ],
  }
}

/**
 * Every remembered line, by where it is remembered, then those that may contradict each other; `why <text>` the
 * message behind a line; `review` the lines by number, and what is decided about one of them.
 */
export async function memoryReport(
  { memory, language }: Pick<Assistant, 'memory' | 'language'>,
  words: string,
  said: When,
): Promise<Report> {
  const say = reportMessages[language].memory
  const [, verb, rest = ''] = /^(why|review)\b\s*(.*)$/s.exec(words.trim()) ?? []
  if (verb === 'why' && rest !== '') {
    const told = (await memory.why(rest)).map((origin) => memoryTrustMessages[language].origin(origin))
    return lines(say.title, told.length > 0 ? told : [memoryTrustMessages[language].noOrigin])
  }
  if (verb === 'review') {
    const { reviewReport } = await import('../../admin/memory-review.ts')
    return lines(say.title, await reviewReport(memory, rest, { ...said, language }))
  }
  const [facts, conflicts] = await Promise.all([memory.list(), memory.conflicts()])
  const rows = [
    ...facts.map(({ scope, text, from }) => ({ label: say.scopes[scope], value: noted(text, from?.date) })),
    ...conflicts.map(({ text, others }) => ({ label: say.conflict, value: [...others, text].join(' ↔ ') })),
    ...(conflicts.length > 0 ? [{ label: '', value: say.settle }] : []),
  ]
  return { title: say.title, rows: rows.length > 0 ? rows : [{ label: '', value: say.none }] }
}

const noted = (text: string, date: string | undefined) => (date ? `${text} · ${date}` : text)

const lines = (title: string, values: readonly string[]): Report => ({
  title,
  rows: values.map((value) => ({ label: '', value })),
})

/** Every tool: how it is asked for, what it does, which key is missing. */
export async function toolsReport({ tools, language }: Pick<Assistant, 'tools' | 'language'>): Promise<Report> {
  const [{ cliMessages }, { purposeOf }] = await Promise.all([
    import('../../../messages/commands/cli.ts'),
    import('../../../messages/tools/tool-words.ts'),
  ])
  const say = cliMessages[language].tools
  const all = await tools.list()
  const usable = all.filter(({ missing }) => missing === undefined)
  const rows = usable.map(({ tool }) => ({
    label: tool.name,
    value: `${say.categories[tool.category]} · ${purposeOf(tool, language)}`,
  }))
  const wanting = all.length - usable.length
  const more = wanting === 0 ? [] : [{ label: '', value: say.keyless(wanting) }]
  return { title: reportMessages[language].tools, rows: [...rows, ...more] }
}

/**
 * Return what `assistant permissions` shows and changes, by the same words and the same code; a rule that is changed
 * holds at once.
 */
export async function permissionsReport(
  { parts, language }: Assistant,
  words: string,
  signal: AbortSignal,
): Promise<Report> {
  const [{ explainPermission, reportPermissions }, { addPermission, removePermission }, { reportLines, verdictLines }] =
    await Promise.all([
      import('../../admin/permission-report.ts'),
      import('../../admin/permission-change.ts'),
      import('../../admin/permission-words.ts'),
    ])
  const [, verb = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(words.trim()) ?? []
  const lines = async (): Promise<string[]> => {
    if (rest !== '' && verb === 'why')
      return verdictLines(await explainPermission(parts, rest.split(' '), signal), language)
    if (rest !== '' && verb === 'remove') return removePermission(parts, rest)
    if (rest !== '' && (verb === 'allow' || verb === 'ask' || verb === 'deny')) return addPermission(parts, verb, rest)
    return reportLines(await reportPermissions(parts), language)
  }
  const rows = (await lines()).map((value) => ({ label: '', value }))
  return { title: tuiPageMessages[language].permissions, rows }
}

/**
 * The documents of a workspace: the store, how much is in it, the paths that were added. Throws what the store
 * throws.
 */
export async function docsReport(
  { docs, language }: Pick<Assistant, 'docs' | 'language'>,
  workspace: string,
  signal: AbortSignal,
): Promise<Report> {
  const { docsMessages: sentences } = await import('../../../messages/commands/docs.ts')
  const say = sentences[language]
  const lines = async () => {
    if (!(await docs.has(workspace))) return say.none
    const library = await docs.library(workspace)
    return say.status(await library.status(signal), await library.chosen())
  }
  const rows = (await lines()).split('\n').map((value) => ({ label: '', value }))
  return { title: reportMessages[language].docs(workspace), rows }
}

/** Every agent: its name, where it is at home, how it is called aloud. */
export async function agentsReport(assistant: Pick<Assistant, 'agents' | 'language'>): Promise<Report> {
  const { names } = welcomeMessages[assistant.language]
  const rows = (await assistant.agents()).map(({ name, workspace, wakeWord = '' }) => ({
    label: names.agent(name),
    value: [names.workspace(workspace), wakeWord].filter(Boolean).join(' · '),
  }))
  return { title: tuiPageMessages[assistant.language].agents, rows }
}

/** Return one list, or how much is left of each. */
export async function listsReport(
  { parts, language }: Pick<Assistant, 'parts' | 'language'>,
  name: string,
): Promise<Report> {
  const { showLists } = await import('../../lists/lists-of.ts')
  const { text } = await showLists(parts, name)
  return { title: tuiPageMessages[language].lists, rows: text.split('\n').map((value) => ({ label: '', value })) }
}

/** Return what will ring, the next first. */
export async function remindersReport({ parts, language }: Pick<Assistant, 'parts' | 'language'>): Promise<Report> {
  const [{ perform }, { remindersOf }] = await Promise.all([
    import('../../../core/reminders/tools.ts'),
    import('../../reminders/reminder-store.ts'),
  ])
  const { now, zone, loaded } = parts
  const context = { now, zone, language, profile: loaded.settings.profile, by: 'owner' as const }
  const { text } = await perform(remindersOf(parts), { action: 'list' }, context)
  return { title: tuiPageMessages[language].reminders, rows: text.split('\n').map((value) => ({ label: '', value })) }
}

/** Return what is scheduled, the next first; or what became of `show 1`, `pause 1`, `resume 1`, `remove 1`. */
export async function schedulesReport(
  { parts, language }: Pick<Assistant, 'parts' | 'language'>,
  words: string,
): Promise<Report> {
  const [{ performSchedule, readScheduleRequest }, { schedulesOf }] = await Promise.all([
    import('../../../core/schedules/tools.ts'),
    import('../../schedules/schedule-clock.ts'),
  ])
  const { now, zone, loaded } = parts
  const context = { now, zone, language, profile: loaded.settings.profile, by: 'owner' as const }
  const { text } = await performSchedule(schedulesOf(parts), readScheduleRequest(words), context)
  return { title: tuiPageMessages[language].schedules, rows: text.split('\n').map((value) => ({ label: '', value })) }
}
