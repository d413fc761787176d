import { basename } from 'node:path'

/**
 * Names that another program runs or obeys without being told to: at the next `git status`, in a new shell, when an
 * editor opens the folder, at `npm test`, or when an assistant starts again. A command in the sandbox may not change
 * them, and the file tools ask every time.
 */
const folders: readonly string[] = [
  // Version control: configuration and hooks run at the next command.
  ...['.git', '.hg', '.svn', '.jj', '.bzr', '.husky', '.githooks'],
  // Editors: tasks, launch configurations, settings that name programs.
  ...['.vscode', '.idea', '.zed', '.fleet', '.vs', '.nova', '.devcontainer', '.vim', '.nvim'],
  // Assistants: instructions, permissions, hooks, commands, servers.
  ...[
    '.assistant',
    '.agents',
    '.claude',
    '.codex',
    '.cursor',
    '.gemini',
    '.windsurf',
    '.continue',
    '.opencode',
    '.kiro',
    '.roo',
  ],
  // Build tools that load code or name programs from here.
  ...['.yarn', '.mvn', '.cargo', '.bundle', '.mise', '.direnv'],
]

const files: readonly string[] = [
  ...['.gitmodules', '.gitconfig', '.hgrc', '.pre-commit-config.yaml', 'lefthook.yml', '.lefthook.yml'],
  ...[
    'agents.md',
    'claude.md',
    'gemini.md',
    '.mcp.json',
    'mcp.json',
    '.cursorrules',
    '.windsurfrules',
    'opencode.json',
  ],
  // Environment managers that a prompt loads.
  ...[
    '.envrc',
    '.mise.toml',
    'mise.toml',
    '.mise.local.toml',
    'mise.local.toml',
    '.rtx.toml',
    '.tool-versions',
    '.autoenv',
  ],
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnpmfile.mjs', 'bunfig.toml', '.bazelrc', 'package.json'],
  ...['.pnp.cjs', '.pnp.loader.mjs', '.bazeliskrc', 'pip.conf', '.pypirc', 'uv.toml'],
  // Shells and what starts with them.
  ...[
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.profile',
    '.inputrc',
    '.xprofile',
    '.xsession',
  ],
  ...['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.kshrc', '.cshrc', '.tcshrc', '.login', '.logout'],
  // Programs that read a file of the folder they are started in.
  ...['.vimrc', '.exrc', '.nvimrc', '.nvim.lua', '.lvimrc', '.gvimrc', '.emacs', '.dir-locals.el', '.dir-locals-2.el'],
  ...[
    '.gdbinit',
    '.lldbinit',
    '.tmux.conf',
    '.screenrc',
    '.irbrc',
    '.pryrc',
    '.rprofile',
    '.ghci',
    '.psqlrc',
    '.sqliterc',
  ],
]

const folderNames = new Set(folders)
const fileNames = new Set(files)

/**
 * Folders of dependencies: programs in them run at the next `npm test`, and no command without network has to change
 * them.
 */
export const dependencyFolders: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv'])

/**
 * Whether a name is one that other programs run or obey. Letters are compared without case: some disks do not tell
 * them apart.
 */
export function isAutorunName(name: string): boolean {
  const low = name.toLowerCase()
  return folderNames.has(low) || fileNames.has(low) || low.endsWith('.code-workspace')
}

/** Folders of a home whose files start programs: a command in the sandbox never sees them, the file tools may. */
const homeFolders = new Set(['.config', '.local', 'launchagents', 'launchdaemons'])

/** Whether a path is such a file, or lies in such a folder. */
export function isAutorunPath(path: string): boolean {
  const parts = path.split(/[/\\]/).map((part) => part.toLowerCase())
  return parts.some((part) => folderNames.has(part) || homeFolders.has(part)) || isAutorunName(basename(path))
}
