import { createRequire } from 'node:module'
import { FarEnd } from '../../../audio/echo/far-end.ts'
import { systemCancelsEcho } from '../../../audio/echo/system-echo.ts'
import type { EngineOptions } from '../../../audio/engine-supervisor.ts'
import { type MicrophoneOptions, openMicrophone } from '../../../audio/microphone.ts'
import { openPlayer, type PlayerOptions } from '../../../audio/player.ts'
import { openSpeechInput, type SpeechInputOptions } from '../../../audio/speech-input.ts'
import { espeakIn, espeakVoice, modelVoice } from '../../../audio/speech-synthesis.ts'
import type { Language } from '../../../messages/language.ts'
import {
  type RecognizedSpeech,
  SpeechError,
  type SpeechFault,
  type SpeechInput,
  type TextToSpeech,
} from '../../../protocol/speech.ts'
import { abortable } from '../../../std/abort.ts'
import type { Assistant } from '../../assistant.ts'
import { requireDestinations } from '../../environment/load-config.ts'
import type { DownloadedModels } from '../../models/downloaded-models.ts'
import { speakerOf } from './owner-voice.ts'
import type { SpeechServices } from './remote-speech.ts'
import { chooseRecognisers, chooseTurnModel, chooseVoiceModel, isRemote } from './voice-models.ts'

/** Parts that microphone, engine and player are opened with. */
export interface AudioDeps {
  engine: EngineOptions
  microphone: MicrophoneOptions
  player: PlayerOptions
}

/** Return true if the speech engine can be found; it is not loaded in this process. */
export function hasSpeechEngine(): boolean {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node')
    return true
  } catch {
    return false
  }
}

/**
 * Microphone and recogniser; `opened` is told when they hear. A model of this machine hears along where a service
 * does.
 */
async function openEars(
  shelf: DownloadedModels,
  parts: AudioDeps,
  services: SpeechServices,
  options: Pick<SpeechInputOptions, 'opened' | 'level' | 'farEnd'>,
): Promise<SpeechInput> {
  if (!hasSpeechEngine()) return deaf('no-engine')
  const { stt: named } = shelf.loaded.settings.voice
  if (named && !isRemote(named) && !shelf.models.some(({ name }) => name === named)) return deaf('no-such-model')
  const { vad, stt, second, turn, wake } = await earModels(shelf)
  if (!vad || !(stt || isRemote(named))) return deaf('no-ears')
  try {
    if (isRemote(named)) requireSafe(shelf)
    const elsewhere = isRemote(named) ? await readBy(services, named, shelf.loaded.settings.language) : {}
    const noise = shelf.loaded.settings.voice.noise === 'auto' ? ({ suppressNoise: true } as const) : {}
    const models = { vad, ...(stt ? { stt } : {}), ...wake, ...noise }
    const given = { ...parts.engine, ...options, ...elsewhere, second, turn, speaker: await speakerOf(shelf) }
    return openSpeechInput({ ...given, models, microphone: openMicrophone(parts.microphone) })
  } catch (error) {
    if (error instanceof SpeechError) return deaf(error.fault)
    throw error
  }
}

async function earModels(shelf: DownloadedModels) {
  const { store, loaded } = shelf
  const [vad, { first, second }, turn, wake] = await Promise.all([
    chooseVoiceModel(shelf, 'vad'),
    chooseRecognisers(shelf),
    chooseTurnModel(shelf),
    chooseVoiceModel(shelf, 'wake'),
  ])
  const spotter = wake && (await store.files(wake))
  return {
    vad: vad && (await store.files(vad)),
    stt: first && (await store.files(first, loaded.settings.language)),
    second: second && (await store.files(second, loaded.settings.language)),
    turn,
    wake: spotter ? { wake: spotter } : {},
  }
}

/** An address that cannot be read is no reason to send what is said to the usual one. */
function requireSafe(shelf: DownloadedModels): void {
  for (const prefix of ['providers.', 'servers', 'voice.']) requireDestinations(shelf, prefix)
}

async function readBy(
  services: SpeechServices,
  named: string,
  language: Language,
): Promise<Pick<SpeechInputOptions, 'transcribe' | 'live'>> {
  const { earsElsewhere, isLive, liveEarsElsewhere } = await import('./remote-speech.ts')
  if (isLive(named)) return { live: liveEarsElsewhere(services, named, language) }
  const transcribe = earsElsewhere(services, named)
  return { transcribe: (samples, signal) => transcribe(samples, language, signal) }
}

/** Return true if this program has to take its own voice out of the microphone. */
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

/**
 * The voice that speaks: of a service or a model that the settings name, else of espeak-ng; one that is missing says
 * so.
 */
export async function openMouth(
  shelf: DownloadedModels,
  engine: EngineOptions,
  services: SpeechServices,
): Promise<Mouth> {
  const { language, voice } = shelf.loaded.settings
  const silent = (missing: SpeechFault): Mouth => ({
    speak: () => Promise.reject(new SpeechError(missing)),
    close() {},
    missing,
  })
  if (isRemote(voice.tts)) {
    try {
      requireSafe(shelf)
      return { speak: (await import('./remote-speech.ts')).voiceElsewhere(services, voice.tts), close() {} }
    } catch (error) {
      if (error instanceof SpeechError) return silent(error.fault)
      throw error
    }
  }
  if (voice.tts && !shelf.models.some(({ name }) => name === voice.tts)) return silent('no-such-model')
  const model = hasSpeechEngine() ? await chooseVoiceModel(shelf, 'tts') : undefined
  const files = model && (await shelf.store.files(model))
  if (files) return modelVoice(engine, files)
  if (await espeakIn(engine.env)) return { speak: espeakVoice(engine.env, language), close() {} }
  return silent('no-voice')
}

/** Return the services for speech and the counter of their use. */
export const speechServices = ({
  loaded,
  secrets,
}: Pick<Assistant['parts'], 'loaded' | 'secrets'>): SpeechServices => ({
  settings: loaded.settings,
  secrets,
  used: { seconds: 0, letters: 0, usd: 0, unpriced: false },
})

/** Ears, mouth and loudspeaker of a conversation. */
export async function openSenses(
  shelf: DownloadedModels,
  parts: AudioDeps,
  services: SpeechServices,
  told: Pick<SpeechInputOptions, 'opened' | 'level'>,
) {
  const farEnd = (await cancelsEchoHere(shelf.loaded.settings.voice, parts.microphone)) ? new FarEnd() : undefined
  const [hearing, speaking, player] = await Promise.all([
    openEars(shelf, parts, services, { ...told, farEnd }),
    openMouth(shelf, parts.engine, services),
    openPlayer({ ...parts.player, farEnd }),
  ])
  return { hearing, speaking, player }
}
