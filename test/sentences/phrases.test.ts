import { describe, expect, test } from 'vitest'
import { declines, fault, type Outcome, type Phrase, phrasesOf, requestOf, turn } from '../llm/rules/world.ts'

interface Judged {
  phrase: Phrase
  outcome: Outcome
  faults: string[]
}

async function judge(phrase: Phrase): Promise<Judged> {
  const outcome = await turn(requestOf(phrase))
  return { phrase, outcome, faults: phrase.expected.flatMap((clause) => fault(clause, outcome) ?? []) }
}

const humble = (outcome: Outcome) => Object.values(declines).some((declined) => declined(outcome))
const shown = ({ phrase, outcome, faults }: Judged) =>
  `${phrase.line}: ${phrase.text} — ${faults.join(' ; ')} — ${JSON.stringify(outcome.calls.map((call) => call.args))} ${outcome.text}`

describe.each(['phrases-a.tsv', 'phrases-b.tsv'])('the offline engine on %s', async (file) => {
  const judged: Judged[] = []
  for (const phrase of phrasesOf(file)) judged.push(await judge(phrase))
  const missed = judged.filter(({ faults }) => faults.length > 0)

  test('answers at least 85 % of the phrases as they were meant', () => {
    expect(judged.length).toBeGreaterThanOrEqual(100)
    expect((judged.length - missed.length) / judged.length, missed.map(shown).join('\n')).toBeGreaterThanOrEqual(0.85)
  })

  test('answers none of the others with confidence: it says that it cannot, does not know, or lacks something', () => {
    expect(missed.filter(({ outcome }) => !humble(outcome)).map(shown)).toEqual([])
  })
})
