import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openRoom } from '../../audio/rig.ts'
import { bareEnv, freshHome } from '../../cli/assistant.ts'
import { overTheAir, requires, sound } from '../../parts.ts'
import { start } from '../../ui/tui/pty.ts'
import { installEars } from '../../ui/voice/at-home.ts'

const program = resolve('bin/assistant.js')

test('/voice where nothing of it is there says what is missing, goes off, and the chat goes on', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'bin'))
  const env = bareEnv(home, {
    PATH: [dirname(process.execPath), join(home, 'bin')].join(':'),
    PULSE_SERVER: 'unix:/nowhere',
  })
  const screen = start(program, { columns: 100, rows: 30, env })
  try {
    await screen.until(({ text }) => text().includes('무엇을 도와드릴까요'))
    screen.type('/voice\r')
    await screen.until(({ text }) => text().includes('목소리를 껐어요. 글로 이어서 이야기해요.'))
    const said = screen.text().replace(/\s+/g, ' ')
    expect(said).toContain('음성 인식 모델이 없어요. `assistant voice setup`')
    expect(said).toContain('음성 출력을 사용할 수 없습니다. espeak-ng를 설치하거나')
    expect(said).not.toContain('지금 말씀하세요')
    screen.type('3*(2+4)는?\r')
    await screen.until(({ text }) => /^18/m.test(text()))
  } finally {
    await screen.close()
  }
})

requires(...sound)(
  '/voice in a room',
  () => {
    test('it is spoken to without a wake word, answers aloud, and is off again; nothing native is in the process of the chat', async () => {
      await using room = await openRoom()
      const heard = room.listen()
      const home = freshHome()
      const env = bareEnv(home, { ...room.env, ...installEars(home), HOME: room.env.HOME })
      const screen = start(program, { columns: 100, rows: 30, env })
      try {
        await screen.until(({ text }) => text().includes('무엇을 도와드릴까요'), 20_000)
        screen.type('/voice\r')
        await screen.until(({ text }) => text().includes('● 비서 · 듣는 중'), 20_000)
        const said = await room.say('지금 몇 시야')
        await screen.until(({ text }) => /^지금은 .*(시예요|분이에요)/m.test(text()), 15_000)
        await screen.until(({ text }) => text().includes('♪ 비서 · 말하는 중'), 15_000)
        await screen.until(({ text }) => text().includes('● 비서 · 듣는 중'), 15_000)
        expect(heard.firstLoudAfter(said)).toBeGreaterThan(said)
        expect(readFileSync(`/proc/${screen.pty.pid}/maps`, 'utf8')).not.toMatch(/sherpa|onnxruntime|speaker/)
        screen.type('\x1b')
        await screen.until(({ text }) => text().includes('목소리를 껐어요.'))
        expect(screen.text()).not.toContain('● 비서 · 듣는 중')
      } finally {
        heard.stop()
        await screen.close()
      }
    })
  },
  overTheAir,
)
