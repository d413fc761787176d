// A whole voice assistant in a room of software: real recorder, real engine, real player, espeak-ng on both sides;
// only the model is a script.
import { setTimeout as sleep } from 'node:timers/promises'
import { renderEarcon } from '../../../src/audio/earcons.ts'
import { FarEnd } from '../../../src/audio/echo/far-end.ts'
import type { ModelFiles } from '../../../src/audio/engine-messages.ts'
import { openPlayer } from '../../../src/audio/player.ts'
import { openSpeechInput } from '../../../src/audio/speech-input.ts'
import { espeakVoice } from '../../../src/audio/speech-synthesis.ts'
import type { Flow } from '../../../src/core/flow.ts'
import { openVoice } from '../../../src/core/voice/loop.ts'
import {
  type VoiceAgent,
  type VoiceCommand,
  type VoicePhase,
  type VoiceSettings,
  type VoiceState,
  voiceDefaults,
} from '../../../src/core/voice/state.ts'
import type { Envelope } from '../../../src/protocol/index.ts'
import type { RecognizedSpeech, SpeechInput, TextToSpeech } from '../../../src/protocol/speech.ts'
import { jamoDistance } from '../../../src/std/korean/spelling/jamo.ts'
import { programs, type Room, roomMicrophone, testModels } from '../../audio/rig.ts'
import { rig } from '../../core/rig.ts'

export interface RigOptions {
  flow?: Flow
  settings?: Partial<VoiceSettings>
  stt?: ModelFiles
  wake?: boolean
  speak?: TextToSpeech
  agents?: VoiceAgent[]
  /** Without the tones before and after. */
  quiet?: boolean
  /** The program takes its own voice out of the microphone. */
  cancelling?: boolean
  /** What the ears say, changed on its way. */
  bend?: (heard: RecognizedSpeech) => RecognizedSpeech
}

/** Answers at once, sentence by sentence. */
export const answers = (reply: (text: string) => string): Flow =>
  async function* (input, context) {
    const text = reply(input.text)
    const message = context.newId()
    for (const [at] of [...text].entries())
      if (at % 8 === 0) yield { type: 'text.added', call: 1, at, text: text.slice(at, at + 8) }
    return { message, text }
  }

/** Whether the toy recogniser meant these words: it doubles or loses a sound now and then. */
export const means = (heard: string | undefined, words: string) =>
  jamoDistance((heard ?? '').replaceAll(' ', ''), words.replaceAll(' ', '')) <= 5

const bent = (ears: SpeechInput, bend: RigOptions['bend']): SpeechInput => ({
  finish: (here) => ears.finish(here),
  drop: () => ears.drop(),
  begin: () => ears.begin(),
  close: (closed) => ears.close(closed),
  async *hear(signal) {
    for await (const heard of ears.hear(signal)) yield bend ? bend(heard) : heard
  },
})

export interface Happened {
  at: number
  phase: VoicePhase
  commands: readonly VoiceCommand[]
}

export async function openDialogue(room: Room, options: RigOptions = {}) {
  const conversation = await (await rig(options.flow ?? answers((text) => `${text}라고 하셨네요.`))).open('voice')
  const abort = new AbortController()
  const common = { env: room.env, node: process.execPath, now: () => performance.now() }
  const { microphone, delivers } = roomMicrophone(room.env)
  const farEnd = options.cancelling ? new FarEnd() : undefined
  const wake = options.wake ? { wake: { ...testModels.wake, keywords: '비 서 야 @비서야' } } : {}
  const ears = openSpeechInput({
    ...common,
    microphone,
    farEnd,
    models: { vad: testModels.vad, stt: options.stt ?? testModels.stt, ...wake },
    program: programs.engine,
  })
  const player = await openPlayer({ ...common, farEnd, program: 'pacat', speaker: programs.speaker })
  const happened: Happened[] = []
  const switched: string[] = []
  const loop = openVoice(
    {
      conversation,
      ears: bent(ears, options.bend),
      player,
      speak: options.speak ?? espeakVoice(room.env, 'ko'),
      earcon: (name) => (options.quiet ? { samples: new Int16Array(0), rate: 22_050 } : renderEarcon(name)),
      settings: {
        ...voiceDefaults,
        language: 'ko',
        agents: options.agents ?? [{ name: '비서', workspace: 'home', wakeWord: '비서야' }],
        ...options.settings,
      },
      agent: '비서',
      chooseAgent: async (name) => void switched.push(name),
      now: () => performance.now(),
      wall: Date.now,
      changed: ({ phase }: VoiceState, commands) => void happened.push({ at: performance.now(), phase, commands }),
    },
    abort.signal,
  )
  const events: Envelope[] = []
  const followed = (async () => {
    for await (const envelope of conversation.follow(0, abort.signal)) events.push(envelope)
  })().catch(() => {})
  const until = async (what: string, is: () => boolean, ms = 20_000) => {
    for (const end = performance.now() + ms; !is(); await sleep(5)) {
      if (performance.now() > end)
        throw new Error(`${what} did not happen: ${JSON.stringify({ state: loop.state, last: happened.slice(-12) })}`)
    }
  }
  await until('an engine', () => ears.ready())
  await until('sound from the microphone', delivers)
  return {
    loop,
    ears,
    events,
    happened,
    switched,
    until,
    /** The wake word, once more where the toy recogniser missed it, and a breath. */
    async call() {
      for (let times = 0; times < 4 && loop.state.phase !== 'listening'; times++) {
        await room.say('비서야')
        await until('listening', () => loop.state.phase === 'listening', 2_500).catch(() => {})
      }
      await until('listening', () => loop.state.phase === 'listening', 100)
      await sleep(900)
    },
    phase: (phase: VoicePhase, ms?: number) => until(phase, () => loop.state.phase === phase, ms),
    /** What the conversation was given. */
    asked: () => events.flatMap(({ event }) => (event.type === 'turn.started' ? [event.input.text] : [])),
    did: <D extends VoiceCommand['do']>(what: D) =>
      happened.flatMap(({ at, commands }) =>
        commands
          .filter((command) => command.do === what)
          .map((command) => ({ at, ...command }) as { at: number } & Extract<VoiceCommand, { do: D }>),
      ),
    async [Symbol.asyncDispose]() {
      abort.abort()
      await Promise.allSettled([loop.done, followed])
      await conversation.close()
    },
  }
}
