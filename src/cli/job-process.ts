// The child process in which bytes from outside are read: pages, documents, pictures, patterns, schemas.
import { isMainThread, parentPort } from 'node:worker_threads'
import { embedJob } from '../retrieval/embedders/local.ts'
import { documentJob, scanJob } from '../retrieval/readers/read.ts'
import { runJobs, superviseJobs } from '../std/process/isolated-program.ts'
import { memoryExit } from '../std/process/isolated-protocol.ts'
import { caldavJob, draftJob, eventsJob } from '../tools/calendar/calendar-jobs.ts'
import { globJob } from '../tools/files/match-names.ts'
import { mailJob, outgoingJob } from '../tools/mail/mail-jobs.ts'
import { paintJob } from '../tools/picture/painter.ts'
import { validateJob } from '../tools/validate.ts'
import { pageJob } from '../tools/web/page.ts'

/** Everything that is done to bytes of other people's making in the child process. */
const jobs = [
  pageJob,
  documentJob,
  scanJob,
  embedJob,
  globJob,
  validateJob,
  paintJob,
  eventsJob,
  caldavJob,
  draftJob,
  mailJob,
  outgoingJob,
]

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
