// The child process that holds the speech models. It speaks with its parent over IPC, hears frames on standard input,
// and ends with it.

import type { FromEngine, ToEngine } from '../audio/engine-messages.ts'
import { runEngine } from '../audio/engine-process.ts'

/**
 * Ends this process, and nothing else; there is nothing to write first. `process.exit()` would wait for the
 * compiler's threads, which may be waiting for a collection on this one: three of a hundred engines never ended
 * (https://github.com/nodejs/node/issues/54918).
 */
const endProcess = () => process.kill(process.pid, 'SIGKILL')

const take = runEngine(process.stdin, (message: FromEngine) => process.send?.(message))
process.on('message', (message: ToEngine) => take(message).catch(endProcess))
process.on('disconnect', endProcess)
