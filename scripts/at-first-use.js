import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { parseSync } from 'oxc-parser'

// A bundle evaluates all that is imported, and V8 reads what was compiled of it. Of what most answers do without, that is done when it is
// first used: a tool that runs, a date that is read, a sentence that is shown.

/** Below `src/`, modules whose functions are called late. What they import alone comes late with them. */
const functions = [
  ...['app/admin/context-report.ts', 'app/docs/document-stores.ts', 'app/docs/reranker.ts', 'app/tools/run-hook.ts'],
  ...['core/permissions/shell-parser.ts', 'core/turn/tool-runner.ts', 'llm/rules/facts/absolute-dates.ts'],
  ...['core/reminders/entry.ts', 'core/reminders/plan.ts', 'core/reminders/reminder.ts', 'core/reminders/reminder-text.ts'],
  ...['core/schedules/entry.ts', 'core/schedules/schedule-text.ts'],
  ...['memory/agent-admin.ts', 'memory/duplicates.ts', 'memory/exchange.ts', 'memory/profiles.ts', 'memory/search.ts'],
  ...['memory/snapshots.ts', 'memory/skills/skill-tool.ts', 'threads/search.ts', 'std/fs/walk-folder.ts', 'std/text-rank.ts'],
  ...['std/korean/dates/format-date.ts', 'std/korean/dates/moment.ts', 'std/korean/dates/until.ts'],
  ...['std/korean/search/analysis.ts', 'std/korean/sentence.ts', 'std/time/recurrence.ts', 'std/time/zone-names.ts'],
  ...['tools/calendar/event-times.ts', 'tools/calendar/tell-events.ts', 'tools/checkpoints/entry.ts', 'tools/datetime/read.ts'],
  ...['tools/files/folder-handle.ts', 'tools/shell/git/git-view.ts', 'tools/shell/git/repository.ts', 'tools/shell/process.ts'],
  ...['tools/shell/sandbox/limits.ts', 'tools/shell/sandbox/sandbox.ts', 'tools/shell/spawn-group.ts'],
  ...['tools/web/api-client.ts', 'tools/web/ssrf-guard.ts'],
]

/** Modules of sentences in both languages that are said late. */
const messages = [
  ...['commands/conversations', 'commands/docs', 'commands/mcp-cli', 'engine/agents', 'engine/damage', 'engine/memory'],
  ...['engine/memory-trust', 'engine/notices', 'engine/reminders', 'engine/schedules', 'engine/service', 'tools/accounts'],
  ...['tools/calendar', 'tools/desktop', 'tools/events', 'tools/mail', 'tools/mcp', 'tools/shell', 'tools/telegram-message'],
  ...['tools/tools', 'tools/web'],
].map((name) => `messages/${name}.ts`)

/** How a script takes the exports of another one at once; `scripts/to-scripts.js` makes a `require` of it. */
export const atOnce = '__atOnce('

/**
 * A plugin for esbuild that puts a door before each of them: exports of the same names, which load the module when they are used. What a
 * door does not have stops the build where it is imported.
 */
export function atFirstUse(root) {
  const late = new Set([...functions, ...messages].map((file) => `src/${file}`))
  const names = [...late].map((file) => basename(file).replaceAll('.', '\\.'))
  const made = new Set()
  return {
    name: 'at-first-use',
    setup({ onResolve, onLoad, onEnd }) {
      onResolve({ filter: new RegExp(`/(?:${names.join('|')})$`), namespace: 'file' }, ({ path, importer, kind }) => {
        const [file, from] = [join(dirname(importer), path), importer].map((one) => relative(root, one).replaceAll(sep, '/'))
        if (kind !== 'import-statement' || !late.has(file) || late.has(from) || from.startsWith('src/library/')) return undefined
        made.add(file)
        return { path: join(root, file), namespace: 'at-first-use' }
      })
      onLoad({ filter: /.*/, namespace: 'at-first-use' }, ({ path }) => ({ contents: door(path), resolveDir: dirname(path) }))
      onEnd(() => {
        const gone = [...late].filter((file) => !made.has(file))
        // A module that moved would silently be evaluated with every answer again.
        if (gone.length > 0) throw new Error(`scripts/at-first-use.js names what nobody imports: ${gone.join(', ')}`)
      })
    },
  }
}

function door(path) {
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const declared = program.body.flatMap(({ type, declaration }) =>
    type === 'ExportNamedDeclaration' ? declarationsOf(declaration) : [],
  )
  const doors = declared.flatMap(({ id: { name }, init }) => {
    if (isFunction(init)) return `export function ${name}(...given){return own().${name}(...given)}`
    return name.endsWith('Messages')
      ? `export const ${name}={get ko(){return own().${name}.ko},get en(){return own().${name}.en}}`
      : []
  })
  return [`let kept;const own=()=>kept??=${atOnce}import("./${basename(path)}"))`, ...doors].join('\n')
}

function declarationsOf(declaration) {
  if (declaration?.type === 'FunctionDeclaration') return [{ id: declaration.id, init: declaration }]
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
}

const isFunction = (node) => /^(?:Arrow)?Function/.test(node?.type ?? '')
