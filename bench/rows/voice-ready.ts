import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRoom } from '../../test/audio/rig.ts'
import { say, scriptedServer } from '../../test/fakes/model-server.ts'
import { installEars } from '../../test/ui/voice/at-home.ts'
import { median, node, program } from '../measure.ts'
import type { Result, Row } from '../row.ts'
import { needs } from '../subject.ts'

// The program itself, with a model of this machine that begins to answer after half a second. Where a budget is set,
// nothing is readied.

const modelMs = 500
const phrases = ['오늘 날씨 알려줘', '오늘 날씨']

/** For each phrase, milliseconds from the end of speech to the first sound of the answer. */
async function talked(settings: object, count: number): Promise<number[][]> {
  await using room = await openRoom()
  await using model = await scriptedServer([], { otherwise: say('네 그래요.', { waitMs: modelMs }) })
  const home = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
  writeFileSync(join(home, 'config.json'), JSON.stringify({ language: 'ko', voice: { earcons: false }, ...settings }))
  const asked = { ASSISTANT_PROVIDER: 'compatible', ASSISTANT_COMPATIBLE_URL: model.openai, ASSISTANT_MODEL: 'm' }
  const env = { ...room.env, ...installEars(home), ...asked, ASSISTANT_HOME: home, OLLAMA_HOST: '127.0.0.1:9' }
  const voice = spawn(node, [program, 'voice'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
  const [person, assistant] = [room.listen('mic.monitor'), room.listen()]
  const asks = async (phrase: string): Promise<number> => {
    await room.say('비서야')
    await sleep(900)
    await room.say(phrase)
    const ended = person.lastLoud
    await sleep(2_500 + modelMs)
    return assistant.firstLoudAfter(ended) - ended
  }
  try {
    await sleep(4_000)
    const took: number[][] = []
    for (const phrase of phrases) {
      const times: number[] = []
      // A word that the toy recogniser missed is said again.
      for (let tries = 0; times.length < count && tries < count * 3; tries++) {
        const ms = await asks(phrase)
        if (!Number.isNaN(ms)) times.push(ms)
      }
      took.push(times)
    }
    return took
  } finally {
    voice.kill()
    person.stop()
    assistant.stop()
    await once(voice, 'exit')
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const voiceReady: Row = {
  name: 'voice-ready',
  async measure({ quick, runs }): Promise<Result[]> {
    needs('dist/cli.cjs')
    const count = quick ? 4 : runs
    const without = await talked({ budget: { day: '900000000 tokens' } }, count)
    const readied = await talked({}, count)
    return phrases.map((phrase, at) => ({
      row: `voice, end of “${phrase}” → first audio, a model that takes ${modelMs} ms, p50`,
      unit: 'ms',
      value: median(readied[at] ?? []),
      floor: { value: median(without[at] ?? []), what: 'the same where the reply is not readied in the pause' },
      limit: { times: 1 },
    }))
  },
}
