import { docsMessages } from '../../messages/commands/docs.ts'
import type { Language } from '../../messages/language.ts'
import type { DocsEvent } from '../../retrieval/index-files.ts'
import { isPictureName } from '../../std/text/document-formats.ts'
import type { Cli } from '../command-context.ts'
import { progressLine } from './progress-line.ts'

/** So many pictures that nothing here reads are named; of a folder of photos the rest is counted. */
const named = 3

type Finished = Extract<DocsEvent, { type: 'finished' }>

/**
 * Shows indexing as it goes, on stderr: one line that renews itself on a terminal, now and then a line elsewhere.
 * Documents that were passed over are named with the reason; `changes` names the others, too. Returns 1 when not one
 * document could be read.
 */
export async function docsProgress(
  cli: Cli,
  events: AsyncIterable<DocsEvent>,
  json: boolean,
  tell: 'faults' | 'changes' = 'faults',
): Promise<number> {
  const say = docsMessages[cli.language]
  const show = progressLine(cli)
  const left = new LeftOut(say)
  let code = 0
  // Say at once that work done before Ctrl+C stays: the run does not wait for this loop.
  const showStopped = () => void show.clear().then(() => cli.terminal.note(say.stopped))
  cli.stop.addEventListener('abort', showStopped, { once: true })
  const showFinished = async ({ type: _, ...counts }: Finished) => {
    await show.clear()
    if (left.unnamed > 0 && tell === 'faults') await cli.terminal.note(say.morePictures(left.unnamed))
    if (json) await cli.terminal.json({ ...counts, ...left.taken() })
    else if (tell === 'faults' || counts.indexed + counts.removed > 0) {
      await cli.terminal.note(say.finished(counts.indexed, counts.unchanged, counts.removed, counts.skipped))
    }
    code = counts.indexed + counts.unchanged === 0 && counts.skipped > 0 ? 1 : 0
  }
  try {
    for await (const event of events) {
      if (event.type === 'finished') await showFinished(event)
      else if (left.names(event)) await showEvent(event, show, say, tell)
    }
  } finally {
    cli.stop.removeEventListener('abort', showStopped)
  }
  return code
}

/** Files that were not read, or not whole. */
class LeftOut {
  readonly #say: (typeof docsMessages)[Language]
  #skipped: { path: string; fault: string; text: string }[] = []
  #unread: { path: string; pages: number[] }[] = []
  #pictures = 0

  constructor(say: (typeof docsMessages)[Language]) {
    this.#say = say
  }

  /** Takes an event; false for one picture more than are named. */
  names(event: Exclude<DocsEvent, Finished>): boolean {
    if (event.type === 'unread') this.#unread.push({ path: event.path, pages: event.pages })
    if (event.type !== 'skipped') return true
    const { path, fault } = event
    this.#skipped.push({ path, fault, text: this.#say.fault[fault] })
    return fault !== 'scanned' || !isPictureName(path) || ++this.#pictures <= named
  }

  get unnamed(): number {
    return Math.max(0, this.#pictures - named)
  }

  taken() {
    return { skipped: this.#skipped.splice(0), unread: this.#unread.splice(0) }
  }
}

/** Shows one event; what was found and what did not change is not worth a line. */
async function showEvent(
  event: Exclude<DocsEvent, Finished>,
  show: ReturnType<typeof progressLine>,
  say: (typeof docsMessages)[Language],
  tell: 'faults' | 'changes',
): Promise<void> {
  switch (event.type) {
    case 'progressed': {
      const left = event.left === undefined ? '' : say.duration(Math.ceil(event.left / 1_000))
      return show.line(say.progress(event.done, event.total, event.chunks, left))
    }
    case 'embedded':
      return show.line(say.embedding(event.done, event.total))
    case 'skipped':
      // While watching, what was said once is not said at every change.
      return tell === 'faults' ? show.say(say.skipped(event.path, event.fault)) : undefined
    case 'unread':
      return tell === 'faults' ? show.say(say.unread(event.path, event.pages)) : undefined
    case 'indexed':
    case 'removed':
      return tell === 'changes' ? show.say(say.changed[event.type](event.path)) : undefined
    case 'reset':
      return show.say(say.reset)
    case 'rebuilt':
      return show.say(say.rebuilt(event.damaged))
    case 'found':
    case 'unchanged':
      return
    default:
      event satisfies never
  }
}
