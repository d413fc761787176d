import { join } from 'node:path'
import type { CardColumns } from '../../core/money/card-file.ts'
import { readState, stateText, writeState } from '../../std/fs/state-file.ts'
import { fits } from '../../std/json-guards.ts'

type Kept = Record<string, CardColumns>

const pathOf = (home: string) => join(home, 'card-columns.json')

const formsOf = (value: unknown): Kept | undefined => {
  if (!fits(value, { forms: 'object' })) return undefined
  const all = Object.entries(value.forms as Record<string, unknown>)
  const kept = all.filter(([, one]) => fits(one, { day: 'number', won: 'number', what: 'number' }))
  return Object.fromEntries(kept) as unknown as Kept
}

/** The columns that were chosen for files of this form. */
export async function cardColumnsOf(home: string, form: string): Promise<CardColumns | undefined> {
  return (await readState(pathOf(home), formsOf))?.[form]
}

/** Keep the columns of a form: its files are not asked about again. */
export async function keepCardColumns(home: string, form: string, columns: CardColumns): Promise<void> {
  const forms = { ...(await readState(pathOf(home), formsOf)), [form]: columns }
  await writeState(pathOf(home), stateText({ forms }))
}
