import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stateFiles } from '../../src/app/admin/state-files.ts'
import { pathsOf } from '../../src/config/paths.ts'
import { bareEnv, run } from '../cli/assistant.ts'
import { requires, sampleOf } from '../parts.ts'
import { type Fault, faultEnv, operations } from './faults.ts'
import { leftovers } from './steps.ts'

const base = mkdtempSync(join(tmpdir(), 'assistant-commands-'))
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }))
const template = join(base, 'template')
const notes = join(base, 'notes')

/** A backup of the home, and a store that another device has filled. */
const [saved, store] = [join(base, 'saved'), join(base, 'store')]

/**
 * Every command that writes; `ID` is a conversation that is there, `BACKUP` a backup of the home, `TARGET` a place for
 * one, and `STORE` what another device shares.
 */
const writing: Record<string, string[]> = {
  ask: ['1+1'],
  'go on': ['-c', '2+3'],
  'remember by asking': ['내 여동생 이름은 지우야'],
  'memory add': ['memory', 'add', '주차는 지하 2층'],
  'memory forget': ['memory', 'forget', '혈액형'],
  'memory undo': ['memory', 'undo'],
  'transfer ledger deposit': ['transfer', 'ledger', 'deposit', '--id', 'one', '5000'],
  'transfer ledger alias': ['transfer', 'ledger', 'alias', '엄마', '김영희'],
  'config set': ['config', 'set', 'language', 'ko'],
  'mcp add': ['mcp', 'add', 'files', 'true'],
  'docs add': ['docs', 'add', notes],
  'docs reindex': ['docs', 'reindex'],
  'conversations fork': ['conversations', 'fork', 'ID'],
  'conversations rename': ['conversations', 'rename', 'ID', '새 이름'],
  'conversations delete': ['conversations', 'delete', '--yes', 'ID'],
  'serve token add': ['serve', 'token', 'add', 'phone'],
  'reminders add': ['reminders', 'add', '회의', '--at', '내일 아침 9시'],
  'agent create': ['agent', 'create', '도치'],
  'workspace create': ['workspace', 'create', 'lab'],
  'profile create': ['profile', 'create', '영희'],
  'doctor --fix': ['doctor', '--fix'],
  backup: ['backup', 'TARGET'],
  restore: ['restore', '--yes', 'BACKUP'],
  'sync init': ['sync', 'init', 'STORE'],
  'sync now': ['sync', 'now'],
}

/** The home of `sync now`: it is connected, and has what the store has not heard of. */
async function connect(name: string, home: string, n: string): Promise<void> {
  if (name !== 'sync now') return
  await run(['sync', 'init', join(base, `${n}.store`)], bareEnv(home))
  await run(['memory', 'add', '자전거는 창고에'], bareEnv(home))
}

/** Arguments with the places of one case in them. */
function argsOf(name: string, id: string, n: string): string[] {
  const places: Record<string, string> = {
    ID: id,
    BACKUP: saved,
    TARGET: join(base, `${n}.backup`),
    STORE: join(base, `${n}.store`),
  }
  const args = writing[name] ?? []
  if (args[0] === 'sync') cpSync(store, places.STORE ?? '', { recursive: true })
  return args.map((one) => places[one] ?? one)
}

/** The home that every command begins in, made by the first test; resolves to the id of its conversation. */
let prepared: Promise<string> | undefined
async function prepare(): Promise<string> {
  mkdirSync(template)
  mkdirSync(notes)
  writeFileSync(join(notes, 'a.md'), '# 여행\n\n제주도 숙소는 바다펜션이다.\n')
  const env = bareEnv(template)
  await run(['1+1'], env)
  await run(['memory', 'add', '혈액형은 AB형'], env)
  await run(['transfer', 'ledger', 'deposit', '1000'], env)
  await run(['docs', 'add', notes], env)
  await run(['backup', saved], env)
  const other = join(base, 'other')
  mkdirSync(other)
  await run(['memory', 'add', '좋아하는 색은 파랑'], bareEnv(other))
  await run(['sync', 'init', store], bareEnv(other))
  return (
    readdirSync(join(template, 'conversations'))
      .find((name) => name.endsWith('.jsonl'))
      ?.slice(0, -6) ?? ''
  )
}

