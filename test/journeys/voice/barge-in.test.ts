import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as sample } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import type { VoicePhase } from '../../../src/core/voice/state.ts'
import type { RecognizedSpeech } from '../../../src/protocol/speech.ts'
import { openRoom, testModels } from '../../audio/rig.ts'
import { overTheAir, requires, sound, longTest as test } from '../../parts.ts'
import { answers, means, openDialogue } from '../../ui/voice/dialogue.ts'

const story =
  '옛날 옛날에 깊은 산속에 호랑이가 살았어요. 그 호랑이는 아주 컸어요. 어느 날 호랑이가 마을로 내려왔어요. 사람들은 모두 숨었어요.'

/** Thinks until it is stopped: before a word, or in a tool. */
const busy = (tool: boolean): Flow =>
  async function* (_, context) {
    if (tool) {
      yield { type: 'tool.called', id: 'x', name: 'slow', args: {} }
      yield { type: 'tool.started', id: 'x', idempotent: true }
    }
    await new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)))
    return { message: context.newId(), text: '' }
  }

requires(...sound)(
  'barge-in, out of order and in the dark',
  () => {
    sample.concurrent.each([
      ['while thinking', busy(false), 'processing'],
      ['in a tool', busy(true), 'processing'],
    ] as const)('%s: the turn is stopped and the new request taken', async (_, flow, phase: VoicePhase) => {
      let times = 0
      const second: Flow = (input, context) =>
        times++ === 0 ? flow(input, context) : answers(() => '네.')(input, context)
      await using room = await openRoom()
      await using it = await openDialogue(room, { flow: second })
      await it.call()
      await room.say('오늘 날씨 알려줘')
      await it.phase(phase)
      await sleep(300)
      await room.say('지금 몇 시야')
      await it.until('the second request', () => it.asked().length === 2)
      expect(it.asked().map((text, i) => means(text, ['오늘 날씨 알려줘', '지금 몇 시야'][i] ?? ''))).toEqual([
        true,
        true,
      ])
      expect(it.events.flatMap(({ event }) => (event.type === 'turn.cancelled' ? [event.by] : []))).toEqual([
        'barge-in',
      ])
    })

    test('while speaking: silence within 200 ms, and the model learns how much was heard', async () => {
      await using room = await openRoom()
      const heard = room.listen()
      await using it = await openDialogue(room, { flow: answers(() => story) })
      await it.call()
      await room.say('오늘 날씨 알려줘')
      await it.phase('speaking')
      await sleep(2_500)
      void room.say('지금 몇 시야')
      await it.until('barge-in', () => it.did('hush').length > 0)
      const stopped = it.did('hush')[0]?.at ?? 0
      await sleep(600)
      expect(heard.lastLoud - stopped).toBeLessThan(200)
      expect(it.loop.state.phase).not.toBe('speaking')
      heard.stop()
    })

    test.concurrent('a nod into its voice: silent before a word is known, and it goes on where it was', async () => {
      await using room = await openRoom()
      const heard = room.listen()
      await using it = await openDialogue(room, { flow: answers(() => story) })
      await it.call()
      await room.say('오늘 날씨 알려줘')
      await it.phase('speaking')
      await sleep(2_500)
      await room.say('응')
      await it.until('going on', () => it.did('resume').length > 0)
      const again = it.did('resume')[0]?.at ?? Number.NaN
      await it.until('its voice again', () => heard.lastLoud > again)
      expect([it.did('hold').length, it.did('hush').length, it.asked().length, it.loop.state.phase]).toEqual([
        1,
        0,
        1,
        'speaking',
      ])
      heard.stop()
    })

    test.concurrent('nothing said after the wake word: idle again, and the model was never asked', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room, { settings: { silenceMs: 1_500 } })
      await it.call()
      await it.phase('idle')
      expect([it.loop.state.session, it.asked(), it.did('speak')]).toEqual(['inactive', [], []])
    })

    test.concurrent('speech that is not understood twice in a row is asked for again twice, then there is silence', async () => {
      let failing = false
      const bend = (heard: RecognizedSpeech): RecognizedSpeech =>
        failing && heard.type === 'final' ? { type: 'final', text: '' } : heard
      await using room = await openRoom()
      await using dialogue = await openDialogue(room, { settings: { silenceMs: 30_000 }, bend })
      await dialogue.call()
      failing = true
      const before = dialogue.did('speak').length
      for (let times = 1; times <= 3; times++) {
        const finished = dialogue.did('finish').length
        await room.say('불 켜줘')
        if (times < 3) await dialogue.until('the question', () => dialogue.did('speak').length === before + times)
        else await dialogue.until('the end', () => dialogue.did('finish').length > finished)
        await dialogue.until(
          'listening',
          () => dialogue.loop.state.phase === 'listening' && !dialogue.loop.state.ear.finishing,
        )
        await sleep(700)
      }
      expect(
        dialogue
          .did('speak')
          .map(({ text }) => text)
          .slice(before),
      ).toEqual(['잘 못 들었어요, 다시 말해주세요', '잘 못 들었어요, 다시 말해주세요'])
      expect(dialogue.asked()).toEqual([])
    })

    test.concurrent('the engine is killed again and again: it is started again, and the program goes on', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room)
      const pids = new Set<number>()
      for (let times = 0; times < 10; times++) {
        await it.until('an engine', () => it.ears.ready())
        const pid = it.ears.pid() ?? 0
        pids.add(pid)
        const said = room.say('음악 틀어줘')
        // Before, in the middle of and after what is said.
        await sleep(150 * times)
        process.kill(pid, 'SIGKILL')
        await said
        await it.until('a new engine', () => it.ears.pid() !== pid)
      }
      await it.until('an engine', () => it.ears.ready())
      expect(pids.size).toBe(10)
      await sleep(1_200)
      await it.call()
      await room.say('오늘 날씨 알려줘')
      await it.until('the request', () => it.asked().length === 1)
      expect(means(it.asked()[0], '오늘 날씨 알려줘')).toBe(true)
      expect(it.loop.state.deaf).toBe(false)
    })

    test.concurrent('another wake word hears the keyword spotter, too', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room, { wake: true, stt: testModels.offline })
      await it.call()
      await sleep(900)
      await room.say('지금 몇 시야')
      await it.until('the request', () => it.asked().length === 1)
      expect(means(it.asked()[0], '지금 몇 시야')).toBe(true)
    })

    test.concurrent('the microphone is pulled out and put back', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room)
      const id =
        room
          .run('pactl', 'list', 'short', 'modules')
          .split('\n')
          .find((line) => line.includes('sink_name=mic'))
          ?.split('\t')[0] ?? ''
      room.run('pactl', 'unload-module', id)
      // Without it the recorder moves to the other source, which hears what we say; a new one is the default again.
      room.run('pactl', 'load-module', 'module-null-sink', 'sink_name=mic', 'rate=16000', 'channels=1', 'norewinds=1')
      room.run('pactl', 'set-default-source', 'mic.monitor')
      await sleep(300)
      for (const output of room.run('pactl', 'list', 'short', 'source-outputs').trim().split('\n')) {
        if (output) room.run('pactl', 'move-source-output', output.split('\t')[0] ?? '', 'mic.monitor')
      }
      await sleep(1_500)
      await it.call()
      await room.say('오늘 날씨 알려줘')
      await it.until('the request', () => it.asked().length === 1)
    })
  },
  overTheAir,
)
