import { renderEarcon } from '../../../audio/earcons.ts'
import type { EngineOptions } from '../../../audio/engine-supervisor.ts'
import { openVoice, type VoiceDeps, type VoiceLoop } from '../../../core/voice/loop.ts'
import { type VoiceSettings, voiceDefaults } from '../../../core/voice/state.ts'
import { levelMeter } from '../../../core/voice/state-line.ts'
import { talkKey } from '../../../core/voice/talk-key.ts'
import type { Conversation } from '../../../protocol/index.ts'
import { josa } from '../../../std/korean/grammar/particles.ts'
import type { Assistant } from '../../assistant.ts'
import { type DownloadedModels, openDownloadedModels } from '../../models/downloaded-models.ts'
import { followRingsHere, runReminderClock } from '../../reminders/reminder-clock.ts'
import { runSchedulesHere } from '../../schedules/schedule-clock.ts'
import type { SpeechUsed } from './remote-speech.ts'
import { type AudioDeps, openSenses, speechServices } from './senses.ts'

/**
 * The programs of the child processes, and what they run on; only `cli/` knows. `now`: milliseconds that never go
 * back.
 */
export interface VoicePrograms {
  node: string
  engine: URL
  recorder: URL
  player: URL
  now(): number
}

/** Parts that the child processes of hearing and speaking are started with. */
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

/** Return the call of an agent without a wake word: its name as one calls a friend. */
const callOf = (name: string) => josa(name, '아/야')

async function settingsOf(assistant: Assistant, { loaded: { settings } }: DownloadedModels): Promise<VoiceSettings> {
  const { bargeIn, endpointMs, endpointFinishedMs, endpointUnfinishedMs, silenceMs, listen, earcons, speed } =
    settings.voice
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
  /** The agent in the beginning. */
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
  /** The words that open a talk. */
  call: string
  /** Services used for speech. */
  used: Readonly<SpeechUsed>
  /** Resolves when everything is still and nothing of it runs any more. */
  done: Promise<void>
}

/**
 * Gives a conversation ears and a mouth until the signal aborts. What is missing is told by the machine; text goes on
 * in any case.
 */
export async function openTalk(
  assistant: Assistant,
  options: VoiceSessionOptions,
  signal: AbortSignal,
): Promise<VoiceSession> {
  const { conversation, agent, programs, changed, level, opened = () => {} } = options
  const { loaded, environment } = assistant.parts
  const shelf = await openDownloadedModels(loaded)
  const parts = audioParts(shelf, environment.env, programs)
  const settings = await settingsOf(assistant, shelf)
  const services = speechServices(assistant.parts)
  const { hearing, speaking, player } = await openSenses(shelf, parts, services, { opened, level: onceEach(level) })
  const loop = openVoice(
    {
      conversation,
      ears: hearing,
      player,
      speak: speaking.speak,
      earcon: (name) => renderEarcon(name),
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
  return { loop, talk: key.press, call, used: services.used, done }
}

/** Tells a sign of the level when it is another one than before. */
function onceEach(tell: VoiceSessionOptions['level']): (db: number) => void {
  let last = ''
  return (db) => {
    const sign = levelMeter(db)
    if (sign !== last) tell(sign)
    last = sign
  }
}

/**
 * Do what a voice does beside talking until the signal aborts: ring reminders aloud (`say`), keep time and do the work
 * that turns left if no other process of this home does.
 */
export async function announceWhileTalking(
  assistant: Assistant,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { parts } = assistant
  const ringAloud = async () => {
    for await (const { text, markShown: told } of followRingsHere(
      parts,
      'voice',
      signal,
      parts.loaded.settings.profile,
    )) {
      say(text)
      await told()
    }
  }
  await Promise.all([
    assistant.jobs('surface', signal),
    runReminderClock(parts, 'surface', signal),
    runSchedulesHere(assistant, 'surface', signal),
    ringAloud(),
  ]).catch((error) => {
    if (!signal.aborted) throw error
  })
}
