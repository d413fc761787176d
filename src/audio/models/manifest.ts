import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../../protocol/index.ts'
import type { Likeness, ModelFiles } from '../engine-messages.ts'

/** A downloadable model, as the manifest lists it. */
export interface DownloadableModel {
  name: string
  use: 'vad' | 'stt' | 'turn' | 'speaker' | 'wake' | 'tts' | 'embed' | 'chat' | 'engine'
  languages: string[]
  /** Approximate size of the download, in bytes. */
  size: number
  licence: string
  /** A remark for the list of models. A person's own manifest may give it in one language. */
  note?: string | { ko: string; en: string }
  /** True for one that comes with the program: it is here without a download. */
  ships?: boolean
  url: string
  /** The download's SHA-256 in hexadecimal, or `unpinned` where its publisher gives none. */
  sha256: string
  /** The same file elsewhere, for when the first address does not answer; only where its SHA-256 is known. */
  mirrors?: string[]
  /** Further files that stand beside the first one. */
  also?: { url: string; sha256: string; mirrors?: string[] }[]
  /** Measured quality, with who measured it. */
  quality?: string
  /**
   * Estimates: cores that keep up with speech, and GB of memory of the whole machine. Without them any machine does.
   */
  wants?: { cores: number; memoryGb: number }
  kind: ModelFiles['kind'] | 'embed' | 'chat' | 'engine'
  /** Of a chat model: what its template, its calls and its Korean are worth. */
  chat?: ChatModelFacts
  /**
   * As sherpa-onnx takes it; for `turn` `model` and `runtime`, for `embed` as `LocalModel`; `@/` at the start of a
   * string is the model's folder, `@language` the person's language. For `chat` `model` (a GGUF), `window` and
   * `gpuLayers`, for `engine` `libraries`.
   */
  config: Record<string, unknown>
  generate?: Record<string, unknown>
  /** Seconds of sound that an offline recogniser reads at once; what is longer is cut where it is quiet. */
  longest?: number
  /** For `speaker`: likenesses that tell voices apart; absent: those of CAM++. */
  likeness?: Likeness
  /** For `wake`: the lines of the keywords: wake words, and words that stop the voice. */
  keywords?: string
}

/** Facts of a chat model that its file does not tell. */
export interface ChatModelFacts {
  /** `native`: it was trained to call tools; `grammar`: an answer that begins as a call is bound to be one. */
  tools: 'native' | 'grammar'
  /** Jinja template in the place of the file's own, where that one is wrong or missing. */
  template?: string
  /** Tasks of our evals in Korean that it did right, of all: as `evals/results` keeps them. */
  korean?: { right: number; of: number }
  /** Page of its own terms; where there is one they are accepted once before the download. */
  terms?: string
}

const uses: readonly string[] = [
  'vad',
  'stt',
  'turn',
  'speaker',
  'wake',
  'tts',
  'embed',
  'chat',
  'engine',
] satisfies DownloadableModel['use'][]
const kinds: readonly string[] = [
  'vad',
  'online',
  'offline',
  'keywords',
  'tts',
  'turn',
  'speaker',
  'embed',
  'chat',
  'engine',
] satisfies DownloadableModel['kind'][]
/** Allowed names: a model's name is also the name of its folder. */
const nameForm = /^[a-z0-9][a-z0-9._-]{0,60}$/i

/** Parses a manifest. Throws `config` when it is not valid. */
export async function readManifest(path: string): Promise<DownloadableModel[]> {
  const text = await readFile(path, 'utf8').catch((error) =>
    fail('config', { detail: `${path}: ${error.message}` }, error),
  )
  try {
    const models = JSON.parse(text)
    if (Array.isArray(models) && models.every(isModel)) return models
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return fail('config', { detail: `${path} is not a list of models` })
}

function isModel(value: unknown): value is DownloadableModel {
  if (typeof value !== 'object' || value === null) return false
  const { name, use, kind, also = [], config, licence, likeness, chat } = value as Record<string, unknown>
  return (
    nameForm.test(String(name)) &&
    uses.includes(String(use)) &&
    kinds.includes(String(kind)) &&
    Array.isArray(also) &&
    [value, ...also].every(isFile) &&
    typeof config === 'object' &&
    typeof licence === 'string' &&
    (likeness === undefined || isLikeness(likeness)) &&
    (chat === undefined || isChatFacts(chat))
  )
}

function isChatFacts(value: unknown): boolean {
  const { tools, template = '', korean, terms = 'https://' } = Object(value)
  const isScored = korean === undefined || [korean?.right, korean?.of].every(Number.isInteger)
  return ['native', 'grammar'].includes(tools) && typeof template === 'string' && isScored && /^https?:\/\//.test(terms)
}

function isLikeness(value: unknown): boolean {
  const { own, other } = Object(value)
  return [own, other].every((one) => typeof one === 'number' && one > -1 && one < 1) && other <= own
}

function isFile(value: unknown): boolean {
  const { url, sha256, mirrors = [] } = Object(value)
  const isPinned = /^[0-9a-f]{64}$/.test(String(sha256))
  const isMirrored = Array.isArray(mirrors) && [url, ...mirrors].every((one) => /^https?:\/\//.test(String(one)))
  return isMirrored && (isPinned || (sha256 === 'unpinned' && mirrors.length === 0))
}

/**
 * A speech model's configuration with absolute paths of its files, for somebody's language; without one it finds out
 * which it is.
 */
export function filesOf(
  { name, kind, config, generate, longest, likeness, keywords }: DownloadableModel,
  folder: string,
  language = '',
): ModelFiles {
  if (kind === 'embed' || kind === 'chat' || kind === 'engine') fail('config', { detail: `${name} is no speech model` })
  const given = Object.entries({ generate, longest, likeness, keywords }).filter(([, value]) => value !== undefined)
  const own: Partial<ModelFiles> = Object.fromEntries(given)
  return { name, kind, config: placeValue(config, folder, language) as ModelFiles['config'], ...own }
}

/** A configuration with absolute paths of the files in `folder`. */
export const placeConfig = (config: DownloadableModel['config'], folder: string) =>
  placeValue(config, folder, '') as typeof config

function placeValue(value: unknown, folder: string, language: string): unknown {
  if (value === '@language') return language
  if (typeof value === 'string') return value.startsWith('@/') ? join(folder, value.slice(2)) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, placeValue(inner, folder, language)]))
}
