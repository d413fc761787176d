// `node scripts/mutate.js [--count 100] [--seed 1] [ROOM…]`: puts one small fault at a time into a source file of a room
// (`core/service`, `sync`) and runs the tests of the mirroring folder: how many of the faults do they see? Run by hand, on a
// clean tree; a fault that survives is printed with its line. The file is restored also when the run is interrupted.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'oxc-parser'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const riskiest = ['core/service', 'sync', 'std/fs', 'core/permissions', 'core/reminders', 'tools/shell']
const rooms = positionals.length > 0 ? positionals : riskiest

const swapped = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
}

/** Every place of a file where one character or operator may be wrong, as an edit of its text. */
function faultsOf(file) {
  const source = readFileSync(file, 'utf8')
  const faults = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if ((node.type === 'BinaryExpression' || node.type === 'LogicalExpression') && swapped[node.operator]) {
      const at = source.indexOf(node.operator, node.left.end)
      faults.push({ file, at, from: node.operator, to: swapped[node.operator] })
    }
    if (node.type === 'UnaryExpression' && node.operator === '!')
      faults.push({ file, at: node.start, from: '!', to: '' })
    if (node.type === 'Literal' && Number.isInteger(node.value) && node.raw === String(node.value))
      faults.push({ file, at: node.start, from: node.raw, to: String(node.value + 1) })
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseSync(file, source).program)
  return faults
}

/** A reproducible sequence of numbers below one (mulberry32). */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The folder of tests that mirrors a file, or the nearest one above it. */
function mirrorOf(file) {
  for (let folder = dirname(relative('src', file)); folder !== '.'; folder = dirname(folder))
    if (existsSync(`test/${folder}`)) return `test/${folder}`
  return 'test'
}

const random = createRandom(Number(values.seed))
const all = rooms.flatMap((room) => globSync(`src/${room}/**/*.ts`)).flatMap(faultsOf)
const chosen = all
  .map((fault) => ({ fault, order: random() }))
  .toSorted((a, b) => a.order - b.order)
  .slice(0, Number(values.count))
let seen = 0
for (const [index, { fault }] of chosen.entries()) {
  const source = readFileSync(fault.file, 'utf8')
  const restore = () => writeFileSync(fault.file, source)
  process.once('SIGINT', restore)
  writeFileSync(fault.file, source.slice(0, fault.at) + fault.to + source.slice(fault.at + fault.from.length))
  const { status } = spawnSync('vitest', ['run', '--bail', '1', mirrorOf(fault.file)], {
    env: { ...process.env, TESTS: 'all', PATH: `node_modules/.bin:${process.env.PATH}` },
    stdio: 'ignore',
    timeout: 300_000,
  })
  restore()
  process.removeListener('SIGINT', restore)
  if (status !== 0) seen++
  else {
    const line = source.slice(0, fault.at).split('\n').length
    console.log(`survived: ${fault.file}:${line} ${fault.from} → ${fault.to || 'nothing'}`)
  }
  process.stderr.write(`\r${index + 1} of ${chosen.length}, seen ${seen} `)
}
console.log(`\n${seen} of ${chosen.length} faults were seen by the mirroring folder (of ${all.length} possible ones)`)
