import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { MicrophoneOptions } from '../microphone.ts'
import { firstOnPath } from '../path.ts'

const run = promisify(execFile)

/**
 * Whether the sound server (PulseAudio, PipeWire) takes the echo out of the microphone that is used: its source is
 * then one of an echo-cancel module. False where there is no such server to ask.
 */
export async function systemCancelsEcho({ env, device }: Pick<MicrophoneOptions, 'env' | 'device'>): Promise<boolean> {
  if (!(await firstOnPath(['pactl'], env))) return false
  const ask = async (...args: string[]) =>
    (await run('pactl', args, { env: { ...env, LC_ALL: 'C' } as NodeJS.ProcessEnv, timeout: 3_000 })).stdout
  try {
    const name = device ?? /^Default Source: (.+)$/m.exec(await ask('info'))?.[1]
    const source = (await ask('list', 'sources')).split(/^Source #/m).find((text) => text.includes(`Name: ${name}\n`))
    return /echo[-_. ]?cancel/i.test(source ?? '')
  } catch {
    // No server runs, or it does not answer: whatever it would do, it does not.
    return false
  }
}
