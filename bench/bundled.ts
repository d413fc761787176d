import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
// @ts-expect-error A script of the build is plain JavaScript.
import { bundle } from '../scripts/bundle.js'
import { root } from './measure.ts'

const folder = join(root, '.tmp', 'bench')

/** Bundles programs of the bench as the product is bundled, Ink's levers included, and returns how to start each. */
export async function bundled(sources: readonly string[]): Promise<Record<string, string>> {
  const entries = Object.fromEntries(sources.map((source) => [basename(source).replace(/\.tsx?$/, ''), source]))
  const { outputFiles } = await bundle(entries)
  for (const { path, contents } of outputFiles as { path: string; contents: Uint8Array }[]) {
    const file = join(folder, relative(join(root, 'dist'), path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, contents)
  }
  return Object.fromEntries(Object.keys(entries).map((name) => [name, join(folder, `${name}.js`)]))
}

/** Floors get what the product gives itself: compiled code that is kept between starts. */
export const cached = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
