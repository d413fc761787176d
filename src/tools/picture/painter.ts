import { Worker } from 'node:worker_threads'
import type { Image } from '../../protocol/index.ts'
import type { Canvas } from './paint.ts'

/** Milliseconds that a picture may take; 40 megapixels of PNG need about three seconds. */
const paintMs = 10_000

/** As `paint`, in a thread of its own, so that the screen stays alive; undefined also for a picture that takes too long. */
export function paintApart(image: Image, canvas: Canvas): Promise<string | undefined> {
  if (canvas.protocol === 'none') return Promise.resolve(undefined)
  const worker = new Worker(program(), { workerData: { image, canvas } })
  return new Promise((resolve) => {
    const late = setTimeout(() => done(undefined), paintMs)
    const done = (painted: string | undefined): void => {
      clearTimeout(late)
      void worker.terminate()
      resolve(painted)
    }
    // A thread that ran out of memory is a picture that cannot be painted.
    worker
      .on('message', done)
      .on('error', () => done(undefined))
      .on('exit', () => done(undefined))
  })
}

/** Beside this file in the sources; in dist/ an entry of its own. */
function program(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./painter-program.ts', import.meta.url)
  return new URL(import.meta.url.includes('/chunks/') ? '../painter.js' : './painter.js', import.meta.url)
}
