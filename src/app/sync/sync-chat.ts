import { factText } from '../../memory/page.ts'
import { syncMessages } from '../../messages/engine/sync.ts'
import type { Language } from '../../messages/language.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import type { SyncConflict } from '../../sync/replica/replica.ts'
import { StoreFault } from '../../sync/stores/store.ts'
import type { AskForm, FormQuestion } from '../../ui/tui/tui-host.ts'
import type { Assistant } from '../assistant.ts'
import { openConflicts, resolveConflict } from './sync-changes.ts'
import { openSync, type SyncSession } from './sync-session.ts'
import { syncStatus } from './sync-status.ts'

type Say = (typeof syncMessages)['ko']
type Person = { ask: AskForm; tell(sentence: string): void }

/** `/sync`: how this device is in step with the others, in a line; then what contradicts itself, one by one. */
export async function syncHere(
  { parts, language }: { parts: Pick<Assistant['parts'], 'loaded' | 'now'>; language: Language },
  ask: AskForm,
  tell: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const say = syncMessages[language]
  try {
    const session = await openSync(parts.loaded.paths, () => +parts.now())
    if (!session) return tell(say.none)
    try {
      tell(statusLine(syncStatus(session, parts.loaded.paths), +parts.now(), say))
      await settleAll(session, { ask, tell }, say, signal)
    } finally {
      await session.close()
    }
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    tell(say.faults[error.fault]('', error.message))
  }
}

function statusLine(
  { device, devices, at, unsentBytes, paused }: ReturnType<typeof syncStatus>,
  now: number,
  say: Say,
): string {
  const ago =
    at === null ? say.status.never : say.chat.met(say.units.minutesAgo(Math.max(0, Math.round((now - at) / 60_000))))
  const others = devices.map(({ name }) => showHidden(name)).join(', ')
  const line = say.chat.status(device.name, others, ago, unsentBytes)
  return paused ? `${line}\n${say.status.paused}` : line
}

/** Until nothing is left, or the person goes on to something else (Esc). */
async function settleAll(session: SyncSession, { ask, tell }: Person, say: Say, signal: AbortSignal): Promise<void> {
  const count = openConflicts(session).length
  if (count === 0) return tell(say.noConflicts)
  const later = new Set<number>()
  for (let at = 1; ; at++) {
    const conflict = openConflicts(session).find(({ id }) => !later.has(id))
    if (!conflict) break
    const isPage = session.files.named(conflict.path)?.form.as === 'lines'
    const said = await ask(
      questionOf(conflict, isPage, say.chat.title(at, Math.max(at, count), conflict.path), say),
      signal,
    )
    if (said.action !== 'accept') break
    const { keep } = said.content
    if (keep === 'now' || keep === 'other' || keep === 'both') {
      const done = await resolveConflict(session, conflict.id, keep)
      if (done === 'settled') tell(`${say.chat.kept[keep]}: ${keptTexts(conflict, keep, say)}`)
      else {
        later.add(conflict.id)
        tell(say.cannotResolve[done](String(conflict.id)))
      }
    } else later.add(conflict.id)
  }
  const left = openConflicts(session).length
  if (left > 0) tell(say.chat.left(left))
}

const keptTexts = ({ kept, other }: SyncConflict, keep: 'now' | 'other' | 'both', say: Say): string =>
  [...(keep === 'other' ? [] : [kept]), ...(keep === 'now' ? [] : [other])].map((text) => shown(text, say)).join(' · ')

/** Both texts, and the keys: a number narrows the list to one, Enter takes it. A setting cannot be both. */
function questionOf({ kept, other }: SyncConflict, isPage: boolean, title: string, say: Say): FormQuestion {
  const { now, other: there, question, keep } = say.chat
  const choices = (['now', 'other', ...(isPage ? (['both'] as const) : []), 'later'] as const).map((one) => ({
    const: one,
    title: keep[one],
  }))
  return {
    title,
    message: `${now}: ${shown(kept, say)}\n${there}: ${shown(other, say)}`,
    schema: {
      type: 'object',
      properties: { keep: { type: 'string', title: question, oneOf: choices } },
      required: ['keep'],
    },
    isStep: true,
  }
}

/**
 * Another device wrote it: whatever is hidden in it is made visible. Where a remembered line is from belongs to no
 * choice.
 */
const shown = (text: string, { chat }: Say): string => showHidden(factText(text)) || chat.none
