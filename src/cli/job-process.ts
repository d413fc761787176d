// The child process in which bytes from outside are read: pages, documents, pictures, patterns, schemas.
import { isMainThread, parentPort } from 'node:worker_threads'
import { runJobs, superviseJobs } from '../std/process/isolated-program.ts'
import { memoryExit } from '../std/process/isolated-protocol.ts'
import { jobs } from './isolated-jobs.ts'

if (isMainThread)
  superviseJobs({
    program: new URL(import.meta.url),
    input: process.stdin,
    output: process.stdout,
    rss: () => process.memoryUsage.rss(),
    // To exit is to wait until the working thread stops, which goes on filling the memory meanwhile.
    exit: (code) => (code === memoryExit ? process.kill(process.pid, 'SIGKILL') : process.exit(code)),
    ...(process.argv[2] && { memoryMb: Number(process.argv[2]) }),
  })
else if (parentPort) runJobs({ port: parentPort, jobs })
