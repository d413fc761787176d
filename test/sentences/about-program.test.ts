import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collect, requestOf } from '../llm/rules/world.ts'

const tools = `read_file list_files write_file search_files edit_file delete_file move_file reminders list_events lists
  money save_memory search_memory`.replace(/\s+/g, ' ')
const names: Record<string, RegExp> = {
  read: /^read_file$/,
  list: /^list_files$/,
  search: /^search_files$/,
  append: /^edit_file$/,
  write: /^write_file$/,
  delete: /^delete_file$/,
  move: /^move_file$/,
  edit: /^edit_file$/,
}

const rowsOf = (name: string): [string, string][] =>
  (name === 'how' ? ['fifth', 'sixth', 'seventh'] : ['fifth', 'sixth']).flatMap((tables) =>
    readFileSync(new URL(`tables/${tables}/${name}.tsv`, import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.split('\t') as [string, string]])),
  )

async function replyTo(text: string) {
  const parts = await collect(requestOf({ text, setting: ['memory', `with ${tools}`] }))
  return {
    calls: parts.flatMap((part) => (part.type === 'call' ? [part.call] : [])),
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
  }
}

test('questions how are answered from the manual, and no search of own things answers one', async () => {
  const rows = rowsOf('how')
  const replies = await Promise.all(rows.map(([text]) => replyTo(text)))
  const right = rows.filter(([, wanted], at) => wanted.split('|').some((piece) => replies[at]?.text.includes(piece)))
  expect(right.length / rows.length).toBeGreaterThanOrEqual(0.68)
  const deeds = rows.filter((_, at) =>
    replies[at]?.calls.some(({ name }) => !/^(?:list|search|read)_|^money$/.test(name)),
  )
  expect(deeds).toEqual([])
})

test('a request about files is done as it was meant, or declined', async () => {
  const rows = rowsOf('files')
  const judged = await Promise.all(
    rows.map(async ([text, wanted]) => {
      const { calls } = await replyTo(text)
      const [kind = '', ...pieces] = wanted.split(' ')
      const shown = calls.map(({ name, args }) => `${name} ${Object.values(args).join(' ')}`).join()
      const isRight = calls.some(({ name }) => names[kind]?.test(name)) && pieces.every((one) => holds(shown, one))
      return { text, shown, verdict: isRight || (kind === 'none' && !shown) ? 'right' : shown ? 'wrong' : 'asked' }
    }),
  )
  expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  expect(judged.filter(({ verdict }) => verdict === 'right').length / rows.length).toBeGreaterThanOrEqual(0.85)
})

const holds = (shown: string, wanted: string) => wanted.split('|').some((one) => shown.includes(one))
