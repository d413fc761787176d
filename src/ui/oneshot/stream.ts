import { createInterface } from 'node:readline'
import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { type Conversation, fail, type Input } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { once } from '../../std/once.ts'
import type { Presenter } from './presenter.ts'
import { type OneshotRun, runOnce, type Surface } from './run.ts'

/** A conversation that is given line by line. */
export interface StreamRun extends Pick<OneshotRun, 'ready' | 'open'> {
  stdin: NodeJS.ReadableStream
  options(): Promise<NonNullable<Input['options']>>
  language: Language
}

/**
 * Answers every line of standard input, `{"type":"user","text":"…"}`, in one conversation, and the next one only
 * after that. Each turn's events end with its result. Returns the status of the last turn that failed, else 0; a stop
 * ends it.
 */
export async function runStream(
  job: StreamRun,
  surface: Omit<Surface, 'presenter'>,
  presenter: () => Presenter,
): Promise<number> {
  const opened = once(job.open)
  const lines = createInterface({ input: job.stdin, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  const nextLine = () => abortable(lines.next(), surface.stop).catch(() => ({ done: true as const, value: undefined }))
  let code = 0
  let answered = 0
  const answerLine = async (line: string, at: number) => {
    const readInput = async () => inputOf(line, at, await job.options(), job.language)
    const run = { input: readInput, ready: job.ready, open: async () => withoutClosing(await opened()) }
    code = (await runOnce(run, { ...surface, presenter: presenter() })) || code
    answered++
  }
  let at = 0
  for (let read = await nextLine(); !read.done; read = await nextLine()) {
    at++
    if (read.value.trim() !== '') await answerLine(read.value, at)
    if (surface.stop.aborted) break
  }
  // Nothing was asked, or a stop came while nobody was answered: that, too, is told in a result.
  if (answered === 0 || (surface.stop.aborted && code === 0)) await answerLine('', at)
  if (answered > 0)
    await opened().then(
      (conversation) => conversation.close(),
      () => {},
    )
  return code
}

/** The conversation, which one turn of many does not close. */
export function withoutClosing(conversation: Conversation): Conversation {
  return {
    id: conversation.id,
    submit: (...given) => conversation.submit(...given),
    withdraw: (input) => conversation.withdraw(input),
    follow: (...given) => conversation.follow(...given),
    answer: (...given) => conversation.answer(...given),
    cancel: (...given) => conversation.cancel(...given),
    append: (event) => conversation.append(event),
    close: async () => {},
  }
}

function inputOf(
  line: string,
  at: number,
  options: NonNullable<Input['options']>,
  language: Language,
): Omit<Input, 'id'> {
  const say = oneshotMessages[language]
  if (line.trim() === '') fail('bad-input', { data: { sentence: say.emptyPrompt } })
  const text = textOf(line) ?? fail('bad-input', { data: { sentence: say.stream.line(at) } })
  if (text.trim() === '') fail('bad-input', { data: { sentence: say.emptyPrompt } })
  return { text, origin: 'oneshot', by: 'owner', options }
}

/** The words of a line: `text`, or the `message.content` that other programs of this kind write. */
function textOf(line: string): string | undefined {
  try {
    const value = JSON.parse(line) as { type?: unknown; text?: unknown; message?: { content?: unknown } } | null
    if (value?.type !== undefined && value.type !== 'user') return undefined
    const content = value?.text ?? value?.message?.content
    if (typeof content === 'string') return content
    if (!Array.isArray(content) || !content.every((part) => part?.type === 'text' && typeof part.text === 'string'))
      return undefined
    return content.map(({ text }) => text).join('\n')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
