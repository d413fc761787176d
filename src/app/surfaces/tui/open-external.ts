import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { onDisk } from '../../../memory/storage-failure.ts'
import { outsideMessages } from '../../../messages/surfaces/outside.ts'
import { fail, type Source } from '../../../protocol/index.ts'
import { fileMode, isMissing } from '../../../std/fs/files.ts'
import type { RunOutside } from '../../../ui/tui/terminal/terminal.ts'
import type { AppContext } from '../../context/app-context.ts'

type OpenerParts = Pick<AppContext, 'environment' | 'language'>

/** Formats that no editor shows as a person means them. */
const pages = new Set(['.pdf', '.docx', '.html', '.htm'])

/**
 * Shows a source: text in VISUAL or EDITOR at its line, a page in PDFVIEWER or the desktop's viewer, everything else
 * (and text without an editor) in the program that the desktop has for it. Returns what the person has to turn to
 * themselves, where that program takes no place. Throws `bad-input` with its sentence when there is no such file or
 * nothing to show it with.
 */
export async function showSource(
  { environment, language }: OpenerParts,
  source: Pick<Source, 'file' | 'line' | 'page'>,
  outside: RunOutside,
): Promise<string | undefined> {
  const { env, cwd, platform } = environment
  const say = outsideMessages[language]
  const file = resolve(cwd, source.file)
  const refuseOpening = (sentence: string) => fail('bad-input', { data: { sentence } })
  if (!(await onDisk(file, () => isFile(file)))) refuseOpening(say.noFile(file))
  const editor = (env.VISUAL || env.EDITOR)?.trim()
  if (editor && source.page === undefined && !pages.has(extname(file).toLowerCase())) {
    const argv = editorAt(editor.split(/\s+/), file, source.line)
    if ((await outside(argv)) === notFound) refuseOpening(say.viewerFailed(argv[0]))
    return undefined
  }
  const { page } = source
  const opened = page !== undefined && /\.pdf$/i.test(file) ? await openedAtPage(environment, file, page) : undefined
  if (opened === 'page') return undefined
  const screen = platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME)
  if (!opened && !(screen && (await openedOnDesktop(file, platform, env)))) refuseOpening(say.noViewer(file))
  return page === undefined ? undefined : say.turnToPage(page)
}

async function openedAtPage({ platform, env }: OpenerParts['environment'], file: string, page: number) {
  const { openAtPage } = await import('../../../tools/desktop/page-viewer.ts')
  return openAtPage({ platform, env: known(env) }, file, page)
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * Return what a person makes of a text in VISUAL or EDITOR. The file is theirs alone and goes with the editor. Throws
 * `bad-input` with its sentence when there is no editor, `storage` where the disk refuses.
 */
export async function editInEditor(
  { environment: { env, tempDir }, language }: OpenerParts,
  text: string,
  outside: RunOutside,
): Promise<string> {
  const say = outsideMessages[language]
  const refuseOpening = (sentence: string) => fail('bad-input', { data: { sentence } })
  const editor = (env.VISUAL || env.EDITOR)?.trim() || refuseOpening(say.noEditor)
  const folder = await onDisk(tempDir, () => mkdtemp(join(tempDir, 'assistant-')))
  try {
    const file = join(folder, 'message.md')
    await onDisk(file, () => writeFile(file, `${text}\n`, { mode: fileMode }))
    const argv = editorAt(editor.split(/\s+/), file, undefined)
    if ((await outside(argv)) === notFound) refuseOpening(say.viewerFailed(argv[0]))
    return (await onDisk(file, () => readFile(file, 'utf8'))).replace(/\n$/, '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Shows a text in PAGER, else in less or more, from its end on. Throws `bad-input` with its sentence when there is
 * none.
 */
export async function showInPager(
  { environment: { env, tempDir }, language }: OpenerParts,
  text: string,
  outside: RunOutside,
): Promise<void> {
  const folder = await onDisk(tempDir, () => mkdtemp(join(tempDir, 'assistant-')))
  try {
    const file = join(folder, 'conversation.txt')
    await onDisk(file, () => writeFile(file, text, { mode: fileMode }))
    const chosen = (env.PAGER ?? '').trim().split(/\s+/).filter(Boolean)
    const pagers = [...(chosen.length > 0 ? [chosen] : []), ['less', '+G'], ['more']]
    for (const [program = '', ...words] of pagers) if ((await outside([program, ...words, file])) !== notFound) return
    fail('bad-input', { data: { sentence: outsideMessages[language].noPager } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The exit status by which a shell says that there is no such program. */
const notFound = 127

/** Editors that take the line in a way of their own; the others take `+line`, as vi, Emacs, nano and micro do. */
const atLine: Record<string, (place: string) => string[]> = {
  ...Object.fromEntries(
    ['code', 'codium', 'cursor', 'windsurf'].map((name) => [name, (place: string) => ['-g', place]]),
  ),
  ...Object.fromEntries(['hx', 'helix', 'zed', 'subl'].map((name) => [name, (place: string) => [place]])),
}

/** The command that opens a file at a line. Pure. */
export function editorAt(editor: readonly string[], file: string, line: number | undefined): [string, ...string[]] {
  const [program = 'vi', ...words] = editor
  if (line === undefined) return [program, ...words, file]
  const own = atLine[basename(program)]
  return [program, ...words, ...(own ? own(`${file}:${line}`) : [`+${line}`, file])]
}

/** Opens a web page as the desktop does. Where it cannot, nothing happens: its address stands on the screen. */
export async function openAddress(
  { environment: { env, platform } }: Pick<AppContext, 'environment'>,
  url: string,
): Promise<void> {
  await openedOnDesktop(url, platform, env)
}

async function openedOnDesktop(
  file: string,
  platform: string,
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const { openerPrograms: openers } = await import('../../../tools/desktop/open-url.ts')
  const { runFirst } = await import('../../../tools/desktop/programs.ts')
  const signal = new AbortController().signal
  const finished = await runFirst(openers(platform, file), { platform, env: known(env) }, { signal, leaves: true })
  return finished !== undefined && (finished.code === 0 || finished.stopped === 'timeout')
}

const known = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** A path as it is shown: below the working folder without that, below the person's own with `~`. Pure. */
export function shownPath(file: string, { cwd, userHome }: { cwd: string; userHome: string }): string {
  if (!isAbsolute(file)) return file
  const below = (folder: string) => {
    const way = relative(folder, file)
    return way === '' || way.startsWith('..') || isAbsolute(way) ? undefined : way
  }
  const home = below(userHome)
  return below(cwd) ?? (home === undefined ? file : `~/${home}`)
}
