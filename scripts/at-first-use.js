import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { parseSync } from 'oxc-parser'

// A bundle evaluates all that is imported, and V8 reads what was compiled of it. Of what most answers do without,
// that is done when it is first used: a tool that runs, a date that is read, a sentence that is shown.

/** Such modules by their folders below `src/`. What they alone import comes late with them. */
const modules = `
  app/admin: context-report
  app/conversations: foresee-reply
  app/docs: document-stores reranker
  app/services: external-bank
  app/surfaces/tui: open-external
  app/tools: run-hook
  cli: update-notice
  config: write
  core/ownership: control-socket
  core/permissions: carried shell-parser
  core/lists: note-tasks list-page list-steps list-text due-reminders
  core/money: ask-book money-book money-text
  core/reminders: entry plan reminder reminder-text
  core/schedules: entry schedule-args schedule-text
  core/turn: foreseen-replies json-answer tool-runner
  llm: spending
  llm/local: answer-judge grounded-call
  llm/rules: open-request
  llm/rules/facts: absolute-dates
  memory: agent-admin duplicates exchange search snapshots
  memory/skills: skill-tool
  messages/commands: config conversations docs mcp-cli
  messages/engine: agents damage failure-words local-model memory memory-trust notices reminders schedules service
  messages/surfaces: tui-keys
  messages/tools: accounts calendar lists money desktop document-survey events mail mcp shell telegram-message tool-words tools web
  retrieval/answers: cite several
  retrieval/survey: survey
  retrieval/tables: answer-tables
  services/transfer: messages
  std/fs: walk-folder
  std/korean/dates: format-date moment until
  std/korean/search: analysis ranking
  std/korean: sentence
  std: text-rank
  std/text: charset cp949
  std/time: recurrence zone-names
  threads: search
  tools/calculator: expression
  tools/calendar/invitations: plan-answer
  tools/calendar: event-times tell-events
  tools/checkpoints: entry
  tools/datetime: read
  tools/files: diff folder-handle
  tools/shell/git: git-view repository
  tools/shell: process spawn-group
  tools/shell/sandbox: limits sandbox
  tools/web: api-client safe-fetch ssrf-guard
`

/** How a script takes the exports of another one at once; `scripts/to-scripts.js` makes a `require` of it. */
export const atOnce = '__atOnce('

/**
 * A plugin for esbuild that puts a door before each of them: exports of the same names, which load the module when
 * they are used. What a door does not have stops the build where it is imported.
 */
export function atFirstUse(root) {
  const rows = modules
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/:? /))
  const late = new Set(rows.flatMap(([folder, ...names]) => names.map((name) => `src/${folder}/${name}.ts`)))
  const names = rows.flatMap(([, ...names]) => names)
  const made = new Set()
  return {
    name: 'at-first-use',
    setup({ onResolve, onLoad, onEnd }) {
      onResolve(
        { filter: new RegExp(`/(?:${names.join('|')})\\.ts$`), namespace: 'file' },
        ({ path, importer, kind }) => {
          const [file, from] = [join(dirname(importer), path), importer].map((one) =>
            relative(root, one).replaceAll(sep, '/'),
          )
          if (kind !== 'import-statement' || !late.has(file) || late.has(from) || from.startsWith('src/library/'))
            return undefined
          made.add(file)
          return { path: join(root, file), namespace: 'at-first-use' }
        },
      )
      onLoad({ filter: /.*/, namespace: 'at-first-use' }, ({ path }) => ({
        contents: door(path),
        resolveDir: dirname(path),
      }))
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
