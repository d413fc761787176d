import { createRequire } from 'node:module'
import type { Assistant } from '../../app/assistant.ts'
import { earcon } from '../../audio/earcons.ts'
import { openEars } from '../../audio/ears.ts'
import { type MicrophoneOptions, microphone } from '../../audio/microphone.ts'
import type { Model } from '../../audio/models/manifest.ts'
import { espeakIn, espeakVoice, modelVoice } from '../../audio/mouth.ts'
import { openPlayer, type PlayerOptions } from '../../audio/player.ts'
import type { EngineOptions } from '../../audio/supervise.ts'
import { openVoice } from '../../core/voice/loop.ts'
import { type VoiceSettings, voiceDefaults } from '../../core/voice/state.ts'
import { voice as sentences } from '../../messages/voice.ts'
import type { Conversation } from '../../protocol/index.ts'
import { type Ears, type Heard, SpeechError, type SpeechFault, type TextToSpeech } from '../../protocol/speech.ts'
import { until } from '../../std/until.ts'
import { Stop, stops } from '../../ui/oneshot/exit-code.ts'
import { keysOf } from '../../ui/voice/keyboard.ts'
import { VoiceScreen } from '../../ui/voice/screen.ts'
import type { Cli, Run } from '../cli.ts'
import { programOf } from '../programs.ts'
import { openShelf, type Shelf } from './models.ts'

/** `voice [--check]`: hands-free, or a look at what it would need. */
export const voice: Run = async (cli, { options }) => {
  const shelf = await openShelf(cli)
  if (options.check === true) return (await import('./voice-check.ts')).check(cli, shelf, partsOf(cli, shelf))
  return talk(cli, shelf)
}

export interface AudioParts {
  engine: EngineOptions
  microphone: MicrophoneOptions
  player: PlayerOptions
}

function partsOf({ surroundings: { env } }: Cli, { loaded: { settings } }: Shelf): AudioParts {
  const { recorder, microphone: device, player, output } = settings.voice
  const now = () => performance.now()
  const node = process.execPath
  return {
    engine: { program: programOf('voice-engine'), node, env, now },
    microphone: { env, program: recorder, device, recorder: programOf('voice-recorder') },
    player: { env, program: player, device: output, speaker: programOf('voice-player'), node, now },
  }
}

/** The model for a use: the one that the settings name, else the first that is here. */
export async function chosen({ loaded: { settings }, models, store }: Shelf, use: Model['use']): Promise<Model | undefined> {
  const wanted = settings.voice[use]
  const candidates = models.filter((model) => model.use === use && (wanted === undefined || model.name === wanted))
  const fits = candidates.toSorted(
    (a, b) => Number(b.languages.includes(settings.language)) - Number(a.languages.includes(settings.language)),
  )
  for (const model of fits) if ((await store.state(model)) === 'here') return model
  return undefined
}

/** Whether the speech engine can be found; it is not loaded in this process. */
export function engineIsThere(): boolean {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node')
    return true
  } catch {
    return false
  }
}

async function ears(shelf: Shelf, parts: AudioParts): Promise<Ears> {
  const { store } = shelf
  const [vad, stt, wake] = await Promise.all([chosen(shelf, 'vad'), chosen(shelf, 'stt'), chosen(shelf, 'wake')])
  if (!engineIsThere()) return deaf('no-engine')
  const files = {
    vad: vad && (await store.files(vad)),
    stt: stt && (await store.files(stt)),
    wake: wake && (await store.files(wake)),
  }
  if (!files.vad || !files.stt) return deaf('no-ears')
  const models = { vad: files.vad, stt: files.stt, ...(files.wake ? { wake: files.wake, keywords: wake?.keywords ?? '' } : {}) }
  return openEars({ ...parts.engine, microphone: microphone(parts.microphone), models })
}

/** Ears that only say why they hear nothing. */
const deaf = (why: SpeechFault): Ears => ({
  async *hear(signal): AsyncGenerator<Heard> {
    yield { type: 'lost', why }
    await until(new Promise<never>(() => {}), signal).catch(() => {})
  },
  finish() {},
  drop() {},
})

