// `node bench/retrieval/references.ts FOLDER… [--json]`: words that our readers find in the files of these folders,
// beside those of other people's programs: pdftotext, pandoc and LibreOffice (apt: poppler-utils pandoc libreoffice).
// `make-files.ts` makes such a folder; any other will do, say a checkout of apache/tika or mozilla/pdf.js.
// Where two programs read a kind, a word is the document's if both have it: pandoc writes list marks and names of
// pictures that no document has, LibreOffice the numbers of fields.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readDocument } from '../../src/retrieval/readers/read.ts'
import { percentile } from './corpus.ts'

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const never = new AbortController().signal

type Words = Map<string, number>

/** A file of fewer words is no measure. */
const fewestWords = 20
/** A file in which so much is kept is whole. */
const whole = 0.99

const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|\p{sc=Hangul}+|[[\p{L}\p{N}\p{M}]--\p{sc=Hangul}]+/gv

/**
 * Words small, each as often as it stands there; of what is written without spaces, its signs. A change of letters
 * ends a word: pdftotext takes a change of fonts for a space.
 */
function countWords(text: string): Words {
  const found = text.normalize('NFKC').toLowerCase().matchAll(word)
  const words: Words = new Map()
  for (const [word] of found) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

const sumOf = (words: Words) => [...words.values()].reduce((sum, count) => sum + count, 0)

/** Words that both have. */
function sharedWords(one: Words, other: Words): Words {
  const shared = [...one].map(([word, count]) => [word, Math.min(count, other.get(word) ?? 0)] as const)
  return new Map(shared.filter(([, count]) => count > 0))
}

const run = (program: string, args: readonly string[], files = 1) =>
  execFileSync(program, args, { encoding: 'utf8', timeout: 60_000 * files, stdio: 'pipe', maxBuffer: 1 << 28 })

const work = mkdtempSync(join(tmpdir(), 'references-'))

/** Converts these files with LibreOffice, which starts once for all, and returns what it wrote by their paths. */
function convert(paths: readonly string[], to: string): Map<string, string[]> {
  const written = new Map<string, string[]>()
  // A file on which it hangs or ends costs those after it: they are tried alone.
  const tryAll = (some: readonly string[]) => {
    const into = mkdtempSync(join(work, 'office-'))
    const linked = new Map(some.map((path, at) => [`${at}_`, path]))
    for (const [mark, path] of linked) execFileSync('cp', [path, join(into, mark + basename(path))])
    const out = mkdtempSync(join(work, 'out-'))
    const files = readdirSync(into).map((file) => join(into, file))
    const profile = `-env:UserInstallation=file://${join(work, 'profile')}`
    try {
      run('soffice', [profile, '--headless', '--convert-to', to, '--outdir', out, ...files], files.length)
    } catch {
      if (some.length > 1) for (const path of some) if (!written.has(path)) tryAll([path])
    }
    for (const file of readdirSync(out)) {
      const path = linked.get(/^\d+_/.exec(file)?.[0] ?? '')
      if (path !== undefined) written.set(path, [...(written.get(path) ?? []), join(out, file)])
    }
  }
  for (let at = 0; at < paths.length; at += 25) tryAll(paths.slice(at, at + 25))
  return written
}

/** As it is laid out: else parts of a word that a line's end parts are joined without their hyphen. */
const pdfText = (path: string) => run('pdftotext', ['-layout', '-enc', 'UTF-8', path, '-'])
const pandocText = (path: string) => run('pandoc', ['-t', 'plain', '--wrap=none', path])
const plain = (path: string) => readFileSync(path, 'utf8')
/** Every sheet as CSV in UTF-8, as it is shown. */
const asTables = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'

/** Programs that read a kind: by themselves, or what LibreOffice makes of it, read by `text`. */
const readers: Record<string, { own?: (path: string) => string; office?: string; text?: (path: string) => string }> = {
  pdf: { own: pdfText },
  html: { own: pandocText },
  epub: { own: pandocText },
  docx: { own: pandocText, office: 'txt:Text (encoded):UTF8', text: plain },
  odt: { own: pandocText, office: 'txt:Text (encoded):UTF8', text: plain },
  rtf: { own: pandocText, office: 'txt:Text (encoded):UTF8', text: plain },
  pptx: { office: 'pdf', text: pdfText },
  odp: { office: 'pdf', text: pdfText },
  xlsx: { office: asTables, text: plain },
  ods: { office: asTables, text: plain },
  csv: { own: plain },
}
const kindOf = (path: string) => extname(path).slice(1).toLowerCase()

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const all = readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => !one.isDirectory())
  return all.map(({ parentPath, name }) => join(parentPath, name)).sort()
}

/** Words of each file by each program that could read it. */
function referencesOf(paths: readonly string[]): Map<string, Words[]> {
  const found = new Map<string, Words[]>(paths.map((path) => [path, []]))
  const keep = (path: string, text: () => string) => {
    try {
      found.get(path)?.push(countWords(text()))
    } catch {
      console.log(`no reference for ${path}`)
    }
  }
  for (const [kind, { own, office, text }] of Object.entries(readers)) {
    const all = paths.filter((path) => kindOf(path) === kind)
    if (own) for (const path of all) keep(path, () => own(path))
    if (!office || !text) continue
    for (const [path, written] of convert(all, office)) keep(path, () => written.map(text).join('\n'))
  }
  return found
}

interface Measured {
  path: string
  kind: string
  kept: number
  lost: string
}

async function measure(path: string, references: readonly Words[]): Promise<Measured | undefined> {
  const [first, ...others] = references
  if (!first) return undefined
  const wanted = others.reduce(sharedWords, first)
  const count = sumOf(wanted)
  if (count < fewestWords) return undefined
  const read = await readDocument(path, readFileSync(path), never)
  const ours = countWords('lines' in read ? read.lines.map(({ text }) => text).join('\n') : '')
  const lost = [...wanted].map(([word, often]) => [word, often - (ours.get(word) ?? 0)] as const)
  const missing = lost.filter(([, often]) => often > 0).sort((a, b) => b[1] - a[1])
  const kept = 1 - missing.reduce((sum, [, often]) => sum + often, 0) / count
  const named = missing.slice(0, 12).map(([word, often]) => (often > 1 ? `${word}×${often}` : word))
  return { path, kind: kindOf(path), kept, lost: 'fault' in read ? `(${read.fault})` : named.join(' ') }
}

const paths = positionals.flatMap(filesBelow).filter((path) => kindOf(path) in readers)
const references = referencesOf(paths)
const all: Measured[] = []
for (const [path, words] of references) {
  const one = await measure(path, words)
  if (one) all.push(one)
}
rmSync(work, { recursive: true, force: true })

const share = (some: readonly Measured[]) => (some.filter(({ kept }) => kept >= whole).length / some.length) * 100
for (const { path, kept, lost } of all.filter((one) => one.kept < whole).sort((a, b) => a.kept - b.kept))
  console.log(`${(kept * 100).toFixed(1).padStart(5)} %  ${path}: ${lost}`)
console.log('\n| kind | files | words kept, median | files with 99 % of them |\n|---|---|---|---|')
for (const [kind, some] of [...Map.groupBy(all, (one) => one.kind), ['all', all] as const]) {
  const median = percentile(
    some.map((one) => one.kept),
    0.5,
  )
  console.log(`| ${kind} | ${some.length} | ${(median * 100).toFixed(1)} % | ${share(some).toFixed(1)} % |`)
}
if (values.json) console.log(JSON.stringify({ files: all.length, whole: share(all) }))
