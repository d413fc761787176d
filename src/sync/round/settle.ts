import { restateField } from '../merge/fields.ts'
import { settleLines } from '../merge/lines.ts'
import { type FileState, formOf, packState, type SharedChange, unpackState } from '../replica/file-state.ts'
import type { SharedFile } from '../shared-file.ts'
import { isEmptyChange } from './edit.ts'
import { queueSegment, type Telling } from './segment-writer.ts'

/**
 * Settles a contradiction as it stands, both lines of a page or the newer value of a setting: here, and on the other
 * devices with the next exchange. `key`: of the contradiction. Nobody else may be in a round meanwhile.
 */
export function settleAsItStands(options: Telling, { name, form }: SharedFile, key: string): void {
  const { replica } = options
  replica.together(() => {
    const known = replica.file(name)
    if (!known) return
    const state = unpackState(known.state, form.as, form.rules)
    const change = settleState(options, state, key)
    if (isEmptyChange(change)) return
    replica.keep({ ...known, state: packState(state) })
    queueSegment(options, { [name]: formOf(change) })
  })
}

function settleState({ replica, device }: Telling, state: FileState, key: string): SharedChange {
  if (state.as === 'lines') return { as: 'lines', lines: settleLines(state.lines, key) }
  const at = { count: replica.number('count') + 1, device: device.id }
  replica.setNumber('count', at.count)
  return { as: 'fields', fields: restateField(state.fields, key, at) }
}
