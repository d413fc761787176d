import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { cost, cpuMsOf, inTurns, median, memoryMbOf, node, peakMb, percentile, treeOf } from '../../bench/measure.ts'
import { keeps, type Result } from '../../bench/row.ts'
import { table } from '../../bench/table.ts'
import { terminal } from '../../bench/terminal.ts'

const burn = (ms: number) =>
  `const end = process.cpuUsage().user / 1000 + ${ms}; while (process.cpuUsage().user / 1000 < end);`

test('CPU of children counts: a program that lets a child work costs what the child costs', async () => {
  const child = JSON.stringify(burn(200))
  const { cpuMs, wallMs } = await cost({
    argv: [node, '-e', `require('child_process').execFileSync(process.execPath, ['-e', ${child}])`],
  })
  expect(cpuMs).toBeGreaterThan(200)
  expect(wallMs).toBeGreaterThan(200)
})

test('waiting costs time and no CPU', async () => {
  const idle = await cost({ argv: [node, '-e', 'setTimeout(() => {}, 500)'] })
  expect(idle.wallMs).toBeGreaterThan(500)
  expect(idle.cpuMs).toBeLessThan(300)
})

test('a command that fails has no cost, only an error with what it said', async () => {
  await expect(cost({ argv: [node, '-e', 'console.error("no"); process.exit(3)'] })).rejects.toThrow(/ended with 3: no/)
})

test('peak memory is that of the command, not of who measures it', async () => {
  const bare = await peakMb({ argv: [node, '-e', '0'] })
  const full = await peakMb({ argv: [node, '-e', 'globalThis.kept = Buffer.alloc(100 << 20, 1)'] })
  expect(bare).toBeLessThan(70)
  expect(full - bare).toBeGreaterThan(95)
  expect(full - bare).toBeLessThan(115)
})

test('a running tree can be read: its processes, CPU and memory', async () => {
  const child = spawn('bash', ['-c', `"$0" -e '${burn(100)} console.log(1); setInterval(() => {}, 1000)'; true`, node])
  try {
    await once(child.stdout, 'data')
    const pid = child.pid ?? 0
    expect(treeOf(pid)).toHaveLength(2)
    expect(cpuMsOf(pid)).toBeGreaterThan(100)
    // Read in this order: it may grow in between, and its peak with it.
    const resident = memoryMbOf(pid, 'VmRSS')
    expect(memoryMbOf(pid, 'VmHWM')).toBeGreaterThanOrEqual(resident)
  } finally {
    for (const pid of treeOf(child.pid ?? 0)) process.kill(pid)
  }
})

test('a program in a terminal is watched from outside until it rests, and costs what it cost when it has ended', async () => {
  const reader = `${burn(100)} process.stdout.write('안녕'); process.stdin.once('data', () => { ${burn(200)} process.exit() })`
  const screen = terminal({ argv: [node, '-e', reader] })
  try {
    await screen.quiet(100)
    expect(screen.written()).toBe(Buffer.byteLength('안녕'))
    expect(screen.cpuMs()).toBeGreaterThan(100)
    expect(screen.memoryMb('VmHWM')).toBeGreaterThan(20)
    screen.type('x\r')
    expect(await screen.ended()).toBeGreaterThan(200)
  } finally {
    screen.close()
  }
})

test('takers are asked in turns, and the round that warms up is thrown away', async () => {
  const asked: string[] = []
  const taker = (name: string, values: number[]) => async () => {
    asked.push(name)
    return values.shift() ?? Number.NaN
  }
  expect(await inTurns(3, [taker('a', [99, 1, 3, 2]), taker('b', [99, 6, 4, 5])])).toEqual([2, 5])
  expect(asked.join('')).toBe('abababab')
})

test('medians and percentiles', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect([percentile(hundred, 0.95), percentile([7], 0.95), percentile([], 0.95)]).toEqual([95, 7, Number.NaN])
})

test('the table shows each row with its floor and whether its limit is kept', () => {
  const rows: Result[] = [
    { row: 'start', unit: 'ms CPU', value: 30, floor: { value: 25, what: 'bare' }, limit: { times: 1.25 } },
    { row: 'memory', unit: 'MB', value: 80.04, limit: { most: 75 } },
    { row: 'no floor', unit: 'ms', value: 1, limit: { times: 2 } },
  ]
  expect(rows.map(keeps)).toEqual([true, false, false])
  expect(table(rows)).toBe(
    [
      '|          | here        | floor | ×    | limit  | kept | the floor is |',
      '|----------|-------------|-------|------|--------|------|--------------|',
      '| start    | 30.0 ms CPU | 25.0  | 1.20 | 1.25 × | yes  | bare         |',
      '| memory   | 80.0 MB     |       |      | 75 MB  | NO   |              |',
      '| no floor | 1.0 ms      |       |      | 2 ×    | NO   |              |',
    ].join('\n'),
  )
})
