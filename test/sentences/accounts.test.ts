import { expect, test } from 'vitest'
import { fault, phrasesOf, requestOf, turn } from '../llm/rules/world.ts'

const setting = ['with list_events change_event mail draft_mail schedule reminders answer_invitation mark_mail']

test.each(['accounts.tsv', 'accounts-b.tsv', 'accounts-c.tsv'])(
  'what people say to calendar and mail is read as it was meant: %s',
  async (file) => {
    const phrases = phrasesOf(file)
    const missed: string[] = []
    for (const phrase of phrases) {
      const outcome = await turn(requestOf({ ...phrase, setting }))
      // Words that are looked for beside what was meant find nothing.
      const strays = outcome.calls.flatMap(({ args }) =>
        ['query', 'sender'].filter(
          (key) => args[key] !== undefined && !new RegExp(`${key}[=~]`).test(phrase.expected.join()),
        ),
      )
      const faults = [...phrase.expected.flatMap((clause) => fault(clause, outcome) ?? []), ...strays]
      const calls = outcome.calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`).join(' ')
      if (faults.length > 0) missed.push(`${phrase.text}: ${faults.join(' ; ')} — ${calls} ${outcome.text}`)
    }
    expect(phrases.length).toBeGreaterThanOrEqual(60)
    expect(missed).toEqual([])
  },
)
