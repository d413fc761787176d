import type { EngineOptions } from '../../../audio/engine-supervisor.ts'
import type { TelegramHost } from '../../../ui/telegram/host.ts'
import type { Assistant } from '../../assistant.ts'

type Engine = Omit<EngineOptions, 'now'>

/** More of an answer is not spoken, in characters: about three minutes. */
const mostSpoken = 1_200

/** Voice messages by the model for speech that the settings choose, if it is here. */
export function hearing({ parts }: Assistant, engine: Engine): NonNullable<TelegramHost['transcribe']> {
  return async (note, signal) => {
    const [{ openDownloadedModels }, { chooseVoiceModel }, { hasSpeechEngine }, { transcribeNote: transcribe }] =
      await Promise.all([
        import('../../models/downloaded-models.ts'),
        import('../voice/voice-models.ts'),
        import('../voice/senses.ts'),
        import('../../../audio/voice-messages.ts'),
      ])
    const shelf = await openDownloadedModels(parts.loaded)
    const model = hasSpeechEngine() ? await chooseVoiceModel(shelf, 'stt') : undefined
    const files = model && (await shelf.store.files(model, parts.loaded.settings.language))
    if (!files) return { fault: 'model' }
    const text = await transcribe(engine, files, note, signal)
    return text === undefined ? { fault: 'format' } : { text }
  }
}

/**
 * Answers as voice messages, by the voice that the terminal speaks with. It is opened for each, so that nothing is
 * held between them.
 */
export function speaking({ parts, language }: Assistant, engine: Engine): NonNullable<TelegramHost['speech']> {
  const open = async () => {
    const [{ openDownloadedModels }, { openMouth, speechServices }] = await Promise.all([
      import('../../models/downloaded-models.ts'),
      import('../voice/senses.ts'),
    ])
    const shelf = await openDownloadedModels(parts.loaded)
    return openMouth(shelf, { ...engine, now: () => +parts.now() }, speechServices(parts))
  }
  return {
    async missing() {
      const { canEncodeVoice } = await import('../../../audio/encode-voice.ts')
      if (!(await canEncodeVoice())) return 'encoder'
      const mouth = await open()
      mouth.close()
      return mouth.missing ? 'voice' : undefined
    },
    async speak(text, signal) {
      const [{ encodeVoice }, { splitRest }, { textForSpeech }] = await Promise.all([
        import('../../../audio/encode-voice.ts'),
        import('../../../core/voice/aloud/sentences.ts'),
        import('../../../core/voice/aloud/text-for-speech.ts'),
      ])
      const mouth = await open()
      try {
        const sounds = []
        let length = 0
        for (const sentence of splitRest(text)) {
          const words = textForSpeech(sentence, language)
          length += words.length
          if (length > mostSpoken) break
          if (words.trim()) sounds.push(await mouth.speak(words, signal, parts.loaded.settings.voice.speed / 100))
        }
        return sounds.length > 0 ? await encodeVoice(sounds, signal) : undefined
      } finally {
        mouth.close()
      }
    },
  }
}
