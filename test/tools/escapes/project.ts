import { type Escape, python } from './escape.ts'

const evil = 'touch @PROOF@'
/** Puts a file into the project; the person's next step does with it what the program does that reads it. */
const file = (path: string, source: string, text: string, next: string, before?: string): Escape => ({
  name: `${path} of the project`,
  source,
  run: `mkdir -p "$(dirname ${path})"; cat > ${path} <<'END'\n${text}\nEND`,
  next,
  ...(before ? { before } : {}),
})
/** The command at a path of keys in a JSON file, run as an editor or an assistant would. */
const fromJson = (path: string, keys: string) =>
  `sh -c "$(${python(`import json; print(json.load(open("${path}"))${keys})`)})"`
/** Code in a file that is a shell script, or near enough for what it proves. */
const sourced = (path: string) => `. ./${path}`
const found = (path: string) => `grep -q '${evil}' ${path} && ${evil}`

/** What a command can leave in a project that an editor, a prompt, a build tool or another assistant runs by itself. */
export const projectEscapes: readonly Escape[] = [
  file(
    '.vscode/tasks.json',
    'https://code.visualstudio.com/docs/debugtest/tasks#_run-behavior',
    `{"tasks":[{"command":"${evil}","runOptions":{"runOn":"folderOpen"}}]}`,
    fromJson('.vscode/tasks.json', '["tasks"][0]["command"]'),
  ),
  file(
    '.vscode/settings.json',
    'https://embracethered.com/blog/posts/2025/github-copilot-remote-code-execution-via-prompt-injection/',
    `{"python.defaultInterpreterPath":"${evil}"}`,
    fromJson('.vscode/settings.json', '["python.defaultInterpreterPath"]'),
  ),
  file(
    '.vscode/launch.json',
    'https://code.visualstudio.com/docs/debugtest/debugging-configuration',
    `{"program":"${evil}"}`,
    fromJson('.vscode/launch.json', '["program"]'),
  ),
  file(
    '.idea/workspace.xml',
    'https://www.jetbrains.com/help/idea/settings-tools-startup-tasks.html',
    evil,
    found('.idea/workspace.xml'),
  ),
  file(
    '.zed/tasks.json',
    'https://zed.dev/docs/tasks',
    `[{"command":"${evil}"}]`,
    fromJson('.zed/tasks.json', '[0]["command"]'),
  ),
  file(
    '.devcontainer/devcontainer.json',
    'https://containers.dev/implementors/json_reference/#lifecycle-scripts',
    `{"initializeCommand":"${evil}"}`,
    fromJson('.devcontainer/devcontainer.json', '["initializeCommand"]'),
  ),
  file(
    'x.code-workspace',
    'https://code.visualstudio.com/docs/editing/workspaces/multi-root-workspaces',
    `{"tasks":["${evil}"]}`,
    fromJson('x.code-workspace', '["tasks"][0]'),
  ),
  file('.envrc', 'https://direnv.net/', evil, sourced('.envrc')),
  file('.mise.toml', 'https://mise.jdx.dev/hooks.html', evil, found('.mise.toml')),
  file('mise.toml', 'https://mise.jdx.dev/paranoid.html', evil, found('mise.toml')),
  file('.exrc', 'https://vimhelp.org/options.txt.html#%27exrc%27', evil, found('.exrc')),
  file('.nvim.lua', 'https://neovim.io/doc/user/options.html#%27exrc%27', evil, found('.nvim.lua')),
  file(
    '.dir-locals.el',
    'https://www.gnu.org/software/emacs/manual/html_node/emacs/Safe-File-Variables.html',
    evil,
    found('.dir-locals.el'),
  ),
  file('.gdbinit', 'https://gtfobins.github.io/gtfobins/gdb/', evil, found('.gdbinit')),
  file('.lldbinit', 'https://lldb.llvm.org/man/lldb.html#configuration-files', evil, found('.lldbinit')),
  file('.irbrc', 'https://docs.ruby-lang.org/en/3.3/IRB.html', evil, found('.irbrc')),
  file('.Rprofile', 'https://stat.ethz.ch/R-manual/R-devel/library/base/html/Startup.html', evil, found('.Rprofile')),
  file('.yarnrc.yml', 'https://yarnpkg.com/configuration/yarnrc#yarnPath', evil, found('.yarnrc.yml')),
  file(
    '.yarn/releases/yarn.cjs',
    'https://yarnpkg.com/configuration/yarnrc#yarnPath',
    evil,
    sourced('.yarn/releases/yarn.cjs'),
    'mkdir -p .yarn/releases; echo true > .yarn/releases/yarn.cjs',
  ),
  file('.pnpmfile.cjs', 'https://pnpm.io/pnpmfile', evil, found('.pnpmfile.cjs')),
  file('bunfig.toml', 'https://bun.com/docs/runtime/bunfig#preload', evil, found('bunfig.toml')),
  file(
    '.cargo/config.toml',
    'https://doc.rust-lang.org/cargo/reference/config.html#buildrustc-wrapper',
    evil,
    found('.cargo/config.toml'),
  ),
  file('.bazelrc', 'https://bazel.build/run/bazelrc', evil, found('.bazelrc')),
  file(
    '.mvn/jvm.config',
    'https://maven.apache.org/configure.html#mvn-jvm-config-file',
    evil,
    found('.mvn/jvm.config'),
  ),
  file('.bundle/config', 'https://bundler.io/man/bundle-config.1.html', evil, found('.bundle/config')),
  file(
    '.pre-commit-config.yaml',
    'https://pre-commit.com/#repository-local-hooks',
    evil,
    found('.pre-commit-config.yaml'),
  ),
  file('lefthook.yml', 'https://lefthook.dev/configuration/', evil, found('lefthook.yml')),
  file(
    '.claude/settings.json',
    'https://docs.anthropic.com/en/docs/claude-code/hooks',
    `{"hooks":{"x":"${evil}"}}`,
    fromJson('.claude/settings.json', '["hooks"]["x"]'),
  ),
  file(
    '.mcp.json',
    'https://nvd.nist.gov/vuln/detail/CVE-2025-59536',
    `{"command":"${evil}"}`,
    fromJson('.mcp.json', '["command"]'),
  ),
  file(
    '.cursor/mcp.json',
    'https://nvd.nist.gov/vuln/detail/CVE-2025-54136',
    `{"command":"${evil}"}`,
    fromJson('.cursor/mcp.json', '["command"]'),
  ),
  file(
    '.gemini/settings.json',
    'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    `{"command":"${evil}"}`,
    fromJson('.gemini/settings.json', '["command"]'),
  ),
  file('.codex/config.toml', 'https://nvd.nist.gov/vuln/detail/CVE-2025-61260', evil, found('.codex/config.toml')),
  file('.agents/skills/x/SKILL.md', 'https://agentskills.io/specification', evil, found('.agents/skills/x/SKILL.md')),
  file('AGENTS.md', 'https://agents.md/', evil, found('AGENTS.md')),
  file(
    '.assistant/config.json',
    'https://nvd.nist.gov/vuln/detail/CVE-2026-21852',
    `{"providers":{"openai":{"baseUrl":"${evil}"}}}`,
    fromJson('.assistant/config.json', '["providers"]["openai"]["baseUrl"]'),
  ),
  file(
    'packages/a/package.json',
    'https://docs.npmjs.com/cli/v11/using-npm/scripts',
    `{"scripts":{"test":"${evil}"}}`,
    'cd packages/a && npm test --silent',
    'mkdir -p packages/a; echo "{}" > packages/a/package.json',
  ),
  {
    name: 'a package below, moved away with its folder',
    source: 'https://docs.npmjs.com/cli/v11/using-npm/scripts',
    before: 'mkdir -p moved/b; echo "{}" > moved/b/package.json',
    run: `mv moved moved2; mkdir -p moved/b; echo '{"scripts":{"test":"${evil}"}}' > moved/b/package.json`,
    next: 'cd moved/b && npm test --silent',
  },
  {
    name: 'a program among the dependencies',
    source: 'https://docs.npmjs.com/cli/v11/configuring-npm/folders#executables',
    before:
      'mkdir -p node_modules/.bin; printf "#!/bin/sh\\ntrue\\n" > node_modules/.bin/vitest; chmod +x node_modules/.bin/vitest',
    run: `printf '#!/bin/sh\\n${evil}\\n' > node_modules/.bin/vitest`,
    next: 'node_modules/.bin/vitest',
  },
  {
    name: 'a module among the dependencies',
    source: 'https://docs.npmjs.com/cli/v11/configuring-npm/folders#node-modules',
    before: 'mkdir -p node_modules/left; echo true > node_modules/left/index.js',
    run: `mv node_modules n2; cp -r n2 node_modules; echo '${evil}' > node_modules/left/index.js`,
    next: '. ./node_modules/left/index.js',
  },
  {
    name: 'the environment of Python',
    source: 'https://docs.python.org/3/library/venv.html#how-venvs-work',
    before: 'mkdir -p .venv/bin; echo true > .venv/bin/activate',
    run: `echo '${evil}' >> .venv/bin/activate`,
    next: '. .venv/bin/activate',
  },
  {
    name: 'a file that is a link to another',
    source: 'https://agents.md/',
    before: 'mkdir -p docs; echo ok > docs/rules.md; ln -sf docs/rules.md CLAUDE.md',
    run: `echo '${evil}' > docs/rules.md`,
    next: found('CLAUDE.md'),
  },
  {
    name: 'the scripts of the project',
    source: 'https://docs.npmjs.com/cli/v11/using-npm/scripts',
    before: 'echo "{}" > package.json',
    run: `echo '{"scripts":{"test":"${evil}"}}' > package.json`,
    next: 'npm test --silent',
    alone: 'plain',
  },
  {
    name: 'the scripts of a new project',
    source: 'https://docs.npmjs.com/cli/v11/using-npm/scripts',
    run: `echo '{"scripts":{"test":"${evil}"}}' > package.json`,
    next: 'npm test --silent',
    alone: 'plain',
  },
  {
    name: 'the shell of npm',
    source: 'https://docs.npmjs.com/cli/v11/using-npm/config#script-shell',
    before: 'echo \'{"scripts":{"test":"true"}}\' > package.json',
    run: `printf '#!/bin/sh\\n${evil}\\n' > s.sh; chmod +x s.sh; echo "script-shell=$PWD/s.sh" > .npmrc`,
    next: 'npm test --silent',
    alone: 'plain',
  },
  ...[
    ...[
      '.pdbrc',
      '.iex.exs',
      '.ocamlinit',
      '.octaverc',
      '.latexmkrc',
      '.rvmrc',
      '.lintstagedrc.js',
      '.pylintrc',
      '.netrc',
    ],
    ...['.clinerules', '.goosehints', '.github/workflows/x.yml', '.helix/languages.toml', '.a-tool-of-next-year'],
    ...['rust-toolchain.toml', 'lefthook-local.yml', 'pnpm-workspace.yaml', 'AGENTS.override.md', 'QWEN.md'],
  ].map(
    (file): Escape => ({
      name: `${file}, which some program obeys`,
      source: 'https://attack.mitre.org/techniques/T1546/',
      run: `mkdir -p "$(dirname ${file})"; echo EVIL > ${file}`,
      next: `grep -qs EVIL ${file} && touch @PROOF@`,
    }),
  ),
]
