import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openRoom } from '../../audio/rig.ts'
import { overTheAir, requires, sound, longTest as test } from '../../parts.ts'
import { answers, means, openDialogue } from '../../ui/voice/dialogue.ts'

requires(...sound)(
  'a dialogue by voice',
  () => {
    test('wake word, request, spoken reply, follow-up without a wake word, end word', async () => {
      await using room = await openRoom()
      const heard = room.listen()
      await using it = await openDialogue(room, { flow: answers((text) => `${text}라고 하셨어요.`) })
      await it.call()
      await room.say('오늘 날씨 알려줘')
      await it.phase('speaking')
      await it.phase('listening')
      expect(heard.firstLoudAfter(0)).toBeGreaterThan(0)
      await sleep(300)
      await room.say('지금 몇 시야')
      await it.phase('speaking')
      await it.phase('listening')
      expect(it.asked().map((text, i) => means(text, ['오늘 날씨 알려줘', '지금 몇 시야'][i] ?? ''))).toEqual([
        true,
        true,
      ])
      expect(it.did('speak').map(({ text }) => text)).toEqual(it.asked().map((text) => `${text}라고 하셨어요.`))
      await sleep(300)
      await room.say('대화 종료해줘')
      await it.until('the end', () => it.loop.state.session === 'inactive')
      expect(it.loop.state.phase).toBe('idle')
    })
  },
  overTheAir,
)
