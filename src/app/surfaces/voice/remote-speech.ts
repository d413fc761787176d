import { type LiveEars, type LiveOptions, RealtimeEars } from '../../../audio/remote/live-ears.ts'
import { remoteEars, remoteVoice, type SpeechService, type Transcribe } from '../../../audio/remote/speech-service.ts'
import type { Settings } from '../../../config/schema.ts'
import type { Secrets } from '../../../config/secrets.ts'
import { SpeechError, type TextToSpeech } from '../../../protocol/speech.ts'

/** Services used for speech in a conversation by voice. */
export interface SpeechUsed {
  /** Of speech that was heard. */
  seconds: number
  /** Characters that were said. */
  letters: number
  /** In US dollars, as far as prices are known. */
  usd: number
  unpriced: boolean
}

export interface SpeechServices {
  settings: Settings
  secrets: Secrets
  used: SpeechUsed
}

/**
 * US dollars of a minute that is heard, or of a million characters that are said. Estimates, told as “about”: the
 * makers' prices for gpt-4o-transcribe and whisper-large-v3-turbo as tokenmix.ai and openrouter.ai quoted them in
 * spring 2026; the rest was not looked up.
 */
const prices: Readonly<Record<string, number>> = {
  'gpt-4o-transcribe': 0.006,
  'gpt-4o-mini-transcribe': 0.003,
  'whisper-1': 0.006,
  'whisper-large-v3': 0.111 / 60,
  'whisper-large-v3-turbo': 0.04 / 60,
  'tts-1': 15,
  'tts-1-hd': 30,
}

/** Services that the settings know by name; any other needs a server of the person's own. */
const kinds = ['openai', 'groq', 'compatible', 'elevenlabs'] as const
/** OpenAI's ears that hear while somebody speaks, at the same address and with the same key. */
const live = 'openai-realtime'

/** Return true if a setting names ears that hear while somebody speaks. */
export const isLive = (setting: string) => setting.startsWith(`${live}/`)

const form = /^(?<who>@?[\w.-]+)\/(?<model>[^:]+)(?::(?<voice>.+))?$/

/**
 * The service that a setting names. Throws `SpeechError`: `no-such-model` where nobody is called so, and where its
 * key is missing.
 */
function serviceOf(
  { settings, secrets }: SpeechServices,
  setting: string,
  part: 'ears' | 'voice',
): Omit<SpeechService, 'used'> {
  const { who = '', model = '', voice } = form.exec(setting)?.groups ?? {}
  const asked = { model, voice }
  if (who === 'elevenlabs') {
    const key = secrets.get('ELEVENLABS_API_KEY')?.value ?? missing(part)
    return { wire: 'elevenlabs', baseUrl: settings.voice.elevenLabsUrl, key, ...asked }
  }
  const server = who.startsWith('@') ? settings.servers[who.slice(1)] : undefined
  const kind = kinds.find((one) => one === who)
  const from = server ?? (kind && kind !== 'elevenlabs' ? settings.providers[kind] : undefined)
  if (!from) throw new SpeechError('no-such-model', setting)
  const key = from.keyEnv ? secrets.get(from.keyEnv)?.value : undefined
  // A server of one's own may want no key; one whose key was named does. `compatible` always has a name for one.
  const isKeyless = server ? !from.keyEnv : kind === 'compatible'
  if (key === undefined && !isKeyless) missing(part)
  return { wire: 'openai', baseUrl: from.baseUrl, key, ...asked }
}

function missing(part: 'ears' | 'voice'): never {
  throw new SpeechError(`${part}-key`, 'no key')
}

/** Counts what a service was used for; `per`: how much of it the price is of. */
function counted({ used }: SpeechServices, model: string, what: 'seconds' | 'letters', per: number) {
  const price = prices[model]
  return (amount: number) => {
    used[what] += amount
    used.usd += ((price ?? 0) * amount) / per
    used.unpriced ||= price === undefined
  }
}

/** Ears at a service. Throws `SpeechError`. */
export function earsElsewhere(services: SpeechServices, setting: string): Transcribe {
  const service = serviceOf(services, setting, 'ears')
  return remoteEars({ ...service, used: counted(services, service.model, 'seconds', 60) })
}

/** Ears at a service that hear while somebody speaks. Throws `SpeechError`. */
export function liveEarsElsewhere(services: SpeechServices, setting: string, language: string) {
  const service = serviceOf(services, setting.replace(live, 'openai'), 'ears')
  const used = counted(services, service.model, 'seconds', 60)
  return (partial: LiveOptions['partial']): LiveEars => new RealtimeEars({ ...service, language, used, partial })
}

/** A voice at a service. Throws `SpeechError`. */
export function voiceElsewhere(services: SpeechServices, setting: string): TextToSpeech {
  const service = serviceOf(services, setting, 'voice')
  return remoteVoice({ ...service, used: counted(services, service.model, 'letters', 1e6) })
}
