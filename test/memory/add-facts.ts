// A process of its own: adds `count` facts of its own to a page, one by one, and says each that is on the disk.
import { addFact } from '../../src/memory/store.ts'

const [, , file = '', name = '', count = '0'] = process.argv
for (let i = 0; i < Number(count); i++) {
  const { text } = await addFact(file, `프로세스${name}의 사실번호${name}x${i}`, { date: '2026-11-21' }, new Date())
  process.stdout.write(`${text}\n`)
}
