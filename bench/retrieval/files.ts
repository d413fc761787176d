// `node bench/retrieval/files.ts [--count 50000]`: a folder of small files, indexed, looked at again, and asked for
// one of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { DocsEvent } from '../../src/retrieval/index-files.ts'
import { createLibrary } from '../../src/retrieval/library.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '50000' }, json: { type: 'boolean', default: false } },
})
const [count, perFolder] = [Number(values.count), 500]
const home = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
const { signal } = new AbortController()
const secret = (n: number) => `낱말${n.toString(36)}`

function make(): void {
  for (let n = 0; n < count; n++) {
    const folder = join(home, 'docs', `${Math.floor(n / perFolder)}`)
    if (n % perFolder === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${n}.txt`), `문서 ${n}의 비밀은 ${secret(n)}입니다.\n`)
  }
}

/** Milliseconds until the last event, which says what was done. */
async function timed(events: AsyncIterable<DocsEvent>): Promise<[number, Extract<DocsEvent, { type: 'finished' }>]> {
  const from = performance.now()
  for await (const event of events) if (event.type === 'finished') return [performance.now() - from, event]
  throw new Error('indexing did not finish')
}

try {
  make()
  const library = createLibrary({ dir: join(home, 'index'), now: () => new Date() })
  const [first, { indexed }] = await timed(library.add([join(home, 'docs')], signal))
  const [again, { unchanged }] = await timed(library.reindex(signal))
  const wanted = Math.floor(count / 2)
  const [hit] = await library.search(`${secret(wanted)} 비밀`, 1, signal)
  await library.close()
  if (indexed !== count || unchanged !== count || !hit?.file.endsWith(`/${wanted}.txt`))
    throw new Error(`${indexed} indexed, ${unchanged} unchanged, found ${hit?.file}`)
  const memory = process.resourceUsage().maxRSS / 1024
  console.log(`${count} files: ${first.toFixed(0)} ms, again ${again.toFixed(0)} ms, memory ${memory.toFixed(0)} MB`)
  if (values.json) console.log(JSON.stringify({ rate: count / (first / 1000), again: again / 1000, memory }))
} finally {
  rmSync(home, { recursive: true })
}
