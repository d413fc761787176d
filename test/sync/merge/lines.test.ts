import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  editFields,
  type Fields,
  type FieldsChange,
  fieldValues,
  flattenSettings,
  joinFields,
  noFields,
  restateField,
  unflattenSettings,
} from '../../../src/sync/merge/fields.ts'
import { journalRules, renumberEntries } from '../../../src/sync/merge/journal.ts'
import {
  editLines,
  findContradictions,
  joinLines,
  type Lines,
  type LinesChange,
  noLines,
  orderedLines,
  settledName,
  settleLines,
} from '../../../src/sync/merge/lines.ts'
import { isPosition, markOf, placesBetween } from '../../../src/sync/merge/position.ts'

/** The whole run has 10,000 histories: `SYNC_RUNS=10000`. */
const numRuns = Number(process.env.SYNC_RUNS ?? 300)

const textOf = (lines: Pick<Lines, 'there'>) => orderedLines(lines).map(([, { value }]) => value)

/** The names of each two lines that contradict each other and that nobody has settled. */
const openPairs = (lines: Lines) =>
  findContradictions(lines).flatMap(([first, ...others]) =>
    others.map(({ name }) => `${first?.name} ${name}`).filter((pair) => !lines.gone.has(settledName(pair))),
  )

/** Writes what is known to this device's file. */
function show(lines: Lines): string[] {
  lines.shown = orderedLines(lines).map(([name]) => name)
  return textOf(lines)
}

const copy = ({ there, gone }: LinesChange): LinesChange => ({ there: new Map(there), gone: new Set(gone) })

interface Device {
  lines: Lines
  file: string[]
  mark: string
}

/** An edit: where (a share of the file), how many lines go, and how many new ones come. */
const edit = fc.record({
  kind: fc.constant('edit' as const),
  device: fc.nat(3),
  at: fc.nat(),
  cut: fc.nat(3),
  put: fc.nat(3),
  repeats: fc.boolean(),
})
const move = fc.record({ kind: fc.constant('move' as const), device: fc.nat(3), at: fc.nat(), to: fc.nat() })
/** Something that was sent arrives: late, again, or in another order. What never arrives is lost until the end. */
const arrival = fc.record({
  kind: fc.constant('arrival' as const),
  device: fc.nat(3),
  which: fc.nat(),
  shows: fc.boolean(),
})
/** A person says of two lines that contradict each other that both stay. */
const settle = fc.record({ kind: fc.constant('settle' as const), device: fc.nat(3), which: fc.nat() })
const history = fc.record({
  devices: fc.integer({ min: 2, max: 4 }),
  common: fc.nat(3),
  steps: fc.array(fc.oneof(edit, move, arrival, arrival, settle), { maxLength: 40, size: 'max' }),
})

