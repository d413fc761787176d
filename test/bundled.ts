import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A program of the tests as one file and its chunks: started a hundred times, it costs a fifth of what reading all of
 * `src` costs each time. Packages stay where they are installed. The files go when this process ends.
 */
export async function bundled(source: string): Promise<string> {
  const name = basename(source, '.ts')
  const folder = join(root, '.tmp', 'programs', `${name}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await build({
    entryPoints: { [name]: join(root, source) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    logLevel: 'error',
  })
  return join(folder, `${name}.mjs`)
}
