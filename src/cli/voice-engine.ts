// The child process that holds the speech models. It speaks with its parent over IPC, hears frames on standard input, and ends with it.

import type { FromEngine, ToEngine } from '../audio/engine-messages.ts'
import { runEngine } from '../audio/engine-process.ts'

const take = runEngine(process.stdin, (message: FromEngine) => process.send?.(message))
// What fails here ends this process, and nothing else.
process.on('message', (message: ToEngine) => take(message).catch(() => process.exit(1)))
process.on('disconnect', () => process.exit(0))
