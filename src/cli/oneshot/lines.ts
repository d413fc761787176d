import type { Assistant } from '../../app/assistant.ts'
import type { Language } from '../../messages/language.ts'
import type { Conversation } from '../../protocol/index.ts'
import { inputOf } from '../../ui/oneshot/input.ts'
import { runLineChat } from '../../ui/oneshot/line-chat.ts'
import { presenter } from '../../ui/oneshot/presenter.ts'
import type { StandardStreams } from '../output/terminal.ts'
import type { Stopping } from '../signals.ts'
import { filesNamed } from './files-named.ts'

/** What a chat line by line runs on. */
export interface LineChatParts {
  terminal: StandardStreams
  language: Language
  cwd: string
  stopping: Stopping
  assistant(): Promise<Assistant>
  open(): Promise<Conversation>
}

/** The chat where no cursor can be moved, or somebody has the screen read to them. */
export async function chatInLines({ terminal, language, cwd, stopping, assistant, open }: LineChatParts): Promise<number> {
  const { signal } = stopping.stop
  const input = async (text: string) => {
    const given = await inputOf({
      words: [text],
      wishes: {},
      files: filesNamed(assistant(), signal),
      cwd,
      language,
      signal,
      note: (said) => terminal.note(said),
    })
    return { ...given, origin: 'tui' as const }
  }
  const ready = async () => (await assistant()).ready()
  const job = { stdin: process.stdin, language, input, ready, open }
  const write = ({ to, text, tone }: { to: 'out' | 'err'; text: string; tone?: 'plain' | 'quiet' | 'error' }) =>
    to === 'out' ? terminal.write(text) : terminal.aside(text, tone)
  const surface = { write, stop: signal, hurry: stopping.hurry, now: () => Date.now() }
  return await runLineChat(job, surface, () => presenter('text', language))
}
