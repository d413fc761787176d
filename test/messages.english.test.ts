import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serviceMessages } from '../src/messages/engine/service.ts'

const root = join(import.meta.dirname, '..', 'src', 'messages')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

/** Data of which every part is one. */
const data: unknown = new Proxy({}, { get: (_, key) => (typeof key === 'string' ? 1 : undefined) })

/** Every sentence below a value, its functions called with one of everything. */
function* sentencesOf(value: unknown, path: string, seen: Set<unknown>): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
  seen.add(value)
  if (typeof value === 'function') {
    const texts = new Set<string>()
    for (const args of [
      Array(5).fill(1),
      Array(5).fill(data),
      [data, 1],
      [1, 'x', 1, 'x'],
      ['x', 1, 'x', 1],
      ['x', 'x', 1, 1],
      [['x'], 1],
      ['x', ['x']],
    ])
      try {
        const said: unknown = value(...args)
        if (typeof said === 'string') texts.add(said)
      } catch (error) {
        // Not what this sentence takes.
        if (!(error instanceof TypeError || error instanceof RangeError)) throw error
      }
    for (const text of texts) yield [path, text]
    return
  }
  for (const [key, below] of Object.entries(value)) yield* sentencesOf(below, `${path}.${key}`, seen)
}

/** Words that end in s and name one thing; verbs behind a name; measures that are never one. */
const singular =
  /^(?:is|was|has|this|its|as|less|plus|minus|times|access|process|does|of|us|looks|names|moves|comes|means|holds|works|answers|follows|writes|decides|needs|asks|waits|rings|shows|lets|always|says|stands|stays|takes|goes|bytes|tokens|characters|chars|holidays)$/

/** Words behind which `are` and `have` say nothing of a number. */
const neverOne = /^(?:holidays|characters|cannot)$/
/** Words between which a number ends its phrase. */
const joins = /^(?:in|at|for|and|or|to|with|that|a|the|of|more|on|as|by|from|is|was|are|per)$/
const isPlural = (word: string) => /[a-z]{2}s$/.test(word) && !singular.test(word)

test('one thing is said as one', async () => {
  const wrong: string[] = []
  let count = 0
  for (const file of files) {
    const module = (await import(join(root, file))) as Record<string, { en?: unknown } | undefined>
    for (const [name, exported] of Object.entries(module)) {
      const en = exported?.en
      if (en === undefined) continue
      for (const [path, text] of sentencesOf(en, `${file} ${name}`, new Set())) {
        count++
        for (const [all = '', first = '', second = ''] of text.matchAll(/(?<![\d.,:/+-])\b1 ([a-z]+)(?: ([a-z]+))?/g))
          if (
            isPlural(first) ||
            (!joins.test(first) && isPlural(second)) ||
            (!neverOne.test(first) && /^(?:are|were|have)$/.test(second))
          )
            wrong.push(`${path}: ${all}`)
      }
    }
  }
  expect(count).toBeGreaterThan(1_000)
  expect([...new Set(wrong)]).toEqual([])
})

test('no verb beside the label or title of a service has to agree with it', () => {
  const { problems: _, ...declared } = serviceMessages.en.declared
  const about = [...sentencesOf(declared, 'declared', new Set())].filter(([, text]) => /\bthe x\b/i.test(text))
  expect(about.length).toBeGreaterThan(8)
  expect(about.filter(([, text]) => /\b(?:is|was|has|does) the x\b|\bx (?:is|was|has|does)\b/i.test(text))).toEqual([])
})
