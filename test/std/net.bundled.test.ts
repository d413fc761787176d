import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelServer, refuse, say } from '../fakes/model-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string

/** Runs a program in a Node of its own. */
const run = (program: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: root })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assistant-http-'))
  await run(`import { mkdirSync, writeFileSync } from 'node:fs'
    import { dirname, join, relative } from 'node:path'
    import { bundle } from './scripts/bundle.js'
    const { outputFiles } = await bundle({ http: 'src/std/net/http.ts' })
    for (const { path, contents } of outputFiles) {
      const file = join(${JSON.stringify(folder)}, relative('dist', path))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, contents)
    }
    writeFileSync(join(${JSON.stringify(folder)}, 'package.json'), '{"type":"module"}')`)
})
afterAll(() => rm(folder, { recursive: true }))

/** Text and status of a request that the bundled client makes in a process of its own. */
async function posted(url: string) {
  const program = `const { request, readText } = await import(${JSON.stringify(join(folder, 'http.js'))})
    const { status, body } = await request(${JSON.stringify(url)}, { method: 'POST', body: '{"model":"m"}', signal: new AbortController().signal })
    console.log(JSON.stringify([status, await readText(body, 1e6)]))`
  const { stdout, stderr } = await run(program)
  return [...JSON.parse(stdout), stderr]
}

test('the client as it is bundled makes requests, streamed and refused, and warns of nothing', async () => {
  await using server = await modelServer(say('안녕'), refuse(401, { message: 'no' }))
  const [status, text, warnings] = await posted(`${server.openai}/chat/completions`)
  expect([status, text.includes('안녕'), text.endsWith('data: [DONE]\n\n'), warnings]).toEqual([200, true, true, ''])
  expect(await posted(`${server.openai}/chat/completions`)).toMatchObject([401, expect.stringContaining('no'), ''])
})

test('what the client never uses is not in the bundle', async () => {
  const scripts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  const all = (await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
  expect(['node:http2', 'multipart/form-data', 'milo'].filter((unused) => all.includes(`"${unused}"`))).toEqual([])
  expect(all.length).toBeLessThan(350_000)
})
