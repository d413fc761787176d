import type { Image } from '../../protocol/index.ts'
import { JobStopped, runIsolated } from '../../std/process/isolated.ts'
import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import type { Canvas } from './paint.ts'

/** Milliseconds that a picture may take; 40 megapixels of PNG need about three seconds. */
const paintMs = 10_000

/** Paints a picture where it can be stopped. */
export const paintJob: IsolatedJob<{ image: Image; canvas: Canvas }, string | undefined> = {
  name: 'paint',
  async load() {
    const { paintImage: paint } = await import('./paint.ts')
    return ({ image, canvas }) => paint(image, canvas)
  },
}

/**
 * As `paint`, beside this process, so that the screen stays alive; undefined also for a picture that costs too much.
 */
export async function paintApart(image: Image, canvas: Canvas): Promise<string | undefined> {
  if (canvas.protocol === 'none') return undefined
  const { signal } = new AbortController()
  try {
    return await runIsolated(paintJob, { image, canvas }, { signal, timeMs: paintMs })
  } catch (error) {
    if (error instanceof JobStopped) return undefined
    throw error
  }
}
