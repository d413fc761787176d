import type { StatusPartName } from '../../../config/schema.ts'
import { sanitiseLine } from '../../../std/text/sanitise.ts'
import { truncate, width } from '../../../std/text/text.ts'
import { type StyledSpan, span } from '../terminal/style.ts'
import type { DrawOptions } from '../transcript/blocks.ts'
import type { Screen } from './screen-state.ts'

/** Worths of the parts of a status line: the higher, the longer a part stays with little room. */
const worths: Record<StatusPartName, number> = {
  place: 4,
  agent: 6,
  workspace: 1,
  model: 7,
  context: 5,
  tokens: 2,
  cost: 3,
  mode: 8,
  state: 9,
}

const allParts = Object.keys(worths) as StatusPartName[]

/** A text laid aside is told whatever parts a person wants: it is soon forgotten. */
const stashWorth = 3

/** The sign of a private conversation outlives everything but the state. */
const privateWorth = 8.5

/** The last row: where, who, with what, how full, how dear, and what goes on; or what the person's own command says. */
export function statusRow(state: Screen, look: DrawOptions, now: number): StyledSpan[] {
  const { columns, words } = look
  const { hint } = state
  if (hint && now <= hint.until) {
    const text = { leave: words.leaveHint, late: words.ask.late, rewind: words.rewind.hint }[hint.text]
    return [span(truncate(text, columns), 'warn')]
  }
  const texts = partTexts(state, words)
  // Of an own line as much as there is room for: it cannot be dropped by worth.
  if (state.ownStatus !== undefined) {
    const rest = ` · ${state.view.isPrivate ? `${words.privateSign} · ` : ''}${texts.state}`
    return [span(`${truncate(state.ownStatus, Math.max(1, columns - width(rest)))}${rest}`, 'dim')]
  }
  const parts = (state.statusParts ?? allParts).map((name) => ({ text: texts[name], worth: worths[name] }))
  // Whatever parts a person wants: who types here must know it.
  if (state.view.isPrivate) parts.unshift({ text: words.privateSign, worth: privateWorth })
  if (state.stash !== undefined) parts.splice(-1, 0, { text: words.stashed, worth: stashWorth })
  const shown = parts.map(({ text, worth }) => ({ text: sanitiseLine(text), worth })).filter(({ text }) => text !== '')
  return [span(truncate(fittingParts(shown, columns), columns), 'dim')]
}

/** Every part as it would be shown; empty where there is nothing to tell. */
function partTexts(
  { view, place, nextModel = '', editor: { vim } }: Screen,
  words: DrawOptions['words'],
): Record<StatusPartName, string> {
  const busy = view.questions.length > 0 ? words.waiting : view.turn ? words.thinking : words.ready
  const doing = view.turn?.doing === 'writing' && view.questions.length === 0 ? words.writing : busy
  return {
    place: place ?? '',
    agent: words.names.agent(view.agent),
    // The usual one goes without saying.
    workspace: view.workspace === 'default' ? '' : words.names.workspace(view.workspace),
    model: words.names.model(view.model || nextModel),
    context: view.window && view.filled > 0 ? `${Math.min(100, Math.round((100 * view.filled) / view.window))} %` : '',
    tokens: view.tokens > 0 ? words.tokens(view.tokens) : '',
    cost: view.usd < 0.005 ? '' : `$${view.usd.toFixed(2)}`,
    mode: words.modes[view.mode],
    // With the keys of Vim nobody types before looking here.
    state: vim ? `${`${vim.mode.toUpperCase()} ${vim.pending}`.trimEnd()} · ${doing}` : doing,
  }
}

/** As many parts as fit, the least worthy left out first; none is cut. */
function fittingParts(parts: readonly { text: string; worth: number }[], columns: number): string {
  const text = parts.map((part) => part.text).join(' · ')
  if (width(text) <= columns || parts.length <= 1) return text
  const least = Math.min(...parts.map(({ worth }) => worth))
  return fittingParts(
    parts.filter(({ worth }) => worth !== least),
    columns,
  )
}
