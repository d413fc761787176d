// `node bench/retrieval/make-files.ts FOLDER`: documents in all endings, written by pandoc and LibreOffice out of
// public text that Debian has on every machine (manuals in several languages, /usr/share/doc, tables of time zones).
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('usage: node bench/retrieval/make-files.ts FOLDER')
const folder = target

/** Languages of manuals, and how many of each are taken. */
const languages = { ko: 10, '': 4, ja: 2, zh_CN: 2, de: 2, fr: 1, ru: 1, cs: 1 }
/** A document has a few pages: letters of its source. */
const letters = { least: 3_000, most: 40_000 }

interface Source {
  name: string
  form: 'man' | 'html' | 'markdown'
  text: string
}

const listOf = (path: string): string[] => {
  try {
    return readdirSync(path).sort()
  } catch {
    return []
  }
}

function readSource(path: string): string {
  if (!statSync(path).isFile()) return ''
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

const isOfSize = (text: string) => text.length >= letters.least && text.length <= letters.most

function manuals(): Source[] {
  return Object.entries(languages).flatMap(([language, most]) => {
    const pages = join('/usr/share/man', language, 'man1')
    const found = listOf(pages).flatMap((file) => {
      const text = readSource(join(pages, file))
      // A page that only names another one has no text of its own.
      return text.startsWith('.so') || !isOfSize(text) || !/^\.TH/m.test(text)
        ? []
        : [{ name: `${language || 'en'}-${file.replace(/\..*/, '')}`, form: 'man' as const, text }]
    })
    return found.slice(0, most)
  })
}

function guides(form: 'html' | 'markdown', ending: RegExp, most: number): Source[] {
  const found: Source[] = []
  for (const about of listOf('/usr/share/doc')) {
    const file = listOf(join('/usr/share/doc', about)).find((name) => ending.test(name))
    const text = file === undefined ? '' : readSource(join('/usr/share/doc', about, file))
    if (isOfSize(text)) found.push({ name: `${form}-${about}`, form, text })
    if (found.length === most) break
  }
  return found
}

const run = (program: string, args: readonly string[], input?: string) =>
  execFileSync(program, args, { input, timeout: 300_000, stdio: ['pipe', 'ignore', 'ignore'] })

/** Converts with LibreOffice: it starts once for all files. */
function convert(files: readonly string[], to: string, into: string): void {
  mkdirSync(into, { recursive: true })
  const profile = `-env:UserInstallation=file://${join(folder, '.office')}`
  if (files.length > 0) run('soffice', [profile, '--headless', '--convert-to', to, '--outdir', into, ...files])
}

const named = (from: string, ending: string) =>
  listOf(from)
    .filter((file) => file.endsWith(`.${ending}`))
    .map((file) => join(from, file))

function makeTexts(): void {
  const pandoc = join(folder, 'pandoc')
  mkdirSync(pandoc, { recursive: true })
  for (const { name, form, text } of [
    ...manuals(),
    ...guides('html', /\.html$/, 4),
    ...guides('markdown', /\.md(?:\.gz)?$/, 6),
  ])
    for (const ending of ['docx', 'odt', 'rtf', 'epub', 'html', 'pptx'])
      try {
        const path = join(pandoc, `${name}.${ending}`)
        run('pandoc', ['-s', '-f', form, '-M', `title=${name}`, '-o', path], text)
      } catch {
        console.log(`pandoc wrote no ${name}.${ending}`)
      }
  const written = named(pandoc, 'docx')
  for (const ending of ['pdf', 'odt', 'rtf']) convert(written, ending, join(folder, 'office'))
  convert(named(pandoc, 'pptx').slice(0, 10), 'odp', join(folder, 'office'))
}

/** Tables of Debian as CSV, and as sheets. */
function makeTables(): void {
  const into = join(folder, 'tables')
  mkdirSync(into, { recursive: true })
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  for (const name of ['zone1970.tab', 'zone.tab', 'iso3166.tab']) {
    const lines = readFileSync(join('/usr/share/zoneinfo', name), 'utf8').split('\n')
    const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'))
    const text = rows.map((row) => row.map(quoted).join(','))
    for (let at = 0; at < rows.length; at += 120)
      writeFileSync(join(into, `${name.replace('.tab', '')}-${at}.csv`), `${text.slice(at, at + 120).join('\n')}\n`)
  }
  for (const ending of ['xlsx', 'ods']) convert(named(into, 'csv'), ending, join(folder, 'sheets'))
}

makeTexts()
makeTables()
// The profile of LibreOffice is no document.
renameSync(join(folder, '.office'), `${folder}.office`)
const count = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
console.log(`${count} files in ${folder}`)
