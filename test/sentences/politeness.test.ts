import { expect, test } from 'vitest'
import { collect, phrasesOf, requestOf } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { someMeaning } from './meanings.ts'
import { stateAfter, transfersOf } from './read-transfer.ts'

/** However a request ends, it asks for the same. */
const ENDINGS = [
  '주세요',
  '주실래요?',
  '줄래?',
  '줄 수 있어?',
  '주실 수 있나요?',
  '주라',
  '다오',
  '줘요',
  '주시겠어요?',
]

async function callsOf(text: string, setting: readonly string[]): Promise<string> {
  const tools = 'with reminders timer schedule search_memory update_memory lists money list_events change_event'
  const parts = await collect(requestOf({ text, setting: [...setting, tools] }))
  return JSON.stringify(parts.flatMap((part) => (part.type === 'call' ? [[part.call.name, part.call.args]] : [])))
}

test('the ending of a request changes nothing of what is done, whoever reads it', async () => {
  const random = new Random(sentenceSeed(20_281_201))
  const known = ['newcomers.tsv', 'phrases-a.tsv', 'phrases-b.tsv']
    .flatMap(phrasesOf)
    .filter(({ text }) => /[가-힣] ?줘[.?]?$/.test(text))
  const different: string[] = []
  for (let i = 0; i < sentenceCount(40, 2_000); i++) {
    const { text: said, setting } = random.chance(0.5)
      ? random.pick(known)
      : { text: someMeaning(random).text, setting: [] }
    const plain = said.replace(/[.?]$/, '').replace(/주(?:세요|라)$|줄래(?:요\?)?$|줘요$/, '줘')
    if (!plain.endsWith('줘')) continue
    const other = plain.replace(/줘$/, random.pick(ENDINGS))
    const [before, after] = [await callsOf(plain, setting), await callsOf(other, setting)]
    if (before !== after) different.push(`${plain}: ${before} | ${other}: ${after}`)
    if (!/보내|이체|송금|부쳐/.test(plain)) continue
    const [was, is] = [await stateAfter(plain), await stateAfter(other)]
    if (JSON.stringify(transfersOf(was)) !== JSON.stringify(transfersOf(is)) || was.stage !== is.stage)
      different.push(`${plain} | ${other}: ${is.stage}`)
  }
  expect(different.slice(0, 20)).toEqual([])
}, 600_000)
