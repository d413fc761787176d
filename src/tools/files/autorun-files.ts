import { basename } from 'node:path'
import type { ToolEffect } from '../../protocol/index.ts'
import { formatOfName } from '../../std/text/document-formats.ts'
import { patternOf } from '../../std/text/pattern.ts'

// Names that another program runs or obeys without being told to: at the next `git status`, in a new shell, when an
// editor opens the folder, at `npm test`, or when an assistant starts again. A command in the sandbox may not change
// them, and the file tools ask every time. Hidden names are taken for such unless they are known to be harmless:
// nobody can list all programs that read one.

/** Hidden files that are only looked at: what to leave out, how to indent, values for programs of the project. */
const harmlessFiles: ReadonlySet<string> = new Set([
  ...[
    '.gitignore',
    '.gitkeep',
    '.keep',
    '.npmignore',
    '.dockerignore',
    '.eslintignore',
    '.prettierignore',
    '.hgignore',
  ],
  ...[
    '.stylelintignore',
    '.vercelignore',
    '.gcloudignore',
    '.cfignore',
    '.helmignore',
    '.rgignore',
    '.ignore',
    '.fdignore',
  ],
  ...[
    '.editorconfig',
    '.mailmap',
    '.nojekyll',
    '.coverage',
    '.eslintcache',
    '.stylelintcache',
    '.ds_store',
    '.gitmessage',
  ],
  ...['.nvmrc', '.node-version', '.python-version', '.ruby-version', '.java-version', '.terraform.lock.hcl'],
])

/** Hidden folders in which tools keep what they can make again. */
const harmlessFolders: ReadonlySet<string> = new Set([
  ...[
    '.cache',
    '.pytest_cache',
    '.mypy_cache',
    '.ruff_cache',
    '.hypothesis',
    '.ipynb_checkpoints',
    '.eggs',
    '.tox',
    '.nox',
  ],
  ...[
    '.next',
    '.nuxt',
    '.output',
    '.svelte-kit',
    '.astro',
    '.docusaurus',
    '.turbo',
    '.parcel-cache',
    '.vite',
    '.angular',
  ],
  ...[
    '.nyc_output',
    '.gradle',
    '.kotlin',
    '.stack-work',
    '.dart_tool',
    '.build',
    '.tmp',
    '.temp',
    '.trash',
    '.obsidian',
  ],
  ...['.venv', '.vitest', '.jest', '.rollup.cache', '.webpack', '.sass-cache', '.jekyll-cache'],
])

/** Names that do not show by a dot what obeys them. Small letters. */
const files: ReadonlySet<string> = new Set([
  ...['agents.md', 'claude.md', 'gemini.md', 'qwen.md', 'mcp.json', 'opencode.json', 'package.json', 'bunfig.toml'],
  ...[
    'mise.toml',
    'mise.local.toml',
    'pip.conf',
    'uv.toml',
    'pnpm-workspace.yaml',
    'rust-toolchain',
    'rust-toolchain.toml',
  ],
])

/** Pages in capital letters that people write for people; others in capitals are instructions for assistants. */
const pages: ReadonlySet<string> = new Set([
  ...[
    'readme',
    'changelog',
    'changes',
    'history',
    'news',
    'license',
    'licence',
    'copying',
    'notice',
    'authors',
    'todo',
  ],
  ...['contributing', 'contributors', 'maintainers', 'security', 'support', 'code_of_conduct', 'governance', 'install'],
  ...[
    'architecture',
    'design',
    'notes',
    'roadmap',
    'releasing',
    'release',
    'upgrading',
    'faq',
    'spec',
    'style',
    'usage',
  ],
])

/**
 * Folders of dependencies: programs in them run at the next `npm test`, and no command without network has to change
 * them.
 */
export const dependencyFolders: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv'])

/**
 * Return true for a name that other programs run or obey. Letters are compared without case: some disks do not tell
 * them apart.
 */
export function isAutorunName(name: string): boolean {
  const low = name.toLowerCase()
  if (/^\.{1,2}$/.test(low)) return false
  if (low.startsWith('.')) return !isHarmlessHidden(low)
  const [, page] = /^([A-Z][A-Z_-]{2,})(?:\.\w+)*\.mdx?$/.exec(name) ?? []
  if (page !== undefined && !pages.has(page.toLowerCase())) return true
  return files.has(low) || low.endsWith('.code-workspace') || /^lefthook(?:-local)?\.(?:ya?ml|toml|json)$/.test(low)
}

/** `.env` in all its forms, swap files of editors and temporary files are no settings of another program. */
function isHarmlessHidden(low: string): boolean {
  return (
    harmlessFiles.has(low) ||
    harmlessFolders.has(low) ||
    /^\.env(?:\.|$)/.test(low) ||
    /^\..*\.(?:sw[a-p]|tmp|bak|un~)$/.test(low)
  )
}

/** Folders of a Mac's home whose files start programs. */
const startFolders = new Set(['launchagents', 'launchdaemons'])

/** Return true for a path that is such a file, or lies in such a folder. */
export function isAutorunPath(path: string): boolean {
  const parts = path.split(/[/\\]/)
  const folders = parts.slice(0, -1)
  const isObeyed = (part: string) =>
    startFolders.has(part.toLowerCase()) || (part.startsWith('.') && isAutorunName(part))
  return folders.some(isObeyed) || isAutorunName(basename(path))
}

/** Parts of names by which tools find settings and build programs: `vite.config`, `conftest`, `gulpfile.js`. */
const roles = patternOf('i')`
    (?:^|[._-]|ts|js)config|(?:^|[._-])(?:conf|rc|settings?|setup|build|hooks?|tasks?|launch|plugins?|package|project|
    workspace|compose|pipelines?|manifest)(?:$|[._-])|conftest|customize|(?<!pro)file$`
/** Lists in plain text that build tools and installers obey. */
const listsOfTools = /^(?:cmakelists|requirements[^.]*|constraints)\.txt$/i

/**
 * Return true for a name that a program may look for in a folder and obey once it is told to work there: whatever is
 * neither a document, nor data, nor source code that is called anything. Nobody can list all of them: an ending that
 * is not known counts, and a name without one.
 */
export function isObeyedName(name: string): boolean {
  if (isAutorunName(name) || listsOfTools.test(name)) return true
  if (name.startsWith('.')) return false
  if (!name.includes('.')) return !pages.has(name.toLowerCase())
  const format = formatOfName(name)
  if (format?.kind !== undefined || format?.isContainer) return false
  if (format === undefined || /\.(?:toml|ini)$/i.test(name)) return true
  return roles.test(name.slice(0, name.lastIndexOf('.')))
}

/** The effect of writing these files: other programs run them by themselves, or obey them when they are started. */
export function effectOfWriting(paths: readonly string[]): Extract<ToolEffect, 'runs' | 'obeyed'> | undefined {
  if (paths.some(isAutorunPath)) return 'runs'
  return paths.some((path) => isObeyedName(basename(path))) ? 'obeyed' : undefined
}
