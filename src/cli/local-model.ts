// The process that holds the models of this machine: `node local-model.js SOCKET LIBRARIES IDLE`. It serves every
// program of the person over the socket, and ends by itself when nobody asks for a while.

import { existsSync, unlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { serveLocalEngine } from '../llm/local/engine-server.ts'
import { claimLock } from '../std/fs/lock.ts'
import { identifyProcess } from '../std/process/process-id.ts'

const [socket = '', libraries = '', idleMs = '300000'] = process.argv.slice(2)

/** End at once: the native library has threads that would be waited for, and nothing is to be written. */
const endProcess = () => process.kill(process.pid, 'SIGKILL')

/** Let others go first, and be the first to end when the machine has no memory left. */
function beModest(): void {
  setPriority(5)
  try {
    writeFileSync('/proc/self/oom_score_adj', '800')
  } catch {
    // Only Linux has it.
  }
}

const self = await identifyProcess(process.pid)
const claim = self && (await claimLock(socket, self))
// Another process serves already: whoever started this one connects there.
if (!claim || 'heldBy' in claim) endProcess()
else {
  beModest()
  if (existsSync(socket)) unlinkSync(socket)
  serveLocalEngine({
    socket,
    libraries,
    idleMs: Number(idleMs),
    freeMemory: () => process.availableMemory(),
    cores: availableParallelism(),
    end: endProcess,
  })
}