test('lines of several devices come to the same, and none is lost that nobody removed', () => {
  fc.assert(
    fc.property(history, ({ devices: count, common, steps }) => {
      const devices = Array.from(
        { length: count },
        (_, i): Device => ({ lines: noLines(), file: [], mark: markOf(`d${i}`, 1_000 + i) }),
      )
      const sent: LinesChange[] = []
      const [added, removed] = [new Set<string>(), new Set<string>()]
      const settled: string[][] = []
      let number = 0
      // Some begin with a page that all of them have: what two write in the place of one of its lines contradicts.
      const page = Array.from({ length: common }, (_, i) => `common ${i}`)
      const known = copy(editLines(noLines(), page, markOf('d9', 1)))
      for (const device of devices) {
        joinLines(device.lines, known)
        device.file = show(device.lines)
      }
      const wrote = (device: Device, file: string[]) => {
        for (const line of device.file) if (!file.includes(line)) removed.add(line)
        for (const line of file) if (line !== '') added.add(line)
        device.file = file
        sent.push(copy(editLines(device.lines, file, device.mark)))
      }
      for (const step of steps) {
        const device = devices[step.device % count] as Device
        const size = device.file.length
        if (step.kind === 'edit') {
          const at = size === 0 ? 0 : step.at % (size + 1)
          // Headings and empty lines stand in many pages, and more than once.
          const put = Array.from({ length: step.put }, () => (step.repeats ? '' : `line ${++number}`))
          wrote(device, device.file.toSpliced(at, step.cut, ...put))
        }
        if (step.kind === 'move' && size > 1) {
          const [line = ''] = device.file.slice(step.at % size)
          wrote(device, device.file.toSpliced(step.at % size, 1).toSpliced(step.to % size, 0, line))
        }
        const pairs = step.kind === 'settle' ? openPairs(device.lines) : []
        const pair = step.kind === 'settle' && pairs[step.which % Math.max(1, pairs.length)]
        if (pair) {
          settled.push(pair.split(' ').sort())
          sent.push(copy(settleLines(device.lines, pair)))
        }
        if (step.kind === 'arrival' && sent.length > 0) {
          joinLines(device.lines, sent[step.which % sent.length] as LinesChange)
          // A person may write before what came is shown in their file.
          if (step.shows) device.file = show(device.lines)
        }
      }
      for (const [i, device] of devices.entries())
        for (const change of i % 2 === 0 ? sent : sent.toReversed()) joinLines(device.lines, change)
      const files = devices.map(({ lines }) => show(lines))
      for (const file of files) expect(file).toEqual(files[0])
      const there = new Set(files[0])
      for (const line of added) if (!removed.has(line)) expect(there).toContain(line)
      // What a person has settled is settled for all, and asked about by none.
      const open = devices.map(({ lines }) => openPairs(lines))
      for (const pairs of open) expect(pairs).toEqual(open[0])
      for (const pair of open[0] ?? []) expect(settled).not.toContainEqual(pair.split(' ').sort())
      // Nothing comes back that everybody had seen go: only a line that was put in again.
      for (const device of devices)
        for (const name of device.lines.gone) expect(device.lines.there.has(name)).toBe(false)
    }),
    { numRuns },
  )
})

/** Three pages of a home, and what happens to them: a rename writes over what had that name. */
const pageStep = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    device: fc.nat(3),
    page: fc.nat(2),
    at: fc.nat(),
    cut: fc.nat(2),
    put: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('remove' as const), device: fc.nat(3), page: fc.nat(2) }),
  fc.record({ kind: fc.constant('rename' as const), device: fc.nat(3), page: fc.nat(2), to: fc.nat(2) }),
  fc.record({ kind: fc.constant('arrival' as const), device: fc.nat(3), which: fc.nat(), shows: fc.boolean() }),
)

test('pages that are renamed on one device and edited, removed or renamed on others come to the same, and no line is lost', () => {
  const steps = fc.array(pageStep, { maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 4 }), steps, (count, steps) => {
      const devices = Array.from({ length: count }, (_, i) =>
        Array.from({ length: 3 }, (): Device => ({ lines: noLines(), file: [], mark: markOf(`d${i}`, 1_000 + i) })),
      )
      // What a device did in one go is sent in one go, and what it sent comes in its order, though others may hear of
      // it later.
      const sent = Array.from({ length: count }, (): { page: number; change: LinesChange }[][] => [])
      const heard = Array.from({ length: count }, () => Array.from({ length: count }, () => 0))
      const [added, removed] = [new Set<string>(), new Set<string>()]
      let number = 0
      const wrote = (of: number, page: number, file: string[], moved: readonly string[] = [], isFirst = true) => {
        const pages = devices[of] as Device[]
        const device = pages[page] as Device
        for (const line of device.file) if (!file.includes(line) && !moved.includes(line)) removed.add(line)
        for (const line of file) added.add(line)
        device.file = file
        const rules = file.length === 0 ? { identity: (value: string) => value, grows: false } : undefined
        const told = { page, change: copy(editLines(device.lines, file, device.mark, rules)) }
        if (isFirst) sent[of]?.push([told])
        else sent[of]?.at(-1)?.push(told)
      }
      for (const step of steps) {
        const at = step.device % count
        const pages = devices[at] as Device[]
        if (step.kind === 'arrival') {
          const from = step.which % count
          const counts = heard[at] as number[]
          for (const { page, change } of sent[from]?.[counts[from] ?? 0] ?? [])
            joinLines((pages[page] as Device).lines, change)
          counts[from] = Math.min((counts[from] ?? 0) + 1, sent[from]?.length ?? 0)
          if (step.shows) for (const page of pages) page.file = show(page.lines)
          continue
        }
        const { file } = pages[step.page] as Device
        if (step.kind === 'edit')
          wrote(
            at,
            step.page,
            file.toSpliced(
              step.at % (file.length + 1),
              step.cut,
              ...Array.from({ length: step.put }, () => `line ${++number}`),
            ),
          )
        if (step.kind === 'remove') wrote(at, step.page, [])
        if (step.kind === 'rename' && step.to !== step.page && file.length > 0) {
          wrote(at, step.to, file)
          wrote(at, step.page, [], file, false)
        }
      }
      for (const [i, pages] of devices.entries())
        for (const all of i % 2 === 0 ? sent : sent.toReversed())
          for (const { page, change } of all.flat()) joinLines((pages[page] as Device).lines, change)
      const homes = devices.map((pages) => pages.map(({ lines }) => show(lines)))
      for (const home of homes) expect(home).toEqual(homes[0])
      const there = new Set(homes[0]?.flat())
      for (const line of added) if (!removed.has(line)) expect(there).toContain(line)
    }),
    { numRuns },
  )
})

