type Settings = Record<string, unknown>

/**
 * What a model generates a sentence with: its entry in the manifest, at `pace` times its speed, and in the language
 * of the sentence's letters where the entry names a language. Models that take a whole configuration have all of that
 * in there.
 */
export function settingsFor(text: string, generate: Settings, pace: number): Settings {
  const at = (settings: Settings) => ({ ...settings, speed: Number(settings.speed ?? 1) * pace })
  const { generationConfig } = generate
  if (!generationConfig) return at(generate)
  const own = Object(generationConfig) as { extra?: { lang?: string } }
  const language = /[가-힣]/.test(text) ? 'ko' : /[a-z]/i.test(text) ? 'en' : own.extra?.lang
  const extra = own.extra?.lang ? { extra: { ...own.extra, lang: language } } : {}
  return { ...generate, generationConfig: { ...at({ ...own }), ...extra } }
}
