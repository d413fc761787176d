import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ToolContext } from '../../../src/protocol/index.ts'
import { effectOfWriting, isAutorunName, isAutorunPath } from '../../../src/tools/files/autorun-files.ts'
import { fileTools } from '../../../src/tools/files/file-tools.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'home-')))
afterAll(() => rmSync(home, { recursive: true }))
function put(path: string) {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), 'top secret')
}

/** Where programs of 2025 and 2026 keep logins, found in their manuals; none of them is named in the code. */
const logins =
  '.claude/.credentials.json .codex/auth.json .config/rclone/rclone.conf .m2/settings.xml .bash_history .thunderbird/x/logins.json .gem/credentials .yarnrc.yml .config/pip/pip.conf .env .electrum/wallets/w .bitcoin/wallet.dat .composer/auth.json .config/hub .oci/config .snowsql/config .databrickscfg .huggingface/token .local/share/signal/key .gemini/oauth.json Library/Cookies/c'.split(
    ' ',
  )

async function read(path: string, roots: string[], cwd = home) {
  const tools = fileTools({ home: '/nowhere', userHome: home, roots: () => roots })
  const tool = tools.find(({ name }) => name === 'read_file')!
  const context = { cwd, language: 'en', signal: AbortSignal.timeout(5_000) } as ToolContext
  const running = tool.run({ path }, context)
  for (let step = await running.next(); ; step = await running.next()) if (step.done) return step.value.text
}

describe('a home as working folder', () => {
  test.each(logins)('%s is shut, and opened where a root names it', async (path) => {
    put(path)
    expect(await read(path, [home])).toContain('Hidden files of a home')
    expect(await read(join(home, path), [home, join(home, path)])).toContain('top secret')
    expect(await read(join(home, path), [home, dirname(join(home, path))])).toContain(
      dirname(path) === '.' ? 'Hidden files' : 'top secret',
    )
  })

  test('through a link or another spelling it is shut, too; what is not hidden is open', async () => {
    put('.claude/.credentials.json')
    put('notes/.env')
    symlinkSync(join(home, '.claude'), join(home, 'assistant'))
    for (const path of [
      'assistant/.credentials.json',
      'notes/../.claude/.credentials.json',
      '~/.claude/.credentials.json',
    ])
      expect(await read(path, [home]), path).not.toContain('top secret')
    expect(await read('notes/.env', [home])).toContain('top secret')
  })
})

describe('names that other programs obey', () => {
  test.each(
    '.pdbrc .iex.exs .ocamlinit .octaverc .latexmkrc .rvmrc .lintstagedrc.js .pylintrc .clinerules .goosehints .gitattributes .github .helix .vscode .git .envrc .npmrc .unknown2027 .foo.local rust-toolchain.toml lefthook-local.yml lefthook.toml pnpm-workspace.yaml AGENTS.md AGENTS.override.md CLAUDE.local.md QWEN.md NEWTOOL.md package.json a.code-workspace'.split(
      ' ',
    ),
  )('%s asks', (name) => expect(isAutorunName(name)).toBe(true))

  test.each(
    '.gitignore .editorconfig .env .env.local .pytest_cache .next .nvmrc README.md CHANGELOG.md TODO.md notes.md Plan.md a.md Makefile index.js .main.c.swp . ..'.split(
      ' ',
    ),
  )('%s does not', (name) => expect(isAutorunName(name)).toBe(false))

  test.each(
    'Makefile makefile Justfile Dockerfile BUILD WORKSPACE Gemfile Rakefile Procfile unknown2027 conftest.py setup.py sitecustomize.py usercustomize.py noxfile.py gulpfile.js Gruntfile.js vite.config.ts webpack.config.cjs tsconfig.json tsconfig.build.json deno.unknown build.gradle build.gradle.kts settings.gradle pom.properties build.rs build.zig Cargo.toml pyproject.toml tox.ini pytest.ini setup.cfg CMakeLists.txt toolchain.cmake meson.build requirements.txt requirements-dev.txt docker-compose.yml azure-pipelines.yml a.pth evil.so x.csproj'.split(
      ' ',
    ),
  )('%s asks when it is written, and no mode lifts that', (name) => {
    expect([name, `a/${name}`, `/w/${name}`].map((path) => effectOfWriting([path]))).toEqual(Array(3).fill('obeyed'))
    expect(effectOfWriting(['a.md', name])).toBe('obeyed')
  })

  test.each(
    'README LICENSE notes.md a.txt a.pdf a.docx a.hwp a.png data.json list.yaml a.xml users.csv main.py index.ts app.js profile.py userProfile.ts a.html a.ics .env .gitignore'.split(
      ' ',
    ),
  )('%s asks no more than ever', (name) => expect(effectOfWriting([name])).toBeUndefined())

  test('what lies in such a folder asks, too, however the way there is spelled', () => {
    expect(
      ['.github/workflows/x.yml', 'a/.helix/languages.toml', './.zed/tasks.json', 'a\\.vscode\\x'].map(isAutorunPath),
    ).toEqual(Array(4).fill(true))
    expect(['./a.md', '../b/c.md', '.cache/x', 'a/.next/y.js'].map(isAutorunPath)).toEqual(Array(4).fill(false))
  })
})
