import type { StatusPartName } from '../../../config/schema.ts'
import type { Envelope, PermissionMode } from '../../../protocol/index.ts'
import { type Card, cardShown, createCard } from '../components/approval-card.ts'
import { editorValue, insertText, withPathRead, withPicture, withText } from '../components/editor.ts'
import { drawnForm, type Form, hiddenForm } from '../components/form.ts'
import type { Choosable, Prompt } from '../components/items.ts'
import type { Picker } from '../components/picker.ts'
import { type ScrollReach, unscrollable } from '../components/scroll.ts'
import type { Markdown } from '../markdown/streaming-markdown.ts'
import type { Key } from '../terminal/key-decoder.ts'
import type { View } from '../transcript/chat-view.ts'
import { foldEnvelope } from '../transcript/reduce-event.ts'
import type { Item } from '../transcript/scrollback.ts'
import { pressKey, visibleForm, withEditorText } from './reduce-key.ts'
import { filesFound, promptsFound } from './reduce-menu.ts'
import type { KeyOutcome, Screen } from './screen-state.ts'

/** Everything that can change what the TUI knows. There is no other way to change it. */
export type Msg =
  /** `columns` is the room of an editor row. */
  | { type: 'key'; key: Key; now: number; columns: number }
  | { type: 'event'; envelope: Envelope }
  /** Another conversation, as far as it is known. */
  | { type: 'view'; view: View }
  /** The person can see it now; `reach` is how far a long question goes. */
  | { type: 'drawn'; now: number; reach?: ScrollReach }
  /** A part of the answer was printed; this much of it is still being written. */
  | { type: 'settled'; text: Markdown }
  /** Something that the TUI itself has to say. */
  | { type: 'print'; items: readonly Item[] }
  | { type: 'files'; query: string; items: readonly string[] }
  | { type: 'prompts'; prompts: readonly Prompt[] }
  | { type: 'history'; inputs: readonly string[] }
  | { type: 'recalled'; text: string }
  | { type: 'rewritten'; text: string }
  /** Draft of a chat that was cut off. */
  | { type: 'draft'; text: string }
  /** A picture came from the clipboard. */
  | { type: 'pictured'; label: string }
  /** Finding about a pasted path: the picture of this label, or none. */
  | { type: 'looked'; path: string; label?: string }
  | { type: 'form'; form?: Form }
  | { type: 'picker'; picker: Picker }
  | { type: 'card'; card: Card }
  | { type: 'said'; query: string; items: readonly Choosable[] }
  | { type: 'last'; id: string; lines: readonly string[] }
  | { type: 'late'; until: number }
  /** Chosen before the conversation has begun. */
  | { type: 'mode'; mode: PermissionMode }
  /** Thoughts of the model are shown, or hidden again. */
  | { type: 'thinking' }
  | { type: 'place'; place: string }
  | { type: 'next-model'; model: string }
  | { type: 'status'; parts?: readonly StatusPartName[]; own?: string }
  | { type: 'shell'; shell?: NonNullable<Screen['shell']> }
  | { type: 'voice' | 'progress'; line?: string }

/** The screen after something happened, and what a key asks of the hands. */
export function reduce(state: Screen, msg: Msg): KeyOutcome {
  return msg.type === 'key' ? pressKey(state, msg.key, msg.now, msg.columns) : [afterMessage(state, msg), []]
}

