// A process of its own for tests of crashes and of two at once: `node docs-indexer.ts DIR PATH [QUESTION]` indexes
// PATH into the library at DIR and dies, as by kill -9, once as many documents are indexed as the variable DIES_AFTER
// says, if any; with a QUESTION it asks until it was answered 200 times.
import { createLibrary } from '../../src/retrieval/library.ts'

const [dir = '', path = '', question] = process.argv.slice(2)
const { signal } = new AbortController()
const library = createLibrary({ dir, now: () => new Date() })
if (question === undefined) {
  let left = Number(process.env.DIES_AFTER ?? Number.POSITIVE_INFINITY)
  for await (const event of library.add([path], signal))
    if (event.type === 'indexed' && --left === 0) process.kill(process.pid, 'SIGKILL')
} else {
  for (let n = 0; n < 200; n++)
    for (const { text } of await library.search(question, 3, signal))
      if (!text.includes(question)) throw new Error(text)
  console.log('asked')
}
await library.close()
