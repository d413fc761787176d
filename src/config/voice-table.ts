import { addressSetting, millisecondsSetting, oneOf, onOff, optionalWords, setting } from './setting-kinds.ts'

/** The settings of hearing and speaking. */
export const voiceTable = {
  'voice.bargeIn': oneOf(['full', 'keyword', 'off'], 'full'),
  'voice.listen': oneOf(['always', 'key'], 'always'),
  'voice.earcons': onOff(true),
  'voice.speed': setting<number>(100, (z) => z.int().check(z.gte(50), z.lte(200))),
  'voice.echo': oneOf(['auto', 'own', 'system'], 'auto'),
  'voice.noise': oneOf(['auto', 'off'], 'auto'),
  'voice.endpointMs': millisecondsSetting(800),
  'voice.endpointFinishedMs': millisecondsSetting(300),
  'voice.endpointUnfinishedMs': millisecondsSetting(1_500),
  'voice.silenceMs': millisecondsSetting(10_000),
  'voice.vad': optionalWords(),
  // A service hears what is said: that is for the person to choose, not for a project.
  'voice.stt': optionalWords(undefined, { personal: true }),
  'voice.twoPass': oneOf(['auto', 'off'], 'auto'),
  'voice.wake': optionalWords(),
  'voice.tts': optionalWords(undefined, { personal: true }),
  'voice.elevenLabsUrl': addressSetting('https://api.elevenlabs.io', 'ELEVENLABS_BASE_URL', { personal: true }),
  'voice.recorder': oneOf(['auto', 'parec', 'arecord', 'sox'], 'auto'),
  'voice.microphone': optionalWords(),
  'voice.player': oneOf(['auto', 'pacat', 'aplay', 'speaker'], 'auto'),
  'voice.output': optionalWords(),
  'voice.manifest': optionalWords(undefined, { personal: true }),
}
