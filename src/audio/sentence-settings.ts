type Settings = Record<string, unknown>

/**
 * Return the generation settings for a sentence: the manifest's entry at `pace` times its speed, in the language of the
 * sentence's letters if the entry names a language. Models configured as a whole have it all there.
 */
export function settingsFor(text: string, generate: Settings, pace: number): Settings {
  const withPace = (settings: Settings) => ({ ...settings, speed: Number(settings.speed ?? 1) * pace })
  const { generationConfig } = generate
  if (!generationConfig) return withPace(generate)
  const own = Object(generationConfig) as { extra?: { lang?: string } }
  const language = /[가-힣]/.test(text) ? 'ko' : /[a-z]/i.test(text) ? 'en' : own.extra?.lang
  const extra = own.extra?.lang ? { extra: { ...own.extra, lang: language } } : {}
  return { ...generate, generationConfig: { ...withPace({ ...own }), ...extra } }
}
