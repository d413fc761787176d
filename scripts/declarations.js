// Makes dist/types/ out of what the entries of the library declare: TypeScript writes the declarations of everything
// they reach, and of those only the files are kept that the entries' own declarations name. They may name no package:
// whoever installs ours has none.
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const made = join(root, '.tmp', 'types')
const out = join(root, 'dist', 'types')
const entries = ['index', 'korean', 'service'].map((name) => join(made, 'library', `${name}.d.ts`))

await rm(made, { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.types.json')], { stdio: 'inherit' })

const kept = new Map()
async function keep(file) {
  if (kept.has(file)) return
  kept.set(file, '')
  const text = await readFile(file, 'utf8')
  const named = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name)
  const foreign = named.filter((name) => !name.startsWith('.'))
  if (foreign.length > 0)
    throw new Error(`${relative(made, file)} names ${foreign.join(', ')}: no package may be in our types`)
  kept.set(file, text.replaceAll(/((?:from|import\()\s*'\.[^']*)\.tsx?'/g, "$1.js'"))
  for (const name of named) await keep(join(dirname(file), name).replace(/\.tsx?$/, '.d.ts'))
}
for (const entry of entries) await keep(entry)

const fresh = `${out}.${process.pid}.tmp`
for (const [file, text] of kept) {
  const target = join(fresh, relative(made, file))
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text)
}
await rm(out, { recursive: true, force: true })
await cp(fresh, out, { recursive: true })
await rm(fresh, { recursive: true })
await rm(made, { recursive: true })
