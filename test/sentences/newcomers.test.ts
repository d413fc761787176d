import { expect, test } from 'vitest'
import { fault, type Outcome, type Phrase, phrasesOf, requestOf, turn } from '../llm/rules/world.ts'

const judged: { phrase: Phrase; outcome: Outcome; verdict: 'right' | 'declined' | 'wrong' }[] = []
for (const phrase of phrasesOf('newcomers.tsv')) {
  const outcome = await turn(
    requestOf({ ...phrase, setting: [...phrase.setting, 'with reminders timer search_memory update_memory'] }),
  )
  judged.push({ phrase, outcome, verdict: verdictOf(phrase, outcome) })
}

/** A request for a model in one or two lines, and nothing done. */
function declines({ calls, text }: Outcome): boolean {
  return calls.length === 0 && text.includes('assistant setup') && text.trim().split('\n').length <= 2
}

function verdictOf({ expected }: Phrase, outcome: Outcome) {
  const wanted = expected.filter((clause) => clause !== 'decline')
  if (wanted.length > 0 && wanted.every((clause) => fault(clause, outcome) === undefined)) return 'right'
  return declines(outcome) ? 'declined' : 'wrong'
}

const shown = ({ phrase, outcome }: (typeof judged)[number]) =>
  `${phrase.line}: ${phrase.text} — ${phrase.expected.join(' ; ')} — ${JSON.stringify(outcome.calls.map(({ name, args }) => [name, args]))} ${outcome.text}`
const of = (verdict: string) => judged.filter((one) => one.verdict === verdict)

test('of 300 questions that newcomers ask, four in five are answered without a model', () => {
  expect(judged.length).toBeGreaterThanOrEqual(300)
  expect(of('right').length / judged.length, of('declined').map(shown).join('\n')).toBeGreaterThanOrEqual(0.8)
})

test('none of them is answered wrongly, and what is declined is declined in one or two lines that say the next step', () => {
  expect(of('wrong').map(shown)).toEqual([])
})
