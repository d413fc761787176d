import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { bookingAsked, deedOf, optionTimes, ringsOf, transfersAsked, when } from './doors.ts'
import { type SaidMeaning, someMeaning } from './meanings.ts'

/** All of it takes a quarter of an hour on a busy machine. */
const sweepMs = 1_800_000
/** The part of plain sentences that may be asked about. */
const mostAsked = 0.05

const instant = (date: string, clock: string) => Date.parse(`${date}T${clock}:00+09:00`)
const today = '2026-11-21'
const local = (ms: number | undefined) =>
  ms === undefined ? '' : new Date(ms + 9 * 3_600_000).toISOString().slice(0, 16)

/** What was meant and what became of it, in the same words; `got` is undefined where something was asked. */
async function judge({ meant, door, text }: SaidMeaning): Promise<{ wanted: string; got: string | undefined }> {
  const { date, clock, title, people, receiver, won } = meant
  const moment = local(instant(date, clock))
  switch (door) {
    case 'reminder':
    case 'alarm': {
      const deed = await deedOf(text)
      const rings = deed && (await ringsOf(deed))
      const named = title.split(' ')[0] as string
      const isNamed = door === 'alarm' || String(deed?.args.title).includes(named)
      return { wanted: moment, got: deed && `${rings?.map(local).join(' ')}${isNamed ? '' : ` ${deed.args.title}`}` }
    }
    case 'event': {
      const deed = await deedOf(text)
      const start = deed && local(Date.parse(String(deed.args.start)))
      return { wanted: `${moment} ${title}`, got: deed && `${start} ${deed.args.title}` }
    }
    case 'option':
      return { wanted: moment, got: (await optionTimes(text, undefined))?.map(local).join(' ') }
    case 'booking': {
      const slots = bookingAsked(text)
      const got = slots && `${slots.day}T${slots.hour} ${slots.party}`
      return { wanted: `${date}T${clock} ${people}`, got }
    }
    case 'transfer':
    case 'dated transfer': {
      const tasks = await transfersAsked(text)
      const shown = tasks?.map(({ target, amount, transfer_date: day }) =>
        [target, amount, ...(door === 'transfer' ? [] : [day])].join(' '),
      )
      return { wanted: [receiver, won, ...(door === 'transfer' ? [] : [date])].join(' '), got: shown?.join(', ') }
    }
    default:
      return door satisfies never
  }
}

test(
  'what is meant and said plainly at any door is done as it was meant; one in twenty may be asked about',
  async () => {
    const random = new Random(sentenceSeed(20_281_128))
    const [wrong, asked]: [string[], string[]] = [[], []]
    const count = sentenceCount(200, 20_000)
    for (let i = 0; i < count; i++) {
      const said = someMeaning(random)
      // What is over is told of, and of a sum today is said by no day.
      const { date, clock } = said.meant
      if (instant(date, clock) <= +when.now || (said.door === 'dated transfer' && date === today)) continue
      const { wanted, got } = await judge(said)
      if (got === undefined) asked.push(`${said.door}: ${said.text}`)
      else if (got !== wanted) wrong.push(`${said.door}: ${said.text} → ${got}, not ${wanted}`)
    }
    if (process.env.SENTENCES) console.info({ count, asked: asked.length, wrong: wrong.length })
    expect(wrong.slice(0, 60)).toEqual([])
    expect(asked.length / count, asked.slice(0, 60).join('\n')).toBeLessThanOrEqual(mostAsked)
  },
  sweepMs,
)