const everything = process.env.FAULTS === 'all'
/** With FAULTS=all each command is swept in parts: a restore has 675 points. `-t 'restore .* part 3'` runs one. */
const parts = Array.from({ length: everything ? 8 : 1 }, (_, part) => part)
const faults: Fault[] = everything ? ['EIO', 'ENOSPC', 'EIO+', 'EACCES', 'kill'] : ['EIO']

/** Return what is wrong after `fault` at the `at`-th operation of a command, and after the same command once more. */
async function after(name: string, id: string, at: number, fault: Fault): Promise<string[]> {
  const n = `${name}-${at}-${fault}`
  const [home, args] = [join(base, n), argsOf(name, id, n)]
  cpSync(template, home, { recursive: true })
  await connect(name, home, n)
  const { code, err, out } = await run(args, { ...bareEnv(home), ...faultEnv(home, at, fault) })
  const wrong: string[] = []
  if (/\n\s+at \S+ \(|something went wrong inside|처리 중 오류/i.test(err + out)) wrong.push(`a stack: ${err}`)
  if (fault !== 'kill' && code !== 0 && err.trim() === '') wrong.push(`failed with ${code} and said nothing`)
  // What was there is there, or what a restore puts in its place; nothing in between.
  const shown = await run(['memory', 'list'], bareEnv(home))
  if (!shown.out.includes('혈액형') && !args.includes('forget') && !args.includes('undo'))
    wrong.push(`half a home: ${shown.out}${shown.err}`)
  const again = await run(args, bareEnv(home))
  if (again.code !== 0 && !/이미|없어|찾지 못|되돌릴/.test(again.err + again.out))
    wrong.push(`again: ${again.code} ${again.err}`)
  for await (const file of stateFiles(pathsOf({ ASSISTANT_HOME: home }, home, home)))
    if (file.faults.length > 0)
      wrong.push(`corrupt: ${file.path} ${JSON.stringify(file.faults.map(({ kind }) => kind))}`)
  // Not every command sweeps; whatever asks the assistant something does.
  if (leftovers(home).length > 0) await run(['1+1'], bareEnv(home))
  wrong.push(...leftovers(home).map((name) => `left: ${name}`))
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  return wrong.map((what) => `${fault} at ${at}: ${what}`)
}

requires('cc')('over a disk that fails', () => {
  describe.each(sampleOf(Object.keys(writing), 1))('%s', (name) => {
    test.each(parts)(
      'says so in a sentence, corrupts nothing, can be done again; part %i',
      async (part) => {
        prepared ??= prepare()
        const id = await prepared
        const n = `${name}-count-${part}`
        const home = join(base, n)
        cpSync(template, home, { recursive: true })
        const log = join(base, `${n}.log`)
        const args = argsOf(name, id, n)
        await connect(name, home, n)
        await run(args, { ...bareEnv(home), ...faultEnv(home, 0, 'kill', log) })
        const count = operations(log).length
        expect(count).toBeGreaterThan(0)
        // With FAULTS=all every operation fails and dies once; else two of each command do.
        const points = everything
          ? Array.from({ length: count }, (_, at) => at + 1).filter((at) => at % parts.length === part)
          : [Math.ceil(count / 3), count - (name.length % 3)]
        const cases = points.flatMap((at) => faults.map((fault) => [at, fault] as const))
        if (everything) console.info(`${name}, part ${part}: ${cases.length} points`)
        const wrong: string[] = []
        const worker = async () => {
          for (let next = cases.shift(); next; next = cases.shift()) wrong.push(...(await after(name, id, ...next)))
        }
        await Promise.all([worker(), worker()])
        expect(wrong).toEqual([])
      },
      1_200_000,
    )
  })
})
