import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of the packages, nested ones included, that gave at least one byte to the bundle. */
function packagesIn(metafile) {
  const used = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = used.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join('\n\n')
}

/**
 * The text that the licences of bundled packages ask to be passed on with them: every package's licence files, then
 * the data that ships, and the legal comments of its sources (`legal`, as esbuild extracted them).
 */
export async function notices(root, metafile, legal) {
  const each = await Promise.all(packagesIn(metafile).map((folder) => notice(join(root, folder))))
  const data = await readFile(join(root, 'models', 'NOTICE.txt'), 'utf8')
  const line = `\n\n${'-'.repeat(80)}\n\n`
  return `${['This program contains the following packages.', ...each, data.trim(), ...legal.map((text) => text.trim())].join(line)}\n`
}
