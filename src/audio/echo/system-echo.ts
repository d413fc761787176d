import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { MicrophoneOptions } from '../microphone.ts'
import { firstOnPath } from '../path.ts'

const run = promisify(execFile)

/**
 * Check whether the sound server (PulseAudio, PipeWire) cancels the echo of the microphone in use: its source is then
 * one of an echo-cancel module. False without such a server.
 */
export async function systemCancelsEcho({ env, device }: Pick<MicrophoneOptions, 'env' | 'device'>): Promise<boolean> {
  if (!(await firstOnPath(['pactl'], env))) return false
  const askServer = async (...args: string[]) =>
    (await run('pactl', args, { env: { ...env, LC_ALL: 'C' } as NodeJS.ProcessEnv, timeout: 3_000 })).stdout
  try {
    const name = device ?? /^Default Source: (.+)$/m.exec(await askServer('info'))?.[1]
    const source = (await askServer('list', 'sources'))
      .split(/^Source #/m)
      .find((text) => text.includes(`Name: ${name}\n`))
    return /echo[-_. ]?cancel/i.test(source ?? '')
  } catch {
    // No server runs, or it does not answer: whatever it would do, it does not.
    return false
  }
}