test('places stand between their neighbours, and blocks of two devices stand apart', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 5 }), device: fc.nat(2) }), {
        maxLength: 60,
      }),
      (steps) => {
        const places: string[] = []
        for (const { at, count, device } of steps) {
          const index = at % (places.length + 1)
          const put = placesBetween(places[index - 1], places[index], markOf(`d${device}`, 5), count)
          places.splice(index, 0, ...put)
          expect(places).toEqual(places.toSorted())
          expect(new Set(places).size).toBe(places.length)
        }
        expect(places.every(isPosition)).toBe(true)
      },
    ),
    { numRuns },
  )
  // Two devices that take turns a thousand times: places stay as short as they were.
  let last: string | undefined
  for (let turn = 0; turn < 1000; turn++) last = placesBetween(last, undefined, markOf(`d${turn % 2}`, turn), 3).at(-1)
  expect(last?.length).toBeLessThan(60)
})

test('two pages that begin alike become one, and lines that replaced the same one are shown as a contradiction', () => {
  const [a, b] = [noLines(), noLines()]
  const first = copy(editLines(a, ['# 나', '', '- 고양이가 있다', '- 커피'], markOf('a', 1)))
  const second = copy(editLines(b, ['# 나', '', '- 고양이가 있다', '- 홍차'], markOf('b', 2)))
  joinLines(a, second)
  joinLines(b, first)
  expect(show(a)).toEqual(['# 나', '', '- 고양이가 있다', '- 커피', '- 홍차'])
  expect(show(b)).toEqual(show(a))
  const left = copy(editLines(a, ['# 나', '', '- 고양이가 두 마리 있다', '- 커피', '- 홍차'], markOf('a', 3)))
  const right = copy(editLines(b, ['# 나', '', '- 고양이가 세 마리 있다', '- 커피'], markOf('b', 4)))
  joinLines(a, right)
  joinLines(b, left)
  expect(show(a)).toEqual(show(b))
  expect(textOf(a)).not.toContain('- 홍차')
  expect(findContradictions(a).map((group) => group.map(({ value }) => value).sort())).toEqual([
    ['- 고양이가 두 마리 있다', '- 고양이가 세 마리 있다'],
  ])
  // Both stay: what is written in the place of one of them contradicts the other no more.
  joinLines(b, settleLines(a, openPairs(a).join()))
  const next = copy(
    editLines(
      b,
      textOf(b).map((line) => line.replace('세', '네')),
      markOf('b', 5),
    ),
  )
  joinLines(a, next)
  expect([openPairs(a), openPairs(b)]).toEqual([[], []])
})

