import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readThread, threadIds } from '../../src/threads/thread-store.ts'
import { type Fault, faultEnv, operations } from '../faults/faults.ts'
import { requires, runsAll } from '../parts.ts'

const program = join(import.meta.dirname, '../../bin/assistant.js')

interface Ran {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
}

function run(home: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const base = {
      PATH: process.env.PATH ?? '',
      HOME: home,
      ASSISTANT_HOME: home,
      ASSISTANT_PROVIDER: 'offline',
      TZ: 'Asia/Seoul',
      // Outside the home: compiled code is nothing that a person could lose, and a start with it takes half as long.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'assistant-test-compiled'),
    }
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...base, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (data) => {
      out += data
    })
    child.stderr.on('data', (data) => {
      err += data
    })
    child.on('close', (code, signal) => resolve({ code, signal, out, err }))
  })
}

/** A copy of a home in which something was said before: only what the next turn writes is put to the test. */
async function copyOf(template: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  await cp(template, folder, { recursive: true })
  return folder
}

const question = ['-c', '내 생일은 3월 2일이라고 기억해줘', '--output-format', 'stream-json']
/** What was told on stdout as having happened, without what only passes by. */
const told = (out: string) => {
  const lines = out.split('\n').filter(Boolean)
  const events = lines.flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return [] // The line that the kill cut.
    }
  })
  return events
    .filter(({ type }) => ['turn.started', 'tool.started', 'tool.ended', 'turn.done'].includes(type))
    .map(({ type }) => type)
}

/** The types of all events of the only conversation of a home, as its journal has them. */
async function journal(folder: string): Promise<string[]> {
  const conversations = join(folder, 'conversations')
  const [id = ''] = await threadIds(conversations)
  return (await Array.fromAsync(readThread(conversations, id))).map(({ event }) => event.type)
}

/** Turns that were begun and those that were ended; tools that started and those that have an outcome. */
function balance(types: string[]) {
  const count = (...names: string[]) => types.filter((type) => names.includes(type)).length
  return {
    turns: count('turn.started') - count('turn.done', 'turn.failed', 'turn.cancelled'),
    tools: count('tool.started') > count('tool.ended') ? 'open' : 'closed',
  }
}

requires('cc')('a turn whose process dies', () => {
  test.each(['kill', 'torn'] satisfies Fault[])(
    'at a write (%s): nothing that was told is lost, and the next start goes on',
    { timeout: 180_000 },
    async (fault) => {
      const template = await mkdtemp(join(tmpdir(), 'crash-'))
      await run(template, ['2+2는?'])
      const counting = await copyOf(template)
      const log = `${counting}.log`
      expect((await run(counting, question, faultEnv(counting, 0, fault, log))).code).toBe(0)
      const all = operations(log)
      expect(all.length).toBeGreaterThan(20)
      for (const [index, { operation }] of all.entries()) {
        // What writes no bytes cannot be torn.
        if (fault === 'torn' && !operation.includes('write')) continue
        const at = index + 1
        // With FAULTS=all at every one; else every second is a kill, and of the writes between them every one is torn.
        if (process.env.FAULTS !== 'all' && (at % 2 === 0) !== (fault === 'kill')) continue
        if (!runsAll && at % 12 > 1) continue
        const where = `${fault} at operation ${at} of ${all.length}`
        const folder = await copyOf(template)
        const cut = await run(folder, question, faultEnv(folder, at, fault))
        const next = await run(folder, ['-c', '3+4는?'])
        const types = await journal(folder)
        expect({ where, code: next.code, out: next.out.trim(), ...balance(types) }).toEqual({
          where,
          code: 0,
          out: '7이에요.',
          turns: 0,
          tools: 'closed',
        })
        // Whoever asks next is told when a turn was cut.
        expect({ where, told: next.err.includes('도중에 끊겼어요') }).toEqual({
          where,
          told: types.includes('owner.changed'),
        })
        for (const type of told(cut.out))
          expect({ where, type, kept: types.includes(type) }).toEqual({ where, type, kept: true })
        // A save that was confirmed is on the page.
        if (told(cut.out).includes('tool.ended'))
          expect(await readFile(join(folder, 'memory', 'me.md'), 'utf8')).toContain('3월 2일')
        await rm(folder, { recursive: true, force: true })
      }
      await rm(template, { recursive: true, force: true })
      await rm(counting, { recursive: true, force: true })
      await rm(log, { force: true })
    },
  )
})
