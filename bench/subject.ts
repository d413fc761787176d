import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './measure.ts'
import { NotThere } from './row.ts'

/** Throws `NotThere` while a file that a row measures does not exist. */
export function needs(...files: string[]): void {
  for (const file of files) if (!existsSync(join(root, file))) throw new NotThere(file)
}

/** The environment of a person who uses the model at `baseUrl`, with a home of their own that is removed afterwards. */
export async function withHome<T>(baseUrl: string, use: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
  const env = {
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: baseUrl,
    ASSISTANT_HOME: home,
    ASSISTANT_LANG: 'ko',
    LANG: 'C.UTF-8',
  }
  try {
    return await use(env)
  } finally {
    rmSync(home, { recursive: true, maxRetries: 5, retryDelay: 100 })
  }
}
