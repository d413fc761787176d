import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as sample } from 'vitest'
import { voiceMessages } from '../../../src/messages/surfaces/voice.ts'
import { openRoom, type Room } from '../../audio/rig.ts'
import { overTheAir, requires, sound, longTest as test } from '../../parts.ts'
import { answers, openDialogue } from '../../ui/voice/dialogue.ts'

const story = '옛날 옛날에 깊은 산속에 호랑이가 살았어요. 그 호랑이는 아주 컸어요. 어느 날 호랑이가 마을로 내려왔어요.'

const unplug = (room: Room, sink: string) => {
  const modules = room.run('pactl', 'list', 'short', 'modules').split('\n')
  const id = modules.find((line) => line.includes(`sink_name=${sink}`))?.split('\t')[0] ?? ''
  room.run('pactl', 'unload-module', id)
}
const plugIn = (room: Room, sink: string, rate: number) => {
  room.run('pactl', 'load-module', 'module-null-sink', `sink_name=${sink}`, `rate=${rate}`, 'channels=1', 'norewinds=1')
}

requires(...sound)(
  'unplugged',
  () => {
    sample(
      'loudspeaker and microphone are pulled out in the middle of a sentence: both are told, text goes on, and back they are heard again',
      async () => {
        await using room = await openRoom()
        await using it = await openDialogue(room, { flow: answers(() => story) })
        const faults = () => it.did('show').flatMap(({ what, text }) => (what === 'fault' ? [text] : []))
        it.loop.give({ in: 'typed', text: '이야기해줘' })
        await it.phase('speaking')
        await sleep(800)
        // The microphone first: a stream that loses its loudspeaker moves to whatever is left.
        unplug(room, 'mic')
        unplug(room, 'spk')
        await it.until('both are told', () => faults().length === 2, 20_000)
        expect(faults().toSorted()).toEqual(
          [voiceMessages.ko.fault('no-microphone'), voiceMessages.ko.fault('no-speaker')].toSorted(),
        )
        await it.until(
          'nothing waits',
          () => it.loop.state.phase !== 'speaking' && it.loop.state.phase !== 'processing',
        )
        it.loop.give({ in: 'typed', text: '또 해줘' })
        await it.until(
          'the answer is written',
          () => it.events.filter(({ event }) => event.type === 'turn.done').length === 2,
        )
        expect(faults()).toHaveLength(2)

        plugIn(room, 'mic', 16_000)
        plugIn(room, 'spk', 48_000)
        room.run('pactl', 'set-default-source', 'mic.monitor')
        room.run('pactl', 'set-default-sink', 'spk')
        await it.until('it hears again', () => !it.loop.state.deaf, 20_000)
        const heard = room.listen()
        const from = performance.now()
        it.loop.give({ in: 'typed', text: '한 번 더' })
        await it.phase('speaking')
        await it.until('it is heard', () => heard.firstLoudAfter(from) > from)
        heard.stop()
      },
    )

    test('a headset changes its profile in the middle of a sentence: the sentence goes on, the new microphone stops it, nothing is told', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room, { flow: answers(() => `${story} ${story}`) })
      it.loop.give({ in: 'typed', text: '이야기해줘' })
      await it.phase('speaking')
      await sleep(800)
      // Both devices go and come at another rate, as a headset does that is to hear, too.
      unplug(room, 'mic')
      unplug(room, 'spk')
      plugIn(room, 'spk', 16_000)
      plugIn(room, 'mic', 8_000)
      room.run('pactl', 'set-default-sink', 'spk')
      room.run('pactl', 'set-default-source', 'mic.monitor')
      const from = performance.now()
      const heard = room.listen()
      await it.until('it goes on', () => heard.firstLoudAfter(from) > from)
      expect(it.loop.state.phase).toBe('speaking')
      for (let tries = 0; tries < 3 && it.loop.state.phase === 'speaking'; tries++) {
        await room.say('그만')
        await it.until('it is stopped', () => it.loop.state.phase !== 'speaking', 1_500).catch(() => {})
      }
      expect(it.loop.state.phase).not.toBe('speaking')
      heard.stop()
      expect(it.did('show').filter(({ what }) => what === 'fault')).toEqual([])
    })

    test('another microphone becomes the usual one: it is the one that is heard', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room)
      plugIn(room, 'headset', 48_000)
      room.run('pactl', 'set-default-source', 'headset.monitor')
      await it.until('it is called', () => it.loop.state.phase === 'listening', 100).catch(() => {})
      for (let tries = 0; tries < 4 && it.loop.state.phase !== 'listening'; tries++) {
        await room.say('비서야', {}, 'headset')
        await it.until('it is called', () => it.loop.state.phase === 'listening', 2_500).catch(() => {})
      }
      expect(it.loop.state.phase).toBe('listening')
      expect(it.did('show').filter(({ what }) => what === 'fault')).toEqual([])
    })

    test('a machine that stands still for seconds: nothing is told, and what is said then is understood', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room)
      const engine = it.ears.pid() ?? 0
      process.kill(engine, 'SIGSTOP')
      await sleep(3_000)
      process.kill(engine, 'SIGCONT')
      await it.call()
      await room.say('지금 몇 시야')
      await it.until('it is asked', () => it.asked().length > 0)
      expect([it.ears.pid(), it.did('show').filter(({ what }) => what === 'fault')]).toEqual([engine, []])
      // It does not come back: it is ended, and another one hears.
      process.kill(engine, 'SIGSTOP')
      await it.until('another engine', () => it.ears.pid() !== engine && it.ears.ready(), 30_000)
      expect(it.did('show').filter(({ what }) => what === 'fault')).toEqual([])
    })
  },
  overTheAir,
)
