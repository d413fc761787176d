import type { LocalModelFault } from '../../messages/engine/local-model.ts'

/** A message of a conversation as the model's template takes it. */
export interface LocalMessage {
  role: 'system' | 'user' | 'assistant'
  text: string
}

/** The model file to use, and its limits. */
export interface LocalModelFile {
  path: string
  /** Tokens it may read at once. */
  window: number
  /** Threads of the processor; without them the engine tries. */
  threads?: number | undefined
  /** Layers that a graphics card takes, where the engine is a build for one; none of them by itself. */
  gpuLayers?: number | undefined
  /** Template of a conversation in the place of the file's own. */
  template?: string | undefined
  /** `grammar`: an answer that begins as a call is bound to be one. */
  tools?: 'native' | 'grammar' | undefined
  /** Folder for the state of system prompts; without it none is kept. */
  states?: string | undefined
}

/** A line from a client to the engine's process. */
export type ToLocalEngine =
  | {
      do: 'ask'
      id: number
      model: LocalModelFile
      messages: LocalMessage[]
      /** Nobody waits for it: it ends when somebody else asks. */
      isBackground?: boolean
      temperature: number
      maxTokens: number
      /** The whole answer follows this grammar. */
      grammar?: string
      /** After this text the rest of the answer follows the grammar. */
      trigger?: { text: string; grammar: string }
    }
  | { do: 'abort'; id: number }
  | { do: 'stop' }

export type LocalFault = LocalModelFault

/** A line from the engine's process to a client. */
export type FromLocalEngine =
  | { id: number; type: 'loading' }
  | { id: number; type: 'reading'; read: number; of: number }
  | { id: number; type: 'text'; text: string }
  | {
      id: number
      type: 'end'
      stop: 'end' | 'length' | 'loop'
      input: number
      cached: number
      output: number
      /** Milliseconds of reading and of writing. */
      readMs: number
      writeMs: number
      threads: number
    }
  | { id: number; type: 'failed'; fault: LocalFault; detail?: string; data?: Record<string, number> }
