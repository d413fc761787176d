import type { Assistant } from '../../app/assistant.ts'
import type { FileReading } from '../../ui/oneshot/prompt-files.ts'

/** Return how files behind `@` of a prompt are read; nothing of it is loaded where a prompt names none. */
export function filesNamed(started: Promise<Assistant>, signal: AbortSignal): FileReading {
  const loadOrigins = () => import('../../app/docs/file-origins.ts')
  return {
    async mark(path, bytes) {
      const { loaded, environment } = (await started).parts
      return (await loadOrigins()).markOfFile(loaded, environment, path, bytes)
    },
    document: async (path, bytes) => {
      const { environment } = (await started).parts
      return (await loadOrigins()).documentReader(environment)(path, bytes, signal)
    },
  }
}