function afterMessage(state: Screen, msg: Exclude<Msg, { type: 'key' }>): Screen {
  switch (msg.type) {
    case 'event':
      return withView(state, foldEnvelope(state.view, msg.envelope))
    case 'view':
      return withView(state, msg.view)
    case 'drawn':
      return screenShown(state, msg.now, msg.reach)
    case 'settled':
      return { ...state, view: { ...state.view, stream: { ...state.view.stream, text: msg.text } } }
    case 'print':
      return state
    case 'files':
      return filesFound(state, msg.query, msg.items)
    case 'prompts':
      return promptsFound(state, msg.prompts)
    case 'history':
      return { ...state, editor: { ...state.editor, history: [...msg.inputs, ...state.editor.history] } }
    case 'recalled':
      return withRecalled(state, msg.text)
    case 'rewritten':
      return withEditorText(state, msg.text)
    case 'draft':
      return state.editor.text === '' ? withEditorText(state, msg.text) : state
    case 'pictured':
      return { ...state, editor: withPicture(state.editor, msg.label) }
    case 'looked':
      return { ...state, editor: withPathRead(state.editor, msg.path, msg.label) }
    case 'late':
      return { ...state, hint: { text: 'late', until: msg.until } }
    case 'mode':
      return { ...state, view: { ...state.view, mode: msg.mode } }
    case 'thinking': {
      const { isThinkingShown, ...rest } = state
      return isThinkingShown ? rest : { ...rest, isThinkingShown: true }
    }
    case 'picker':
      return { ...state, picker: msg.picker }
    case 'next-model':
      return nextModelState(state, msg.model)
    case 'card':
      return { ...state, card: msg.card }
    case 'said':
      return state.picker?.kind === 'resume' ? { ...state, picker: { ...state.picker, said: msg } } : state
    case 'last':
      return state.picker?.kind === 'resume' ? { ...state, picker: { ...state.picker, last: msg } } : state
    case 'status':
      return statusTold(state, msg)
    case 'form':
    case 'place':
    case 'shell':
    case 'voice':
    case 'progress':
      return withPart(state, msg)
    default:
      return msg satisfies never
  }
}

/** The screen with the model that the next words go to; that none answered before is no longer told. */
function nextModelState({ view, ...rest }: Screen, nextModel: string): Screen {
  return { ...rest, nextModel, view: view.model === 'rules' ? { ...view, model: '' } : view }
}

/** Return what the status line tells: parts by name, or a person's own line. */
function statusTold(state: Screen, { parts, own }: Extract<Msg, { type: 'status' }>): Screen {
  const { ownStatus: _, ...rest } = state
  return { ...rest, ...(parts ? { statusParts: parts } : {}), ...(own === undefined ? {} : { ownStatus: own }) }
}

/** A part of the screen that is there or not. */
function withPart(
  state: Screen,
  msg: Extract<Msg, { type: 'form' | 'place' | 'shell' | 'voice' | 'progress' }>,
): Screen {
  const { [msg.type]: _, ...rest } = state
  switch (msg.type) {
    case 'form':
      return msg.form ? { ...rest, form: msg.form } : rest
    case 'place':
      return { ...rest, place: msg.place }
    case 'shell':
      return msg.shell ? { ...rest, shell: msg.shell } : rest
    case 'voice':
    case 'progress':
      return msg.line === undefined ? rest : { ...rest, [msg.type]: msg.line }
    default:
      return msg satisfies never
  }
}

/** A waiting input came back: it can be changed and sent again. What was typed meanwhile stays behind it. */
function withRecalled(state: Screen, text: string): Screen {
  const typed = editorValue(state.editor)
  const takenBack = typed === '' ? text : `${text}\n${typed}`
  return { ...state, takenBack, editor: withText(state.editor, takenBack) }
}

/** The screen after new facts: the card follows the first question, a stopped turn is forgotten when it ended. */
export function withView(state: Screen, view: View): Screen {
  const { card: old, stopping, ...rest } = state
  const question = view.questions[0]
  // A letter that was taken for a choice, and answered nothing, was typing.
  const letter = old && old.id !== question?.id && !old.answered ? (old.letter?.text ?? '') : ''
  const kept = letter === '' ? {} : { editor: insertText(state.editor, letter) }
  const next = question ? { card: old?.id === question.id ? old : createCard(question) } : {}
  return { ...rest, ...kept, ...next, ...(stopping && view.turn?.id === stopping ? { stopping } : {}), view }
}

/**
 * The screen after it was drawn: from now on the person can know what it asks. `reach` is how far a long question
 * goes.
 */
export function screenShown(state: Screen, now: number, reach = unscrollable): Screen {
  const { card, form } = state
  if (!card && !form) return state
  const seenForm = form && (visibleForm(state) ? drawnForm(form, now, reach) : hiddenForm(form))
  return { ...state, ...(card ? { card: cardShown(card, now, reach) } : {}), ...(seenForm ? { form: seenForm } : {}) }
}
