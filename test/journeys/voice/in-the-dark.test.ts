import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bareEnv, freshHome, run, start } from '../../cli/assistant.ts'
import { requires } from '../../parts.ts'
import { installEars } from '../../ui/voice/at-home.ts'

// Each starts the program, which may take its time on a slow machine.
vi.setConfig({ testTimeout: 60_000 })

/** Starts `assistant voice` on a machine that has only these programs; reads what it shows. */
function voiceWith(programs: string[], install: (home: string) => NodeJS.ProcessEnv = () => ({})) {
  const home = freshHome()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  for (const program of programs) symlinkSync(join('/usr/bin', program), join(bin, program))
  const env = bareEnv(home, {
    PATH: [dirname(process.execPath), bin].join(':'),
    PULSE_SERVER: 'unix:/nowhere',
    ...install(home),
  })
  const child = start(['voice'], env, 'pipe')
  let out = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (out += text))
  onTestFinished(() => void child.kill('SIGKILL'))
  const shows = async (text: string) => {
    for (const end = performance.now() + 40_000; !out.includes(text); await sleep(20))
      if (performance.now() > end) throw new Error(`${text} was not shown: ${out}`)
  }
  return { child, shows, env }
}

test('no model, no recorder, no espeak-ng: it says what is missing, and the conversation goes on in text', async () => {
  const { child, shows } = voiceWith([])
  await shows('음성 인식 모델이 없어요. `assistant voice setup`')
  child.stdin?.write('3*(2+4)는?\n')
  await shows('18')
  await shows('음성 출력을 사용할 수 없습니다')
  child.stdin?.write('5*5는?\n')
  await shows('25')
})

requires('espeak-ng')('a voice without a sound device', () => {
  test('no loudspeaker: the answer is read', async () => {
    const { child, shows } = voiceWith(['espeak-ng'])
    child.stdin?.write('3*(2+4)는?\n')
    await shows('18')
    await shows('음성 출력을 사용할 수 없습니다. 스피커나 소리 서버를 확인해 주세요.')
  })
})

requires(
  'espeak-ng',
  'parec',
  'pacat',
)('a recogniser, and recorders without a sound device', () => {
  test('a recogniser but no microphone: it says so, and the conversation goes on in text', async () => {
    const { child, shows } = voiceWith(['espeak-ng', 'parec', 'pacat'], installEars)
    await shows('마이크를 찾을 수 없어요.')
    child.stdin?.write('3*(2+4)는?\n')
    await shows('18')
  })
})

test('voice --check names everything that is missing, and fails', async () => {
  const home = freshHome()
  const ended = await run(['voice', '--check'], bareEnv(home, { PATH: dirname(process.execPath) }))
  expect(ended.code).toBe(1)
  expect(ended.out).toContain('✗ 녹음 프로그램: 녹음 프로그램이 없어요.')
  expect(ended.out).toContain(
    '✗ 음성 인식: 음성 인식 모델이 없어요. `assistant voice setup`으로 받아 주세요. 그동안은 글로 이야기해요.',
  )
  expect(ended.out).toContain('✗ 목소리: 음성 출력을 사용할 수 없습니다.')
})
