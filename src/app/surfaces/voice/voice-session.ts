import { createRequire } from 'node:module'
import { earcon } from '../../../audio/earcons.ts'
import { FarEnd } from '../../../audio/echo/far-end.ts'
import { systemCancelsEcho } from '../../../audio/echo/system-echo.ts'
import type { EngineOptions } from '../../../audio/engine-supervisor.ts'
import { type MicrophoneOptions, microphone } from '../../../audio/microphone.ts'
import { openPlayer, type PlayerOptions } from '../../../audio/player.ts'
import { openSpeechInput, type SpeechInputOptions } from '../../../audio/speech-input.ts'
import { espeakIn, espeakVoice, modelVoice } from '../../../audio/speech-synthesis.ts'
import { openVoice, type VoiceDeps, type VoiceLoop } from '../../../core/voice/loop.ts'
import { type VoiceSettings, voiceDefaults } from '../../../core/voice/state.ts'
import { meter } from '../../../core/voice/state-line.ts'
import { talkKey } from '../../../core/voice/talk-key.ts'
import type { Conversation } from '../../../protocol/index.ts'
import {
  type RecognizedSpeech,
  SpeechError,
  type SpeechFault,
  type SpeechInput,
  type TextToSpeech,
} from '../../../protocol/speech.ts'
import { abortable } from '../../../std/abort.ts'
import { josa } from '../../../std/korean/grammar/particles.ts'
import type { Assistant } from '../../assistant.ts'
import { type DownloadedModels, openDownloadedModels } from '../../models/downloaded-models.ts'
import { followRingsHere, runReminderClock } from '../../reminders/reminder-clock.ts'
import { runSchedulesHere } from '../../schedules/schedule-clock.ts'
import { chooseVoiceModel } from './voice-models.ts'

/** The programs of the child processes, and what they run on; only `cli/` knows. `now`: milliseconds that never go back. */
export interface VoicePrograms {
  node: string
  engine: URL
  recorder: URL
  player: URL
  now(): number
}

export interface AudioDeps {
  engine: EngineOptions
  microphone: MicrophoneOptions
  player: PlayerOptions
}

/** What the child processes of hearing and speaking are started with. */
export function audioParts(
  { loaded: { settings } }: Pick<DownloadedModels, 'loaded'>,
  env: EngineOptions['env'],
  programs: VoicePrograms,
) {
  const { recorder, microphone: device, player, output } = settings.voice
  const { node, now } = programs
  return {
    engine: { program: programs.engine, node, env, now },
    microphone: { env, program: recorder, device, recorder: programs.recorder },
    player: { env, program: player, device: output, speaker: programs.player, node, now },
  } satisfies AudioDeps
}

/** Whether the speech engine can be found; it is not loaded in this process. */
export function hasSpeechEngine(): boolean {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node')
    return true
  } catch {
    return false
  }
}

/** Microphone and recogniser; `opened` is told when they hear. */
async function ears(
  shelf: DownloadedModels,
  parts: AudioDeps,
  farEnd: FarEnd | undefined,
  { opened, level }: Pick<SpeechInputOptions, 'opened' | 'level'>,
): Promise<SpeechInput> {
  const { store } = shelf
  const [vad, stt, wake] = await Promise.all([
    chooseVoiceModel(shelf, 'vad'),
    chooseVoiceModel(shelf, 'stt'),
    chooseVoiceModel(shelf, 'wake'),
  ])
  if (!hasSpeechEngine()) return deaf('no-engine')
  const files = {
    vad: vad && (await store.files(vad)),
    stt: stt && (await store.files(stt)),
    wake: wake && (await store.files(wake)),
  }
  if (!files.vad || !files.stt) return deaf('no-ears')
  const models = { vad: files.vad, stt: files.stt, ...(files.wake ? { wake: files.wake, keywords: wake?.keywords ?? '' } : {}) }
  return openSpeechInput({ ...parts.engine, microphone: microphone(parts.microphone), farEnd, models, opened, level })
}

/** Whether it is for this program to take its own voice out of the microphone. */
export const cancelsEchoHere = async (
  { echo }: { echo: 'auto' | 'own' | 'system' },
  microphone: MicrophoneOptions,
): Promise<boolean> => (echo === 'auto' ? !(await systemCancelsEcho(microphone)) : echo === 'own')

/** Ears that only say why they hear nothing. */
const deaf = (why: SpeechFault): SpeechInput => ({
  async *hear(signal): AsyncGenerator<RecognizedSpeech> {
    yield { type: 'lost', why }
    await abortable(new Promise<never>(() => {}), signal).catch(() => {})
  },
  finish() {},
  drop() {},
  begin() {},
  close() {},
})

interface Mouth {
  speak: TextToSpeech
  close(): void
  /** Nothing can be said, and it is known before anything was. */
  missing?: SpeechFault
}

