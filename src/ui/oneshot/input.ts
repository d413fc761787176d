import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { fail, type Input } from '../../protocol/index.ts'
import { type FileReading, joinPromptFiles, pipedAlong, promptFiles } from './prompt-files.ts'
import { readStdinBytes, textOf } from './stdin.ts'

export interface PromptInput {
  /** The words of the command line; a last `-` waits for the end of standard input, however long it is silent. */
  words: readonly string[]
  /** Standard input where it is not a keyboard, and how long its first byte is waited for when there are words. */
  stdin?: { stream: NodeJS.ReadableStream & { destroy?(): void }; graceMs: number | undefined }
  options: NonNullable<Input['options']>
  /** The picture of `--image`, and the folder that paths are read from. */
  image?: string
  cwd: string
  language: Language
  signal: AbortSignal
  files: FileReading
  note(text: string): unknown
}

/** The input of a turn: words are the prompt and standard input comes with it; without words it is the prompt. */
export async function inputOf({
  words,
  stdin,
  options,
  image,
  cwd,
  language,
  signal,
  files: reading,
  note,
}: PromptInput): Promise<Omit<Input, 'id'>> {
  const say = oneshotMessages[language]
  const waits = words.at(-1) === '-'
  const prompt = (waits ? words.slice(0, -1) : words).join(' ').trim()
  const patience = prompt && !waits && stdin?.graceMs ? { graceMs: stdin.graceMs } : {}
  const bytes = stdin && (await readStdinBytes(stdin.stream, { ...patience, language, signal }))
  if (stdin?.graceMs && bytes === undefined) note(say.stdin.silent(stdin.graceMs))
  const ports = { cwd, language, files: reading }
  const text = prompt || (bytes && textOf(bytes, language).trim())
  if (!text) fail('bad-input', { data: { sentence: say.emptyPrompt } })
  const piped = prompt && bytes ? [await pipedAlong(bytes, ports)] : []
  const along = joinPromptFiles([...piped, ...(await promptFiles(prompt, image, ports))])
  return {
    text,
    origin: 'oneshot',
    by: 'owner',
    options,
    ...along,
  }
}
