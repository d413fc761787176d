import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import {
  encodeFrame,
  FrameReader,
  type IsolatedJob,
  type JobAnswer,
  type JobBegun,
  type JobRequest,
  memoryExit,
} from './isolated-protocol.ts'

/** The parts of its environment that the child process is given; its entry file reads them from `process`. */
export interface ProgramPorts {
  /** The entry file itself: a thread of it does the work. */
  program: URL
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  /** Megabytes of resident memory that this process may have, where it is more than usual. */
  memoryMb?: number
  /** Resident memory of this process in bytes. */
  rss(): number
  exit(code: number): void
}

/**
 * Megabytes of JavaScript heap that the working thread has, and of resident memory that the process may have in all,
 * its request included.
 */
const most = { heap: 320, rss: 480 }
/** Milliseconds between two looks at the memory. */
const lookMs = 20
/** Bytes of one request; the largest documents that are read have 100 MB. */
const mostRequest = 128 << 20

/**
 * The main thread of the child: hands requests to a thread that works, answers to the parent, and stays free, so that
 * it ends at once when the parent is gone or the memory is used up.
 */
export function superviseJobs({ program, input, output, rss, exit, memoryMb = most.rss }: ProgramPorts): void {
  const worker = new Worker(program, {
    resourceLimits: {
      maxOldGenerationSizeMb: Math.max(most.heap, memoryMb >> 1),
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
    // A library's prints are no answer.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const requests = new FrameReader(mostRequest)
  input.on('data', (piece: Buffer) => {
    for (const request of requests.push(piece)) {
      worker.postMessage(request, [request.buffer])
    }
  })
  input.on('end', () => exit(0))
  worker.on('message', (answer: Uint8Array[]) => {
    for (const part of answer) output.write(part)
  })
  worker.on('error', (error) => exit('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryExit : 1))
  setInterval(() => {
    if (rss() > memoryMb * 2 ** 20) exit(memoryExit)
  }, lookMs)
}

/** The parts that the working thread is given: its port to the main thread, and every job that it knows. */
interface WorkPorts {
  port: { on(event: 'message', take: (request: Uint8Array) => void): unknown; postMessage(answer: Uint8Array[]): void }
  jobs: readonly IsolatedJob<never, unknown>[]
}

/** The working thread: one job after the other. */
export function runJobs({ port, jobs }: WorkPorts): void {
  const tell = (told: JobAnswer | JobBegun) => port.postMessage(encodeFrame(told))
  port.on('message', async (request) =>
    tell(await answerJob(jobs, deserialize(request) as JobRequest, () => tell({ begun: true }))),
  )
}

async function answerJob(
  jobs: WorkPorts['jobs'],
  { job: name, input }: JobRequest,
  begin: () => void,
): Promise<JobAnswer> {
  try {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`Unknown job: ${name}`)
    const run = await job.load()
    begin()
    return { value: await run(input as never) }
  } catch (error) {
    const { name: kind, message, stack } = error instanceof Error ? error : new Error(String(error))
    return { error: { name: kind, message, ...(stack === undefined ? {} : { stack }) } }
  }
}
