import { type ChildProcess, spawn } from 'node:child_process'

/** Start a program; `said` is what it has said once that matches `sign`, and rejects if the program ends before. */
export function startedProgram(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  sign: RegExp,
): { child: ChildProcess; said: Promise<string> } {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = new Promise<string>((done, failed) => {
    let text = ''
    const hear = (more: Buffer) => {
      text += more
      if (sign.test(text)) done(text)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', failed)
    child.once('exit', (code) => failed(new Error(`${command} ended with ${code}: ${text}`)))
  })
  return { child, said }
}
