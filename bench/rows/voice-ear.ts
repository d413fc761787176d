import { type Judged, judgeCalls, judgeNearMisses, judgeRequests, judgeTalk } from '../../test/audio/judge.ts'
import type { Result, Row } from '../row.ts'

const share = ({ of, wrong }: Judged) => (100 * wrong.length) / of
const perHour = ({ seconds, wrong }: Judged) => (3_600 * wrong.length) / seconds

/** What is understood and what wakes, with the test models and espeak-ng as everybody who speaks (SPEC §7). */
export const voiceEar: Row = {
  name: 'voice-ear',
  async measure() {
    const requests = await judgeRequests()
    const calls = await judgeCalls()
    const near = await judgeNearMisses()
    const talk = await judgeTalk()
    const minutes = Math.round(talk.seconds / 60)
    return [
      {
        row: `held-out requests understood to the letter, of ${requests.of}`,
        unit: '%',
        value: 100 - share(requests),
        limit: { least: 90 },
      },
      {
        row: 'the same, but for two sounds',
        unit: '%',
        value: 100 - share({ ...requests, wrong: requests.far }),
        limit: { least: 95 },
      },
      { row: `wake words missed, of ${calls.of}`, unit: '%', value: share(calls), limit: { most: 9 } },
      { row: `near misses that wake, of ${near.of}`, unit: '%', value: share(near), limit: { most: 5 } },
      {
        row: `false wakes per hour, in ${minutes} min of talk`,
        unit: 'times',
        value: perHour(talk),
        limit: { most: 1 },
      },
    ] satisfies Result[]
  },
}
