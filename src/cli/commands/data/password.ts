import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fail } from '../../../protocol/index.ts'
import { readStdin } from '../../../ui/oneshot/stdin.ts'
import type { Cli, CommandCall } from '../../command-context.ts'
import { askLine } from '../../output/ask-line.ts'

/**
 * A password out of a file, from standard input (`-`), or typed unseen; '' where there is none of these. Never from
 * the command line.
 */
export async function passwordFrom(cli: Cli, file: CommandCall['options'][string], question: string): Promise<string> {
  if (file === '-') return (await readStdin(process.stdin, { language: cli.language, signal: cli.stop }))?.trim() ?? ''
  if (typeof file === 'string') return (await readSecretFile(resolve(cli.environment.cwd, file))).trim()
  return cli.terminal.canAsk ? askLine(cli, question, true) : ''
}

function readSecretFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error) => fail('bad-input', { detail: String(error), data: { path } }, error))
}
