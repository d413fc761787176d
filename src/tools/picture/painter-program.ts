// The thread that paints one picture: decoding a large one takes seconds, in which nobody could type.
import { parentPort, workerData } from 'node:worker_threads'
import { paint } from './paint.ts'

parentPort?.postMessage(paint(workerData.image, workerData.canvas))