/** The voice that speaks: of a model, else of espeak-ng; one that is missing says so. */
export async function openMouth(shelf: DownloadedModels, engine: EngineOptions): Promise<Mouth> {
  const model = hasSpeechEngine() ? await chooseVoiceModel(shelf, 'tts') : undefined
  const files = model && (await shelf.store.files(model))
  if (files) return modelVoice(engine, files)
  const { language } = shelf.loaded.settings
  if (await espeakIn(engine.env)) return { speak: espeakVoice(engine.env, language), close() {} }
  return { speak: () => Promise.reject(new SpeechError('no-voice')), close() {}, missing: 'no-voice' }
}

/** What an agent is called whose wake word is not set: its name as one calls a friend. */
const callOf = (name: string) => josa(name, '아/야')

async function settingsOf(assistant: Assistant, { loaded: { settings } }: DownloadedModels): Promise<VoiceSettings> {
  const { bargeIn, endpointMs, endpointFinishedMs, endpointUnfinishedMs, silenceMs, listen, earcons, speed } = settings.voice
  const agents = (await assistant.agents()).map(({ name, workspace, wakeWord }) => ({
    name,
    workspace,
    wakeWord: wakeWord ?? callOf(name),
  }))
  return {
    ...voiceDefaults,
    language: settings.language,
    agents,
    bargeIn,
    endpoint: { normal: endpointMs, finished: endpointFinishedMs, unfinished: endpointUnfinishedMs },
    silenceMs,
    byKey: listen === 'key',
    earcons,
    pace: speed / 100,
  }
}

export interface VoiceSessionOptions {
  conversation: Conversation
  /** Who is spoken with in the beginning. */
  agent: string
  programs: VoicePrograms
  /** Told after every input of the machine. */
  changed: VoiceDeps['changed']
  /** Told when the sign of the microphone's level changes. */
  level(sign: string): void
  /** Told when the ears hear for the first time. */
  opened?(): void
}

/** Ears and mouth of a conversation. */
export interface VoiceSession {
  loop: VoiceLoop
  /** The key of push-to-talk was pressed. */
  talk(): void
  /** What one says to be heard. */
  call: string
  /** Resolves when everything is still and nothing of it runs any more. */
  done: Promise<void>
}

async function senses(shelf: DownloadedModels, parts: AudioDeps, told: Pick<SpeechInputOptions, 'opened' | 'level'>) {
  const farEnd = (await cancelsEchoHere(shelf.loaded.settings.voice, parts.microphone)) ? new FarEnd() : undefined
  const [hearing, speaking, player] = await Promise.all([
    ears(shelf, parts, farEnd, told),
    openMouth(shelf, parts.engine),
    openPlayer({ ...parts.player, farEnd }),
  ])
  return { hearing, speaking, player }
}

/** Gives a conversation ears and a mouth until the signal aborts. What is missing is told by the machine; text goes on in any case. */
export async function openTalk(assistant: Assistant, options: VoiceSessionOptions, signal: AbortSignal): Promise<VoiceSession> {
  const { conversation, agent, programs, changed, level, opened = () => {} } = options
  const { loaded, environment } = assistant.parts
  const shelf = await openDownloadedModels(loaded)
  const parts = audioParts(shelf, environment.env, programs)
  const settings = await settingsOf(assistant, shelf)
  const { hearing, speaking, player } = await senses(shelf, parts, { opened, level: onceEach(level) })
  const loop = openVoice(
    {
      conversation,
      ears: hearing,
      player,
      speak: speaking.speak,
      earcon: (name) => earcon(name),
      settings,
      agent,
      chooseAgent: (name, workspace) => conversation.append({ type: 'conversation.tuned', agent: name, workspace }),
      now: programs.now,
      wall: () => +assistant.now(),
      changed,
    },
    signal,
  )
  if (speaking.missing) loop.give({ in: 'mute', why: speaking.missing })
  const call = settings.agents.find(({ name }) => name === agent)?.wakeWord ?? callOf(agent)
  const key = talkKey((input) => loop.give(input), programs.now)
  const done = loop.done
    .catch((error) => {
      if (!signal.aborted) throw error
    })
    .finally(() => {
      key.close()
      speaking.close()
    })
  return { loop, talk: key.press, call, done }
}

/** Tells a sign of the level when it is another one than before. */
function onceEach(tell: VoiceSessionOptions['level']): (db: number) => void {
  let last = ''
  return (db) => {
    const sign = meter(db)
    if (sign !== last) tell(sign)
    last = sign
  }
}

/**
 * What a voice does beside talking until the signal aborts: it rings reminders aloud (`say`), keeps time and does what turns left to do
 * if no other process of this home does.
 */
export async function announceWhileTalking(
  assistant: Assistant,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { parts } = assistant
  const ring = async () => {
    for await (const { text, markShown: told } of followRingsHere(parts, 'voice', signal, parts.loaded.settings.profile)) {
      say(text)
      await told()
    }
  }
  await Promise.all([
    assistant.jobs('surface', signal),
    runReminderClock(parts, 'surface', signal),
    runSchedulesHere(assistant, 'surface', signal),
    ring(),
  ]).catch((error) => {
    if (!signal.aborted) throw error
  })
}
