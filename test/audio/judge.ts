// What an ear is judged by, in sound: requests, calls, what is nearly a call, talk that is none. The real engine,
// faster than anybody speaks.
import { readFileSync } from 'node:fs'
import { jamoDistance } from '../../src/std/korean/spelling/jamo.ts'
import { SoundStory } from '../core/voice/sounding.ts'
import { bare, type Manner, says, utterances } from './person.ts'

/** How much was said, in pieces and seconds, and which of it went wrong. */
export interface Judged {
  of: number
  seconds: number
  wrong: string[]
}

/** Who takes turns to say what has no manner of its own. */
const manners: Manner[] = [
  { voice: '', speed: 150, pitch: 50 },
  { voice: '+m6', speed: 135, pitch: 41 },
  { voice: '+f4', speed: 175, pitch: 63 },
  { voice: '+m7', speed: 125, pitch: 35 },
  { voice: '+f5', speed: 165, pitch: 71 },
]

const agentOf = (wakeWord: string) => ({ name: wakeWord.slice(0, -1), workspace: 'home', wakeWord })
const agents = ['비서야', '도치야', '하나야', '두리야'].map(agentOf)
const requests = [
  '',
  ' 오늘 날씨 알려줘',
  ' 지금 몇 시야',
  ' 불 꺼줘',
  ' 타이머 오 분 맞춰줘',
  ' 엄마한테 전화해줘',
  ' 내일 일정 알려줘',
]

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** Somebody says it, and is silent. */
async function hear(ear: SoundStory, samples: Int16Array, silentMs = 2_500): Promise<void> {
  await ear.sounds(samples)
  await ear.silence(silentMs)
}

/** The words that it took. */
const understood = (ear: SoundStory) =>
  ear.done.flatMap((command) => (command.do === 'show' && command.what === 'heard' ? [command.text] : []))

async function judge<T>(
  items: readonly T[],
  fault: (ear: SoundStory, item: T, i: number) => Promise<string | undefined>,
): Promise<Judged> {
  const ear = await SoundStory.open({}, { agents })
  const wrong: string[] = []
  for (const [i, item] of items.entries()) {
    const found = await fault(ear, item, i)
    if (found !== undefined) wrong.push(found)
  }
  return { of: items.length, seconds: ear.at / 1000, wrong }
}

/** What was taken where something else was said, but for so many sounds; blanks and punctuation are none. */
export function misheard(said: string, got: readonly string[], sounds: number): string | undefined {
  const understood = got.length === 1 && jamoDistance(bare(said), bare(got[0] ?? '')) <= sounds
  return understood ? undefined : `${said} → ${got.join(' | ')}`
}

/**
 * The held-out requests, each said to somebody who listens: what is not to the letter, and what of it is more than
 * two sounds off.
 */
export async function judgeRequests(): Promise<Judged & { far: string[] }> {
  const far: string[] = []
  const judged = await judge(utterances, async (ear, utterance) => {
    ear.again().on().give({ in: 'key' })
    await hear(ear, says(utterance.text, utterance))
    const words = understood(ear)
    far.push(...[misheard(utterance.text, words, 2) ?? []].flat())
    return misheard(utterance.text, words, 0)
  })
  return { ...judged, far }
}

/** Says it to nobody in particular. Who was woken, if anybody. */
async function woken(ear: SoundStory, text: string, i: number): Promise<string | undefined> {
  await hear(ear.again(), says(text, manners[i % manners.length]))
  return ear.state.session === 'inactive' ? undefined : ear.state.agent
}

/** A hundred calls, with and without a request in the same breath: missed, or taken for a call of somebody else. */
export const judgeCalls = (calls = 100) =>
  judge(
    Array.from({ length: calls }, (_, i) => ({
      agent: agents[i % agents.length],
      request: requests[i % requests.length],
    })),
    async (ear, { agent, request }, i) => {
      const who = await woken(ear, `${agent?.wakeWord}${request}`, i)
      return who === agent?.name ? undefined : `${agent?.wakeWord}${request} → ${who ?? 'nobody'}`
    },
  )

/** What is nearly a call, said where somebody waits for just that call: who was woken all the same. */
export const judgeNearMisses = () =>
  judge(linesOf('test/std/korean/dialogue/wake-near.txt'), async (ear, line, i) => {
    const [word = '', said = ''] = line.split(' | ')
    ear.own = { ...ear.own, agents: [agentOf(word)] }
    return (await woken(ear, said, i)) === undefined ? undefined : said
  })

/** People who talk with each other for more than ten minutes, or as often again: what of it woke anybody. */
export const judgeTalk = (times = 1) =>
  judge(Array.from({ length: times }, () => linesOf('test/fixtures/voice/talk.txt')).flat(), async (ear, line, i) => {
    await hear(ear, says(line, manners[(i + Math.floor(i / 120)) % manners.length]), 1_000)
    if (ear.state.session === 'inactive') return undefined
    ear.again()
    return line
  })
