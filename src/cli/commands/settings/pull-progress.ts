import type { DownloadableModel } from '../../../audio/models/manifest.ts'
import { voiceMessages } from '../../../messages/surfaces/voice.ts'
import type { Cli } from '../../command-context.ts'

/** 1234567 → "1.2 MB". */
export const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`

/** A line per tenth where nobody watches, one line that changes where somebody does. */
export function progressOf(cli: Cli, { name, size }: Pick<DownloadableModel, 'name' | 'size'>) {
  const say = voiceMessages[cli.language].models
  let shown = -1
  return (bytes: number, of: number | undefined): void => {
    const percent = Math.min(100, Math.floor((100 * bytes) / (of ?? size)))
    const step = cli.terminal.canAsk ? percent : percent - (percent % 10)
    if (step === shown) return
    shown = step
    const line = say.progress(name, step, mb(bytes))
    void (cli.terminal.canAsk
      ? cli.terminal.aside(`\r${line} ${percent === 100 ? '\n' : ''}`)
      : cli.terminal.note(line))
  }
}
