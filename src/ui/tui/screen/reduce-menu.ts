import { mentionOf } from '../../../std/text/mentions.ts'
import { type Completable, completableAt, fittingNames } from '../commands/typed-command.ts'
import { type Editor, insertText } from '../components/editor.ts'
import type { Prompt } from '../components/items.ts'
import { isNormal } from '../components/vim.ts'
import type { KeyEffect, KeyOutcome, Menu, Screen } from './screen-state.ts'

/** Put a chosen item into the line. */
export function completeItem(state: Editor, menu: Menu, item: string): Editor {
  const after = state.text.slice(state.at)
  const before = { ...state, text: state.text.slice(0, menu.from) + after, at: menu.from }
  return insertText(before, `${written[menu.kind](item)}${after.startsWith(' ') ? '' : ' '}`)
}

/** Spelling of a chosen item in the line. */
const written: Record<Menu['kind'], (item: string) => string> = {
  command: (item) => `/${item}`,
  value: (item) => item,
  file: mentionOf,
}

/** The completions that fit now. Files and prompts are looked for by the hands; until they answer the old ones stay. */
export function withMenu(state: Screen, asked: boolean): KeyOutcome {
  const { menu, ...rest } = state
  const found = isNormal(state.editor) ? undefined : completableAt(state.editor.text, state.editor.at)
  if (!found) return [rest, []]
  if (found.kind === 'file') {
    const kept = menu?.kind === 'file' ? { menu: { ...menu, from: found.from, query: found.query } } : {}
    return [{ ...rest, ...kept }, [{ do: 'find', query: found.query }]]
  }
  if (found.kind === 'value') return [withItems(rest, found, found.values ?? [], asked), []]
  const { prompts = [] } = state
  const wanted: KeyEffect[] = state.prompts ? [] : [{ do: 'prompts' }]
  const items = fittingNames(
    found.query,
    prompts.map(({ name }) => name),
  )
  return [withItems({ ...rest, prompts }, found, items, asked), wanted]
}

/** A menu of what fits, unless there is nothing, or it stands there already. */
function withItems(
  state: Screen,
  { kind, from, query }: Completable,
  items: readonly string[],
  asked: boolean,
): Screen {
  const isWhole = !asked && items.length === 1 && items[0] === query
  return items.length === 0 || isWhole ? state : { ...state, menu: { kind, from, query, items, selected: 0 } }
}

/** Prompts were found; they stand behind the commands. */
export function promptsFound(state: Screen, prompts: readonly Prompt[]): Screen {
  const next = { ...state, prompts }
  if (completableAt(state.editor.text, state.editor.at)?.kind !== 'command') return next
  const [shown] = withMenu(next, false)
  return shown.menu ? { ...shown, menu: { ...shown.menu, selected: state.menu?.selected ?? 0 } } : shown
}

/** Files were found for a query; late answers to an older query change nothing. */
export function filesFound(state: Screen, query: string, items: readonly string[]): Screen {
  const found = completableAt(state.editor.text, state.editor.at)
  const { menu: _, ...rest } = state
  if (found?.kind !== 'file' || found.query !== query) return state
  return items.length === 0 ? rest : { ...rest, menu: { ...found, items, selected: 0 } }
}