describe('a conversation that two devices went on with', () => {
  const entry = (epoch: number, seq: number, at: number, text: string) =>
    JSON.stringify({ v: 1, epoch, seq, at, event: { type: 'x', text } })
  const numbered = (lines: Lines) => renumberEntries(textOf(lines).map((value) => JSON.parse(value)))

  test('has the turns of both one after the other, with numbers that only grow', () => {
    const [a, b] = [noLines(), noLines()]
    const common = [entry(1, 1, 1, 'created'), entry(1, 2, 2, 'turn')]
    joinLines(b, copy(editLines(a, common, markOf('a', 1), journalRules)))
    show(a)
    show(b)
    const ours = copy(
      editLines(a, [...common, entry(2, 3, 10, 'a1'), entry(2, 4, 11, 'a2')], markOf('a', 10), journalRules),
    )
    const theirs = copy(
      editLines(b, [...common, entry(2, 3, 5, 'b1'), entry(2, 4, 12, 'b2')], markOf('b', 5), journalRules),
    )
    joinLines(a, theirs)
    joinLines(b, ours)
    expect(numbered(a)).toEqual(numbered(b))
    expect(numbered(a).map(({ seq, event }) => [seq, event.text])).toEqual([
      [1, 'created'],
      [2, 'turn'],
      [3, 'a1'],
      [4, 'a2'],
      [5, 'b1'],
      [6, 'b2'],
    ])
    // What was counted on is the same entries to either device, also where the file says other numbers now.
    const again = editLines(
      a,
      numbered(a).map((one) => JSON.stringify(one)),
      markOf('a', 20),
      journalRules,
    )
    expect([...again.there.keys(), ...again.gone]).toEqual([])
  })

  test('gets back what a damaged disk lost', () => {
    const a = noLines()
    editLines(a, [entry(1, 1, 1, 'created'), entry(1, 2, 2, 'turn')], markOf('a', 1), journalRules)
    const change = editLines(a, [entry(1, 1, 1, 'created')], markOf('a', 2), journalRules)
    expect(change.gone.size).toBe(0)
    expect(textOf(a)).toHaveLength(2)
  })
})

describe('settings', () => {
  test('of several devices come to the same whatever arrives when, and are those of the newest decision', () => {
    const step = fc.record({
      device: fc.nat(3),
      key: fc.constantFrom('a', 'b', 'c/d', '*x'),
      value: fc.option(fc.integer({ max: 3, min: 0 })),
      arrives: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const devices = Array.from({ length: 4 }, (): Fields => noFields())
        const sent: FieldsChange[] = []
        let count = 0
        for (const { device, key, value, arrives } of steps) {
          const fields = devices[device] as Fields
          const other = sent[arrives % Math.max(1, sent.length)]
          if (other) joinFields(fields, other)
          const now = fieldValues(fields)
          if (value === null) now.delete(key)
          else now.set(key, value)
          fields.shown = fieldValues(fields)
          sent.push(editFields(fields, now, { count: ++count, device: `d${device}` }))
        }
        for (const [i, fields] of devices.entries())
          for (const change of i % 2 ? sent : sent.toReversed()) joinFields(fields, change)
        const all = devices.map((fields) => unflattenSettings(fieldValues(fields)))
        for (const one of all) expect(JSON.stringify(one)).toBe(JSON.stringify(all[0]))
      }),
      { numRuns },
    )
  })

  test('are taken apart and put together again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const plain = JSON.parse(JSON.stringify(object))
        expect(flattenSettings(unflattenSettings(flattenSettings(plain)))).toEqual(flattenSettings(plain))
      }),
      { numRuns },
    )
    const profiles = {
      v: 2,
      profiles: [
        { id: 'a', name: '가', aliases: ['ㄱ'] },
        { id: 'b', name: '나', aliases: [] },
      ],
    }
    expect(unflattenSettings(flattenSettings(profiles))).toEqual(profiles)
  })

  test('that two devices changed without knowing of each other are told', () => {
    const [a, b] = [noFields(), noFields()]
    const first = editFields(a, flattenSettings({ tone: 'short', name: 'x' }), { count: 1, device: 'a' })
    expect(joinFields(b, first)).toEqual([])
    b.shown = fieldValues(b)
    const ours = editFields(a, flattenSettings({ tone: 'long', name: 'x' }), { count: 2, device: 'a' })
    const theirs = editFields(b, flattenSettings({ tone: 'kind', name: 'x' }), { count: 2, device: 'b' })
    expect(joinFields(a, theirs)).toEqual([{ key: '/tone', value: 'kind', instead: 'long' }])
    expect(joinFields(b, ours)).toEqual([{ key: '/tone', value: 'kind', instead: 'long' }])
    // Decided once more as it is, by who knows of both: nobody is asked any more.
    expect(joinFields(b, restateField(a, '/tone', { count: 3, device: 'a' }))).toEqual([])
    expect(fieldValues(b).get('/tone')).toBe('kind')
    const seen = editFields(b, flattenSettings({ tone: 'calm', name: 'x' }), { count: 4, device: 'b' })
    expect(joinFields(a, seen)).toEqual([])
  })
})
