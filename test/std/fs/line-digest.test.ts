import { expect, test } from 'vitest'
import { digestOf } from '../../../src/std/fs/damage.ts'
import { format } from '../../../src/std/fs/format.ts'
import { formatOf, LogScan, lastSealOf, ownSealOf, sealLine } from '../../../src/std/fs/line-digest.ts'

/** A log as it is written: each line chained to the one before. */
function logOf(...values: object[]): string[] {
  let last = 'start'
  return values.map((value) => {
    const { line, own } = sealLine(JSON.stringify(value), last)
    last = own
    return line
  })
}

/** Return what a reader sees of lines: their values, and the faults with the place they stand at. */
function scan(lines: readonly (string | Buffer)[], midway = false, lastEnded = true) {
  const reader = new LogScan(midway)
  const values = lines.map((line, n) => reader.line(Buffer.from(line as string), n, n < lines.length - 1 || lastEnded))
  return { values, faults: reader.end().map(({ kind, at }) => `${kind} ${at}`) }
}

const three = logOf({ n: 1 }, {}, { n: 3 })
const [first, second, third] = three as [string, string, string]
const values = [{ n: 1 }, {}, { n: 3 }]
const byte = (line: string) => line.replace('"n":3', '"n":4')
/** A line as a version would write it whose digests are made in this way, or in another one. */
const later = (json: string, version: number, own = digestOf(`start${json}${version}`)) =>
  `${json.slice(0, -1)},"seal":"start.${own}.${version}"}`

test('a line carries the digest of the one before, its own, and its form', () => {
  expect(first).toMatch(/^\{"n":1,"seal":"start\.[0-9a-f]{12}\.2"\}$/)
  expect(second).toBe(`{"seal":"${ownSealOf(Buffer.from(first))}.${ownSealOf(Buffer.from(second))}.2"}`)
  expect(lastSealOf(Buffer.from(`${third}\n`))).toBe(ownSealOf(Buffer.from(third)))
  expect([lastSealOf(Buffer.from('{"n":1}')), ownSealOf(Buffer.from(''))]).toEqual(['start', undefined])
  expect([formatOf(Buffer.from(third)), formatOf(Buffer.from('{"n":1}'))]).toEqual([format, 1])
})

test.each<[what: string, lines: (string | Buffer)[], seen: unknown[], faults: string[]]>([
  ['whole', three, values, []],
  ['empty between', [first, '', second, third], [values[0], undefined, ...values.slice(1)], []],
  ['without seals', ['{"n":1}', '{"n":2}'], [{ n: 1 }, { n: 2 }], []],
  ['sealed after those of before', ['{"n":0}', ...three], [{ n: 0 }, ...values], []],
  ['written by something else', [first, '{"n":2}', '{"n":5}'], [{ n: 1 }, { n: 2 }, { n: 5 }], ['changed 1']],
  ['changed', [first, second, byte(third)], [{ n: 1 }, {}, { n: 4 }], ['changed 2']],
  ['there twice', [first, first, second], [{ n: 1 }, undefined, {}], ['repeated 1']],
  ['gone', [first, third], [{ n: 1 }, { n: 3 }], ['missing 1']],
  ['begun anew', [first, second, logOf({ n: 9 })[0] ?? ''], [{ n: 1 }, {}, { n: 9 }], ['missing 2']],
  ['cut in the middle', [first, second.slice(0, 9), third], [{ n: 1 }, undefined, { n: 3 }], ['broken 1']],
  [
    'no object',
    [first, '[1]', 'null', '7'],
    [{ n: 1 }, undefined, undefined, undefined],
    [1, 2, 3].map((n) => `broken ${n}`),
  ],
  ['not text', [first, Buffer.from([0xff, 0xfe])], [{ n: 1 }, undefined], ['broken 1']],
  ['of a later version', [first, later('{"n":2}', 3), second], [{ n: 1 }, undefined, {}], ['newer 1']],
  ['of a later version by its value', [first, '{"v":3,"n":2}'], [{ n: 1 }, undefined], ['newer 1']],
  ['of one with other digests', [later('{"v":3}', 3, '0'.repeat(12))], [undefined], ['newer 0']],
  ['with a version that a disk made', [later('{"n":2}', 3, '0'.repeat(12))], [{ n: 2 }], ['changed 0']],
])('a log with a line that is %s', (_, lines, seen, faults) => {
  expect(scan(lines)).toEqual({ values: seen, faults })
})

test('half a line at the end was acknowledged to nobody, unless zeros stand in it', () => {
  expect(scan([first, '{"n":'], false, false)).toEqual({ values: [{ n: 1 }, undefined], faults: [] })
  expect(scan([first, '{"n":\0\0'], false, false).faults).toEqual(['broken 1'])
  expect(scan([first, '{"n":'], false, true).faults).toEqual(['broken 1'])
})

test('a line that follows half a line says so, and the half is no fault', () => {
  const { line } = sealLine('{"n":2}', 'torn')
  expect(scan([first, '{"half', line])).toEqual({ values: [{ n: 1 }, undefined, { n: 2 }], faults: [] })
})

test('a reader that begins midway asks for nothing before its first line', () => {
  expect(scan([third], true).faults).toEqual([])
  expect(scan([third]).faults).toEqual(['missing 0'])
  expect(scan([second, third], true).faults).toEqual([])
})

test('a log of another kind says how new its values may be', () => {
  const reader = new LogScan(false, 5)
  expect(reader.line(Buffer.from('{"v":5}'), 0)).toEqual({ v: 5 })
  expect(reader.line(Buffer.from('{"v":6}'), 1)).toBeUndefined()
  expect(reader.end().map(({ kind }) => kind)).toEqual(['newer'])
})
