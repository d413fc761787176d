import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FromEngine, ToEngine } from '../../src/audio/engine-messages.ts'
import { openRoom, programs, testModels } from '../../test/audio/rig.ts'
import { installEars } from '../../test/ui/voice/at-home.ts'
import { answers, openDialogue } from '../../test/ui/voice/dialogue.ts'
import { cpuMsOf, memoryMbOf, node, program } from '../measure.ts'
import type { Row } from '../row.ts'
import { needs } from '../subject.ts'
import { talkOf, turnsMemory } from './voice-talk.ts'

const cpuShare = async (pid: number, seconds: number): Promise<number> => {
  const before = cpuMsOf(pid)
  await sleep(seconds * 1000)
  return (cpuMsOf(pid) - before) / (seconds * 10)
}

export const voiceIdle: Row = {
  name: 'voice-idle',
  async measure({ quick }) {
    needs('dist/cli.cjs')
    const seconds = quick ? 5 : 30
    await using room = await openRoom()
    const home = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
    const env = { ...room.env, ...installEars(home), ASSISTANT_HOME: home, OLLAMA_HOST: '127.0.0.1:9' }
    const [voice, bare] = [
      spawn(node, [program, 'voice'], { env, stdio: ['pipe', 'ignore', 'ignore'] }),
      spawn('parec', ['--raw', '--format=s16le', '--rate=16000', '--channels=1', '--latency-msec=20'], {
        env,
        stdio: 'ignore',
      }),
    ]
    try {
      // Until the models are loaded and everything has settled.
      await sleep(6_000)
      const [value, floor] = await Promise.all([cpuShare(voice.pid ?? 0, seconds), cpuShare(bare.pid ?? 0, seconds)])
      const what = 'a bare parec'
      const row = `voice, waiting for the wake word ${seconds} s, all its processes, of one core`
      return [{ row, unit: '%', value, floor: { value: floor, what }, limit: { most: 3 } }]
    } finally {
      voice.kill()
      bare.kill('SIGKILL')
      await once(voice, 'exit')
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/**
 * So many minutes of talk, an utterance after the other as fast as the recogniser hears them out. MB when half of
 * that again has warmed it up (buffers, the collector's habits), and at the end.
 */
async function engineMemory(minutes: number): Promise<{ early: number; late: number }> {
  const child = fork(fileURLToPath(programs.engine), [], {
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  type Kind = 'ready' | 'voice.ended' | 'final'
  const said = (type: Kind) =>
    new Promise<void>((resolve) => {
      const look = (message: FromEngine) => {
        if (message.type !== type && !(message.type === 'heard' && message.heard.type === type)) return
        child.off('message', look)
        resolve()
      }
      child.on('message', look)
    })
  const memory = () => memoryMbOf(child.pid ?? 0, 'VmRSS')
  try {
    const ready = said('ready')
    child.send({ do: 'hear', vad: testModels.vad, stt: testModels.stt } satisfies ToEngine)
    await ready
    let [early, seconds] = [0, 0]
    while (seconds < minutes * 90) {
      for (const utterance of talkOf()) {
        const ended = said('voice.ended')
        child.stdin?.write(utterance)
        await ended
        const heard = said('final')
        child.send({ do: 'finish' } satisfies ToEngine)
        await heard
        seconds += utterance.length / 32_000
      }
      if (early === 0 && seconds >= minutes * 30) early = memory()
    }
    return { early, late: memory() }
  } finally {
    child.kill('SIGKILL')
  }
}

export const voiceMemory: Row = {
  name: 'voice-memory',
  async measure({ quick }) {
    const minutes = quick ? 6 : 60
    const { early, late } = await engineMemory(minutes)
    const { grown, turns } = await turnsMemory(minutes * 6)
    return [
      {
        row: `voice engine, after ${minutes} min of talk at full speed, beyond its warm-up`,
        unit: 'MB',
        value: late - early,
        limit: { most: 10 },
      },
      {
        row: `voice loop and conversation, after ${turns} spoken turns, beyond a tenth of them`,
        unit: 'MB',
        value: grown,
        limit: { most: 20 },
      },
    ]
  },
}

/** What its own speech in the microphone does to it: turns begun that nobody wanted, and interruptions. */
async function ownSpeech(bargeIn: 'full' | 'keyword', cancelling: boolean, seconds: number): Promise<number> {
  await using room = await openRoom({ cancelling })
  const long = `서울은 오늘 아주 맑고 따뜻해요. 부산은 바람이 조금 불어요. `.repeat(Math.ceil(seconds / 3))
  await using it = await openDialogue(room, { flow: answers(() => long), settings: { bargeIn } })
  room.echo(-6)
  it.loop.give({ in: 'typed', text: '이야기해줘' })
  await it.phase('speaking')
  await sleep(seconds * 1000)
  if (it.loop.state.phase !== 'speaking' && it.did('hush').length === 0)
    throw new Error('it fell silent before the end')
  return it.did('hush').length + it.asked().length - 1
}

export const voiceOwn: Row = {
  name: 'voice-own',
  async measure({ quick }) {
    const seconds = quick ? 8 : 60
    const [full, keyword] = await Promise.all([ownSpeech('full', true, seconds), ownSpeech('keyword', false, seconds)])
    const row = (how: string) => `voice, ${seconds} s of its own speech at −6 dB, turns and interruptions, ${how}`
    return [
      { row: row('full, echo cancelling'), unit: 'times', value: full, limit: { most: 0 } },
      { row: row('keyword, none'), unit: 'times', value: keyword, limit: { most: 0 } },
    ]
  },
}
