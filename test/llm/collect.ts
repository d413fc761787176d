import {
  AssistantError,
  type Failure,
  type RequestMessage as Message,
  type ModelPart,
  type ModelRequest,
  type Provider,
} from '../../src/protocol/index.ts'

/** A user's message of half past nine in the morning, Seoul. */
export const asked = (text: string): Message => ({ role: 'user', id: 'm1', at: Date.UTC(2026, 2, 2, 0, 30), text })

export const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'model-1',
  purpose: 'reply',
  system: [{ name: 'base', text: '너는 비서야.' }],
  messages: [asked('안녕')],
  tools: [],
  ...more,
})

/** A whole answer: its parts with neighbouring texts joined, and the failure that ended it, if one did. */
export interface Story {
  parts: ModelPart[]
  failure?: Failure
}

/** Listens to a provider until its end. Anything thrown but a failure is thrown on. */
export async function listen(
  provider: Provider,
  request: ModelRequest = ask(),
  signal = new AbortController().signal,
): Promise<Story> {
  const parts: ModelPart[] = []
  try {
    for await (const part of provider(request, signal)) {
      // That work is under way is no part of what an answer says.
      if (part.type === 'progress') continue
      const last = parts.at(-1)
      if (part.type === 'text' && last?.type === 'text') last.text += part.text
      else if (part.type === 'reasoning' && last?.type === 'reasoning') last.text += part.text
      else parts.push({ ...part })
    }
    return { parts }
  } catch (error) {
    if (error instanceof AssistantError) return { parts, failure: error.failure }
    throw error
  }
}
