// A process of its own: adds `count` facts of its own to a page, one by one.
import { addFact } from '../../src/memory/store.ts'

const [, , file = '', name = '', count = '0'] = process.argv
for (let i = 0; i < Number(count); i++)
  await addFact(file, `프로세스${name}의 사실번호${name}x${i}`, { date: '2026-11-21' }, new Date())
