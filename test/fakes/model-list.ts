import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { realPart } from '../parts.ts'

/** Serves the files of a folder, also in part; the first answer for a name in `torn` breaks off, in `held` stays half. */
async function serveFiles(folder: string, torn: Set<string>, held: Set<string>): Promise<string> {
  const server = createServer((request, response) => {
    const name = basename(request.url ?? '')
    const { size } = statSync(join(folder, name))
    const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.writeHead(start > 0 ? 206 : 200, {
      etag: '"1"',
      'content-length': size - start,
      ...(start > 0 ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {}),
    })
    const isTorn = torn.delete(name)
    const isPart = held.delete(name) || isTorn
    const bytes = createReadStream(join(folder, name), isPart ? { end: 5_000_000 } : { start })
    bytes.pipe(response, { end: !isPart })
    if (isTorn) bytes.on('end', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Writes a list with a small model and the engine, both served from a folder; the first answer for a name in `torn`
 * breaks off, and for one in `held` stays half. Returns its path.
 */
export async function listRealModels(
  folder: string,
  torn: readonly string[] = [],
  held: readonly string[] = [],
): Promise<string> {
  symlinkSync(realPart('smollm2-135m.gguf'), join(folder, 'smol.gguf'))
  mkdirSync(join(folder, 'package'))
  symlinkSync(realPart('llama-3.21.1'), join(folder, 'package', 'libraries'))
  execFileSync('tar', ['-chzf', join(folder, 'engine.tgz'), '-C', folder, 'package'])
  const url = await serveFiles(folder, new Set(torn), new Set(held))
  const entryOf = (name: string, file: string, more: object) => ({
    name,
    languages: ['en'],
    licence: 'Apache-2.0',
    size: statSync(join(folder, file)).size,
    url: `${url}/${file}`,
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
    ...more,
  })
  const engine = { use: 'engine', kind: 'engine', config: { libraries: '@/libraries' } }
  const list = [
    entryOf('smol', 'smol.gguf', { use: 'chat', kind: 'chat', config: { model: '@/smol.gguf', window: 2_048 } }),
    entryOf(`llama-${process.platform}-${process.arch}`, 'engine.tgz', engine),
  ]
  const path = join(folder, 'list.json')
  writeFileSync(path, JSON.stringify(list))
  return path
}
