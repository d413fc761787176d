import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openRoom } from '../../audio/rig.ts'
import { requires } from '../../parts.ts'
import { answers, openDialogue } from './dialogue.ts'

requires(
  'pulseaudio',
  'pactl',
  'paplay',
  'pacat',
  'parec',
  'espeak-ng',
)('a dialogue by voice', () => {
  test('wake word, request, spoken reply, follow-up without a wake word, end word', async () => {
    await using room = await openRoom()
    const heard = room.listen()
    await using it = await openDialogue(room, { flow: answers((text) => `${text}라고 하셨어요.`) })
    await room.say('비서야')
    await it.phase('listening')
    await sleep(600)
    await room.say('오늘 날씨 알려줘')
    await it.phase('speaking')
    await it.phase('listening')
    expect(heard.firstLoudAfter(0)).toBeGreaterThan(0)
    await sleep(300)
    await room.say('지금 몇 시야')
    await it.phase('speaking')
    await it.phase('listening')
    expect(it.asked()).toEqual(['오늘 날씨 알려줘', '지금 몇 시야'])
    expect(it.did('speak').map(({ text }) => text)).toEqual(['오늘 날씨 알려줘라고 하셨어요.', '지금 몇 시야라고 하셨어요.'])
    await sleep(300)
    await room.say('대화 종료해줘')
    await it.until('the end', () => it.loop.state.session === 'inactive')
    expect(it.loop.state.phase).toBe('idle')
  })
})
