import type { Assistant } from '../../app/assistant.ts'
import type { Environment } from '../../app/environment/environment.ts'
import type { LoadedConfig } from '../../app/environment/load-config.ts'
import { sanitiseLine } from '../../std/text/sanitise.ts'
import type { StandardStreams } from '../output/terminal.ts'

/** Log everything sent and received from now on to stderr, without the keys that the program knows. */
export async function showWires(started: Promise<Assistant>, { aside }: StandardStreams): Promise<void> {
  const { logWires } = await import('../../std/net/wire-log.ts')
  // Known before the first request: whoever asks has read the settings.
  let redact = (text: string) => text
  const loaded = started.then(({ parts }) => {
    redact = parts.secrets.redact
  })
  loaded.catch(() => {})
  logWires((line) => void aside(`${sanitiseLine(redact(line))}\n`, 'quiet'))
}

/** Settings for a run that leaves nothing; what cannot be written is elsewhere until the process ends. */
export async function withoutHome(environment: Environment): Promise<LoadedConfig> {
  const [{ borrowFolders }, { loadConfig }] = await Promise.all([
    import('../../app/environment/borrowed-folders.ts'),
    import('../../app/environment/load-config.ts'),
  ])
  const prepared = await loadConfig(environment)
  const giveBack = await borrowFolders(prepared.loaded, environment.tempDir, prepared.now())
  process.once('exit', giveBack)
  return prepared
}
