declare module 'node-record-lpcm16' {
  import type { ChildProcess } from 'node:child_process'
  import type { Readable } from 'node:stream'

  export interface Recording {
    process: ChildProcess
    stream(): Readable
    stop(): void
  }
  export function record(options: object): Recording
}
