import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Desktop, type DesktopProgram, runFirst } from './programs.ts'

type Place = (file: string, page: number) => string[]

const option =
  (...words: string[]): Place =>
  (file, page) => [...words.slice(0, -1), `${words.at(-1)}${page}`, file]
const pair =
  (word: string): Place =>
  (file, page) => [word, `${page}`, file]
const address: Place = (file, page) => [`${pathToFileURL(file).href}#page=${page}`]

/** Arguments that tell viewers the page, as their manuals say, by the name of their program or desktop entry. */
const viewers: readonly (readonly [RegExp, Place])[] = [
  [/evince|papers|atril|xreader/i, option('--page-index=')],
  [/okular/i, pair('-p')],
  [/zathura/i, pair('-P')],
  [/sioyek/i, pair('--page')],
  [/qpdfview/i, (file, page) => ['--unique', `${file}#${page}`]],
  [/mupdf|xpdf/i, (file, page) => [file, `${page}`]],
  [/sumatrapdf/i, pair('-page')],
  [/firefox|chrom|brave|edge|vivaldi/i, address],
]

/**
 * The program a person's desktop opens PDF files with is called so in its entry: `org.gnome.Evince.desktop` is run as
 * `evince`.
 */
const programs: Record<string, string> = {
  'org.gnome.evince': 'evince',
  'org.gnome.papers': 'papers',
  'org.kde.okular': 'okular',
  'org.kde.okularapplication_pdf': 'okular',
  okularapplication_pdf: 'okular',
  'org.pwmt.zathura': 'zathura',
  'org.pwmt.zathura-pdf-mupdf': 'zathura',
}

/** The command that opens a paged file at a page; undefined for a viewer that nobody knows how to tell it. Pure. */
export function viewerAt(viewer: readonly string[], file: string, page: number): DesktopProgram | undefined {
  const [program, ...words] = viewer
  const place = program && viewers.find(([name]) => name.test(basename(program)))?.[1]
  return place && program ? [program, ...words, ...place(file, page)] : undefined
}

/**
 * Opens a PDF file at its page: in PDFVIEWER, else in what a Linux desktop opens such files with. `file`: it is open,
 * but that viewer could not be told the page; undefined where neither can. The viewer stays when this program goes.
 */
export async function openAtPage(desktop: Desktop, file: string, page: number): Promise<'page' | 'file' | undefined> {
  const { env, platform } = desktop
  const [chosen, ...words] = env.PDFVIEWER?.trim().split(/\s+/).filter(Boolean) ?? []
  if (chosen !== undefined) {
    const command = viewerAt([chosen, ...words], file, page)
    return (await startProgram(command ?? [chosen, ...words, file], env)) ? (command ? 'page' : 'file') : undefined
  }
  if (platform !== 'linux' || !(env.DISPLAY || env.WAYLAND_DISPLAY)) return undefined
  const usual = await usualViewer(desktop)
  const command = usual === undefined ? undefined : viewerAt([usual], file, page)
  return command && (await startProgram(command, env)) ? 'page' : undefined
}

async function usualViewer(desktop: Desktop): Promise<string | undefined> {
  const { signal } = new AbortController()
  const asked = await runFirst([['xdg-mime', 'query', 'default', 'application/pdf']], desktop, { signal })
  const entry =
    asked?.out
      .whole()
      ?.toString()
      .trim()
      .replace(/\.desktop$/, '') ?? ''
  return entry === '' ? undefined : (programs[entry.toLowerCase()] ?? entry)
}

/** Starts a program that outlives this one; false where there is no such program. */
function startProgram([program, ...args]: DesktopProgram, env: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env })
    child.once('error', () => resolve(false)).once('spawn', () => resolve(true))
    child.unref()
  })
}
