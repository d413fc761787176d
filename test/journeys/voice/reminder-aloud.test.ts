import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openRoom } from '../../audio/rig.ts'
import { bareEnv, freshHome, start } from '../../cli/assistant.ts'
import { requires, longTest as test } from '../../parts.ts'

requires(
  'pulseaudio',
  'pactl',
  'pacat',
  'parec',
  'espeak-ng',
)(
  'a reminder in `assistant voice`',
  () => {
    test('it is shown and rings aloud when its time has come, with nobody asking', async () => {
      await using room = await openRoom()
      const heard = room.listen()
      const home = freshHome()
      const child = start(['voice'], bareEnv(home, { ...room.env, HOME: room.env.HOME }), 'pipe')
      let out = ''
      child.stdout?.setEncoding('utf8').on('data', (text) => (out += text))
      const until = async (what: string, is: () => boolean) => {
        for (const end = performance.now() + 40_000; !is(); await sleep(10))
          if (performance.now() > end) throw new Error(`${what}: ${out}`)
      }
      child.stdin?.write('15초 뒤에 약 먹으라고 알려줘\n')
      await until('it is noted', () => out.includes('알려드릴게요: 약 먹기'))
      await until('that was said', () => performance.now() - heard.lastLoud > 700)
      expect(out).not.toContain('⏰')
      await until('it rings', () => /^비서: ⏰ 약 먹기$/m.test(out))
      const rung = performance.now()
      await until('it is heard', () => heard.firstLoudAfter(rung) > rung)
      expect(out).toContain('나: 15초 뒤에 약 먹으라고 알려줘')
      heard.stop()
    })
  },
  { timeout: 120_000 },
)
