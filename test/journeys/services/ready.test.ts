import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as sample } from 'vitest'
import { isHinted } from '../../../src/app/services/service-registry.ts'
import { claimTransfer } from '../../../src/services/transfer/claim.ts'
import { asksPast } from '../../../src/services/transfer/past-questions.ts'
import { runsAll, longTest as test } from '../../parts.ts'
import { stage } from '../../services/rig.ts'
import { transferFile } from '../../services/transfer-service.ts'

const rows = readFileSync(join(import.meta.dirname, '../../fixtures/korean/answers.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t') as [expected: string, phrase: string])

/** What became of the transfer that waited for its yes, with another one behind it. */
const outcomes: Record<string, string> = { yes: 'yes', no: 'no', 'all-no': 'all-no', '-': '-' }

sample(
  'at READY every phrase does what a person means by it: no wrong yes, at most two others, and no model is asked about yes or no',
  {
    timeout: 120_000,
  },
  async () => {
    expect(rows.length).toBeGreaterThanOrEqual(200)
    const wrong: string[] = []
    for (const [expected, phrase] of rows.filter((_, at) => runsAll || at % 8 === 0)) {
      const { say, state, ledger, model, close } = await stage({ offline: true })
      await say('엄마한테 만원, 용걸이한테 5만원 보내줘')
      // By voice, where a sound is no yes; test/sentences/tables/answers.tsv is typed.
      const story = await say(phrase, { origin: 'voice' })
      const sent = (await ledger.books()).sent.length
      const { stage: at } = state() as { stage: string }
      const cancelled = story.some((line) => line.includes('{"stage":"CANCELLED"}'))
      const did = sent > 0 ? 'yes' : cancelled ? (at === 'CANCELLED' ? 'all-no' : 'no') : '-'
      if (did !== outcomes[expected]) wrong.push(`${phrase}: ${did}, not ${expected}`)
      expect(model.asked).toEqual([])
      await close()
    }
    expect(wrong.filter((line) => line.includes(': yes,'))).toEqual([])
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
  },
)

test('whatever the transfer service would claim is let through to it', () => {
  const said = [
    '엄마한테 만원 줘',
    '이체해줘',
    'send 10,000 won to mom',
    '잔액 얼마야?',
    '예약 이체 뭐 있어?',
    '용걸이에게 5만 보내',
    '5천원 쏴줘',
  ]
  const mayConcernMoney = (text: string) => isHinted(transferFile.words, text)
  expect(said.filter((text) => (asksPast(text) || claimTransfer(text) === 'yes') && !mayConcernMoney(text))).toEqual([])
  expect(['3+4는?', '안녕', '내일 날씨 어때?'].map(mayConcernMoney)).toEqual([false, false, false])
})
