// The child process in which bytes from outside are read: pages, documents, pictures, patterns, schemas.
import { isMainThread, parentPort } from 'node:worker_threads'
import { supervise, work } from '../std/process/isolated-program.ts'
import { jobs } from './isolated-jobs.ts'

if (isMainThread)
  supervise({
    program: new URL(import.meta.url),
    input: process.stdin,
    output: process.stdout,
    rss: () => process.memoryUsage.rss(),
    exit: (code) => process.exit(code),
    ...(process.argv[2] && { memoryMb: Number(process.argv[2]) }),
  })
else if (parentPort) work({ port: parentPort, jobs })