async function mouth(shelf: Shelf, parts: AudioParts): Promise<{ speak: TextToSpeech; close(): void }> {
  const model = engineIsThere() ? await chosen(shelf, 'tts') : undefined
  const files = model && (await shelf.store.files(model))
  if (files) return modelVoice(parts.engine, files)
  const { language } = shelf.loaded.settings
  if (await espeakIn(parts.engine.env)) return { speak: espeakVoice(parts.engine.env, language), close() {} }
  return { speak: () => Promise.reject(new SpeechError('no-voice')), close() {} }
}

/** A wake word that an agent gets whose own is not set. */
const callOf = (name: string) => `${name}야`

async function settingsOf(assistant: Assistant, { loaded: { settings } }: Shelf): Promise<VoiceSettings> {
  const { bargeIn, endpointMs, endpointFinishedMs, endpointUnfinishedMs, silenceMs } = settings.voice
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
  }
}

async function talk(cli: Cli, shelf: Shelf): Promise<number> {
  const assistant = await cli.assistant()
  const parts = partsOf(cli, shelf)
  const settings = await settingsOf(assistant, shelf)
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true })
  const leave = new AbortController()
  const signal = AbortSignal.any([cli.stop, leave.signal])
  const [hearing, speaking, player] = await Promise.all([ears(shelf, parts), mouth(shelf, parts), openPlayer(parts.player)])
  const { agent } = shelf.loaded.settings
  const live = cli.terminal.stdoutIsTerminal && cli.surroundings.env.TERM !== 'dumb'
  const screen = new VoiceScreen({
    write: (text) => void cli.terminal.write(text),
    live,
    columns: cli.terminal.columns,
    language: cli.language,
  })
  let typed = ''
  const loop = openVoice(
    {
      conversation,
      ears: hearing,
      player,
      speak: speaking.speak,
      earcon: (name) => earcon(name),
      settings,
      agent,
      chooseAgent: (name, workspace) => conversation.tune({ type: 'conversation.tuned', agent: name, workspace }),
      now: () => performance.now(),
      wall: () => Date.now(),
      changed: (state, commands) => {
        screen.commands(commands, state.agent)
        screen.state(state, typed)
      },
    },
    signal,
  )
  screen.line(sentences[cli.language].welcome(settings.agents.find(({ name }) => name === agent)?.wakeWord ?? callOf(agent)))
  void show(conversation, screen, () => loop.state.agent, signal)
  const stopKeys = readKeys((chunk) => {
    const read = keysOf(chunk, typed, loop.state.approval !== undefined)
    typed = read.typed
    for (const key of read.keys) {
      if (key.key === 'leave') leave.abort()
      else if (key.key === 'talk') loop.give({ in: 'key' })
      else if (key.key === 'answer') loop.give({ in: key.yes ? 'yes' : 'no' })
      else if (key.key === 'line') loop.give({ in: 'typed', text: key.text })
      else if (key.key === 'stop') loop.give({ in: 'stop' })
      else screen.state(loop.state, typed)
    }
  })
  await loop.done.catch((error) => {
    if (!signal.aborted) throw error
  })
  stopKeys()
  screen.close()
  speaking.close()
  await conversation.close()
  return cli.stop.reason instanceof Stop ? stops[cli.stop.reason.by] : 0
}

/** Keys of a terminal as they are pressed; lines of anything else. The function gives the terminal back. */
function readKeys(take: (chunk: string) => void): () => void {
  const { stdin } = process
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.on('data', take)
  return () => {
    stdin.off('data', take)
    if (isTerminal) stdin.setRawMode(false)
    stdin.pause()
    stdin.unref?.()
  }
}

async function show(conversation: Conversation, screen: VoiceScreen, agent: () => string, signal: AbortSignal): Promise<void> {
  const since = Date.now()
  try {
    for await (const { at, event } of conversation.follow(0, signal)) if (at >= since) screen.event(event, agent())
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
