import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { longTest, realPart, requiresFiles } from '../parts.ts'

/** Serves the files of a folder, also in part; the first answer for a name in `torn` breaks off. */
async function fileServer(folder: string, torn: Set<string>): Promise<string> {
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
    const bytes = createReadStream(join(folder, name), isTorn ? { end: 5_000_000 } : { start })
    bytes.pipe(response, { end: !isTorn })
    if (isTorn) bytes.on('end', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes a list with a small model and the engine, both served from a folder. */
async function modelList(folder: string): Promise<string> {
  symlinkSync(realPart('smollm2-135m.gguf'), join(folder, 'smol.gguf'))
  mkdirSync(join(folder, 'package'))
  symlinkSync(realPart('llama-3.21.1'), join(folder, 'package', 'libraries'))
  execFileSync('tar', ['-chzf', join(folder, 'engine.tgz'), '-C', folder, 'package'])
  const url = await fileServer(folder, new Set(['smol.gguf']))
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

requiresFiles('smollm2-135m.gguf', 'llama-3.21.1')('a model of this machine', () => {
  const capital = 'What is the capital of Korea?'

  longTest(
    'comes by a download that goes on where it broke, answers beside the rules, and goes again',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'local-walk-'))
      const home = freshHome()
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const settings = { language: 'en', voice: { manifest: await modelList(folder) } }
      writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
      const assistant = (...args: string[]) => run(args, bareEnv(home))

      expect((await assistant(capital)).out).toContain('assistant setup')
      const broken = await assistant('models', 'pull', 'smol', '--yes')
      expect([broken.code === 0, broken.err.includes('smol can be used')]).toEqual([false, false])
      const pulled = await assistant('models', 'pull', '--yes')
      expect([pulled.code, pulled.err]).toEqual([0, expect.stringContaining('smol can be used')])

      const answer = await assistant(capital)
      expect([answer.err, answer.code, answer.out]).toEqual([expect.anything(), 0, expect.stringContaining('Seoul')])
      expect(answer.err).toContain('small model')
      // Sums are the rules': the model is not asked.
      expect((await assistant('12 * 12')).out).toContain('144')
      expect((await assistant(capital)).err).not.toContain('small model')

      const added = await assistant('models', 'add', realPart('smollm2-135m.gguf'))
      expect(added.err).toContain('local:smollm2-135m')
      const foreign = await assistant('models', 'add', join(folder, 'engine.tgz'))
      expect([foreign.code, foreign.err]).toEqual([42, expect.stringContaining('no model file')])
      expect((await assistant('-m', 'local:smollm2-135m', capital)).out).toContain('Seoul')
      expect((await assistant('-m', 'local:nothing', capital)).err).toContain('nothing is not on this machine')

      expect((await assistant('models', 'remove', 'smollm2-135m', '--yes')).code).toBe(0)
      expect((await assistant('models', 'remove', 'smol', '--yes')).code).toBe(0)
      expect((await assistant(capital)).out).toContain('assistant setup')
    },
    300_000,
  )
})
