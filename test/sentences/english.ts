// Transfers and remarks as people say them in English, with what was meant: the values that the sentence is made from.

import type { Random } from '../random.ts'
import type { SaidTransfer } from './transfers.ts'

const KIN = ['mom', 'dad', 'grandma', 'my sister', 'my brother', 'the landlord', 'my aunt']
const NAMES = ['Tom', 'Anna', 'Jin', 'Minsu', 'Sara', 'Jin Park', 'Kim', 'Ben']
const person = (random: Random) => random.pick([...KIN, ...NAMES, ...NAMES])
const bare = (name: string) => name.replace(/^(?:my|the) /, '')

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function below100(n: number, joint: string): string {
  if (n < 20) return ones[n] as string
  return `${tens[Math.floor(n / 10)]}${n % 10 ? `${joint}${ones[n % 10]}` : ''}`
}

function inWords(n: number, random: Random): string {
  const joint = random.pick([' ', '-'])
  const below1000 = (m: number): string => {
    if (m < 100) return below100(m, joint)
    const rest = m % 100
    return `${ones[Math.floor(m / 100)]} hundred${rest ? `${random.pick([' and ', ' '])}${below100(rest, joint)}` : ''}`
  }
  const parts = [
    [Math.floor(n / 1e6), ' million'],
    [Math.floor(n / 1e3) % 1e3, ' thousand'],
    [n % 1e3, ''],
  ] as const
  return parts.flatMap(([count, unit]) => (count ? [`${below1000(count)}${unit}`] : [])).join(' ')
}

/** An amount in won, and one of the ways in which it is said. */
function someEnglishAmount(random: Random): { won: number; text: string } {
  const won = random.pick([
    random.int(1, 99) * 1_000,
    random.int(1, 90) * 10_000,
    random.int(1, 999) * 100,
    random.int(1, 30) * 500_000,
  ])
  return { won, text: random.pick(everyEnglishForm(won, random)) }
}

/** The amount in every form in which English says it. */
export function everyEnglishForm(won: number, random: Random): string[] {
  const ways = [
    `${won.toLocaleString('en-US')} won`,
    `${won} won`,
    `₩${won.toLocaleString('en-US')}`,
    `${won.toLocaleString('en-US')} KRW`,
    `${inWords(won, random)} won`,
  ]
  if (won % 1_000 === 0 && won < 1_000_000)
    ways.push(
      `${won / 1_000}k`,
      `${won / 1_000}k won`,
      `${won / 1_000} thousand won`,
      `${inWords(won / 1_000, random)} thousand won`,
    )
  if (won % 100_000 === 0 && won >= 1_000_000) ways.push(`${won / 1e6} million won`, `${won / 1e6}m won`)
  return ways
}

const DAYS = [
  ['tomorrow', '2026-11-22'],
  ['on December 3', '2026-12-03'],
  ['next Friday', '2026-11-27'],
  ['on Dec 24', '2026-12-24'],
  ['on the 1st', '2026-12-01'],
  ['in 3 days', '2026-11-24'],
] as const
const BEFORE = ['', '', '', 'please ', 'can you ', 'could you please ', 'hey, ', 'I want to ', 'I need to ']
const AFTER = ['', '', '', '.', ' please', ', thanks']
const PURPOSES = ['', '', '', '', ' for dinner', ' for the concert tickets', ' for rent']

export function someEnglishTransfer(random: Random): SaidTransfer {
  const [name, other] = [person(random), person(random)]
  const [amount, more] = [someEnglishAmount(random), someEnglishAmount(random)]
  const verb = random.pick(['send', 'transfer', 'wire', 'pay'])
  const style = random.int(0, 9)
  const frame = (body: string) => `${random.pick(BEFORE)}${body}${random.pick(AFTER)}`
  if (style < 6) {
    const day = random.chance(0.3) ? random.pick(DAYS) : undefined
    const given = random.chance(0.4) && verb !== 'wire' && verb !== 'transfer'
    const body = given ? `${verb} ${name} ${amount.text}` : `${verb} ${amount.text} to ${name}`
    const meant = { target: bare(name), amount: amount.won, ...(day ? { transfer_date: day[1] } : {}) }
    return { text: frame(`${body}${random.pick(PURPOSES)}${day ? ` ${day[0]}` : ''}`), meant: [meant], plain: true }
  }
  if (bare(name) === bare(other) || /^Jin/.test(name + other)) return someEnglishTransfer(random)
  const each = (won: number) => [name, other].map((one) => ({ target: bare(one), amount: won }))
  if (style === 6)
    return { text: frame(`${verb} ${amount.text} each to ${name} and ${other}`), meant: each(amount.won), plain: false }
  if (style === 7)
    return { text: frame(`send ${name} and ${other} ${amount.text} each`), meant: each(amount.won), plain: false }
  if (style === 8)
    return {
      text: frame(`send ${amount.text} split between ${name} and ${other}`),
      meant: each(amount.won / 2),
      plain: false,
    }
  const text = `${verb} ${amount.text} to ${name} and ${more.text} to ${other}`
  return {
    text: frame(text),
    meant: [
      { target: bare(name), amount: amount.won },
      { target: bare(other), amount: more.won },
    ],
    plain: true,
  }
}

/** Something said beside a transfer; `known`: it needs nothing that only a model or a service outside has. */
export function someEnglishRemark(random: Random): { text: string; known: boolean } {
  const { text } = someEnglishAmount(random)
  const name = person(random)
  const lead = random.pick(['', '', 'wait, ', 'by the way, ', 'hmm, '])
  if (random.chance(0.2)) {
    const said = random.pick([
      `is ${text} ${random.pick(['a lot', 'too much', 'enough'])}?`,
      'how much is a dollar?',
      'who won?',
    ])
    return { text: `${lead}${said}`, known: false }
  }
  const said = random.pick([
    () => `${lead}what ${random.pick(['day', 'time', 'date'])} is it?`,
    () => `${lead}what's ${random.int(2, 60)}% of ${random.int(20, 900) * 100}?`,
    () =>
      `${lead}${name}'s ${random.pick(['birthday', 'wedding', 'exam'])} is ${random.pick(['June 19', 'tomorrow', 'on December 2'])}`,
    () =>
      `${lead}${random.pick(['mom', 'Anna', 'my boss'])} ${random.pick(['sent', 'paid', 'gave', 'lent'])} me ${text} ${random.pick(['yesterday', 'last week', 'this morning'])}`,
    () =>
      `${lead}I ${random.pick(['spent', 'paid', 'got', 'earned'])} ${text} ${random.pick(['yesterday', 'last week', 'today'])}`,
    () =>
      `${lead}${random.pick(["I'm hungry", "I'm tired", "it's raining", 'that was funny', "it's so cold today", 'I had lunch', 'the weather is nice'])}`,
    () =>
      random.pick([
        'lol',
        'haha',
        'thanks',
        'hmm let me think',
        'one moment',
        'wow',
        'who are you?',
        'what can you do?',
        'hello',
      ]),
    () => `${lead}remind me ${random.pick(['at 6pm', 'tomorrow at 9'])} to ${random.pick(['call mom', 'take pills'])}`,
    () => `${lead}how much ${random.pick(['do I have', 'did I send last week', 'money is left'])}?`,
    () =>
      `${lead}${random.pick(['is there a fee', 'what is the fee', 'when will it arrive', 'how long does it take', 'is there a limit', 'can I cancel it later', 'who is it to'])}?`,
  ])()
  return { text: said, known: true }
}
