import { homedir } from 'node:os'
import { turnMessages } from '../messages/engine/turn.ts'
import { failureOf } from '../protocol/index.ts'
import { sanitise } from '../std/text/sanitise.ts'
import { exitCodeOf } from '../ui/oneshot/exit-code.ts'
import { languageOf } from './language.ts'

/** Whatever came through everything else: a failure as its sentence, a bug with its stack. Returns the exit status. */
export async function reportFault(error: unknown): Promise<number> {
  const failure = failureOf(error)
  const sentence = turnMessages[await languageOf(process.env, homedir(), process.cwd())].failure(failure)
  const stack = failure.code === 'internal' && failure.detail ? `\n${failure.detail}` : ''
  await new Promise((resolve) => process.stderr.on('error', resolve).write(`${sanitise(sentence + stack)}\n`, resolve))
  return exitCodeOf(failure.code)
}
