import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished } from 'vitest'
import { askLocalEngine, type LocalEngineHost, stopLocalEngine } from '../../../src/llm/local/engine-client.ts'
import { serveLocalEngine } from '../../../src/llm/local/engine-server.ts'
import type { FromLocalEngine } from '../../../src/llm/local/protocol.ts'
import { holderOf } from '../../../src/std/fs/lock.ts'
import { longTest, realPart, requiresFiles } from '../../parts.ts'

const smol = realPart('smollm2-135m.gguf')
const libraries = realPart('llama-3.21.1')
const folder = mkdtempSync(join(tmpdir(), 'local-faults-'))
afterAll(() => rmSync(folder, { recursive: true }))

function hostOf(name: string, more: Partial<LocalEngineHost> = {}): LocalEngineHost {
  const socket = join(folder, `${name}.sock`)
  onTestFinished(() => void stopLocalEngine(socket))
  const program = new URL('../../../src/cli/local-model.ts', import.meta.url)
  return { node: process.execPath, program, env: process.env, socket, libraries, idleMs: 60_000, ...more }
}

/** Ask for a long answer; `midway` is called with the first words. Returns the words, and how it ended. */
async function answerFrom(host: LocalEngineHost, midway = (): unknown => undefined, path = smol) {
  const messages = [{ role: 'user' as const, text: 'What is the capital of Korea? Tell me about it.' }]
  const ask = { model: { path, window: 1_024, threads: 1 }, messages, temperature: 0, maxTokens: 40 }
  let [said, last]: [string, FromLocalEngine | undefined] = ['', undefined]
  for await (const told of askLocalEngine(host, ask, AbortSignal.timeout(100_000))) {
    if (told.type === 'text' && said === '') await midway()
    if (told.type === 'text') said += told.text
    last = told
  }
  return {
    said,
    end: last?.type === 'failed' ? last.fault : last?.type,
    data: last?.type === 'failed' ? last.data : {},
  }
}

/** A folder with some of the engine's libraries. */
function someLibraries(name: string, has: (file: string) => boolean): string {
  const place = join(folder, name)
  mkdirSync(place)
  for (const file of readdirSync(libraries)) if (has(file)) symlinkSync(join(libraries, file), join(place, file))
  return place
}

requiresFiles('smollm2-135m.gguf', 'llama-3.21.1')(
  'what goes wrong with a model of this machine',
  () => {
    longTest('too little memory is told with what is wanted and what is there, before anything is loaded', async () => {
      const host = hostOf('memory')
      const end = () => undefined
      serveLocalEngine({ ...host, freeMemory: () => 1e6, cores: 1, end })
      const { end: fault, data } = await answerFrom(host)
      expect([fault, data?.free]).toEqual(['memory', 1e6])
      expect(data?.wanted).toBeGreaterThan(98e6)
    })

    longTest('a processor without AVX is served by the plain build', async () => {
      const plain = someLibraries('no-avx', (file) => !/libggml-cpu-(?!x64|sse42)/.test(file))
      expect((await answerFrom(hostOf('no-avx', { libraries: plain }))).said).toContain('Seoul')
    })

    longTest('libraries that this system cannot load are told as such, as under musl', async () => {
      const foreign = someLibraries('musl', (file) => file !== 'llama-addon.node')
      writeFileSync(join(foreign, 'llama-addon.node'), '\u007fELF of another system')
      expect((await answerFrom(hostOf('musl', { libraries: foreign }))).end).toBe('platform')
    })

    longTest('a model that is removed while it answers ends its answer, and is told as gone later', async () => {
      const own = join(folder, 'own.gguf')
      copyFileSync(smol, own)
      const host = hostOf('removed')
      const answer = await answerFrom(host, () => rmSync(own), own)
      expect([answer.end, answer.said.includes('Seoul')]).toEqual(['end', true])
      await stopLocalEngine(host.socket)
      expect((await answerFrom(host, undefined, own)).end).toBe('gone')
    })

    longTest('a machine that sleeps in the middle of an answer goes on where it was', async () => {
      const host = hostOf('sleep')
      const answer = await answerFrom(host, async () => {
        const pid = (await holderOf(host.socket))?.pid ?? 0
        process.kill(pid, 'SIGSTOP')
        setTimeout(() => process.kill(pid, 'SIGCONT'), 1_500)
      })
      expect([answer.end, answer.said.includes('Seoul')]).toEqual(['end', true])
    })
  },
  { timeout: 120_000 },
)
