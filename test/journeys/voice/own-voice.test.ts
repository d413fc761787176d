import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openRoom } from '../../audio/rig.ts'
import { overTheAir, requires, sound } from '../../parts.ts'
import { answers, openDialogue } from '../../ui/voice/dialogue.ts'

const long = '서울은 오늘 아주 맑고 따뜻해요. 부산은 바람이 조금 불어요. 제주는 오후에 비가 올 수 있어요. '.repeat(4)

/** As long as the suite can bear; the bound of the product is 60 s. */
const listenMs = 8_000

requires(...sound)(
  'hearing itself is not barge-in',
  () => {
    test.concurrent.each([
      ['full', 'by the system'],
      ['full', 'by the program'],
      ['keyword', 'by nobody'],
    ] as const)(
      'its own speech at −6 dB in the microphone, %s mode, cancelled %s: nothing is stopped; where it is cancelled a stop is heard',
      async (bargeIn, by) => {
        await using room = await openRoom({ cancelling: by === 'by the system' })
        const cancelling = by === 'by the program'
        await using it = await openDialogue(room, { flow: answers(() => long), settings: { bargeIn }, cancelling })
        room.echo(-6)
        it.loop.give({ in: 'typed', text: '이야기해줘' })
        await it.phase('speaking')
        await sleep(listenMs)
        expect([it.did('hush').length, it.asked(), it.loop.state.phase]).toEqual([0, ['이야기해줘'], 'speaking'])
        // Over an echo that nobody cancels the toy recogniser understands nobody.
        if (by === 'by nobody') return
        void room.say('잠깐만')
        await it.until('silence', () => it.did('hush').length > 0, 3_000)
      },
    )
  },
  overTheAir,
)
